"""The values of Not Quite Mechanised for one unit beside its state: who may call on it, its condition, its reaction
times (NQM-ORG, NQM-CRT).
"""

from __future__ import annotations

from fractions import Fraction

from campaign.journal.board import JournalBoard
from campaign.model import Battalion, Formation
from campaign.queries.common.outlook import Outlook
from campaign.rules.day.logistics import capacity
from campaign.rules.day.reaction import climb, hours_words
from campaign.rules.tabletop.nqm.fire_support import call_of
from campaign.rules.tabletop.nqm.support import Category, category
from campaign.situation.army import load_army
from campaign.situation.condition import conditions_of, troops
from campaign.situation.conditions import rulebook_of
from campaign.situation.dumps import holder_of
from campaign.situation.engaged import took_part
from campaign.situation.force import support_of, unit_of
from campaign.situation.names import battle_numbered
from campaign.situation.reactions import is_veteran_mobile
from campaign.terms.forces import Level, Weapon
from campaign.terms.state import Support


def grades_after(board: JournalBoard, number: str) -> tuple[tuple[str, str, str], ...]:
    """Return the battalions that took part in a battle, side by side, each with its side and its present grade; for the
    umpire.
    """
    army, book, conditions = load_army(board), rulebook_of(board), conditions_of(board)
    fighters = [army.battalions[row.battalion_id] for row in took_part(board, battle_numbered(board, number))]
    return tuple((b.name, army.sides[b.side_id].name, str(troops(conditions, b, book).grade)) for b in fighters)


def call_words(outlook: Outlook, battalion: Battalion) -> str:
    """Return who may call on a supporting or logistic unit, and what follows; empty for teeth arms that support no
    other unit.
    """
    army = outlook.army
    kind = category(battalion.arm)
    supporting = kind in (Category.SUPPORTING, Category.LOGISTIC)
    if not outlook.knowledge.commands(battalion) or not (supporting or battalion.supports_id is not None):
        return ""
    present = army.formations[battalion.present_id]
    supported = (
        (outlook.knowledge.name_of(army.formations[battalion.supports_id]),)
        if battalion.supports_id is not None
        else ()
    )
    relation = support_of(army, battalion)
    superior = army.formations[present.superior_id] if present.superior_id is not None else present
    if relation is Support.IN_SUPPORT and not supported:
        supported = (outlook.knowledge.name_of(superior),)
    release = outlook.releases.get(battalion.id)
    since = release.date_text if release is not None and release.after(outlook.moment) > 0 else ""
    fires = kind is not Category.LOGISTIC and battalion.weapon is not Weapon.ENGINEERS
    own, above = outlook.knowledge.name_of(present), outlook.knowledge.name_of(superior)
    return str(call_of(relation, supported, own, above, since, fires=fires))


def service_words(outlook: Outlook, battalion: Battalion) -> str:
    """Return a battalion's condition: ``veteran; disorganised; 6 of 15 dice of ammunition``; empty for one without a
    row, or not under the viewer's command.
    """
    known_conditions = conditions_of(outlook.board)
    row = known_conditions.get(battalion.id)
    if row is None or not outlook.knowledge.commands(battalion):
        return ""
    quality = troops(known_conditions, battalion, outlook.rulebook)
    lines = [f"green {quality.grade}" if quality.green else str(quality.grade)]
    if row.battles:
        lines.append(f"{len(row.battles)} battle{'' if len(row.battles) == 1 else 's'}")
    lines += ["dispersed"] if row.dispersed else ["disorganised"] if row.disorganised else []
    lines += (
        [f"{row.points_lost} of {row.points} points lost, {row.pins} under pin markers"]
        if row.pins or row.points_lost
        else []
    )
    if row.ammunition is not None:
        lines.append(
            f"{row.ammunition} of {capacity(unit_of(outlook.army, battalion), outlook.rulebook)} dice of ammunition"
        )
    lines += ["its truck is lost"] if row.truck_lost else []
    return "; ".join(lines)


def reaction_words(outlook: Outlook, formation: Formation) -> str:
    """Return reaction times: ``Western Desert Force 1 hour up, 2 hours up and back``, for each superior of a division;
    empty where the campaign keeps none.
    """
    army, book = outlook.army, outlook.rulebook
    division = army.at_level(formation.id, Level.DIVISION) or holder_of(army, formation.id)
    if not book.switch("nqm.reaction") or division is None or not outlook.knowledge.commands(formation):
        return ""
    lines, levels = [], [Level.DIVISION]
    for above in army.chain(division.id)[1:]:
        levels.append(above.level)
        up = sum((link.hours for link in climb(levels, book, halved=is_veteran_mobile(army, division))), Fraction(0))
        lines.append(f"{outlook.knowledge.name_of(above)} {hours_words(up)} up, {hours_words(2 * up)} up and back")
    return "; ".join(lines)
