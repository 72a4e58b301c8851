"""Draw tables of pieces: every layout of a game system, from above or at an angle.

Must not: read files, or know how the faces of pieces are made; a set of pieces gives them.
"""
