"""A whole battle on the hex map: deal, activate from King to Ace, move or shoot, until a side has no unit left or
breaks off (HEX-CARD).

A doctrine decides for each side (``doctrine``); dice and cards come in the order in which a table would have them, so
that players can type them in: a card for each unit, then one die for each shot as its unit is activated.

    Battle(stage, names, goal).run(turns)       .holder  .broke_off; the stage has the report

Side 0 is the attacker, if there is one: it has failed if it is not on the goal when the turns are over (HEX-AMB-49).
"""

from __future__ import annotations

from campaign.errors import BadInput
from campaign.resolve.doctrine import Stance
from campaign.resolve.hexes import moves, shooting
from campaign.resolve.hexes.doctrine import Action, Leave, Move, Shoot, Smoke, Stage, Wait
from campaign.resolve.hexes.field import Piece
from campaign.resolve.outcome import breaks_off, holder_of
from campaign.rules.tabletop.hexes import cards, combat, mapping, tables
from campaign.rules.tabletop.hexes.grid import Hex, at, column_of, label
from campaign.terms.state import State
from campaign.terms.words import counted
from campaign.words.battle_report import Attack, Placed, Roll, Shot, Start
from campaign.words.battle_report import Move as March


class Battle:
    """A battle in progress. ``goal`` is the hex fought for."""

    def __init__(self, stage: Stage, names: tuple[str, str], goal: Hex | None = None) -> None:
        self.stage, self.field, self.dice, self.names, self.goal = stage, stage.on, stage.dice, names, goal
        self.book = self.field.book
        self.pack = cards.Pack()
        self.broke_off: int | None = None
        self.holder: int | None = None
        self.over = False
        self.harmed = False
        """True if the running activation has caused a hit, or taken a unit off the map."""

    def run(self, turns: int) -> None:
        """Play turn after turn to the end, at most this number of table turns."""
        self._starts()
        for turn in range(1, turns + 1):
            self.field.turn = turn
            self._turn()
            if self.over:
                break
        self.holder = holder_of(self.broke_off, [self._remains(side) for side in (0, 1)])
        if self.holder is None and self.goal is not None and self.stage.views[1].stance is not Stance.ATTACK:
            self.holder = 0 if any(piece.side == 0 for piece in self.field.at(self.goal)) else 1
        for side in (0, 1):
            units = self.field.pieces[side]
            lost = sum(piece.fall is not None for piece in units)
            hits = sum(piece.hits - piece.begun for piece in units)
            self.stage.heading(
                f"{self.names[side]}: {lost} of {len(units)} units eliminated, {counted(hits, 'hit')} taken."
            )

    def _starts(self) -> None:
        """Report the starting position of every unit; hidden units too, as the report is read afterwards."""
        for side in (0, 1):
            for piece in self.field.pieces[side]:
                hits = f"{piece.hits} of {piece.capacity} hits" if piece.hits else ""
                coming = f"comes on in turn {piece.arrives}" if piece.arrives else ""
                behind = "fires from off the map" if piece.off_table else ""
                notes = (f"hex {label(piece.where)}" if piece.where else "", piece.type.value, hits, coming, behind)
                how = ", ".join(filter(None, notes))
                state = mapping.state_after(piece.begun, piece.capacity, self.book).value
                self.stage.add(Start(piece.name, side, _point(piece.where), state, how, piece.key))

    # A turn -----------------------------------------------------------------------------------------------------------
    def _turn(self) -> None:
        """Play a turn: remove smoke, deal a card to each unit, then activate from the highest to the lowest
        (HEX-CARD-01..13).
        """
        cleared = self.field.clear_smoke()
        self.stage.heading(f"Turn {self.field.turn}{': the smoke clears' if cleared else ''}.", "turn")
        for piece in self._order():
            if piece.in_play and not piece.acted:
                self._activate(piece)
                if self.harmed and self._ended():
                    return

    def _order(self) -> list[Piece]:
        """Return the units of both sides in the order of their cards (HEX-CARD-03..07)."""
        dealt = [piece for side in (0, 1) for piece in self.field.in_play(side) if self._is_dealt(piece)]
        for piece in dealt:
            piece.acted = False
        shuffles = self.pack.shuffled
        for piece, card in zip(dealt, self.pack.deal([piece.key for piece in dealt], self.dice), strict=True):
            piece.card = card
        if self.book.switch("hexes.allot_cards"):
            self._allot(dealt)
        text = ", ".join(
            f"{cards.name(piece.card)} {piece.name}" for piece in sorted(dealt, key=lambda piece: piece.card)
        )
        self.stage.say(f"{'The pack is shuffled. ' if self.pack.shuffled > shuffles else ''}Cards: {text}.")
        return self._untied(dealt)

    def _is_dealt(self, piece: Piece) -> bool:
        """Return whether a unit is dealt a card: one that arrives has its first card in that turn (HEX-AMB-47)."""
        return piece.shells != 0 and piece.arrives <= self.field.turn

    def _allot(self, dealt: list[Piece]) -> None:
        for side in (0, 1):
            pieces = [piece for piece in dealt if piece.side == side]
            choice = self.stage.doctrines[side].allot(self.stage.views[side], pieces, [piece.card for piece in pieces])
            if sorted(choice) != sorted(piece.card for piece in pieces):
                raise BadInput(f"{self.names[side]} gives its units cards that the side was not dealt: {choice}")
            for piece, card in zip(pieces, choice, strict=True):
                piece.card = card

    def _untied(self, dealt: list[Piece]) -> list[Piece]:
        """Return the units with the highest card first; with several packs a coin decides between two alike
        (HEX-AMB-32).
        """
        tied = {card for card in (piece.card for piece in dealt) if sum(piece.card == card for piece in dealt) > 1}
        coin = {
            piece.key: self.dice.roll(100, "coin", piece.key, "the lower of two alike goes first")
            for piece in dealt
            if piece.card in tied
        }
        return sorted(dealt, key=lambda piece: (piece.card, coin.get(piece.key, 0)))

    # An activation ----------------------------------------------------------------------------------------------------
    def _activate(self, piece: Piece) -> None:
        """Activate a unit, which moves or shoots, never both (HEX-CARD-08)."""
        self.harmed = False
        self.field.lift_smoke_of(piece)
        if piece.where is None and not piece.off_table:
            piece.acted = True
            self._comes_on(piece)
            return
        action = self.stage.doctrines[piece.side].act(self.stage.views[piece.side], piece)
        why_not = self._barred(piece, action)
        if isinstance(action, Wait) and not why_not:
            self.stage.say(f"{self._card(piece)} waits for the card of {action.partner.name}.")
            return
        piece.acted = True
        if why_not:
            self.stage.say(f"{self._card(piece)} does nothing: {why_not}.")
        elif isinstance(action, Shoot):
            self._shoots(piece, action)
        elif isinstance(action, Move):
            self._moves(piece, action)
        elif isinstance(action, Smoke):
            shooting.lay_smoke(self.field, piece, action.at)
            self.stage.say(f"{self._card(piece)} lays smoke on {label(action.at)}.")
        elif isinstance(action, Leave):
            self.field.lift(piece)
            piece.has_left = self.harmed = True
            self.stage.say(f"{self._card(piece)} leaves the map.")
        else:
            self.stage.say(f"{self._card(piece)} stands.")

    def _card(self, piece: Piece) -> str:
        return f"{cards.name(piece.card)} {piece.name}"

    def _comes_on(self, piece: Piece) -> None:
        """Set an arriving unit on a hex of the edge, where its road leads or nearest the middle of its own edge; that
        is its move (HEX-AMB-47).
        """
        ground = self.field.ground
        row = ground.rows - 1 if piece.side == 0 else 0
        middle = sorted(
            (at(column, row) for column in range(ground.columns)),
            key=lambda position: abs(column_of(position) - ground.columns // 2),
        )
        edge = piece.gates or middle
        free = next(
            (
                position
                for position in edge
                if tables.GROUND[ground.terrain_at(position)].passable and self.field.room(position, piece)
            ),
            None,
        )
        if free is None:
            self.stage.say(f"{self._card(piece)} finds no room at its edge.")
            return
        self.field.put(piece, free)
        on = (column_of(free) + 1.0, free.r + 1.0)
        self.stage.add(Placed(piece.name, on, f"comes on {piece.place}, {cards.name(piece.card)}, hex"))

    def _barred(self, piece: Piece, action: Action) -> str:
        """Return why a unit may not take this action; empty if it may."""
        partner = action.partner if isinstance(action, Move | Shoot | Wait) else None
        if partner is not None and (why := self._not_joint(piece, partner)):
            return why
        if isinstance(action, Move):
            if partner is not None:
                return moves.fault_together(self.field, (piece, partner), action.path)
            return moves.fault(self.field, piece, action.path)
        if isinstance(action, Shoot):
            partner_fault = shooting.barred(self.field, partner, action.target) if partner is not None else ""
            return shooting.barred(self.field, piece, action.target) or partner_fault
        if isinstance(action, Smoke):
            return shooting.smoke_barred(self.field, piece, action.at)
        if isinstance(action, Wait) and action.partner.card < piece.card:
            return f"the card of {action.partner.name} has come up already (HEX-JOINT-04)"
        return self._may_not_leave(piece) if isinstance(action, Leave) else ""

    def _not_joint(self, piece: Piece, partner: Piece) -> str:
        if not self.book.switch("hexes.joint"):
            return "joint activation is not in force (hexes.joint)"
        if partner.acted or partner.side != piece.side or partner.where is None or partner.where != piece.where:
            return f"{partner.name} cannot act with it (HEX-JOINT-01)"
        return ""

    def _may_not_leave(self, piece: Piece) -> str:
        edge = self.field.ground.rows - 1 if piece.side == 0 else 0
        if not self.book.switch("hexes.leave_table"):
            return "no unit may leave the map (hexes.leave_table)"
        return "" if piece.where is not None and piece.where.r == edge else "it does not stand at its own edge"

    # Moving -----------------------------------------------------------------------------------------------------------
    def _moves(self, piece: Piece, action: Move) -> None:
        together = [piece] if action.partner is None else [piece, action.partner]
        began, most = piece.where, min(map(moves.allowance, together))
        marched = moves.march(self.field, together, action.path)
        for mover in together:
            mover.acted = True
        way = [cell for cell in (began, *marched.path) if cell is not None]
        how = ", ".join(filter(None, (" ".join(map(label, way)), cards.name(piece.card), marched.stopped)))
        path = tuple(point for cell in way if (point := _point(cell)) is not None)
        for mover in together:
            self.stage.add(March(mover.name, path, len(marched.path), most, how, _hexes(most)))
        for enemy in marched.revealed:
            self.stage.say(f"{enemy.name} is revealed {enemy.place}.")

    # Shooting ---------------------------------------------------------------------------------------------------------
    def _shoots(self, piece: Piece, action: Shoot) -> None:
        """Roll one die for each shooter; the target's owner says beforehand whether it evades (HEX-AMB-05)."""
        target = action.target
        shooters = [piece] if action.partner is None else [piece, action.partner]
        for shooter in shooters:
            shooter.hidden, shooter.acted = False, True
        evades = self._evades(piece, target)
        for shooter in shooters:
            if target.in_play:
                self._fire_once(shooter, target, evades=evades)
        if evades:
            target.acted = True

    def _evades(self, shooter: Piece, target: Piece) -> bool:
        if not shooting.may_evade(self.field, target):
            return False
        net = combat.net(shooting.shot_of(self.field, shooter, target), self.book)
        return self.stage.doctrines[target.side].evades(self.stage.views[target.side], target, net)

    def _fire_once(self, shooter: Piece, target: Piece, *, evades: bool) -> None:
        shot = shooting.shot_of(self.field, shooter, target, evades=evades)
        modifiers = combat.modifiers(shot, self.book)
        net = sum(modifier.value for modifier in modifiers)
        face = self.dice.roll(6, "shot", shooter.key, f"D3 {net:+d} is the hits on {target.name}")
        hits = combat.hits(face, net)
        if shooter.shells is not None:
            shooter.shells -= 1
        at, before = target.where, self._state(target)
        is_eliminated = self.field.hit(target, hits)
        self.harmed = self.harmed or hits > 0
        effect = (
            "eliminated" + (" while surrounded" if target.fall and target.fall.surrounded else "")
            if is_eliminated
            else f"{target.hits} of {target.capacity}"
        )
        reasons = tuple((modifier.value, modifier.text) for modifier in modifiers)
        thrown = Roll("D3", (face,), None, "", reasons, combat.score(face), counted(hits, "hit"), counts=True)
        far = None if shooter.where is None else shot.distance
        by = Shot(shooter.name, _point(shooter.where), far, how=cards.name(shooter.card))
        outcome = f"{counted(hits, 'hit')}, {effect}" if hits else "no effect"
        place = "" if at is None else f" at {label(at)}"
        self.stage.add(Attack(target.name, (by,), "Shot", (thrown,), outcome, _point(at), _hexes(far), place))
        self.stage.change(target.name, target.side, before, self._state(target))
        if is_eliminated and target.card:
            self.stage.say(f"Its card {cards.name(target.card)} is discarded.")

    def _state(self, piece: Piece) -> State:
        return mapping.state_after(piece.hits, piece.capacity, self.book)

    # The end ----------------------------------------------------------------------------------------------------------
    def _remains(self, side: int) -> bool:
        return any(piece.in_play and not piece.off_table for piece in self.field.pieces[side])

    def _ended(self) -> bool:
        """Return whether the battle is over: a side has no unit left on the map, or breaks off."""
        for side in (0, 1):
            if not self._remains(side):
                self.over = True
                self.stage.heading(f"{self.names[side]} has no unit left on the map.", "end")
                return True
        reasons = (self.stage.doctrines[side].breaks_off(self.stage.views[side]) for side in (0, 1))
        self.broke_off = breaks_off(reasons, self.names, self.stage)
        self.over = self.broke_off is not None
        return self.over


def _hexes(count: int | None) -> str:
    return "hex" if count == 1 else "hexes"


def _point(position: Hex | None) -> tuple[float, float] | None:
    """Return the column and row of a hex, from 1."""
    return None if position is None else (column_of(position) + 1.0, position.r + 1.0)
