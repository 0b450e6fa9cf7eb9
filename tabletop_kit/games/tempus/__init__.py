"""Tempus: a two-player dice duel of bluff and economy."""

from tabletop_kit.games.tempus.game import Tempus

GAME = Tempus()
