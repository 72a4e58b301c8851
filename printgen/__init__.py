"""Print board games from folders of data.

Must not import the companion. Each package imports only from those before it in the pipeline.
"""
