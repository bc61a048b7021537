"""The subjects of the index "Everything about ...": for each its pages, commands, papers, settings, rules and words.

The rows are chosen by hand, because a word such as "paper" is in ninety commands. A row names

    pages       of the handbook, without ``.md``
    commands    as they are typed, separated by commas; the first words stand for all commands that begin with them
    papers      kinds of ``campaign print``
    settings    keys; the first words of keys stand for all of them (``air``, ``nqm.range``)
    rules       sections of the rule books and single rules (``OB-AIR NQM-AIR umpire 1.19``)
    words       of the glossary, separated by commas
    named_as    what a text calls the subject, as a regular expression: settings and single rules that have such a word
                in their text are found by it; only for subjects whose words mean nothing else

``tests/docs/test_subjects.py`` names whatever has no subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from campaign.cli.contents import campaign
from campaign.exchange.rule_lines import rule_lines
from campaign.rules.common.settings import DEFAULTS, RULES
from campaign.values import dataclass
from tests.docs.forge import slug
from tests.docs.headings import address, command_address, section_address, section_of, title_of
from tests.secrecy.outputs import every_command

DOCS = Path(__file__).parents[2] / "docs"


@dataclass(frozen=True, slots=True)
class Subject:
    """One subject of the index; see the head of this file for its rows."""

    name: str
    pages: str = ""
    commands: str = ""
    papers: str = ""
    settings: str = ""
    rules: str = ""
    words: str = ""
    named_as: str = ""


SUBJECTS = (
    Subject(
        "Air",
        pages="how-to/weather-and-air background/the-day how-to/a-campaign-that-plays",
        commands="air, odds brevity strike, odds brevity supply, odds brigadier air, forecast battles",
        papers="air-tasking",
        settings="air use.air wx.air_opening nqm.tasks.corps_air_hours nqm.tasks.army_air_hours nqm.tasks.air_belongs_to"
        " hexes.air_sortie brigade.air_sortie brigadier.air_liaison_observers sup.air_ignores_corps",
        rules="OB-AIR NQM-AIR BGC-AIR umpire 1.19 BGC-MUS-10",
        words="air group",
        named_as=r"air|aircraft|bombers?|sorties?|squadrons?|flak|anti-aircraft|airfields?",
    ),
    Subject(
        "Airborne and seaborne landings",
        pages="how-to/weather-and-air",
        commands="land, air task, odds brevity landing",
        settings="land use.landings use.amphibious sight.landing_m air.transport_missions",
        rules="OB-LAND OB-AMPH",
        named_as=r"airborne|parachut\w*|gliders?|landings?|lands?|seaborne|amphib\w*",
    ),
    Subject(
        "Automatic play",
        pages="background/how-the-program-plays background/league background/odds how-to/play-solo how-to/missing-players"
        " background/history/README",
        commands="next, commander, battle resolve, advise",
        settings="auto commander",
        rules="umpire 1.23 BGC-SOLO",
        words="doctrine",
    ),
    Subject(
        "Battles: from contact to the table",
        pages="how-to/battles-at-the-table how-to/another-system background/five-systems",
        commands="battle list, battle show, battle new, battle add, battle drop, battle merge, battle split, battle under,"
        " battle muster, battle packet, battle suspend, battle resume, battle cancel, contact dismiss, attack,"
        " forecast battles",
        papers="packet cards reference",
        settings="battle nqm.points hexes.allot_cards hexes.turn_limit hexes.leave_table hexes.scale hexes.metres"
        " hexes.weak hexes.spent_above hexes.companies_spent brigade.spent_musters brigade.hq_company_from"
        " brigadier.spent_muster brigadier.men_per_count brigadier.vehicles_per_count brigadier.company_headquarters"
        " brigadier.infantry_support brigadier.alternative_base_counts papers.most_stands",
        rules="umpire 1.4 umpire 1.5 umpire 1.6 OB-SCL OB-SEQ NQM-SCALE NQM-REPR NQM-SEQ NQM-FRONT HEX-GEN HEX-UNIT HEX-MAP"
        " HEX-CARD HEX-TERR BDE-SCALE BDE-TYPE BDE-BASE BDE-SETUP BDE-SEQ BDE-MAP BGC-GEN BGC-SETUP BGC-SEQ BGC-MEAS"
        " BGC-SCEN BGC-MUS",
        words="battle, game, system, muster, packet, battle sheet, reference, contact, stand, engaged",
    ),
    Subject(
        "Battles: returns and settling",
        pages="how-to/battles-at-the-table how-to/when-something-went-wrong how-to/photos-and-campaign-book",
        commands="battle record, battle settle, battle amend, battle rule, battle photo",
        settings="nqm.return hexes.carry_hits hexes.trucks_lost hexes.companies_destroyed brigade.spent_at brigade.destroyed_at"
        " brigadier.spent_at brigadier.destroyed_at brigadier.wound_weight brigadier.loss_base brigadier.broken_share",
        rules="umpire 1.7 umpire 1.9 umpire 1.15 umpire 1.17 HEX-MAP BDE-MAP BGC-BACK",
        words="return form, return, record, settle, rule a battle, field",
    ),
    Subject(
        "Battles that the program fights",
        pages="background/how-the-program-plays how-to/battles-at-the-table",
        commands="battle resolve, odds brigade after, odds brigadier after, odds hexes after, odds nqm after",
        papers="report",
        settings="brigade.resolve_periods brigade.missions brigade.artillery_stands",
        words="resolve, doctrine",
    ),
    Subject(
        "Bridges and crossings",
        pages="how-to/engineers",
        commands="engineer, places, adjust, odds nqm tasks",
        papers="engineers",
        settings="brg dem nqm.tasks.bridge_hours nqm.tasks.bridgehead_hours",
        rules="OB-BRG OB-DEM NQM-TASK",
        words="crossing, engineering task",
        named_as=r"bridg\w*|crossings?|fords?|ferr\w+|rivers?|demoli\w+",
    ),
    Subject(
        "Charts, worked cases and open points of the books",
        pages="background/five-systems",
        commands="rules, odds",
        papers="reference",
        rules="OB-T OB-D OB-WC OB-AMB OB-OPT NQM-TBL NQM-CASE NQM-AMB NQM-DESIGN HEX-TAB HEX-CASE HEX-AMB BDE-TAB BDE-CASE"
        " BDE-AMB BDE-NOTE BDE-EQ BGC-TAB BGC-WC BGC-AMB BGC-M",
        words="the book, rule id, edition",
    ),
    Subject(
        "Clock and turns",
        pages="background/the-day how-to/umpire-first-evening tutorial/first-evening",
        commands="next, status, decide",
        settings="time",
        rules="OB-TIME BDE-TIME BGC-TIME umpire 1.5",
        words="turn, day, move, moment, decision",
    ),
    Subject(
        "Corrections and mistakes",
        pages="how-to/when-something-went-wrong background/the-journal",
        commands="undo, redo, order amend, battle amend, unit amend, adjust, replay, doctor",
        rules="umpire 1.16 umpire 1.15",
        words="undo, amend, adjust, replay, ruling",
    ),
    Subject(
        "Dice and chances",
        pages="how-to/odds reference/odds/index",
        commands="odds, reseed, next",
        settings="dice brigade.redice_each_move",
        rules="OB-DICE BDE-CONV umpire 1.22",
        words="seed",
    ),
    Subject(
        "Engineers, roadblocks, mines, positions",
        pages="how-to/engineers",
        commands="engineer, odds nqm tasks",
        papers="engineers",
        settings="use.engineering nqm.tasks air.crater_repair cas.fort_close_range brigade.breach_for",
        rules="OB-ENG OB-OBS OB-MINE OB-PREP NQM-TASK NQM-FORT BDE-BREACH",
        words="engineering task, obstacle, dug in",
        named_as=r"engineers?|roadblocks?|mines?|minefields?|obstacles?|wire|fortif\w+|dug in|dig\w*",
    ),
    Subject(
        "Files, copies, servers",
        pages="how-to/keep-files-safe how-to/two-laptops how-to/club-server-postgresql how-to/import-and-export how-to/install"
        " reference/exit-codes",
        commands="backup, restore, rescue, export, import, upgrade, hand-over, catch-up, doctor",
        words="database, backup, parcel",
    ),
    Subject(
        "Fire and artillery at the table",
        pages="how-to/odds reference/odds/index",
        commands="odds brevity fire, odds nqm fire, odds nqm firefight, odds nqm guns, odds nqm class, odds nqm column,"
        " odds nqm opening, odds nqm tanks, odds hexes shot, odds hexes shots, odds hexes joint, odds hexes elimination,"
        " odds hexes matrix, odds brigade fire, odds brigade vehicle, odds brigade shelling, odds brigade soft-skin,"
        " odds brigadier fire",
        settings="use.counter_battery cas.dash_plus_one nqm.class nqm.firefight nqm.range hexes.cover_evasion_double"
        " hexes.elimination_hits hexes.joint hexes.offtable_shells brigade.dev_per_battery brigade.who_calls"
        " brigade.df_points brigade.save_clamp brigade.pool_fire brigadier.planned_map_fire"
        " brigadier.artillery_observers brigadier.heavy_ordnance brigadier.excess_kills brigadier.half_dice"
        " brigadier.airburst_from brigadier.fired_status brigadier.quick_play wx.bad_to_hit_column",
        rules="OB-ART OB-FIRE OB-RANGE OB-HIT OB-PEN OB-CB OB-SMOKE NQM-ARTY NQM-RANGE NQM-FIRE NQM-CLASS NQM-ENGAGE HEX-RANGE"
        " HEX-SHOOT HEX-COVER HEX-EVADE HEX-SMOKE HEX-OFFT HEX-ELIM HEX-JOINT BDE-SPEC BDE-MF BDE-FIRE BDE-DEV BDE-ZONE"
        " BDE-WALK BDE-EFF BDE-SA BDE-HE BDE-CONV BDE-SAVE BDE-SMOD BDE-AT BDE-KILL BDE-TANK BGC-INDIR BGC-FIRE BGC-COVER"
        " BGC-HITS BGC-INT",
    ),
    Subject("Forecasts", pages="how-to/forecasts background/forecasts", commands="forecast"),
    Subject(
        "Headquarters, organisation, sizes",
        pages="how-to/give-orders how-to/your-own-campaign",
        commands="orbat, unit show, attach, detach, split, join, grade",
        papers="orbat roster",
        settings="hq limits size use.sizes rcv.corps_hq_returns brigade.hq_unpins",
        rules="OB-ORG OB-SIZE NQM-ORG BDE-ORG BDE-UNITY BGC-ORG BGC-COLOR umpire 1.2 umpire 1.3 umpire 1.21",
        words="unit, battalion, company, command, formation, force, headquarters, commander, establishment, order of battle",
    ),
    Subject(
        "House rules and settings",
        pages="how-to/house-rules reference/settings/index how-to/another-system",
        commands="rules, battle under",
        settings="use",
        rules="OB-OPT BGC-M BGC-H",
        words="house rule, setting, house file, ruling",
    ),
    Subject(
        "Initiative, orders and time at the table",
        pages="how-to/odds",
        commands="odds brevity initiative, odds hexes cards, odds brigade moves, odds brigadier radio, odds brigadier time",
        settings="seq init wave brigade.missions brigade.test_once_per_step brigadier.time_cards brigadier.solo",
        rules="OB-INIT OB-SEQ OB-WAVE HEX-CARD HEX-JOINT BDE-MOUNT BDE-VEH BDE-CLOSE BGC-INIT BGC-ORD BGC-COMM BGC-TIME BGC-SOLO",
    ),
    Subject(
        "Intelligence, sightings, hidden troops",
        pages="background/what-players-may-know",
        commands="sightings, map, odds nqm recce",
        papers="sitrep map staff",
        settings="sight loc use.hidden use.reconnaissance air.reconnaissance sup.hidden_cuts nqm.recce hexes.hidden"
        " brigade.shared_detection brigade.visibility_cap brigadier.hidden_movement",
        rules="OB-LOC OB-HID OB-REC NQM-RECCE NQM-ENGAGE HEX-SIGHT HEX-LOS HEX-HID BDE-DET BGC-VIS BGC-LOS BGC-UMP umpire 1.13",
        words="sighting, location range, contact",
        named_as=r"locat\w+|hidden|sight\w*|reconn\w+|recce|spott\w+|visib\w+|reveal\w*",
    ),
    Subject(
        "Journal and branches",
        pages="background/the-journal how-to/two-laptops",
        commands="log, undo, redo, replay, reseed, branch, branches, compare, catch-up, doctor",
        papers="diary book",
        rules="umpire 1.16 umpire 1.22",
        words="journal, entry, branch, program command, edition, campaign",
    ),
    Subject(
        "Marches and roads",
        pages="reference/marches how-to/give-orders background/the-day how-to/a-campaign-that-plays",
        commands="march, follow, withdraw, hold, places",
        papers="map",
        settings="march air.road_space",
        rules="OB-MOV NQM-MOV HEX-MOVE BDE-MOVE BGC-MOVE umpire 1.1 umpire 1.18",
        words="place, move, arrive, home edge",
    ),
    Subject(
        "Morale, pins, assault, casualties at the table",
        pages="how-to/odds",
        commands="odds brevity assault, odds brevity readiness, odds nqm assault, odds nqm morale, odds nqm breakout,"
        " odds nqm pins, odds brigade morale, odds brigade escape, odds brigadier bug-out, odds brigadier assault,"
        " odds brigadier medic",
        settings="ready cas nqm.cas nqm.morale nqm.disorganised nqm.disorganisation nqm.grade brigade.win_losses"
        " brigade.win_guns brigadier.battalion_raises brigadier.green_as",
        rules="OB-READY OB-CAS NQM-MORALE NQM-GRADE NQM-SPECIAL NQM-ASSAULT NQM-CAS BDE-MOR BDE-PIN BDE-CAS BGC-STEP BGC-BUG BGC-CA"
        " BGC-MED BGC-EXP",
        words="experience",
    ),
    Subject(
        "Night and light",
        pages="background/the-day how-to/weather-and-air reference/marches",
        commands="weather, odds brevity readiness",
        settings="night sight time.night_turns time.season_by_date hexes.night_sight",
        rules="BGC-NIGHT umpire 1.12 OB-TIME",
        named_as=r"nights?|dark\w*|moon\w*|light level|dawn|dusk|daylight|visibility",
    ),
    Subject(
        "Orders",
        pages="how-to/give-orders how-to/play-by-mail how-to/missing-players how-to/play-in-the-browser",
        commands="orders, march, attack, hold, withdraw, follow, rest, posture, support, attach, detach, order amend, deadline",
        papers="orders",
        settings="orders posture nqm.reaction",
        rules="OB-POST NQM-ORDERS NQM-CRT umpire 1.14",
        words="order, order form, deadline, posture",
    ),
    Subject(
        "Own campaigns, maps and nations",
        pages="how-to/your-own-campaign how-to/a-campaign-that-plays how-to/add-a-nation how-to/import-and-export reference/scenario-files"
        " how-to/choose-a-campaign reference/marches",
        commands="init, convert, check, establishments, scenarios, new, export",
        settings="limits",
        words="scenario, establishment, order of battle, home edge, place, crossing",
    ),
    Subject(
        "Players and secrecy",
        pages="background/what-players-may-know how-to/play-in-the-browser how-to/play-by-mail how-to/missing-players"
        " how-to/players-data how-to/umpire-first-evening",
        commands="desk, commander, mail, labels, forget, hand-over, doctor",
        papers="staff orders",
        settings="orders",
        rules="umpire 1.13 BGC-UMP",
        words="player, umpire, viewer, commander, deputy, parcel",
    ),
    Subject(
        "Printing and papers",
        pages="how-to/print how-to/preferences how-to/photos-and-campaign-book how-to/play-by-mail",
        commands="print, battle packet, labels, mail, map, demo, preferences",
        papers="all staff orbat roster strength engineers supply recovery sitrep map orders air-tasking packet cards reference"
        " report diary book symbols",
        settings="papers",
        rules="umpire 2",
        words="packet, battle sheet, reference, order form, return form",
    ),
    Subject(
        "Rest and recovery",
        pages="background/the-day how-to/missing-players",
        commands="rest, recover, odds brevity recovery, odds nqm after",
        papers="recovery strength",
        settings="rcv rest regroup use.recovery nqm.recovery nqm.reorg nqm.disorganised nqm.disorganisation land.recoverable",
        rules="OB-RCV OB-REST OB-REG NQM-REORG umpire 1.11",
        words="recovery, fresh, spent, destroyed, out of play, disbanded, casualty figure",
        named_as=r"rest|rests|rested|resting|recover\w*|regroup\w*|casualty figures?",
    ),
    Subject(
        "Retreat, surrender, prisoners",
        pages="how-to/battles-at-the-table how-to/house-rules",
        commands="withdraw, battle settle",
        settings="retreat battle.allow_exit",
        rules="umpire 1.8 umpire 1.9 umpire 1.10",
        words="captured, destroyed, field",
        named_as=r"retreat\w*|surrender\w*|prisoners?|captur\w+",
    ),
    Subject(
        "Score and objectives",
        pages="background/the-day how-to/forecasts",
        commands="objectives, status, forecast campaign",
        settings="brigade.win_losses brigade.win_guns",
        rules="OB-WIN BDE-WIN umpire 1.10",
        words="objective",
        named_as=r"victory|objectives?",
    ),
    Subject(
        "Scripts and other programs",
        pages="how-to/script-in-python reference/python reference/json reference/exit-codes how-to/import-and-export",
        commands="export, import, completion",
    ),
    Subject(
        "Strength and state of units",
        pages="how-to/when-something-went-wrong",
        commands="orbat, unit show, unit amend, adjust, recover",
        papers="strength roster",
        settings="strength size",
        rules="OB-CAS OB-SIZE umpire 1.20",
        words="strength, fresh, spent, destroyed, experience",
    ),
    Subject(
        "Supply",
        pages="how-to/supply how-to/print",
        commands="supply, rest, logistics, truck, grade, odds brevity supply",
        papers="supply",
        settings="sup use.supply rcv.supply_grade nqm.logistics nqm.log nqm.supply nqm.fuel nqm.ammo",
        rules="OB-SUP NQM-LOG NQM-POL NQM-AMMO umpire 1.21",
        words="in supply, home edge, headquarters",
        named_as=r"suppl\w+|dumps?|ammunition|fuel|Div Logs?|refill\w*",
    ),
    Subject(
        "Weather",
        pages="how-to/weather-and-air",
        commands="weather, odds brevity weather",
        settings="wx use.weather",
        rules="OB-WX",
        named_as=r"weather|rain\w*|mud\w*|clouds?|snow|storms?|fog|frost|frozen",
    ),
)


@cache
def all_commands() -> tuple[str, ...]:
    """Return every command of the program as it is typed."""
    return tuple(" ".join(path) for path, _ in every_command(campaign, ()))


@cache
def all_words() -> tuple[str, ...]:
    """Return every word of the glossary."""
    return tuple(re.findall(r"^### (.+)$", (DOCS / "reference" / "glossary.md").read_text(encoding="utf-8"), re.M))


def commands_of(subject: Subject) -> list[str]:
    """Return the commands of a subject. Raises ValueError for a row that names none."""
    return _chosen(subject.commands.split(", "), all_commands(), " ")


def settings_of(subject: Subject) -> list[str]:
    """Return the settings of a subject. Raises ValueError for a row that names none."""
    return _chosen(subject.settings.split(), tuple(DEFAULTS), ".")


def rules_of(subject: Subject) -> list[str]:
    """Return the sections and rules that a subject names. Raises ValueError for any that is not there."""
    named = re.findall(r"umpire [\d.]+|\S+", subject.rules)
    known = {*rule_lines(), *(section_of(ident) for ident in rule_lines())}
    if unknown := [name for name in named if name not in known]:
        raise ValueError(f"{subject.name}: no rule or section {unknown}")
    return named


def found(subject: Subject) -> tuple[list[str], list[str]]:
    """Return the settings and the single rules whose texts name a subject, without those in its rows."""
    if not subject.named_as:
        return [], []
    name = re.compile(rf"\b(?:{subject.named_as})\b", re.IGNORECASE)
    settings, rules = settings_of(subject), rules_of(subject)
    return (
        [
            key
            for key, rule in RULES.items()
            if name.search(f"{_READ.sub(' ', key)} {rule.meaning}") and key not in settings
        ],
        [
            ident
            for ident, line in rule_lines().items()
            if name.search(line.text) and ident not in rules and section_of(ident) not in rules
        ],
    )


_READ = re.compile(r"[._]")
"""What stands between the words of a key."""


def words_of(subject: Subject) -> list[str]:
    """Return the words of a subject. Raises ValueError for a word that the glossary does not have."""
    return _chosen(subject.words.split(", "), all_words(), None)


def _chosen(rows: list[str], known: tuple[str, ...], joint: str | None) -> list[str]:
    """Return what the rows name: a name, or all that begin with it and the joint, in the order of the program."""
    chosen: dict[str, None] = {}
    for row in filter(None, rows):
        found = [name for name in known if name == row or (joint and name.startswith(row + joint))]
        if not found:
            raise ValueError(f"{row!r} is not there any more, or has another name")
        chosen.update(dict.fromkeys(found))
    return list(chosen)


def index(page: str) -> Iterator[str]:
    """Yield the index for its page: a paragraph of links for each row of each subject."""
    yield " · ".join(f"[{subject.name}](#{slug(subject.name)})" for subject in SUBJECTS) + "\n"
    for subject in SUBJECTS:
        settings, rules = found(subject)
        rows = {
            "Pages": [f"[{title_of(DOCS / f'{name}.md')}](../{name}.md)" for name in subject.pages.split()],
            "Commands": [f"[`{name}`]({command_address(name)})" for name in commands_of(subject)],
            "Papers": [f"[`print {kind}`]({command_address('print')})" for kind in subject.papers.split()],
            "Settings": [f"[`{key}`]({address(key, page)})" for key in settings_of(subject)],
            "Rules": [
                f"[{name}]({address(name, page) if name in rule_lines() else section_address(name)})"
                for name in rules_of(subject)
            ],
            "Settings that name it": [f"[`{key}`]({address(key, page)})" for key in settings],
            "Rules that name it": [f"[{name}]({address(name, page)})" for name in rules],
            "Words": [f"[{word}](glossary.md#{slug(word)})" for word in words_of(subject)],
        }
        yield f"## {subject.name}\n"
        yield from (f"- **{row}**: {', '.join(links)}" for row, links in rows.items() if links)
        yield ""
