"""Vortex: two to four players convert, frighten or kill each other's devotees."""

from tabletop_kit.games.vortex.game import Vortex

GAME = Vortex()
