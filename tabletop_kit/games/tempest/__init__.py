"""Tempest of the Gods."""
