"""python -m checker FILE..."""

import sys

from . import main

sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
print(end="" if sys.argv[1:] else "usage: python -m checker FILE...\n")
sys.exit(main(sys.argv[1:]))
