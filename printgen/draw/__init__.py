"""Draw the faces of a game's pieces as frames, from rows and templates or by craft functions.

Must not know about paper, pages or file formats.
"""
