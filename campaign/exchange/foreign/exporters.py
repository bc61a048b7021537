"""The formats in which a campaign at one moment is written for other programs, and as a scenario of this program.

To add a format: write its module with a function from `Scenario` to its text or bytes, and add a line to `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from itertools import groupby
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from campaign.exchange.values import Scenario


class Format(NamedTuple):
    """A format: its contents in the words of the help, its ending, its writer (``module:function`` of this package,
    imported only when it writes), and the facts besides the scenario that the writer takes.
    """

    holds: str
    ending: str = ""
    writer: str = ""
    takes: tuple[str, ...] = ()
    begins_today: bool = False
    """True if the days are counted from the moment of the export, and the file has the orders and arrivals still to
    come."""

    def written(self, state: Scenario, facts: Mapping[str, Any]) -> bytes:
        """Return the file of a scenario at the campaign's present state. Raises BadInput."""
        module, _, function = self.writer.partition(":")
        write = getattr(import_module(f"{__package__}.{module}"), function)
        file: str | bytes = write(state, **{name: facts[name] for name in self.takes})
        return file.encode() if isinstance(file, str) else file


FORMATS = {
    "scenario": Format("a scenario folder of this program", begins_today=True),
    "orbatmapper": Format(
        "the order of battle with positions and strengths by time",
        ".json",
        "mapper_out:orbatmapper_of",
        ("track", "start"),
        begins_today=True,
    ),
    "geojson": Format("the map with all units on it", ".geojson", "geojson_out:geojson_of"),
    "kml": Format("the map with all units on it", ".kml", "geojson_out:kml_of"),
    "graphml": Format("its roads", ".graphml", "graphml_out:graphml_of"),
    "csv": Format("tables", ".csv", "tables_out:table_file_of", ("table",)),
    "xlsx": Format("tables", ".xlsx", "tables_out:workbook_of"),
}
"""Every format except the JSON of a full campaign, in the order of the help."""


def formats_in_words() -> str:
    """Return the formats and their contents, as the help lists them."""
    alike = groupby(FORMATS, key=lambda name: FORMATS[name].holds)
    return "; ".join(f"{' and '.join(names)}, {holds}" for holds, names in alike)
