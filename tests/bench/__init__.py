"""The benchmark: what printgen and other tools need to draw the same cards."""
