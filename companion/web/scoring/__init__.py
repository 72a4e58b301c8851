"""Score a finished game: its players, the sheet of all players, and totals only.

Must not compute scores: that is the job of `companion.table` and the games.
"""
