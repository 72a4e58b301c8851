"""Messages with named placeholders, and the texts of games in the reader's language.

Must not know requests or pages: only `companion.web` chooses a language.
"""
