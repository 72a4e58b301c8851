"""Read the folders of games, templates and printer profiles into frozen, validated values.

Must not draw, or stop at the first mistake; every finding names its file, row and column.
"""
