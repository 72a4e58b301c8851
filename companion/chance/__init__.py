"""Verifiable randomness from a committed seed and bytes of every phone.

Must not use clocks, files or the system's random numbers: the same seed gives the same results.
"""
