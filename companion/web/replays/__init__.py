"""Pages that step through recorded games.

Must not decide anything about a game.
"""
