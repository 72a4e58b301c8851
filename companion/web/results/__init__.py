"""Pages about finished games: the list, one game, exports, imports, verification and deletion.

Must not import `companion.web.tables` or compute results: that is the job of `companion.results`.
"""
