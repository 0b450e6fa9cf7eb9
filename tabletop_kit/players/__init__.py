"""Thinkers that work for any game."""
