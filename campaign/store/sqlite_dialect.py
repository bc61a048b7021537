"""SQLite as SQLAlchemy speaks it, the same for every file: what one engine has compiled serves all others.

A campaign is read and written by engines of their own, and each copy of an earlier day is a database in memory: without
this each would compile the same statements anew.
"""

from __future__ import annotations

from typing import Final

from sqlalchemy.dialects import registry
from sqlalchemy.dialects.sqlite.pysqlite import SQLiteDialect_pysqlite
from sqlalchemy.util import LRUCache

ADDRESS: Final = "sqlite+campaign://"
"""The address by which an engine gets this dialect."""
COMPILED: Final[LRUCache[object, object]] = LRUCache(1000)
"""The statements that this process has compiled for SQLite: an engine's option ``compiled_cache``."""


class CampaignSQLite(SQLiteDialect_pysqlite):
    """The dialect of campaign files. Compiled statements are looked up by their dialect, and all of these are one."""

    supports_statement_cache = True

    def __eq__(self, other: object) -> bool:
        return type(other) is CampaignSQLite

    def __hash__(self) -> int:
        return hash(CampaignSQLite)


registry.register("sqlite.campaign", __name__, CampaignSQLite.__name__)
