"""Download the tables that a game keeps on the web.

Must not be used by a build: only the command `fetch` may reach for the network.
"""
