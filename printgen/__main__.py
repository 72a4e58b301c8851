"""Takes `python -m printgen`, gives the command."""

from printgen.cli import main

main()
