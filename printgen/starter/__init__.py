"""Write the folder of a new game.

Must not overwrite a file.
"""
