"""Queries to Brevity's dice, and the answers as a person reads them (``campaign odds brevity``).

Fire, Assault, Initiative, Readiness, Weather, Recovery, Supply, AirLanding, Strike       the queries
ODDS                    all of them under their headings
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from fractions import Fraction
from types import MappingProxyType
from typing import Final

from campaign.errors import BadInput
from campaign.rules.common.odds import at_least_once, binomial
from campaign.rules.common.odds_query import Odds, Query, ask, one_or_all, score_of
from campaign.rules.common.rulebook import Rulebook
from campaign.rules.day import landing, recovery, weather
from campaign.rules.tabletop.brevity import chains, command, odds, points, unit_phrases
from campaign.rules.tabletop.brevity import fire as firing
from campaign.rules.tabletop.brevity.attack import Attack, Result, prepare
from campaign.rules.tabletop.brevity.chains import Body, BodyOdds, Shelling
from campaign.rules.tabletop.brevity.fire import FireKind, Firing, Flank, Inches, Mark, Works
from campaign.rules.tabletop.brevity.kinds import KINDS
from campaign.rules.tabletop.brevity.tables import Landing
from campaign.terms.forces import Nationality
from campaign.terms.ground import Cover
from campaign.terms.state import Light, Posture, Season, Sky, SupplyGrade
from campaign.values import replace
from campaign.words.odds import AssaultTable, BodyLine, FireTable, NotCounted, OddsRow, OddsTable
from campaign.words.proposal import Proposal

MOST_MOVES_SHOWN = 4
MOST_RETURNS_SHOWN = 6
_KINDS: Final = MappingProxyType({kind.name.lower().replace("_", "-"): kind for kind in FireKind})
_POINT = "point"
_LIGHT = ask("Day, moonlight or darkness.", Light.DAY)
_WEATHER = ask("Weather over the battlefield.", Sky.CLEAR)
# Infantry has its best score within 4 inches (OB-T-12).
_RANGE = ask("How far away the attackers are.", 4, least=0, most=1000, metavar="INCHES")


def _names(firing: Iterable[Firing]) -> tuple[str, ...]:
    counted = Counter(firer.stand.name for firer in firing)
    return tuple(name if count == 1 else f"{count} {name}" for name, count in counted.items())


def _fire_table(
    attack: Attack, *, attackers: str, target: str, is_point: bool, notes: tuple[str, ...] = ()
) -> FireTable:
    """Return the table of one exchange of fire; a noted attack on a unit revealed later ignores pins (OB-ART-08)."""
    shown = odds.point_odds(attack) if is_point else odds.fire_odds(attack)
    return FireTable(
        attackers=attackers,
        target=target,
        how="noted point attack" if is_point else attack.fire.kind.value,
        column=attack.column.value,
        strength=Fraction(attack.counted.halves, 2),
        dice=attack.dice,
        to_hit=score_of(attack.to_hit),
        to_penetrate=score_of(attack.to_penetrate) if attack.to_penetrate else None,
        to_cause_casualties=score_of(attack.to_cause),
        counted=_names(attack.counted.battalions),
        lending=_names(attack.counted.lending),
        left_out=tuple(
            NotCounted(omission.stand.name, omission.why, omission.rule) for omission in attack.counted.left_out
        ),
        barred=attack.barred,
        none=shown.none,
        pinned=shown.pinned,
        spent=shown.spent,
        destroyed=shown.destroyed,
        captured=shown.captured,
        notes=notes,
    )


def _line(body_odds: BodyOdds, *, in_waves: bool = False) -> BodyLine:
    each = body_odds.each
    return BodyLine(
        body_odds.body.stand.name,
        body_odds.body.count,
        each.none,
        each.pinned,
        each.spent,
        each.lost,
        dict(body_odds.fit),
        body_odds.wave + 1 if in_waves else None,
    )


# Fire ----------------------------------------------------------------------------------------------------------------
class Fire(Query):
    """One exchange of fire: the chances of none, pinned, spent and destroyed.

    Units are named (WHO) in everyday words: a number, size or state (weak, company of, large, spent, pinned), its
    kind, and remarks in brackets or after it: support, march, reserve, flanked, does not see it, at 6, reaches 4,
    artillery reaches 60, anti-tank CLASS, best CLASS, armour CLASS. Several are joined with commas or plus signs. A
    piece has its calibre: '105 mm howitzers'.

    \b
    campaign odds brevity fire --attackers "2 infantry" --range 6 --dug-in
    campaign odds brevity fire --target "medium tanks" \\
        --attackers "infantry + medium-heavy anti-tank guns in support"
    campaign odds brevity fire --attackers "weak field guns" --unlocated --json
    """

    by = "OB-HIT-01..11, OB-PEN-01..06, OB-CAS-01..10, OB-T-09..12"
    attackers: str = ask("The units that fire, as in '2 infantry, weak field guns (support)'.", metavar="WHO")
    target: str = ask("The battalion fired on.", "infantry", metavar="WHAT")
    how: str | None = ask(
        "Kind of fire. The word point means fire at a point noted earlier. Default: the kind that suits the attackers.",
        choices=(*_KINDS, _POINT),
    )
    range: int = _RANGE
    terrain: str = ask("Where the target stands.", "open", choices=("open", "terrain", "smoke"))
    light: Light = _LIGHT
    weather: Sky = _WEATHER
    dug_in: bool = ask("The target is in prepared positions.")
    fortified: bool = ask("The target is in permanent fortifications.")
    moving: bool = ask("The target moves (fast tanks are harder to hit).")
    inexperienced: bool = ask("The target is inexperienced.")
    spent: bool = ask("The target carries a casualty figure.")
    surrounded: bool = ask("The target is surrounded: if destroyed, it is captured.")
    unlocated: bool = ask("No unit sees the target (for artillery and aircraft).")
    in_support: bool = ask("The target is in support posture, behind troops that shelter it.")

    def table(self, book: Rulebook) -> FireTable:
        """Return the firers that count, the scores and the chances of each result."""
        firers = self._firers(book)
        mark = self._mark(book)
        if self.how == _POINT:
            noted = points.note("the point", firers, book, light=self.light, sky=self.weather)
            attack = points.reveal(noted, mark, book)
        else:
            kind = _KINDS[self.how] if self.how else unit_phrases.kind_of(firers)
            if kind is FireKind.DIRECT:
                firers = firing.locating(firers, mark, self.light, self.weather)
            attack = prepare(firing.Fire(kind, firers, mark, self.light, self.weather), book)
        return _fire_table(
            attack,
            attackers=self.attackers,
            target=self._target_words(mark),
            is_point=self.how == _POINT,
            notes=self._assumed(attack, book),
        )

    def _assumed(self, attack: Attack, book: Rulebook) -> tuple[str, ...]:
        """Return what the answer takes for granted about who sees the target."""
        if self.how == _POINT or self.unlocated:
            return ()
        if attack.fire.kind is FireKind.DIRECT:
            blind = any(not firer.locates for firer in attack.counted.battalions)
            if blind and book.switch("loc.shared"):
                return ("Some other unit locates the target (loc.shared is on, OB-AMB-045).",)
            return ()
        if attack.fire.kind is FireKind.COUNTER_BATTERY:
            return ()
        seen = Proposal(
            "some unit of the attackers locates the target", "that was not said (OB-LOC-06)", "add --unlocated"
        )
        return (seen.by_default,)

    def _firers(self, book: Rulebook) -> tuple[Firing, ...]:
        firers = unit_phrases.battalions(self.attackers, book, distance_in=self.range)
        if self.unlocated and self.how != _POINT:
            return tuple(replace(firer, locates=False) for firer in firers)
        return firers

    def _mark(self, book: Rulebook) -> Mark:
        stand, works = unit_phrases.battalion(self.target, book), unit_phrases.works_said(self.target)
        return Mark(
            replace(stand, inexperienced=True) if self.inexperienced else stand,
            _works(dug_in=self.dug_in or works is Works.DUG_IN, fortified=self.fortified or works is Works.FORTIFIED),
            Cover.TERRAIN if self.terrain == "terrain" else Cover.OPEN,
            self.terrain == "smoke",
            self.moving,
            self.spent or "spent" in self.target.split(),
            Posture.SUPPORT if self.in_support else Posture.LINE,
            surrounded=self.surrounded,
            located=not self.unlocated,
        )

    def _target_words(self, mark: Mark) -> str:
        where = "in smoke" if mark.smoke else "in terrain" if mark.cover is Cover.TERRAIN else "in the open"
        is_in_phrase = mark.works is Works.NONE or unit_phrases.works_said(self.target) is mark.works
        return f"{'' if is_in_phrase else f'{mark.works.value} '}{self.target} {where}"


def _works(*, dug_in: bool, fortified: bool) -> Works:
    return Works.FORTIFIED if fortified else Works.DUG_IN if dug_in else Works.NONE


class Assault(Query):
    """An assault, from step 4 to step 7 of a move: the guns fire, then the defenders at each attacker, then the
    attackers.

    The attackers move in the open to within --range of the defenders. A battalion that is pinned or worse does not take
    part in the next step. The odds are exact for up to 12 battalions a side.

    \b
    campaign odds brevity assault --attackers "3 infantry" --defenders infantry
    campaign odds brevity assault --attackers "2 infantry" \\
        --attackers "2 infantry" --defenders infantry --guns "2 weak field guns"
    """

    by = "OB-SEQ-07..10, OB-HIT-01..11, OB-CAS-01..10, OB-WAVE-01..05"
    attackers: tuple[str, ...] = ask(
        "The attackers. Repeat the option for the next wave.", metavar="WHO", is_required=True
    )
    defenders: str = ask("The units that defend.", metavar="WHO")
    guns: tuple[str, ...] = ask(
        "The attackers' guns that shell the first defender. Repeat the option for the next defender.", metavar="WHO"
    )
    guns_back: tuple[str, ...] = ask(
        "The defenders' guns that fire on the first attacker. Repeat the option for the next attacker.", metavar="WHO"
    )
    range: int = _RANGE
    terrain: Cover = ask("Where the defenders stand.", Cover.OPEN)
    light: Light = _LIGHT
    weather: Sky = _WEATHER
    dug_in: bool = ask("The defenders are in prepared positions.")
    fortified: bool = ask("The defenders are in permanent fortifications.")
    alone: bool = ask(
        "No unit outside the assault sees the enemy, so a side with all its battalions destroyed cannot fire."
    )

    def table(self, book: Rulebook) -> AssaultTable:
        """Return the table of the chain of exchanges. Raises BadInput if it is too large to be exact."""
        works = _works(dug_in=self.dug_in, fortified=self.fortified)
        attackers = tuple(_bodies(wave, book, self.range) for wave in self.attackers)
        defenders = tuple(
            replace(body, distance_in=None)
            for body in _bodies(self.defenders, book, self.range, works, self.terrain, fired_on=True)
        )
        plan = chains.Assault(
            attackers,
            defenders,
            self.range,
            self.light,
            self.weather,
            _shellings(self.guns, defenders, "defenders", book),
            _shellings(self.guns_back, attackers[0], "attackers of the first wave", book),
            not self.alone,
        )
        positions = "" if works is Works.NONE else f"{works.value} "
        shown = chains.assault(plan, book)
        return AssaultTable(
            f"{'; then '.join(self.attackers)} against {positions}{self.defenders}",
            tuple(_line(body, in_waves=len(self.attackers) > 1) for body in shown.attackers),
            tuple(map(_line, shown.defenders)),
            tuple(dict(fit) for fit in shown.fit_to_fire),
            shown.silenced,
            shown.cleared,
            tuple(self._blind()),
        )

    def _blind(self) -> Iterator[str]:
        """Yield which side cannot fire, because it is too far away to locate the other."""
        for who, whom, cover in (("defender", "attackers", Cover.OPEN), ("attacker", "defenders", self.terrain)):
            mark = Mark(KINDS["infantry"], cover=cover)
            reach = firing.sight_to(mark, self.light, self.weather)
            if self.range > reach:
                yield (
                    f"The {whom} are located at {float(reach):g} in. at most, so no {who} at {self.range} in. fires"
                    " (OB-LOC-01)."
                )


def _bodies(
    text: str,
    book: Rulebook,
    distance: Inches,
    works: Works = Works.NONE,
    cover: Cover = Cover.OPEN,
    *,
    fired_on: bool = False,
) -> tuple[Body, ...]:
    """Return battalions as bodies: those described alike are together. ``works``: of those whose words name none.
    Raises BadInput for a unit that cannot fight in an assault.
    """
    named = unit_phrases.battalions_in_works(text, book, distance_in=distance, fired_on=fired_on)
    counts = Counter((firer, said if said is not Works.NONE else works) for firer, said in named)
    for firer, _ in counts:
        if firer.pinned or firer.resting or firer.posture not in (Posture.LINE, Posture.SUPPORT):
            raise BadInput(
                f"{text!r} cannot assault. An assaulting battalion must be in the line or in support, and must "
                "not be pinned or resting"
            )
    return tuple(
        Body(
            firer.stand,
            count,
            firer_works,
            cover,
            posture=firer.posture,
            spent=firer.spent,
            flanked=firer.flank is not Flank.SAFE,
            distance_in=firer.distance_in,
        )
        for (firer, firer_works), count in counts.items()
    )


def _shellings(guns: tuple[str, ...], targets: tuple[Body, ...], role: str, book: Rulebook) -> tuple[Shelling, ...]:
    """Return the shellings: each group of guns takes the next battalion, in the order in which they were named."""
    order = [n for n, body in enumerate(targets) for _ in range(body.count)]
    if len(guns) > len(order):
        raise BadInput(
            f"you named {len(guns)} groups of guns to fire on {len(order)} {role}. Name at most one group for "
            "each battalion under fire"
        )
    return tuple(
        Shelling(body, unit_phrases.battalions(text, book, distance_in=0))
        for body, text in zip(order, guns, strict=False)
    )


class Strike(Query):
    """Chance that the opponent picks the target of at least one air attack. For the effect of an attack: fire
    --attackers "medium bombers".
    """

    by = "OB-AIR-03"
    takes_rules = False
    attacks: int = ask("Largest number of attacks in the table.", 4, least=1, most=40)  # As in OB-WC-078.

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of air attacks whose target the opponent picks (OB-AIR-03)."""
        rows = tuple(
            OddsRow(
                f"{count} attack{'s' if count > 1 else ''}",
                "1",
                {"opponent picks a target at least once": odds.wrong_target(count)},
            )
            for count in range(1, self.attacks + 1)
        )
        return OddsTable("Air attacks on the wrong target", rows)


class AirLanding(Query):
    """Losses of a battalion that lands from the air: no loss, spent or destroyed."""

    by = "OB-LAND-04..07, OB-T-13, OB-D-09"
    takes_rules = False
    how: Landing | None = ask("Landing by parachute or by glider; by default both.")
    terrain: Cover | None = ask("Ground on which it comes down; by default both.")
    night: bool | None = ask("Landing by night or by day; by default both.", flags="--night/--day")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the losses of a battalion in landing (OB-T-13, OB-D-09)."""
        rows = []
        for how in one_or_all(self.how, Landing):
            for night in [False, True] if self.night is None else [self.night]:
                for cover in one_or_all(self.terrain, Cover):
                    shown = landing.odds(how, cover, night=night)
                    dice = landing.dice_for(how, cover, night=night)
                    label = f"{how.value}, {'night' if night else 'day'}, {cover.value}"
                    need = f"{dice} {'die' if dice == 1 else 'dice'}, a casualty on 1-{landing.harmed_by(how)}"
                    results = {"unharmed": Result.NONE, "spent": Result.SPENT, "destroyed": Result.DESTROYED}
                    rows.append(OddsRow(label, need, {name: shown.of(result) for name, result in results.items()}))
        return OddsTable("Air landings", tuple(rows))


# A command -----------------------------------------------------------------------------------------------------------
class Initiative(Query):
    """Chance that CHALLENGER takes the move from MOVER. Without these nations, the answer is a table of every nation
    against every other.

    Nations: british, indian, commonwealth, french, german, italian, japanese, soviet, us.
    """

    by = "OB-INIT-02..05, OB-T-01, OB-D-03"
    takes_rules = False
    challenger: Nationality | None = ask(is_argument=True)
    mover: Nationality | None = ask(is_argument=True)
    commander: str | None = ask(
        "The side whose command has the corps commander with it.", choices=("challenger", "mover", "both")
    )

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chance of each nation to take the move from each other nation (OB-INIT-02..05)."""
        rows = []
        for challenger in one_or_all(self.challenger, Nationality):
            ours = command.bonus(challenger, corps_commander=self.commander in ("challenger", "both"))
            for mover in one_or_all(self.mover, Nationality):
                theirs = command.bonus(mover, corps_commander=self.commander in ("mover", "both"))
                takes = command.initiative(ours, theirs)
                label = f"{command.ADJECTIVE[challenger]} challenges {command.ADJECTIVE[mover]}"
                chances = {"takes the move": takes, "fails": 1 - takes}
                rows.append(OddsRow(label, f"d6{ours:+d} higher than d6{theirs:+d}", chances))
        return OddsTable("Initiative", tuple(rows), ("A tie fails (OB-INIT-05).",))


class Readiness(Query):
    """Chance that a command keeps its officer after a move, and the number of moves it makes in a turn. Without NATION,
    the answer has all nations.
    """

    by = "OB-READY-01..08, OB-T-06, OB-D-04"
    nation: Nationality | None = ask(is_argument=True)
    night: bool = ask("The turn is a night turn.")
    inexperienced: bool = ask("The command is inexperienced.")
    flame_throwers: bool = ask("The command was attacked by flame-throwers.")
    commander: bool = ask("The corps commander is with the command.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chance of each nation to keep its officer, and the moves in a turn that follow (OB-READY,
        OB-D-04).
        """
        rows = []
        for nation in one_or_all(self.nation, Nationality):
            target = odds.readiness(
                nation,
                book,
                night=self.night,
                inexperienced=self.inexperienced,
                flame_throwers=self.flame_throwers,
                corps_commander=self.commander,
            )
            chances = {"keeps its officer": target.chance}
            for moves in range(2, MOST_MOVES_SHOWN + 1):
                chances[f"{moves} moves or more"] = odds.at_least_moves(target, moves)
            averages = {"moves a turn on average": odds.expected_moves(target)}
            shown = score_of(target)
            rows.append(OddsRow(command.ADJECTIVE[nation], shown.text, chances, shown, averages=averages))
        modifiers = dict.fromkeys(reason for row in rows if row.score for reason in row.score.reasons)
        return OddsTable("Readiness", tuple(rows), tuple(modifiers))


# Sky, supply, recovery -----------------------------------------------------------------------------------------------
class Weather(Query):
    """Weather of the day, the chance that bad weather clears, the weather of each turn, and the chance that a basing
    area is grounded.
    """

    by = "OB-WX-01..07, OB-D-05"
    season: Season | None = ask("Summer or winter; by default both.")

    def table(self, book: Rulebook) -> OddsTable:
        """Return the weather of the day, the chances that bad weather clears or stays, and basing areas (OB-D-05)."""
        rows = []
        for season in one_or_all(self.season, Season):
            day, today = odds.day_weather(season), weather.day_target(season)
            rows.append(
                OddsRow(f"{season.value}, day", str(today), {sky.value: day.of(sky) for sky in Sky}, score_of(today))
            )
            clears = weather.clearing_target(season, book)
            chances = {"clears": clears.chance, "stays bad": 1 - clears.chance}
            rows.append(OddsRow(f"{season.value}, bad weather, each turn", str(clears), chances, score_of(clears)))
            for turn in (2, 3, 4):
                later = odds.turn_weather(season, turn, book)
                rows.append(OddsRow(f"{season.value}, turn {turn}", "", {sky.value: later.of(sky) for sky in Sky}))
            grounded = odds.basing_area(season, book)
            rows.append(OddsRow(f"{season.value}, basing area", "", {"grounded": grounded, "flies": 1 - grounded}))
        return OddsTable("Weather", tuple(rows))


class Recovery(Query):
    """Chance that destroyed battalions return. Each divisional headquarters rolls one die a day."""

    by = "OB-RCV-02"
    takes_rules = False
    grade: SupplyGrade | None = ask("Well or poorly supplied; by default both.")
    days: int = ask("Number of days.", 1, least=1, most=60)
    headquarters: int = ask("Number of divisional headquarters.", 1, least=1, most=40)

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chance that destroyed battalions return, at least one, and the average number, in this number of
        days (OB-RCV-02).
        """
        rolls = self.days * self.headquarters
        rows = []
        for grade in one_or_all(self.grade, SupplyGrade):
            target = recovery.target(grade)
            chances = {"at least one returns": at_least_once(target.chance, rolls)}
            spread = binomial(rolls, target.chance)
            chances |= {f"exactly {count}": chance for count, chance in enumerate(spread[: MOST_RETURNS_SHOWN + 1])}
            if rolls > MOST_RETURNS_SHOWN:
                chances[f"{MOST_RETURNS_SHOWN + 1} or more"] = sum(spread[MOST_RETURNS_SHOWN + 1 :], Fraction(0))
            averages = {"return on average": target.chance * rolls}
            rows.append(OddsRow(f"{grade.value} supplied", str(target), chances, score_of(target), averages=averages))
        days = f"{self.days} day{'s' if self.days > 1 else ''}"
        return OddsTable(f"Recovery: {self.headquarters} headquarters, {days}", tuple(rows))


class Supply(Query):
    """Chance that missions by transport aircraft supply a division for one turn."""

    by = "OB-SUP-04, OB-AMB-117"
    takes_rules = False
    missions: int = ask("Largest number of missions in the table.", 3, least=1, most=40)  # As in OB-WC-088.

    def table(self, book: Rulebook) -> OddsTable:
        """Return the chances of supply from the air for a division (OB-SUP-04)."""
        rows = tuple(
            OddsRow(
                f"{count} mission{'s' if count > 1 else ''}",
                str(odds.air_supply_target()),
                {"in supply for the turn": odds.air_supply(count), "not": 1 - odds.air_supply(count)},
            )
            for count in range(1, self.missions + 1)
        )
        return OddsTable("Air supply", rows, ("One die a mission, any success is enough (OB-AMB-117).",))


ODDS: Final = Odds(
    """Exact odds of Operation Brevity's tables.

    With --json every chance is a fraction in text ("5/16"), and every score has its text, the lowest
    natural face that succeeds ("needed"), its chance and its reasons.
    """,
    {
        "Fire": {
            "fire": (Fire, "one exchange of fire: any attackers on one battalion"),
            "assault": (Assault, "an assault: bombardment, the defenders' fire, then the attackers' fire"),
            "strike": (Strike, "air attacks on the wrong target"),
            "landing": (AirLanding, "parachute and glider landings"),
        },
        "Command": {
            "initiative": (Initiative, "the chance to take the move from the other side"),
            "readiness": (Readiness, "the chance that a command keeps its officer, and its moves a turn"),
        },
        "Campaign": {
            "weather": (Weather, "the day's weather, its clearing, and grounded basing areas"),
            "recovery": (Recovery, "destroyed battalions that come back"),
            "supply": (Supply, "a division supplied from the air"),
        },
    },
)
