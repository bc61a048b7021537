"""The tabletop systems: their common interface (``interface``), and a folder for each."""
