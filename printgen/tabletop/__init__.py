"""A game laid out on a table: every piece of it, where it lies, and what is in which pile or bag.

Must not know the programs that show such a table; the export phase writes their files.
"""
