"""`python -m tests.golden NAME` writes the answer of that one case again; the reason for it belongs in the commit.

There is no way to write them all: a golden file is changed by hand, one at a time, by somebody who has read the difference.
"""

import sys

from tests.golden.cases import answer_of, read_cases

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1] not in read_cases():
        sys.exit("name one case of tests/golden/cases.txt or tests/golden/calls.py")
    case = read_cases()[sys.argv[1]]
    case.file.write_text(answer_of(case), encoding="utf-8")
