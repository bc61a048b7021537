"""A campaign at a moment, or over time, as files that other programs read.

    geojson_of(state) -> str          places, roads, features and units as features (QGIS, geojson.io)
    kml_of(state) -> str              the same for Google Earth
    graphml_of(state) -> str          the roads as a graph (yEd, NetworkX, and back into this program)
    orbatmapper_of(state, track) -> str   order of battle with positions and strengths by time (ORBAT Mapper)
    table_of(state, name) -> rows     any of `TABLES`, the first row names the columns
    csv_of(rows), xlsx_of(tables)     tables as files

``state`` is a scenario as the campaign stands: the same values from which one is founded.
"""

from campaign.exchange.foreign.geojson_out import geojson_of, kml_of
from campaign.exchange.foreign.graphml_out import graphml_of
from campaign.exchange.foreign.map_features import Metres, Sight, Track, along
from campaign.exchange.foreign.mapper_out import orbatmapper_of
from campaign.exchange.foreign.tables_out import TABLES, csv_of, table_of, xlsx_of

__all__ = [
    "TABLES",
    "Metres",
    "Sight",
    "Track",
    "along",
    "csv_of",
    "geojson_of",
    "graphml_of",
    "kml_of",
    "orbatmapper_of",
    "table_of",
    "xlsx_of",
]
