"""The revision of the schema that this program knows: Alembic's head, stored here so that Alembic need not be imported
for it.
"""

HEAD = "0019"
OLDEST = "0001"
"""First released revision; files and exports of this revision and later can be read."""
UPGRADED = "Upgraded"
"""First word of the line that tells of an upgrade."""
