"""The revision of the schema this program knows: Alembic's head, kept here so that nothing has to import Alembic to
know it."""

HEAD = "0013"
OLDEST = "0001"
"""The first revision that was released; files and exports from it on can be read."""
