"""`python -m rropt.cli`."""

from rropt.cli import main

main()
