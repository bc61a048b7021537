"""The colours of the sides on the screen: the scenario's accents, made darker or lighter until they can be read."""

from __future__ import annotations

from colorsys import hls_to_rgb, rgb_to_hls

from campaign.situation.army import Army

Colour = tuple[float, float, float]

BLACK: Colour = (0.0, 0.0, 0.0)
LIGHT_GROUND, DARK_GROUND = (1.0, 1.0, 1.0), (0.09, 0.098, 0.11)
LEAST_CONTRAST = 5.2
"""Least contrast of a side's colour with the ground, and with its own tint."""
LEAST_ON_DARK = 6.0
"""The same on a dark ground, where thin lines in a colour need more."""
TINT, TINT_ON_DARK = 0.14, 0.42
"""Share of the accent in the tint of a side, at most: a dark ground hides a faint one."""
NOTE_ON_DARK: Colour = (0.682, 0.671, 0.639)
"""The faintest words on a dark ground (``--ink3``), which must be read on a tint, too."""


def accents_of(army: Army) -> tuple[str, ...]:
    """Return the style rules with each side's colour and tint, by light and by dark."""
    light: list[str] = []
    dark: list[str] = []
    for number, side in enumerate(army.sides.values()):
        accent = colour_of(side.accent)
        for rules, ground in ((light, LIGHT_GROUND), (dark, DARK_GROUND)):
            text, tint = readable(accent, ground)
            rules.append(f"--side{number}:{written(text)};--tint{number}:{written(tint)}")
    rules_light, rules_dark = ";".join(light), ";".join(dark)
    return (
        f":root{{{rules_light}}}",
        f"@media screen and (prefers-color-scheme:dark){{:root:not([data-theme=light]){{{rules_dark}}}}}",
        f"@media screen{{[data-theme=dark]{{{rules_dark}}}}}",
    )


def readable(accent: Colour, ground: Colour) -> tuple[Colour, Colour]:
    """Return a colour near the accent that can be read on the ground and on its own tint, and that tint."""
    is_dark = luminance(ground) <= 0.5
    least, tint = (
        (LEAST_ON_DARK, _dark_tint(ground, accent)) if is_dark else (LEAST_CONTRAST, mixed(ground, accent, TINT))
    )
    text, step = accent, 0.0
    while min(contrast(text, ground), contrast(text, tint)) < least and step < 1.0:
        step += 0.02
        text = lighter(accent, step) if is_dark else mixed(accent, BLACK, step)
    return text, tint


def _dark_tint(ground: Colour, accent: Colour) -> Colour:
    """Return a dark ground with as much of the accent in it as leaves the faintest words readable."""
    share = TINT_ON_DARK
    while contrast(NOTE_ON_DARK, mixed(ground, accent, share)) < LEAST_CONTRAST:
        share -= 0.02
    return mixed(ground, accent, share)


def lighter(accent: Colour, part: float) -> Colour:
    """Return a lighter colour of the same hue and strength, ``part`` (0 to 1) of the way to white."""
    hue, light, strength = rgb_to_hls(*accent)
    return hls_to_rgb(hue, light + (1.0 - light) * part, strength)


def mixed(ground: Colour, accent: Colour, part: float) -> Colour:
    """Return the ground with a part (0 to 1) of the accent in it."""
    return tuple(g + (a - g) * part for g, a in zip(ground, accent, strict=True))  # type: ignore[return-value]


def luminance(colour: Colour) -> float:
    """Return the relative luminance of a colour (WCAG 2.2), 0 to 1."""
    red, green, blue = map(_linear, colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(one: Colour, other: Colour) -> float:
    """Return the contrast of two colours (WCAG 2.2), 1 to 21."""
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def colour_of(accent: str) -> Colour:
    """Return the colour that ``#1b4f8a`` names."""
    text = accent.lstrip("#")
    return tuple(int(text[at : at + 2], 16) / 255 for at in (0, 2, 4))  # type: ignore[return-value]


def written(colour: Colour) -> str:
    """Return a colour as ``#1b4f8a``."""
    return "#" + "".join(f"{round(part * 255):02x}" for part in colour)
