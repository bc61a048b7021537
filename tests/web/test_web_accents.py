"""The sides' colours on the screen: any accent of a scenario can be read, by light and by dark."""

import pytest

from campaign.web.accents import (
    DARK_GROUND,
    LEAST_CONTRAST,
    LIGHT_GROUND,
    NOTE_ON_DARK,
    Colour,
    colour_of,
    contrast,
    readable,
)

NOTE_ON_LIGHT: Colour = colour_of("#565654")
ACCENTS = ("#1b4f8a", "#a8261a", "#5a6b2f", "#ffcc00", "#333333", "#8a8a8a", "#ffffff", "#000000")


@pytest.mark.parametrize("accent", ACCENTS)
@pytest.mark.parametrize(("ground", "note"), [(LIGHT_GROUND, NOTE_ON_LIGHT), (DARK_GROUND, NOTE_ON_DARK)])
def test_colour_and_tint_of_any_accent_can_be_read(accent: str, ground: Colour, note: Colour) -> None:
    text, tint = readable(colour_of(accent), ground)
    assert contrast(text, ground) >= LEAST_CONTRAST
    assert contrast(text, tint) >= LEAST_CONTRAST
    assert contrast(note, tint) >= LEAST_CONTRAST


def test_a_dark_ground_leaves_an_accent_its_hue() -> None:
    (red, green, blue), tint = readable(colour_of("#1b4f8a"), DARK_GROUND)
    assert red < green < blue
    assert blue > 0.85
    assert max(tint) - min(tint) > 0.15
