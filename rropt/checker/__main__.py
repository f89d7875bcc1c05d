"""python -m checker FILE..."""

import sys

from . import main

sys.stdout.reconfigure(errors="backslashreplace")  # type: ignore[union-attr]
sys.exit(main(sys.argv[1:]))
