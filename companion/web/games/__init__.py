"""Pages about games that need no table: the start page, setups, printed faces and references.

Must not import `companion.web.tables` or `companion.web.results`.
"""
