"""Tell which faces differ between two states of a game.

Must not write files other than its own records and pages.
"""
