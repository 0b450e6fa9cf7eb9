"""Tempest of the Gods: the 1995 card game of temples, pooled faith, fights and answers."""

from tabletop_kit.games.tempest.game import Tempest

GAME = Tempest()
