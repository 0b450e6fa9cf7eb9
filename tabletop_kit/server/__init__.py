"""The servers that show the notebooks: settings, connection, start and stop.

Nothing here is imported by the engine, the games or the table.
"""
