"""Sets of pieces: read `sets/<set>.yaml` and make tables of its pieces.

Must not: draw. A set names colours and symbols; how its pieces look is up to a game's templates.
"""
