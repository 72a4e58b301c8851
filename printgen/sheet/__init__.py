"""Place faces on pages: grids, honeycombs, posters and booklets, with marks and backs.

Must not measure text, or mirror anything outside `placing`.
"""
