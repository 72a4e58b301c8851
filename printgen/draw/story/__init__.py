"""Typeset booklets and parts lists: blocks of text become chunks, chunks become pages.

Must not know the sheets that the pages are imposed on.
"""
