"""`python -m cli` is `gonfalon`."""

from cli import main

main()
