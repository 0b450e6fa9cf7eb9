"""Tomes of Power: a cooperative card game against twelve sleeping things."""

from tabletop_kit.games.tomes.game import Tomes

GAME = Tomes()
