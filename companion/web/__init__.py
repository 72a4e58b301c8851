"""Takes requests of phones, gives pages: one blueprint a topic."""
