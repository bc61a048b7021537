"""The revision of the schema that this program knows: Alembic's head, stored here so that Alembic need not be imported
for it.
"""

HEAD = "0013"
OLDEST = "0001"
"""The first revision that was released; files and exports from it on can be read."""
