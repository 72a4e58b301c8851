"""Recorded games in PPN, step by step: read, described in sentences, and stored for their links.

Must not know pages or draw pieces.
"""
