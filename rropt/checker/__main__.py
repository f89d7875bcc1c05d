"""The command `python -m checker FILE...`, which judges the certificates in the files."""

import sys

from . import main

sys.exit(main(sys.argv[1:]))
