"""The editions of the rules as this program plays them, counted so that a journal entry records which rules it was
played by.

A change in the outcome of a rule (another result from the same troops, orders and dice) adds an edition, with a line
that says what is different; a new message, paper or command does not. Entries from before editions were counted have
none: their rules are unknown.
"""

from __future__ import annotations

EDITIONS: tuple[str, ...] = (
    "the first edition with a number",
    "settings that no longer exist have no effect on battles and marches",
    "29 more settings of Not Quite Mechanised no longer exist and have no effect",
    "the program resolves battles by a new doctrine, and its reports give each move and roll",
    (
        "in automatic play commanders without a player give orders before every march and attack by the exact odds;"
        " a prepared bridge is blown at once (dem.at_once); landings by day are seen from far off (sight.landing_m)"
    ),
    "of two routes that are equal in time, length and the sum of their roads' numbers, troops may take the other",
    (
        "a battalion of several stands or units is captured, rests or is without trucks only if all that is"
        " left of it is; an air mission that its task, target or type of aircraft forbids stays on the ground"
    ),
    (
        "the supply of a divisional headquarters reaches one march move of its transport, not one turn's march"
        " (campaign rules sup.reach turn brings that back), and troops that face an enemy are not cut off by it from an"
        " open road behind them (sup.facing_cuts on); headquarters that follow keep nearer"
    ),
    "automatic play to the next battle stops at it and leaves it to the players",
    (
        "units that a battle's table did not have keep their places when it is settled, do not count for the field and"
        " are free at once"
    ),
    "with march.system nqm slow and fast tanks march at the rates of armour, not of cavalry and of half-tracks",
    (
        "engineers of a column open what halts it (campaign rules march.gaps off: only when ordered), and a column goes"
        " by the places that its order names if its engineers can open that way; a march order to a place that the"
        " enemy has taken lapses, unless a person gave it; reinforcements wait outside a place where an enemy stands;"
        " aircraft are not sent where troops of their own side are (air.spare_own off: they are), and meet only the"
        " nearest units of a column (air.road_space off: all of them)"
    ),
    (
        "the weapons of infantry, engineers and airborne troops against tanks go by nation and month; in resolved"
        " battles a unit in support lends its fire to its own command alone, and platoons of Brigadier General Commands"
        " go back as far as the ground lets them"
    ),
    "at the end of a turn the clock waits for a resumed battle of which a return is in",
    "an order to withdraw to a place that the enemy has taken lapses, unless a person gave it",
    (
        "a part that splits off takes its share of the ammunition and the grade of its battalion, and brings them back;"
        " no strayed aircraft attack by default where their own side has troops; a landing that is put off needs a"
        " sortie of its day (Not Quite Mechanised)"
    ),
    (
        "trucks leave by the way that their side knows, and are held up where the enemy closes it in truth (Not Quite"
        " Mechanised); a unit at its goal stays there, even if its order names places on the way; only units whose"
        " orders lead onto a table arrive at it; no unit goes back after a battle over mines, blocks or blown bridges"
        " of that battle; no unit lands from the sea at a place inland; a strike is kept from own troops as its side"
        " knows them and the enemy"
    ),
    (
        "in battles that the program fights: no two stands are on one inch, guns stay behind the line of their side,"
        " dug-in infantry stays where two sides meet, the table faces along the line between the two sides, and a turn"
        " ends when neither side has anything more to do (Operation Brevity); a side on hexes counts the hits of this"
        " battle; no side gives up that loses nothing and costs the enemy something; in automatic play enemies who meet"
        " far apart on one table have battles of their own"
    ),
    (
        "the program's commanders decide by the odds of its own battles (campaign odds SYSTEM battle), ask for less"
        " with each turn in contact (auto.patience), mass over a day's march with their guns, advance to distant"
        " ground, give up hopeless attacks, and act by their characters (auto.characters); guns, engineers, trains"
        " and headquarters march behind the fighting troops of their command (march.guns_behind); garrisons stay"
        " until relieved, the spent go back toward their supply, and bridges needed in the next two days are kept;"
        " only what was seen to land is a landing; an idle command serves its superior's aim; in battles that the"
        " program fights dug-in infantry stays where two sides meet under every system but hexes, companies under the"
        " Brigade rules advance behind their own fire and take cover, a stand halted by fire keeps clear of others,"
        " and a side with guns alone leaves the field"
    ),
)
"""The changes of each edition, the first one first."""
EDITION = len(EDITIONS)
"""The edition of this program."""
