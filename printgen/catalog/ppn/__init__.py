"""Read PPN (Portable Piecepack Notation): whole games (`games`) and layouts for tables (`layouts`).

Must not draw pieces; a game is a table of pieces for every move.
"""
