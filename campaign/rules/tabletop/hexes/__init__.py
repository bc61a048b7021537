"""One-Hour WW2 on hexes, one of the tabletop systems a battle of the campaign may be fought under."""
