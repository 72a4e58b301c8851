"""Read the sections of game.yaml about playing: options, setup and score.

Must not roll, shuffle or count anything; the companion plays by these values.
"""
