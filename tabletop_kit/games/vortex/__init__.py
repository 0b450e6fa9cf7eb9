"""Vortex: two to four players convert, frighten or kill each other's devotees."""
