"""Takes `python -m printgen`, gives the command."""

from printgen.start import main

main()
