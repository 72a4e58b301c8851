"""Takes finished tables, gives their history: statistics, exports, imports, and deletion."""
