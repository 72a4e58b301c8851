"""Load and store tables, apply acts, notify listeners, and write and check records.

Must not use Flask.
"""
