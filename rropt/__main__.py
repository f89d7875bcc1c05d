"""`python -m rropt`."""

from rropt.cli import main

main()
