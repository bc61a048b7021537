"""Doors to files of other programs: orders of battle and maps come in, and go out again. See `convert`."""
