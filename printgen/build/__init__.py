"""Turn a request into files: plan, draw, lay out, write, and skip what has not changed.

Must not print or exit; progress is reported to the caller.
"""
