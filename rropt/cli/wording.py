"""An error's sentence in the words of the command line: options as they are typed, nothing longer than a reader needs."""

from __future__ import annotations

import re
from collections.abc import Sequence

__all__ = ["as_typed", "usage"]

SPOKEN = (
    ('outputs=("no", "yes")', "--outputs no,yes"),
    ('other="drop" (--other drop)', "--other drop"),
    ('other="drop"', "--other drop"),
    ("population=N", "--population N"),
    ("give inputs=5 or --inputs 5", "give --inputs 5"),
    ("drop outputs=free", "drop --outputs free"),
    ("use Mechanism.from_design_matrix or --rows-are-inputs", "give --rows-are-inputs"),
    (", or in Python Mechanism.from_floats(A, max_denominator=1000)", ""),
    ("give answer=COLUMN", "give --answer COLUMN"),
    ("sampling='replacement'", "--sampling replacement"),
)
LONG = re.compile(r"(\w{40})\w{40,}")
NAMED = re.compile(r"^(\w+) = ")


def as_typed(sentence: str, typed: Sequence[str]) -> str:
    """The sentence with Python's argument names as options; on one line, a word beyond 80 characters cut."""
    for python, option in SPOKEN:
        sentence = sentence.replace(python, option)
    named = NAMED.match(sentence)
    if named is not None:
        option = f"--{named[1].replace('_', '-')}"
        if any(x == option or x.startswith(f"{option}=") for x in typed):
            sentence = f"{option} {sentence[named.end() :]}"
    return LONG.sub(r"\1…", re.sub(r"\s*[\r\n]\s*", " ", sentence))


def usage(sentence: str, typed: Sequence[str], options: Sequence[str] = ()) -> str:
    """Wrong use of an option in one sentence that shows what was typed and what to do; `options` are its spellings."""
    sentence = sentence.rstrip(".")
    found, should = value_of(options, typed), re.search(r"Input should be (.+)", sentence)
    if should is None or found is None:
        return f"{as_typed(sentence, typed)}; --help lists what there is"
    if "valid integer" in should[1]:
        return f"{options[0]} {found!r} is no whole number; write digits, such as 10"
    return f"{options[0]} {found!r} should be {should[1]}"


def value_of(options: Sequence[str], typed: Sequence[str]) -> str | None:
    """The value that was typed behind one of the options; None where none is found."""
    for n, x in enumerate(typed):
        for option in options:
            if x == option and n + 1 < len(typed):
                return typed[n + 1][:40]
            if x.startswith(f"{option}="):
                return x[len(option) + 1 :][:40]
    return None
