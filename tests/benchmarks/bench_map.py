"""The situation map of a front of 100 and of 1,000 units: laid out, as PDF and as SVG; the floor is drawing the
finished layouts once. Times are the processor's."""

from __future__ import annotations

import sys
from pathlib import Path
from time import process_time

sys.path.insert(0, str(Path(__file__).parents[1] / "reports"))

from specimens_situation import dense

from campaign_reports.map import panelled_sheets, render_map, render_map_svg
from campaign_reports.page import Paper
from tests.benchmarks.measure import alone

if __name__ == "__main__":
    for count in (100, 1000):
        view = dense(count)
        sheets = panelled_sheets(view, Paper.A4)
        where = f"{count} units, {len(view.places)} places, {len(sheets)} sheets"
        laid = alone(
            f"laid out ({where})",
            lambda view=view: panelled_sheets(view, Paper.A4),
            runs=3,
            clock=process_time,
            aim="growth with the units",
            figure="map: laid out, units",
            size=count,
        )
        pdf = alone(
            f"PDF ({where})",
            lambda view=view: render_map(view, Paper.A4),
            runs=3,
            clock=process_time,
            aim="under 1 s for 100",
            figure="map: PDF, units",
            size=count,
        )
        svg = alone(
            f"SVG ({where})",
            lambda view=view: render_map_svg(view, Paper.A4),
            runs=3,
            clock=process_time,
            aim="under 1 s for 100",
            figure="map: SVG, units",
            size=count,
        )
        size = len(render_map(view, Paper.A4)) // 1000, len(render_map_svg(view, Paper.A4)) // 1000
        print(
            f"  {len(sheets) / pdf:.1f} sheets a second; {laid / pdf:.0%} of it is laying out; PDF {size[0]} kB, SVG {size[1]} kB; {svg:.2f} s"
        )
