"""Write a table layout as the files of programs that show virtual tables.

Must not decide what lies where. A writer takes the layout and its pictures, and returns files by
name.
"""
