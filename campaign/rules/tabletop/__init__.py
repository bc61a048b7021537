"""The tabletop systems: what all of them must do (``interface``), and a folder for each."""
