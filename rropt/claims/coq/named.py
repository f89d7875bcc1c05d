"""The Coq file of a claim that a theorem of the library decides: its statement, proved by that theorem."""

from __future__ import annotations

import re

from rropt.claims.kernel import REFUTES, file_of, statement
from rropt.exact.errors import InputError

__all__ = ["named_theorem"]

HEADER = re.compile(r"^(?:From .*|Import .*|Open Scope .*)\.$", re.M)
# a type may have parentheses of its own; what stands in braces Coq finds by itself
TYPE = r"(?:[^()]|\([^()]*\))*"
PARTS = re.compile(rf"(?:Theorem|Lemma) \w+((?: \w+| \({TYPE}\)| \{{[^{{}}]*\}})*) : (.+)\.")
BINDER = re.compile(rf"\{{[^{{}}]*\}}|\(([^:()]*):{TYPE}\)|(\w+)")


def named_theorem(name: str) -> str:
    """The file; `InputError` where the statement cannot be written by itself."""
    path, theorem = file_of(name)
    found = PARTS.fullmatch(statement(name))
    if found is None:
        raise InputError(f"the statement of {name} in the library cannot be written by itself")
    names = " ".join(" ".join(pair) for pair in BINDER.findall(found[1])).split()
    says = "the printed statement is false" if theorem.startswith(REFUTES) else "the statement as the library reads it"
    lines = [
        f"(* Proved below, as theorem claim, by {name} of the library: {says}.",
        "   Compile it with: coqc -Q proofs/kernel Rropt FILE *)",
        *HEADER.findall(path.read_text(encoding="utf-8")),
        f"From Rropt Require Import {path.stem}.",
        f"Theorem claim{found[1]} : {found[2]}.",
        f"Proof. exact ({' '.join([path.stem + '.' + theorem, *names])}). Qed.",
    ]
    return "\n".join(lines) + "\n"
