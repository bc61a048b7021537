"""Positions of other programs, converted to latitude and longitude: decimal degrees, degrees and minutes, UTM, MGRS,
geocentric.

    position_of("33VVF 12345 67890") -> Point | None     any of them as one word; [10.7, 59.9] is longitude first, as in
                                                         GeoJSON
    utm(...), mgrs(...), geocentric(...) -> Point | None

Everything is on the ellipsoid of WGS 84. None stands for an invalid position.
"""

from __future__ import annotations

import re
from math import asinh, atan, atan2, atanh, cos, cosh, degrees, hypot, isfinite, pi, sin, sinh, sqrt

from campaign.exchange.foreign.draft import Point

AXIS_M, FLATTENING = 6_378_137.0, 1 / 298.257_223_563
ECCENTRICITY_2 = FLATTENING * (2 - FLATTENING)
SCALE, FALSE_EAST_M, FALSE_NORTH_M = 0.9996, 500_000.0, 10_000_000.0
BANDS = "CDEFGHJKLMNPQRSTUVWX"
_COLUMNS = ("STUVWXYZ", "ABCDEFGH", "JKLMNPQR")
_ROWS = "ABCDEFGHJKLMNPQRSTUV"
_MGRS = re.compile(r"(\d{1,2})\s*([C-HJ-NP-X])\s*([A-HJ-NP-Z])([A-HJ-NP-V])\s*(\d{1,5})\s*(\d{1,5})", re.IGNORECASE)
_PACKED = re.compile(r"(\d{1,2})\s*([C-HJ-NP-X])\s*([A-HJ-NP-Z])([A-HJ-NP-V])\s*((?:\d\d){1,5})", re.IGNORECASE)
_UTM = re.compile(r"(\d{1,2})\s*([C-HJ-NP-X])\s+(\d{6}(?:\.\d+)?)\s*m?E?,?\s+(\d{1,8}(?:\.\d+)?)\s*m?N?", re.IGNORECASE)
_DECIMAL = re.compile(r"([+-]?\d{1,2}(?:\.\d+)?)\s*°?\s*[,;\s]\s*([+-]?\d{1,3}(?:\.\d+)?)\s*°?")
_LETTERED = re.compile(r"(\d{1,2}(?:\.\d+)?)\s*°?\s*([NS])[,;\s]*(\d{1,3}(?:\.\d+)?)\s*°?\s*([EW])", re.IGNORECASE)
_JSON = re.compile(r"\[\s*([+-]?\d{1,3}(?:\.\d+)?)\s*,\s*([+-]?\d{1,2}(?:\.\d+)?)\s*\]")
_ARC = r"(\d{1,3})\s*[°d]\s*(\d{1,2}(?:\.\d+)?)\s*['′m]?\s*(?:(\d{1,2}(?:\.\d+)?)\s*[\"″s]?)?\s*"
_SEXAGESIMAL = re.compile(rf"{_ARC}([NS])[,;\s]*{_ARC}([EW])", re.IGNORECASE)


def position_of(word: str) -> Point | None:
    """Return the position in a word; None if it is not one."""
    text = " ".join(word.split())
    if match := _JSON.fullmatch(text):
        return on_earth(float(match[2]), float(match[1]))
    if match := _DECIMAL.fullmatch(text):
        return on_earth(float(match[1]), float(match[2]))
    if match := _LETTERED.fullmatch(text):
        return on_earth(_signed(float(match[1]), match[2]), _signed(float(match[3]), match[4]))
    if match := _SEXAGESIMAL.fullmatch(text):
        return on_earth(_signed(_arc(*match.group(1, 2, 3)), match[4]), _signed(_arc(*match.group(5, 6, 7)), match[8]))
    if match := _UTM.fullmatch(text):
        return utm(int(match[1]), match[2], float(match[3]), float(match[4]))
    if (match := _MGRS.fullmatch(text)) and len(match[5]) == len(match[6]):
        return mgrs(int(match[1]), match[2], match[3] + match[4], _tail(match[5]), _tail(match[6]))
    if match := _PACKED.fullmatch(text):
        half = len(match[5]) // 2
        return mgrs(int(match[1]), match[2], match[3] + match[4], _tail(match[5][:half]), _tail(match[5][half:]))
    return None


def on_earth(lat: float, lon: float) -> Point | None:
    """Return the point, if it exists on earth."""
    return (lat, lon) if -90 <= lat <= 90 and -180 <= lon <= 180 else None


def lon_lat(value: object) -> Point | None:
    """Return ``[longitude, latitude]`` of JSON as latitude and longitude; None for anything but two finite numbers."""
    if not isinstance(value, list) or len(value) < 2:
        return None
    if not all(isinstance(number, (int, float)) and not isinstance(number, bool) for number in value[:2]):
        return None
    try:
        lon, lat = map(float, value[:2])
    except OverflowError:  # a whole number of more than 300 figures
        return None
    return (lat, lon) if isfinite(lat) and isfinite(lon) else None


def _signed(value: float, letter: str) -> float:
    return -value if letter.upper() in "SW" else value


def _arc(whole_degrees: str, minutes: str, seconds: str | None) -> float:
    return float(whole_degrees) + float(minutes) / 60 + float(seconds or 0) / 3600


def _tail(digits: str) -> float:
    """Return the metres of digits within a square of 100 km: ``123`` is 12,300 m; the middle of the small square is
    meant.
    """
    unit = 10.0 ** (5 - len(digits))
    return int(digits) * unit + (unit / 2 if unit > 1 else 0)


def utm(zone: int, band: str, east_m: float, north_m: float) -> Point | None:
    """Return a point of the Universal Transverse Mercator grid; without a band it is north of the equator (series of
    Krüger, to a millimetre).
    """
    if not (1 <= zone <= 60 and 0 <= east_m <= 1_000_000 and 0 <= north_m <= FALSE_NORTH_M):
        return None
    if band and band.upper() < "N":
        north_m -= FALSE_NORTH_M
    n = FLATTENING / (2 - FLATTENING)
    radius = AXIS_M / (1 + n) * (1 + n**2 / 4 + n**4 / 64)
    xi, eta = north_m / (SCALE * radius), (east_m - FALSE_EAST_M) / (SCALE * radius)
    series = (n / 2 - 2 * n**2 / 3 + 37 * n**3 / 96, n**2 / 48 + n**3 / 15, 17 * n**3 / 480)
    xi_1 = xi - sum(b * sin(2 * k * xi) * cosh(2 * k * eta) for k, b in enumerate(series, 1))
    eta_1 = eta - sum(b * cos(2 * k * xi) * sinh(2 * k * eta) for k, b in enumerate(series, 1))
    conformal = sin(xi_1) / hypot(sinh(eta_1), cos(xi_1))
    lat = atan(conformal)
    e = sqrt(ECCENTRICITY_2)
    for _ in range(6):
        lat = atan(sinh(asinh(conformal) + e * atanh(e * sin(lat))))
    return on_earth(degrees(lat), degrees(atan2(sinh(eta_1), cos(xi_1))) + zone * 6 - 183)


def mgrs(zone: int, band: str, square: str, east_m: float, north_m: float) -> Point | None:
    """Return a point of the Military Grid Reference System: the square of 100 km by its two letters, metres within
    it.
    """
    band, square = band.upper(), square.upper()
    columns = _COLUMNS[zone % 3]
    if (
        len(square) != 2
        or square[0] not in columns
        or square[1] not in _ROWS
        or band not in BANDS
        or not 1 <= zone <= 60
    ):
        return None
    east = (columns.index(square[0]) + 1) * 100_000 + east_m
    row = (_ROWS.index(square[1]) - (5 if zone % 2 == 0 else 0)) % 20 * 100_000 + north_m
    south = -80 + 8 * BANDS.index(band)
    for turns in range(5):
        point = utm(zone, band, east, row + turns * 2_000_000)
        if point is not None and south - 1 <= point[0] <= south + (12 if band == "X" else 8) + 1:
            return point
    return None


def geocentric(x_m: float, y_m: float, z_m: float) -> Point | None:
    """Return a point by its distances from the middle of the earth."""
    across = hypot(x_m, y_m)
    if not 6_000_000 < hypot(across, z_m) < 7_000_000:
        return None
    lat = atan2(z_m, across * (1 - ECCENTRICITY_2)) if across else pi / 2 * (1 if z_m > 0 else -1)
    for _ in range(6):
        curve = AXIS_M / sqrt(1 - ECCENTRICITY_2 * sin(lat) ** 2)
        lat = atan2(z_m + ECCENTRICITY_2 * curve * sin(lat), across) if across else lat
    return on_earth(degrees(lat), degrees(atan2(y_m, x_m)))
