"""The games in OpenSpiel, and its search among possible worlds as a bot.

`games` registers `tercet_z3bra`, `tercet_zatre` and `tercet_triple`; `ismcts` is the bot.
"""
