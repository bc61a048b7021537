"""A scenario that no printer likes: names of many words with accents and Cyrillic, a command of thirty battalions, a
side with nobody in it.

Nothing here is historical. ``write_worst`` lays the folder; ``STORY`` is a note of 20,000 characters.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

LONGEST = "Крымский ордена Красного Знамени отдельный мотострелковый батальон имени Рабоче-крестьянской Красной армии"
ACCENTS = "Przemyślski Szwadron Žižkův Győr-Moson-Sopron Ångström-Œuvre Régiment d'Infanterie Légère à Pied «Ľubľana»"
UNBROKEN = "Fallschirmpanzerersatzundausbildungsregimentsstabskompanie"
_SAID = " ".join(
    f"{n}. Рота оставила рубеж у «Šťastná Lhota» в 04.{n % 60:02d}; l'arrière-garde resta en place, coûte que coûte."
    for n in range(1, 220)
)
STORY = _SAID[:20_000]
"""The longest note that the files take."""
THIRTY = 30


def _battalions(count: int, names: Sequence[str], like: str) -> list[dict[str, str]]:
    return [
        {
            "battalion": f"{names[n % len(names)]} №{n + 1}",
            "short": f"{names[n % len(names)].split()[0][:12]} {n + 1}",
            "like": like,
        }
        for n in range(count)
    ]


def _forces() -> dict[str, object]:
    east = {
        "corps": "Отдельный Краснознамённый механизированный корпус прорыва имени Первой Конной армии",
        "key": "korps_ost",
        "nation": "soviet",
        "headquarters": {"like": "soviet corps headquarters 1943", "at": "vostok"},
        "formations": [
            {
                "division": "Дивизия",
                "headquarters": {"like": "soviet division headquarters 1943", "at": "vostok"},
                "formations": [
                    {
                        "command": "Сводная бригада тридцати отдельных батальонов Приволжского военного округа",
                        "key": "thirty",
                        "at": "vostok",
                        "battalions": _battalions(
                            THIRTY, (LONGEST, ACCENTS, UNBROKEN), "british lorried infantry battalion 1941"
                        ),
                    }
                ],
            }
        ],
    }
    west = {
        "division": "Österreichisch-ungarische Gebirgsschützendivision „Erzherzog Johann von Österreich“",
        "key": "korps_west",
        "nation": "german",
        "headquarters": {"like": "german division headquarters 1941", "at": "zapad"},
        "notes": STORY,
        "formations": [
            {
                "command": "Żelazna Brygada Strzelców Podhalańskich imienia Świętego Wawrzyńca",
                "key": "brygada",
                "at": "zapad",
                "battalions": _battalions(7, (UNBROKEN, ACCENTS), "british lorried infantry battalion 1941"),
            }
        ],
    }
    return {"ost": [east], "west": [west]}


def write_worst(folder: Path) -> Path:
    """Writes the scenario's one file into the folder."""
    said = {
        "title": "Наступление на Kőszárhegy-Przełęcz-Straße и далее на восток, в полосе армейской группы особого назначения",
        "first day": "22 June 1942",
        "days": 3,
        "time zone": "UTC+02:00",
        "coordinates": "kilometres",
        "sides": {
            "ost": {
                "name": "Сводная группа войск «Восток» особого назначения",
                "adjective": "Красноармейская",
                "accent": "#a8261a",
                "home edges": ["vostok"],
            },
            "west": {
                "name": "Armeegruppe Südwestliches Österreich-Ungarn",
                "adjective": "Österreichisch-Ungarische",
                "accent": "#f2e30d",
                "home edges": ["zapad"],
            },
            "leer": {"name": "Nobody at all", "adjective": "Neutral", "accent": "#777777", "home edges": ["nord"]},
        },
        "commanders": {
            "ivan": {
                "name": "Генерал-лейтенант Константин Дмитриевич Голубев-Приднестровский",
                "player": "Иван",
                "formation": "korps_ost",
            },
            "jan": {
                "name": "Podpułkownik dyplomowany Wawrzyniec Szczęsny-Brzęczyszczykiewicz",
                "player": "Łukasz",
                "formation": "korps_west",
            },
        },
        "objectives": [{"place": "mitte", "side": "ost", "points": 3}, {"place": "mitte", "side": "west", "points": 3}],
        "weather": [{"day": 1, "sky": "clear"}],
        "places": {
            "vostok": {
                "name": "Верхнесреднеуральское городище у переправы через Большой Иргиз",
                "at": "12, 0",
                "owner": "ost",
            },
            "mitte": {
                "name": "Kőszárhegy-Przełęcz-Straße bei Bad Sankt-Leonhard im Lavanttal",
                "at": "6, 1",
                "cover": "terrain",
            },
            "zapad": {
                "name": "Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch",
                "at": "0, 0",
                "owner": "west",
            },
            "nord": {"name": "Ødegårdsbygden", "at": "6, 9", "owner": "leer"},
        },
        "roads": [
            {
                "from": "vostok",
                "to": "mitte",
                "km": 6.4,
                "kind": "metalled road",
                "name": "Большая Смоленско-Вяземская дорога имени Октября",
            },
            {"from": "mitte", "to": "zapad", "km": 6.3, "kind": "metalled road"},
            {"from": "mitte", "to": "nord", "km": 8.5, "kind": "track"},
        ],
        "order of battle": _forces(),
        "orders": [
            {
                "for": "thirty",
                "day": 1,
                "turn": 1,
                "order": "attack",
                "to": "mitte",
                "aim": STORY,
                "limit": "Не дальше перевала.",
            },
            {
                "for": "brygada",
                "day": 1,
                "turn": 1,
                "order": "attack",
                "to": "mitte",
                "aim": "Przełęcz.",
                "objective": UNBROKEN,
            },
        ],
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "scenario.yaml").write_text(json.dumps(said, ensure_ascii=False, indent=1), encoding="utf-8")
    return folder
