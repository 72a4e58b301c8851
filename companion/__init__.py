"""The web app that players open on their phones; it reads the same folders as printgen."""
