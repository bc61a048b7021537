"""Readers and writers for files of other programs: orders of battle and maps. See `convert`."""
