"""Cores on boards: the link by which a host reaches a core, and the clock of the board.

Touch here what surrounds a whole core on a board; nothing of a core is decided here.
"""
