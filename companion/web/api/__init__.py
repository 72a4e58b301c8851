"""The JSON API under /api/v1, with its OpenAPI document.

Must not reveal or allow anything that the pages do not.
"""
