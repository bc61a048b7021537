"""Operation Brevity: the campaign's clockwork, and a tabletop system. One stand is a battalion."""
