"""The effects of a return: it is taken, doubted, judged and settled, with the ground after the battle."""
