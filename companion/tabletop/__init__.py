"""Setups as whole tables for virtual tabletops: what the rules lay out, with the printed pieces.

Must not know Flask, and decides no rules.
"""
