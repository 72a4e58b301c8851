"""Takes `python -m companion`, gives the command."""

from companion.cli import main

main()
