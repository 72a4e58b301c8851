"""Show a game's faces and sheets in browsers while its designer edits the files.

Must not open tables or read the database; nothing but the command line imports this package.
"""
