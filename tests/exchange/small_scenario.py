"""A small sound scenario in one file, for tests to spoil."""

from pathlib import Path

from campaign.exchange.check import check_files
from campaign.exchange.faults import Report

SOUND = """\
title: The crossroads
first day: 12 June 1941
days: 2
time zone: UTC+02:00
coordinates: kilometres
sides:
  blue:
    name: Blue
    accent: "#1b4f8a"
    home edges: [east_gate]
  red:
    name: Red
    home edges: [west_gate]
commanders:
  ann: {name: Ann, formation: blue_division}
  bob: {name: Bob, formation: red_division}
objectives:
  - {place: crossroads, side: blue, points: 3}
weather:
  - {day: 1, sky: clear}
places:
  east_gate: {at: "20, 0", owner: blue}
  farm: {at: "14, 1"}
  crossroads: {at: "10, 2"}
  mill: {at: "6, 1"}
  west_gate: {at: "0, 0"}
roads:
  - {from: east_gate, to: farm, km: 6.5, kind: metalled road}
  - {from: farm, to: crossroads, km: 4.5, kind: metalled road}
  - {from: crossroads, to: mill, km: 4.5, kind: track}
  - from: mill
    to: west_gate
    km: 6.5
    kind: track
    crossings:
      - {name: the mill bridge, at: 3}
features:
  - {kind: river, name: the stream, shape: ["7, -3", "6.5, 4"]}
establishments:
  blueshire battalion:
    arm: lorried infantry
    establishment: {men: 740, vehicles: 14}
order of battle:
  blue:
    - division: Blue Division
      nation: british
      headquarters: {at: east_gate}
      formations:
        - command: 1st Brigade
          at: farm
          battalions:
            - battalion: First Battalion
              like: blueshire battalion
            - battalion: Second Battalion
              like: blueshire battalion
              strength: {men: 700}
        - command: 2nd Brigade
          at: east_gate
          battalions:
            - {battalion: Third Battalion, arm: infantry}
            - {battalion: Guns, arm: field artillery, piece: gun-howitzer, calibre: 88}
  red:
    - division: Red Division
      nation: italian
      headquarters: {at: west_gate}
      formations:
        - command: Red Regiment
          at: mill
          battalions:
            - {battalion: I Battalion, arm: infantry, experience: green}
            - {battalion: II Battalion, arm: infantry}
        - command: Tanks
          arrives:
            day: 2
            turn: 3
            at: west_gate
          battalions:
            - {battalion: I Tanks, arm: armour}
            - {battalion: Motors, arm: motor infantry}
air bases:
  red_field: {side: red, place: west_gate}
air groups:
  stukas: {type: ground attack, based at: red_field}
orders:
  - {for: 1st Brigade, day: 1, turn: 2, order: attack, to: crossroads, via: [farm]}
rulebook:
  limits.command_max_battalions: 4
"""


def spoilt(*changes: tuple[str, str]) -> str:
    """The scenario with each first text replaced by the second; each must be there."""
    text = SOUND
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new, 1)
    return text


def line_of(text: str, marker: str) -> int:
    """The line that marker stands in; the last line of it, if it holds several."""
    return text[: text.index(marker) + len(marker.rstrip("\n"))].count("\n") + 1


def check_text(folder: Path, text: str | bytes, name: str = "one.yaml") -> Report:
    """What the check says of a file with that text."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return check_files([path])
