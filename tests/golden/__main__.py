"""`python -m tests.golden NAME` writes the answer of that one case again; the reason for it belongs in the commit.

`python -m tests.golden sentences` adds the sentences of certificates that are new among the accepted ones; it changes none. There
is no way to write all answers: a golden file is changed by hand, one at a time, by somebody who has read the difference.
"""

import sys

from tests.golden.cases import ACCEPTED, SENTENCES, answer_of, read_cases, sentence_of


def add_sentences() -> None:
    """Add the line of each accepted certificate that has none, in the order of the files."""
    lines = {line.partition(": ")[0]: line for line in SENTENCES.read_text("utf-8").splitlines()}
    found = [lines.get(path.name) or sentence_of(path) for path in sorted(ACCEPTED.iterdir())]
    SENTENCES.write_text("\n".join(found) + "\n", encoding="utf-8")


if __name__ == "__main__":
    if sys.argv[1:] == ["sentences"]:
        add_sentences()
    elif len(sys.argv) != 2 or sys.argv[1] not in read_cases():
        sys.exit("name one case of tests/golden/cases.txt or tests/golden/calls.py, or say sentences")
    else:
        case = read_cases()[sys.argv[1]]
        case.file.write_text(answer_of(case), encoding="utf-8")
