"""Read piecepack layouts in PPN (Portable Piecepack Notation).

Must not: play the moves of a game; a layout only drops and replaces pieces.
"""
