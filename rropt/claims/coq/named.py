"""Writes the Coq file of a claim that a theorem of the library decides: the theorem's statement, proved by citing the theorem."""

from __future__ import annotations

import re

from rropt.claims.kernel import REFUTES, file_of, statement
from rropt.exact.errors import InputError

__all__ = ["named_theorem"]

HEADER = re.compile(r"^(?:From .*|Import .*|Open Scope .*)\.$", re.M)
# a type may have parentheses of its own; what stands in braces Coq finds by itself
TYPE = r"(?:[^()]|\([^()]*\))*"
PARTS = re.compile(rf"(.*?)\b(?:Theorem|Lemma) \w+((?: \w+| \({TYPE}\)| \{{[^{{}}]*\}})*) : (.+)\.")
BINDER = re.compile(rf"\{{[^{{}}]*\}}|\(([^:()]*):{TYPE}\)|(\w+)")


def named_theorem(name: str) -> str:
    """Write the Coq file for the library's theorem of this name.

    Raise `InputError` if its statement cannot be taken out of its file.
    """
    path, theorem = file_of(name)
    found = PARTS.fullmatch(statement(name))
    if found is None:
        raise InputError(
            f"rropt cannot read the statement of {name} from its file in the library; write it there as 'Theorem name (x : type) "
            ": statement.', with at most one level of parentheses in a type"
        )
    supposed, binders, states = found.groups()
    names = " ".join(" ".join(pair) for pair in BINDER.findall(binders)).split()
    proof = f"exact ({' '.join([path.stem + '.' + theorem, *names])})"
    if supposed:  # of its section's variables the theorem takes those that its proof needs
        proof = f"now apply {path.stem}.{theorem}"
    says = "the printed statement is false" if theorem.startswith(REFUTES) else "the statement as the library reads it"
    lines = [
        f"(* Proved below, as theorem claim, by {name} of the library: {says}.",
        "   Compile it with: coqc -Q proofs/kernel Rropt FILE *)",
        *HEADER.findall(path.read_text(encoding="utf-8")),
        f"From Rropt Require Import {path.stem}.",
        *([f"Section Supposed. {supposed.strip()}"] if supposed else []),
        f"Theorem claim{binders} : {states}.",
        f"Proof. {proof}. Qed.",
        *(["End Supposed."] if supposed else []),
    ]
    return "\n".join(lines) + "\n"
