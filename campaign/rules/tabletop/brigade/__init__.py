"""WW2 Rules for Brigade Level Games, one of the tabletop systems a battle of the campaign may be fought under."""
