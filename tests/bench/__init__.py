"""Takes the same cards, gives what it costs printgen and other tools to draw them."""
