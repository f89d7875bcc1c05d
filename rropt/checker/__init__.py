"""The judge: decides an rropt certificate from its text alone, with the standard library and exact integers."""

import json
from pathlib import Path
from typing import NamedTuple

from .claims import decide
from .numbers import MOST_TEXT, MOST_WORK, WORK, Rejected, bracket, expect
from .read import unique

# status is accepted, rejected or malformed; sentence is what was accepted; reason is why it was not.
Verdict = NamedTuple("Verdict", [("status", str), ("sentence", str), ("reason", str)])


# Decide the certificate in this text.
def check(text: str) -> Verdict:
    WORK.set([MOST_WORK])
    bracket.cache_clear()
    try:
        expect(len(text) <= MOST_TEXT and text.count("[") <= 1 << 20, "too long a text")
        document = json.loads(text, object_pairs_hook=unique)
        expect(document.pop("schema") == "rropt.certificate/1", "the schema is not rropt.certificate/1")
        return Verdict("accepted", f"{(words := decide(document))[0].upper()}{words[1:]}.", "")
    except Rejected as error:
        return Verdict("rejected", "", str(error))
    except (
        ArithmeticError,
        AttributeError,
        LookupError,
        MemoryError,
        RecursionError,
        SyntaxError,
        TypeError,
        ValueError,
    ) as error:
        return Verdict(
            "malformed",
            "",
            ("" if isinstance(error, SyntaxError) else f"not what the schema asks for, {type(error).__name__} ")
            + ascii(str(error))[1:-1][:200],
        )


# Print the verdict on each file; 0 if all are accepted, else 1 if none is malformed, else 2.
def main(paths: list[str]) -> int:
    worst = 0 if paths else 2
    for path in paths:
        try:
            with Path(path).open(encoding="utf-8") as file:
                verdict = check(file.read(MOST_TEXT + 1))
        except (OSError, ValueError) as error:
            verdict = Verdict("malformed", "", f"not a readable UTF-8 file ({type(error).__name__})")
        print(f"{path}: {verdict.status}: {verdict.sentence or verdict.reason}")
        worst = max(worst, ("accepted", "rejected", "malformed").index(verdict.status))
    return worst
