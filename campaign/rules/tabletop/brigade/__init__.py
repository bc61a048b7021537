"""WW2 Rules for Brigade Level Games, a tabletop system for the battles of the campaign."""
