"""Read symbols from a safe subset of SVG into frames.

Must not follow references, expand entities, or guess at anything unknown.
"""
