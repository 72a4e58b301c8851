"""Flask blueprints by topic, in subpackages, and what they share, at the top.

Must not know the server that runs the app; only this package translates messages.
"""
