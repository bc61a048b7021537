"""OpenStreetMap extracts in PBF, the form in which they are distributed, read by pyosmium (the extra ``osm``).

Ways are read first, then only the points that lie on roads and the named places: an extract holds ten times as many
others.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from campaign.errors import BadFile, BadInput
from campaign.exchange.foreign.draft import Draft
from campaign.exchange.foreign.osm import Extract
from campaign.exchange.library_border import library_reads
from campaign.extras import way_to_add

if TYPE_CHECKING:
    from campaign.exchange.foreign.wishes import Wishes

MOST_POINTS = 2_000_000
"""Most points on roads; a campaign map has about ten thousand."""


def read(path: Path, raw: bytes, wishes: Wishes) -> Draft:
    """Return the road network. Raises BadFile; BadInput where the extra is not installed."""
    try:
        import osmium
    except ImportError as fault:
        raise BadInput(
            f"{path} is OpenStreetMap in PBF. To read it, install the extra osm ({way_to_add('osm')}), or turn "
            f"it into XML, as in osmium cat {path.name} -o {path.name.split('.')[0]}.osm"
        ) from fault
    extract = Extract.of(path.name)
    with library_reads(
        lambda why: BadFile(
            f"{path.name} cannot be read as OpenStreetMap in PBF ({why}). Perhaps the file was cut off. "
            "Download it again"
        ),
        RuntimeError,
        ValueError,
    ):
        _read(osmium, raw, extract)
    return extract.finish()


def _read(osmium: Any, raw: bytes, extract: Extract) -> None:
    def every(kind: Any, *filters: Any) -> Any:
        result = osmium.FileProcessor(osmium.io.FileBuffer(raw, "osm.pbf"), kind)
        for filter_ in filters:
            result = result.with_filter(filter_)
        return result

    for way in every(osmium.osm.WAY, osmium.filter.KeyFilter("highway")):
        extract.way(str(way.id), [nd.ref for nd in way.nodes], {tag.k: tag.v for tag in way.tags})
    needed = {point for line, *_ in extract.ways for point in line}
    if len(needed) > MOST_POINTS:
        raise BadFile(
            f"{extract.name} has {len(needed):,} points on roads, but at most {MOST_POINTS:,} are read. Use a "
            "smaller extract"
        )
    if needed:
        for node in every(osmium.osm.NODE, osmium.filter.IdFilter(needed)):
            extract.node(node.id, (node.lat, node.lon), {})
        for node in every(osmium.osm.NODE, osmium.filter.KeyFilter("place")):
            extract.node(node.id, (node.lat, node.lon), {tag.k: tag.v for tag in node.tags})
