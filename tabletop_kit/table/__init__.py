"""The table: one board widget that draws every game's scene, and the same scene in words."""
