"""One-Hour WW2 on hexes, a tabletop system for the battles of the campaign."""
