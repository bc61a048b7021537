"""The doctrine of the day: the orders of a commander without a player (umpire 1.23).

Input
    A ``View``: all that one side knows at one moment, and nothing else, as a frozen value. It holds the side's own
    battalions with their positions, states and orders; the enemies that it has seen in the last two days, by arm and
    rough size, with place and age of the sighting; the ground that scores for it and the part of it that it holds; the
    roads and bridges as it takes them to be. Two campaigns that differ only in what a side cannot see give it the same
    view, and so the same orders: nothing in here uses anything else, and nothing rolls a die.

Output
    ``orders_for(view) -> tuple[Order | Work | Rest, ...]``: marches, attacks and withdrawals, engineering tasks, and
    units that rest, each with its reason in a few words. They are carried out by the same actions as a player's
    orders, in the journal entry of ``next --auto``, before the march of every turn, and are printed in its receipt.

Troops under orders
    Only troops that the program leads, according to the caller: their commander has no player, or is the program's. An
    order that a player or the umpire gave, to a battalion or to any formation above it, stands until it is changed; if
    the program plays the commander, until it is carried out. An order of the scenario stands until it is carried out:
    a march or an attack until the place is reached, a hold until the day for which it was given is over. If the
    scenario has another order for the same troops within the next two days, they wait for it. Only the road that they
    take, and the bridges that they guard, are the commander's own decision. Units engaged in a battle get no orders.

Habits
    The doctrine is a list of habits, a function each, asked one after the other; a unit that has an order from one
    habit is left out of the next:

    bridges        blow_bridges     blow a prepared bridge when the enemy is within a turn's march of it; keep a bridge
                                    over a great river while there is ground to win beyond it
                   mend_bridges     send engineers to a blown bridge on the route of their own side
                   wait_for_bridges wait for a bridge under repair if the unit arrives sooner over it
    staff          move_headquarters  move a headquarters to where all its commands are within its reach
    keep           give_ground      withdraw in time a unit that will be cut off, or is in the open before an enemy
                                    twice too strong
                   relieve          replace spent troops that face the enemy by fresh ones, and withdraw the spent
                   pull_out         withdraw single spent battalions and leave the line to the others; by night also a
                                    worn-out garrison that is not relieved
                   rest             rest spent battalions in reserve out of the enemy's reach
                   seek_supply      send spent battalions without supply back toward an edge of their side
                   back_to_duty     return recovered units to what the scenario has for them, at odds not hopeless
                   reinforce        send free units to the side's ground that the enemy is about to take
    operations     give_up          break off an attack that stands and is hopeless, at once where no battalion is fit
                                    to attack
    rear           fall_back        take guns, engineers and trains alone before the enemy back to fighting troops
                   keep_back        hold guns, engineers and trains that would attack alone
                   let_pass         draw guns off the road whose halt keeps fighting troops behind them
    attack         mask             by house rule, leave some units to hold an enemy so that the rest passes
                   clear_the_way    attack with a unit that is stopped on the march, if the odds are good; also where
                                    an enemy halts it whom its side has not seen
                   race             take empty ground that scores with the nearest unit
                   mass             attack held ground, each landing of the enemy, one on the supply road, one before
                                    whom own troops have stood, and a spent one, with as many units together as
                                    make the odds good enough; after days without a battle, less is enough
                   sally            attack an enemy before a garrison, which keeps its place
                   serve_the_aim    send units without an order of their own to join in what their superior's order
                                     leads to
                   wait             let a unit that is early wait for the others
    operations     advance          set out for distant ground that scores, with one command in three in reserve
                   break_contact    go back by night from an enemy who cannot be attacked even at the least odds
    rear           turn_back        halt troops that close up on others who have gone
    attack         go_round         send a unit that an enemy too strong for it stops by another road

    The odds (``odds``) are those of the program's own battles: a law for each system (``laws``), fitted to thousands of
    them, says how many attacks of such forces win the field in the turn, how many decide nothing, and how many are
    thrown back. What is asked for is the part won of those that are decided. The same odds decide, when troops with
    orders to attack meet the enemy, whether the battle is joined (``auto.attack_chance``, ``auto.patience``).

    A commander's character (``character``) shifts the odds that he asks for, how long he believes a report, and when he
    gives ground. Orders name a place that he may not pass (``View.is_beyond``).

    ``doctrine.txt`` beside this file explains the doctrine to players.

Numbers
    Beside a number is what another value does: "12,000 changes 4 of 64 sets of orders" are those that a side's
    commanders give before a turn, on the first days of the shipped scenarios (``python -m tests.harness.weights
    play``). "Our choice" is a number of which no reason is known.
"""
