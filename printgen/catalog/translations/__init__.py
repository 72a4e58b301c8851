"""Read and write a game's `<language>.po` files, and list the texts that they translate.

Must not know the companion's own translations or choose a reader's language.
"""
