"""The append-only event log in SQLite or PostgreSQL.

Must not interpret events, and knows nothing of rooms, requests or pages.
"""
