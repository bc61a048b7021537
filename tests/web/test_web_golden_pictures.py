"""The desk looks in Chromium as it did when its pictures were kept; and what the comparison catches."""

from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw

from tests.web.browser import chromium
from tests.web.golden_pictures import (
    IN_EVERY_RUN,
    MOST_SHARE,
    OTHER_BROWSER,
    SHOTS,
    Shot,
    kept_picture,
    kept_version,
    reduced,
    share_of_others,
    take,
    version_of,
    write_case,
)


@pytest.mark.long
@pytest.mark.parametrize(
    "shots", [pytest.param(IN_EVERY_RUN, id="briefly"), pytest.param(SHOTS, id="all", marks=pytest.mark.long)]
)
def test_the_desk_looks_as_it_did(shots: tuple[Shot, ...], campaign_file: Path, tmp_path: Path) -> None:
    """Umpire and players, light and dark, on a laptop, a tablet and a phone."""
    with chromium() as browser:
        if version_of(browser) != kept_version():
            pytest.skip(
                f"{OTHER_BROWSER}: Chromium {kept_version()} did, Chromium {version_of(browser)} is here; "
                "renew them with it: python -m tests.web.golden_pictures renew"
            )
        taken = take(browser, campaign_file, shots)
    assert set(taken.pictures) == {shot.name for shot in shots}
    wrong: list[str] = []
    for name, now in taken.pictures.items():
        share = share_of_others(kept_picture(name), now)
        if share > MOST_SHARE:
            write_case(tmp_path, name, now)
            wrong.append(f"{name}: {share:.4%} of its pixels differ, at most {MOST_SHARE:.2%} may")
    assert not wrong, "\n".join([*wrong, f"Look at {tmp_path}/*-kept.png, *-now.png and *-difference.png"])


def drawn(*, has_button: bool = True) -> Image.Image:
    """A page with lines of small print and a button, drawn without a browser."""
    page = Image.new("RGB", (1440, 900), "#f7f3e8")
    pen = ImageDraw.Draw(page)
    for line in range(40):
        pen.text((40, 20 + 20 * line), "The Scots Guards took the pass before breakfast. " * 3, fill="#222222")
    if has_button:
        pen.rectangle((1100, 400, 1219, 435), outline="#222222", width=1)
        pen.text((1120, 412), "Hand in", fill="#222222")
    return page


@pytest.mark.long
def test_a_button_that_is_gone_is_caught() -> None:
    assert share_of_others(drawn(), drawn(has_button=False)) > MOST_SHARE
    phone = (1080, 380, 1470, 1224)
    assert share_of_others(drawn().crop(phone), drawn(has_button=False).crop(phone)) > MOST_SHARE


@pytest.mark.long
def test_an_edge_one_pixel_further_and_fewer_colours_are_not_caught() -> None:
    page = drawn()
    antialiased = Image.blend(page, ImageChops.offset(page, 1, 0), 0.5)
    assert share_of_others(page, antialiased) <= MOST_SHARE
    assert share_of_others(page, ImageChops.offset(antialiased, 1, 0)) <= MOST_SHARE
    assert share_of_others(page, reduced(page).convert("RGB")) <= MOST_SHARE
