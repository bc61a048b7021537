"""The colours of the sides on the screen: the scenario's accents, made darker or lighter until they can be read."""

from __future__ import annotations

from campaign.situation.army import Army

Colour = tuple[float, float, float]

LIGHT_GROUND, DARK_GROUND = (1.0, 1.0, 1.0), (0.09, 0.098, 0.11)
LEAST_CONTRAST = 5.2
"""Least contrast of a side's colour with the ground, and with its own tint."""
TINT = 0.14


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
    target = (0.0, 0.0, 0.0) if luminance(ground) > 0.5 else (1.0, 1.0, 1.0)
    tint = mixed(ground, accent, TINT)
    text, step = accent, 0.0
    while min(contrast(text, ground), contrast(text, tint)) < LEAST_CONTRAST and step < 1.0:
        step += 0.02
        text = mixed(accent, target, step)
    return text, tint


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
