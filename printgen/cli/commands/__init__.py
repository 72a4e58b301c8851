"""The commands by topic.

Must not do the work itself, or import a library before a command that needs it runs.
"""
