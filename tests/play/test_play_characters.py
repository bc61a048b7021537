"""Characters of commanders, and the aim and the limit that superiors set, on the small made map (umpire 1.23)."""

from __future__ import annotations

import pytest

from campaign.play.attack import clear_the_way, mass, race
from campaign.play.character import LEAST, MOST, PLAIN, Leader, asked_by, needed, traits_of
from campaign.play.doctrine import orders_for
from campaign.play.keep import give_ground
from campaign.play.superiors import aim_of, serve_the_aim
from campaign.play.view import Goal, Group, Mission, View
from campaign.terms.character import Character
from campaign.terms.position import OnRoad
from campaign.terms.state import OrderKind
from campaign.values import replace
from tests.play.test_play_habits import FORD, FRONT, HOME, MIDDLE, REAR, TOWN, enemy, ground, group, told, troop, view


def led(here: View, character: Character, *formations: int) -> View:
    """The view with a commander of this character over these commands, or over all."""
    leader = Leader("Brig Ash", character)
    return replace(here, leaders=dict.fromkeys(formations or {t.formation for t in here.troops}, leader))


def assault(battalions: int, enemies: int) -> View:
    brigade = group(*(troop(10 + i, FRONT, formation=1) for i in range(battalions)))
    return view(brigade, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * enemies)


def even() -> View:
    """A brigade whose chance against the enemy before it lies between what the bold and what the cautious ask for."""
    sizes = ((n, m) for n in range(1, 7) for m in range(1, 7))
    near = (here for n, m in sizes for here in [assault(n, m)] if 0.5 < _chance(here) < 0.55)
    return next(near)


def _chance(here: View) -> float:
    return here.chance([t.fighter for t in here.troops], here.enemies, TOWN)


@pytest.mark.rule("umpire 1.23")
def test_the_bold_attacks_where_the_cautious_holds() -> None:
    here = even()
    assert len(told(mass(here, here.groups))) == 1
    assert told(mass(led(here, Character.CAUTIOUS), here.groups)) == []
    (order,) = mass(led(here, Character.BOLD), here.groups)
    assert order.why.endswith(" %, 40 % needed, for Brig Ash is bold (house)")
    asked = {character.value: needed(0.5, Leader("x", character)) for character in Character}
    assert asked == pytest.approx({"bold": 0.4, "cautious": 0.55, "methodical": 0.55, "stubborn": 0.5})


def test_of_several_commanders_the_one_who_asks_for_most_decides() -> None:
    here = even()
    second = group(troop(99, FRONT, formation=2))
    both = led(replace(here, groups=(*here.groups, second)), Character.BOLD, 1)
    both = replace(both, leaders={**both.leaders, 2: Leader("Brig Elm", Character.CAUTIOUS)})
    least, leader = both.asking_most(0.5, both.groups)
    assert (least, leader.name) == (pytest.approx(0.55), "Brig Elm")
    assert both.asking_most(0.5, here.groups)[0] == pytest.approx(0.4)
    assert asked_by(Leader("Brig Elm", Character.STUBBORN)) == "", "he asks for what all ask for"


def test_a_character_never_asks_for_nothing_or_for_certainty() -> None:
    assert needed(0.2, Leader("x", Character.BOLD)) == LEAST
    assert needed(0.9, Leader("x", Character.CAUTIOUS)) == MOST
    assert needed(1.0, Leader("x", Character.CAUTIOUS)) == 1.0, "what the umpire asks for is not made easier"
    assert needed(0.0, Leader()) == 0.0


def test_the_bold_clears_his_way_where_the_cautious_halts() -> None:
    march = Mission(OrderKind.MARCH, TOWN, bound=True, begun=True)
    ahead = replace(enemy(TOWN), at=OnRoad(4, 2000))

    def column(battalions: int, enemies: int) -> View:
        bound = [troop(i, FRONT, formation=1, free=False, mission=march, duty=march) for i in range(1, battalions + 1)]
        return view(group(*(replace(each, at=OnRoad(4, 500)) for each in bound)), enemies=(ahead,) * enemies)

    sizes = ((n, m) for n in range(1, 7) for m in range(1, 7))
    near = (here for n, m in sizes for here in [column(n, m)])
    here = next(h for h in near if 0.41 < h.chance([t.fighter for t in h.troops], h.enemies, h.groups[0].at) < 0.54)
    assert len(told(clear_the_way(led(here, Character.BOLD), ()))) == 1
    assert told(clear_the_way(led(here, Character.CAUTIOUS), ())) == []


def test_the_bold_trusts_no_old_report() -> None:
    brigade = group(troop(1, MIDDLE))
    seen = view(brigade, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN, age=3),))
    assert told(race(seen, seen.groups)) == []
    assert told(race(led(seen, Character.BOLD), seen.groups)) == [((1,), OrderKind.ATTACK, TOWN)]


def test_the_cautious_believes_a_report_for_two_days() -> None:
    brigade = group(troop(1, MIDDLE))
    rumour = view(brigade, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN, age=8),))
    assert told(race(rumour, rumour.groups)) == [((1,), OrderKind.ATTACK, TOWN)]
    assert told(race(led(rumour, Character.CAUTIOUS), rumour.groups)) == []


def test_the_methodical_takes_all_with_him() -> None:
    brigades = [group(*(troop(10 * n + i, FRONT, formation=n) for i in range(3))) for n in (1, 2, 3)]
    here = view(*brigades, goals=(Goal(TOWN, 3, False),), enemies=(enemy(TOWN),) * 2)
    few = len(told(mass(here, here.groups)))
    assert 0 < few < 3
    assert len(told(mass(led(here, Character.METHODICAL), here.groups))) == 3
    assert len(told(mass(led(here, Character.METHODICAL, 3), here.groups))) == few, "he is not the one who goes"


def test_the_cautious_gives_ground_and_the_stubborn_stays() -> None:
    def before(count: int, **facts: object) -> View:
        lone = group(*(troop(10 + i, FRONT, formation=1) for i in range(2)))
        return view(lone, enemies=(enemy(FRONT),) * count, held=frozenset({REAR, MIDDLE, FRONT}), **facts)

    pressed = next(here for n in range(1, 9) for here in [before(n)] if 0.65 < here.danger(FRONT) < 0.7)
    assert told(give_ground(pressed, pressed.groups)) == []
    (order,) = give_ground(led(pressed, Character.CAUTIOUS), pressed.groups)
    assert told([order]) == [((10, 11), OrderKind.WITHDRAW, MIDDLE)]
    assert order.why.endswith("to drive it off, for Brig Ash is cautious (house)")
    beaten = next(here for n in range(1, 9) for here in [before(n)] if 0.75 < here.danger(FRONT) < 0.95)
    assert told(give_ground(beaten, beaten.groups)) == [((10, 11), OrderKind.WITHDRAW, MIDDLE)]
    assert told(give_ground(led(beaten, Character.STUBBORN), beaten.groups)) == []
    in_cover = replace(before(8, theatre=ground(strong=FRONT)))
    closing = replace(in_cover, enemies=(*in_cover.enemies, enemy(TOWN)))
    assert told(give_ground(closing, closing.groups)) == [((10, 11), OrderKind.WITHDRAW, MIDDLE)]
    assert told(give_ground(led(closing, Character.STUBBORN), closing.groups)) == [], "he never leaves a town"


def test_no_two_adjectives_do_the_same() -> None:
    assert len({traits_of(character) for character in (None, *Character)}) == len(Character) + 1
    assert traits_of(None) is PLAIN
    for character in Character:
        traits = traits_of(character)
        assert (traits.lost <= PLAIN.lost) is (traits.asks <= 0), "who asks for more weighs his losses more"


# the aim and the limit of a superior


def bounded(*limits: int, **facts: object) -> Group:
    return group(troop(1, MIDDLE), limits=frozenset(limits), **facts)


def test_no_unit_goes_beyond_its_limit() -> None:
    def goes(brigade: Group, place: int) -> bool:
        here = view(brigade, goals=(Goal(place, 3, False),), homes=frozenset({HOME}))
        return bool(told(race(here, here.groups)))

    assert goes(bounded(), TOWN)
    assert not goes(bounded(FRONT), TOWN)
    assert goes(bounded(FRONT), FRONT), "up to the limit"
    assert goes(bounded(FRONT), FORD), "another road"
    assert goes(bounded(TOWN), TOWN)
    there = bounded(MIDDLE)
    assert not goes(there, FRONT), "nor on from the limit itself"
    assert goes(there, REAR)
    ahead = replace(there, troops=(troop(1, FRONT),))
    assert goes(ahead, REAR), "back over it"


def test_who_has_no_order_for_this_ground_serves_the_aim_of_his_superior() -> None:
    attack = Mission(OrderKind.ATTACK, TOWN, (FRONT,), bound=True)
    first = group(troop(1, FRONT, formation=1, free=False, mission=attack, duty=attack), division=7)
    idle = group(*(troop(20 + i, MIDDLE, formation=2) for i in range(4)), division=7)
    other = group(troop(30, MIDDLE, formation=3), division=8)
    here = view(first, idle, other, enemies=(enemy(TOWN),) * 4)
    assert (aim_of(here, idle), aim_of(here, other)) == (TOWN, None)
    (order,) = serve_the_aim(here, (idle, other))
    assert told([order]) == [((20, 21, 22, 23), OrderKind.MARCH, FRONT)]
    assert order.sentence == "Brigade 2 closes up on 1th for the attack on Place 5"
    assert order.why == "its superior's aim is Place 5, and it has no order of its own for this ground"
    weak = replace(here, enemies=(enemy(TOWN),))
    (order,) = serve_the_aim(weak, (idle,))
    assert told([order]) == [((20, 21, 22, 23), OrderKind.ATTACK, TOWN)]
    assert told(serve_the_aim(replace(weak, groups=(first, idle)), (replace(idle, limits=frozenset({FRONT})),))) == []
    taken = replace(here, held=frozenset({TOWN}), enemies=())
    assert told(serve_the_aim(taken, (idle,))) == []
    ordered = replace(idle, aim=FORD)
    assert aim_of(here, ordered) == FORD, "an order to the division itself comes before"


def test_without_characters_and_limits_the_doctrine_is_what_it_was() -> None:
    here = even()
    assert orders_for(replace(here, leaders={1: Leader("Brig Ash")})) == orders_for(here)
