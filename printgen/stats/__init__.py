"""Describe the decks of a game in numbers.

Must not draw or print; it reads the catalogue only.
"""
