"""Pack pieces on sheets: blocks of equal pieces, straight cuts between them, and their pages.

Must not draw, or know games and components.
"""
