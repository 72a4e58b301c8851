"""Find what would print, cut or read badly on finished faces and pages.

Must not change what it checks.
"""
