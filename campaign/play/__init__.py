"""The doctrine of the day: what a commander without a player orders with his formation (umpire 1.23).

What it is given
    A ``View``: all that one side knows at one moment, and nothing else, as a frozen value. Its own battalions with
    where they stand, how they are and which order binds them; the enemies that it has seen in the last two days, by
    arm and rough size, where and how long ago; the ground that scores for it and what of it is its own; the roads and
    bridges as it takes them to be. Two campaigns that differ only in what a side cannot see give it the same view, and
    so the same orders: nothing in here asks for anything else, and nothing rolls a die.

What it gives back
    ``orders_for(view) -> tuple[Order | Work | Rest, ...]``: marches, attacks and withdrawals, engineering tasks, and
    who is to rest, each with its reason in a few words. They are carried out by the same actions as a player's orders,
    in the journalled entry of ``next --auto``, before the march of every turn, and are told in its receipt.

Whom it orders
    Only troops whom the caller says that the program leads: whose commander has no player, or is the program's. An
    order that a player or the umpire gave stands until somebody changes it, to a battalion or to any formation above
    it, and where the program plays the commander until it is carried out. An order of the scenario stands until it is
    carried out: a march or an attack until the place is reached, a hold until the day for which it was given is over;
    and as long as the scenario has another one in store for the same troops within the next two days, they wait for it.
    Only the road by which they go, and the bridges that they guard, are the commander's own affair. Whoever is engaged
    in a battle is left to it.

How it thinks
    In habits, one function each, asked one after the other; who has got an order from one is not asked again:

    bridges        blow_bridges     a prepared bridge is blown when the enemy is within a turn's march of it; a bridge
                                    over a great river is kept while there is ground to win beyond it
                   mend_bridges     engineers go to a blown bridge on the way of their own side
                   wait_for_bridges who is sooner there over a bridge that is being mended waits for it
    staff          move_headquarters  a headquarters goes where all its commands are within its reach
    keep           give_ground      who will be cut off, or stands in the open before an enemy twice too strong, goes
                                    back while he can
                   relieve          fresh troops take over from spent ones that face the enemy, which then go back
                   pull_out         single spent battalions leave the line to the others
                   rest             spent battalions out of the enemy's reach rest in reserve
                   back_to_duty     who is fit again takes up what the scenario has for him
                   reinforce        what is free goes to ground of its own that the enemy is about to take
    attack         make_way         guns, engineers and trains leave the road to those who fight
                   mask             by house rule some hold an enemy so that the rest passes
                   clear_the_way    who is stopped on the march attacks if the odds are good
                   race             what is empty, and worth something, is taken by who is nearest
                   mass             what is held, and every landing of the enemy, is attacked by as many together as
                                    make the odds good enough
                   wait             who is there before the others waits for them
                   go_round         who is stopped on his road by an enemy too strong for him takes another

    The odds are exact (``odds``): the chance that the attacker wins an exchange of fire by the tables of Operation
    Brevity, each side breaking off when half of it is spent. The same odds decide, when troops with orders to attack
    meet the enemy, whether the battle is joined (``auto.attack_chance``).

    The doctrine in words that a player can argue with is ``doctrine.txt`` beside this file.
"""
