"""The judge: decides an rropt certificate from its text alone, with the standard library and exact integers."""

from dataclasses import dataclass

from .claims import sentence
from .numbers import MOST_WORK, WORK, Malformed, Rejected
from .text import load

__all__ = ["Verdict", "check", "main"]


@dataclass(frozen=True, slots=True)
class Verdict:
    """status is accepted, rejected or malformed; sentence is what was accepted; reason is why it was not."""

    status: str
    sentence: str = ""
    reason: str = ""


def check(text: str) -> Verdict:
    """Decide the certificate in this text."""
    token = WORK.set([MOST_WORK])
    try:
        return Verdict("accepted", sentence(load(text)))
    except Rejected as error:
        return Verdict("rejected", reason=str(error))
    except (Malformed, ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError) as error:
        return Verdict("malformed", reason=f"{type(error).__name__}: {ascii(str(error))[:200]}")
    finally:
        WORK.reset(token)


def main(paths: list[str]) -> int:
    """Print the verdict on each file; 0 if all are accepted, 1 if one is rejected, 2 if one is malformed."""
    worst = 0 if paths else 2
    for path in paths:
        try:
            with open(path, encoding="utf-8", newline="") as file:
                verdict = check(file.read(1 << 26))
        except (OSError, ValueError) as error:
            verdict = Verdict("malformed", reason=f"not a readable UTF-8 file ({type(error).__name__})")
        print(f"{path}: {verdict.status}: {verdict.sentence or verdict.reason}")
        worst = max(worst, ("accepted", "rejected", "malformed").index(verdict.status))
    return worst
