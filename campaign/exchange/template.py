"""The commented starter scenario that ``campaign init`` writes: small, complete, sound, and meant to be changed."""

from __future__ import annotations

from pathlib import Path

from campaign.errors import Refused
from campaign.exchange.editors import MODELINE, lay_schema

SCENARIO = """\
# A scenario of your own. Change what you like, then:   campaign check .      and when it is sound:   campaign new .
# All .yaml files of this folder are read together; it does not matter which holds what. Every key is explained in the
# README of the shipped orders of battle (folder orbats). Text after a # is for people and is not read; the first line of
# each file tells an editor where the schema is, so that it completes keys and underlines faults while you type.

title: The crossroads
first day: 12 June 1941       # or 1941-06-12
days: 2
time zone: UTC+02:00          # hours from Greenwich; only for sunrise and moon on the papers
notes: A brigade on each side wants the crossroads.

sides:
  blue:
    name: Blue
    adjective: British        # another word that is understood for it
    accent: "#1b4f8a"         # colour of its papers; in quotes, since # begins a remark
    home edges: [east_gate]   # places where a road leaves the map to its own rear: where supply comes from
  red:
    name: Red
    adjective: German
    accent: "#a8261a"
    home edges: [west_gate]

commanders:                   # the players: one order form is printed for each
  ann: {name: Brig Ann Smith, player: Ann, formation: blue_division}
  bob: {name: Oberst Bob Meyer, player: Bob, formation: red_division}

objectives:                   # points at the end of each day for the side that owns the place
  - {place: crossroads, side: blue, points: 3}
  - {place: crossroads, side: red, points: 3}
  - {place: farm, side: blue, points: 1}
  - {place: mill, side: red, points: 1}

# weather:                    # as it was, if you know it; else found the campaign with  --weather dice
#   - {day: 1, sky: clear}
#   - {day: 2, turn: 3, sky: bad}

# rulebook:                   # house rules of this campaign that differ from the default
#   march.moves_per_turn: one
"""  # noqa: E501

MAP = """\
# The map. Points are kilometres east and north of wherever you put 0, 0 (a ruler on the map will do);
# with latitude and longitude write  coordinates: degrees  and  at: 31.58, 25.05

coordinates: kilometres

places:
  east_gate: {name: East gate, at: "20, 0", owner: blue}
  farm: {name: The farm, at: "14, 1", owner: blue, cover: terrain}
  crossroads: {name: The crossroads, at: "10, 2"}
  mill: {name: The mill, at: "6, 1", owner: red}
  ridge: {name: The ridge, at: "10, 6", hill: yes}
  west_gate: {name: West gate, at: "0, 0", owner: red}

roads:                        # km: as the road goes; leave it out and the drawn line is measured
  - {from: east_gate, to: farm, km: 6.5, kind: metalled road}
  - {from: farm, to: crossroads, km: 4.5, kind: metalled road}
  - {from: crossroads, to: mill, km: 4.5, kind: metalled road}
  - {from: mill, to: west_gate, km: 6.5, kind: metalled road}
  - {from: crossroads, to: ridge, km: 4.6, kind: track}
  - from: farm
    to: ridge
    km: 7
    kind: desert
    name: open going
  - from: mill
    to: ridge
    km: 7.2
    kind: track
    crossings:
      - {name: the mill bridge, at: 0.4, waterway: the stream, carries: medium tanks}

features:                     # lines that are no roads; units do not halt for each other across a barrier
  - kind: river
    name: the stream
    shape: ["7, -3", "6.4, 1.4", "5, 8"]
"""

BLUE = """\
# The order of battle of one side: formations down to commands (brigades), battalions as the leaves.
# "like" takes an establishment, shipped (campaign establishments lists them) or your own; what you write beside it goes before.

order of battle:
  blue:
    - division: Blue Division
      key: blue_division
      nation: british
      headquarters: {battalion: HQ Blue Division, like: british division headquarters 1941, at: east_gate}
      formations:
        - command: 1st Brigade
          at: east_gate         # where all of it begins, unless a battalion says otherwise
          led by: Lt-Col Jones
          battalions:
            - {battalion: 1st Bn Blueshire Regiment, short: 1 Blues, like: british lorried infantry battalion 1941}
            - battalion: 2nd Bn Blueshire Regiment
              short: 2 Blues
              like: british lorried infantry battalion 1941
              strength: {men: 700}
              notes: Short of men since the spring.
            - {battalion: 5th Field Regiment RA, short: 5 Fd, like: british field regiment 1941, posture: support}
        - command: 2nd Armoured Brigade
          arrives: {day: 1, turn: 3, at: east_gate}
          battalions:
            - battalion: 9th Royal Tank Regiment
              short: 9 RTR
              like: british cruiser regiment 1941
              source: the war diary
            - {battalion: 2nd Motor Battalion, like: british motor battalion 1941, unconfirmed: yes}
"""  # noqa: E501

RED = """\
establishments:               # one of your own, for the battalions below
  red panzer battalion:
    like: german panzer battalion africa 1941
    establishment: {men: 500, vehicles: 45}
    items: [45 Pz III (tank)]

order of battle:
  red:
    - division: Red Division
      key: red_division
      nation: german
      experience: veteran
      headquarters: {battalion: HQ Red Division, like: german division headquarters 1941, at: west_gate}
      formations:
        - command: Schuetzen Regiment
          at: mill
          battalions:
            - {battalion: I. Battalion, like: german schuetzen battalion 1941, dug in: 1}
            - {battalion: II. Battalion, like: german schuetzen battalion 1941}
            - {battalion: Pioneers, like: german pioneer battalion 1941, size: company}
        - command: Panzer Regiment
          at: west_gate
          battalions:
            - {battalion: I. Panzer Battalion, like: red panzer battalion}
            - {battalion: Panzerjaeger, like: german panzerjaeger battalion 1941}
"""

ORDERS = """\
# Opening orders, by day and turn; each stands until another replaces it. Leave them out and everybody holds.
# A unit may be named by its key, its name or its short name.

orders:
  - {for: 1st Brigade, day: 1, turn: 2, order: attack, to: crossroads, via: [farm], aim: Take the crossroads by noon.}
  - {for: Schuetzen Regiment, day: 1, turn: 2, order: march, to: crossroads, aim: Be there first.}
  - {for: I. Panzer Battalion, day: 1, turn: 3, order: attack, to: crossroads, via: [mill]}
"""

FILES = {
    name: f"# {MODELINE}\n{content}"
    for name, content in {
        "scenario.yaml": SCENARIO,
        "map.yaml": MAP,
        "blue.yaml": BLUE,
        "red.yaml": RED,
        "orders.yaml": ORDERS,
    }.items()
}
"""Files of the starter scenario, by name."""


def write_starter(where: Path) -> tuple[Path, ...]:
    """Write the starter and its schema into a folder, made if it does not exist. Raises Refused if it contains .yaml
    files or is not a folder.
    """
    if where.exists() and not where.is_dir():
        raise Refused(f"{str(where)!r} is a file. Name a folder for the new scenario")
    paths_there = sorted(where.glob("*.yaml")) if where.is_dir() else []
    if paths_there:
        raise Refused(f"the folder {str(where)!r} already holds {paths_there[0].name}. Name an empty or a new folder")
    try:
        where.mkdir(parents=True, exist_ok=True)
        for name, content in FILES.items():
            (where / name).write_text(content, encoding="utf-8", newline="\n")
    except OSError as problem:
        raise Refused(
            f"{str(where)!r} cannot be written to ({problem.strerror}). Name a folder of your own"
        ) from problem
    return (*(where / name for name in FILES), lay_schema(where))
