"""Write finished frames as PDF, SVG, PNG and PPN.

Must not decide anything about layout. An unknown item raises TypeError.
"""
