"""Pages of one table: seats, setup, play, tools, score, history and the television screen.

Must not decide what an act does or who may act: that is the job of `table` and `rooms`.
"""
