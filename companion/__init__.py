"""Takes the same folders as printgen, gives the app that players open on their phones."""
