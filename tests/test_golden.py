"""Nothing that rropt answers changes unseen: every answer and certificate is compared with the one in tests/golden.

Commands are those of README.md and of the tests, with `--json`; calls are those of the tests of designs, orders and bounds.
The whole text is compared byte for byte. Only numbers of double arithmetic may differ between machines and versions of the
solvers, and those alone are compared as numbers: the value of a numeric leg (or the difference that it found), unless it is
rigorous, and what stands under the key `double`. An answer that changes on purpose is written again by hand, one at a time:
`python -m tests.golden NAME`, with the reason in the commit. `python -m tests.golden sentences` adds those of new certificates.
"""

from __future__ import annotations

import json
import math
import shlex
import subprocess
import sys

import pytest

from tests.golden.cases import ACCEPTED, HERE, SENTENCES, Case, answer_of, read_cases, sentence_of, without_doubles

CASES = read_cases()
SLOW: set[str] = set()
FRESH = ("variance_readme", "demand_readme")


def require_same(found: str, expected: str) -> None:
    (found_text, found_doubles), (text, doubles) = without_doubles(found), without_doubles(expected)
    assert found_text == text
    for x, y in zip(found_doubles, doubles, strict=True):
        assert x == y or math.isclose(float(x), float(y), rel_tol=1e-6, abs_tol=1e-9), (x, y)


@pytest.mark.parametrize(
    "case", [pytest.param(case, id=name, marks=[pytest.mark.slow] * (name in SLOW)) for name, case in CASES.items()]
)
def test_the_answer_is_the_one_that_was_given_before(case: Case) -> None:
    require_same(answer_of(case), case.file.read_text(encoding="utf-8"))


@pytest.mark.parametrize("name", FRESH)
def test_a_fresh_process_answers_the_same(name: str) -> None:
    command = [sys.executable, "-m", "rropt", *shlex.split(CASES[name].command)]
    root = str(HERE.parent.parent)
    done = subprocess.run(
        command, cwd=HERE / "files", env={"PYTHONPATH": root}, capture_output=True, text=True, check=False, timeout=300
    )
    require_same(done.stdout, CASES[name].file.read_text(encoding="utf-8"))


def test_every_answer_belongs_to_a_case() -> None:
    assert {path.stem for path in (HERE / "answers").iterdir()} == CASES.keys()


def test_the_sentences_of_the_accepted_certificates_are_unchanged() -> None:
    expected = SENTENCES.read_text(encoding="utf-8").splitlines()
    found = [sentence_of(path) for path in sorted(ACCEPTED.iterdir())]
    assert found == expected, "sentences of new certificates are added by: python -m tests.golden sentences"


def test_a_change_would_be_noticed() -> None:
    text = (HERE / "answers" / "variance_readme.json").read_text(encoding="utf-8")
    require_same(text, text)
    value = json.loads(text)["unshown"]["legs"]["numeric"]["value"]
    require_same(text.replace(value, repr(float(value) * (1 + 1e-12))), text)
    last = json.loads(text)["value"]["lower"]
    for changed in (
        text.replace(value, repr(float(value) * (1 + 1e-5))),
        text.replace(last, last[:-1] + str(9 - int(last[-1]))),
        text.replace("Optimal", "optimal"),
        text + "\n",
    ):
        assert changed != text
        with pytest.raises(AssertionError):
            require_same(changed, text)
