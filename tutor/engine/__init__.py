"""The kernel: phases, decisions, rulings, chance, events, charts, sessions and save files.

It knows no game. A game is a subclass of ``Game`` in ``tutor.games``.
"""
