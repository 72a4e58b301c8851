"""Decide acts at a table, and fold the events they become into its state.

Must not use a clock, files, the network or Flask.
"""
