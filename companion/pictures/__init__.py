"""Printed faces, boards, setups, results and charts as SVG, PDF, PNG or AVIF.

Must not know requests or translate: callers pass texts in the reader's language.
"""
