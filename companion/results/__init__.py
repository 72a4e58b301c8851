"""Finished games: their list, statistics, exports, imports and deletion.

Must not use Flask.
"""
