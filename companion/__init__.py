"""The web app that players open on their phones; it reads the same folders as printgen.

Must not import `printgen.build`, `printgen.check` or `printgen.cli`.
"""
