"""The campaign's clockwork between the battles: weather, light, supply, recovery, rest, marches, engineering, air,
logistics."""
