"""The revision of the schema this program knows: Alembic's head, kept here so that nothing has to import Alembic to know it."""

HEAD = "0001"
