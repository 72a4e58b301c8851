"""Run the app on Granian: processes, threads, request bodies and event streams.

Must not render pages or decide acts; nothing but the command line imports this package.
"""
