"""Takes acts of people at a table, gives events and the state that follows from them.

Pure: no clock, no files, no network, no Flask. A table is a fold over its events.
"""
