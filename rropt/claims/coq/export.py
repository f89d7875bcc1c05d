"""Writes the Coq file of a claim: its statement, with a proof or with a refutation.

The proof is made from the stored proofs that the engine found, and the refutation from the counterexample. No new proof is searched
for. Variables get numbered names, so that no text of a claim is copied.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from rropt.claims.claim import Claim, Reading, read
from rropt.claims.coq.named import named_theorem
from rropt.claims.coq.point import NUMBERS, prove_at, refutation
from rropt.claims.coq.spelling import binders, formula_text, rational, term_text, variable_in, whole_statement, words_of
from rropt.claims.coq.statement import Lemma, lemma_of
from rropt.claims.evidence import Finding, Grade
from rropt.claims.goals import HAS_VALUE, Existence, Goal, at_witness, goals, is_quantified, settled
from rropt.claims.kernel import METHOD
from rropt.claims.language.syntax import And, Argmin, Exists, Formula, Iff, Implies, Num, substitute
from rropt.exact.errors import InputError

__all__ = ["export_claim"]

HEAD = """From Coq Require Import Reals Lra Lia ZArith Classical.
From Rropt Require Import Replay.
Open Scope R_scope.
"""


def export_claim(claim: Claim, verdict: Finding) -> str:
    """Write the Coq file of a claim that the engine decided; if it can have no such file, raise `InputError` with the reason."""
    whole = not claim.states or bool(claim.argument) or verdict.kind is Grade.REFUTED
    if claim.kernel and METHOD in verdict.methods and whole:
        return named_theorem(claim.kernel)
    if not claim.states:
        raise InputError(f"rropt cannot export {claim.id} to Coq, because the claim is decided by items of evidence")
    if not verdict.kind.is_proof and verdict.kind is not Grade.REFUTED:
        raise InputError(
            f"rropt cannot export {claim.id} to Coq, because the claim is {verdict.kind}; export claims that are proved or refuted"
        )
    reading = read(claim)
    aims = goals(reading)
    if verdict.kind is not Grade.REFUTED and len(aims) != len(verdict.record):
        raise InputError("a goal of the statement has no record of its proof; decide the claim again")
    if verdict.kind is Grade.REFUTED:
        text = refutation(reading, _point(claim, reading, verdict))
        what = "the printed statement is false, by a counterexample"
    else:
        plain = [settled(x, part, reading.integers) for x, part in zip(aims, verdict.record, strict=True)]
        text, added = _Theorem(reading, plain, verdict.record).text()
        what = "the statement as entered"
        if added:
            what += f", under {added} hypothes{'i' if added == 1 else 'e'}s that its proof needs"
    numbers = NUMBERS if re.search(r"\b(number|unequal)\b", text) else ""
    head = f"(* Proved below, as theorem claim: {what}.\n   Compile it with: coqc -Q proofs/kernel Rropt FILE *)\n"
    return f"{head}{HEAD}{numbers}{text}"


def _point(claim: Claim, reading: Reading, verdict: Finding) -> dict[str, Fraction]:
    try:
        point = {x: Fraction(value) for x, value in verdict.counterexample if value}
    except ValueError:
        raise InputError(
            f"rropt cannot export {claim.id} to Coq, because its counterexample has a coordinate that is not rational"
        ) from None
    if set(reading.names) - set(point):
        raise InputError(
            f"rropt cannot export {claim.id} to Coq, because its refutation does not give every variable a value"
        )
    return point


@dataclass(slots=True)
class _Theorem:
    """A claim proved by the engine, from which a Coq theorem is written.

    `goals` are the goals of the claim in order, and `parts` are the records of their proofs. While the theorem is being written,
    `place` counts the goals that are done, and `words` has the Coq text of each variable.
    """

    reading: Reading
    goals: Sequence[Goal | Existence]
    parts: Sequence[Mapping[str, Any]]
    place: int = 0
    words: dict[str, str] = field(default_factory=dict)

    def text(self) -> tuple[str, int]:
        """Write the lemmas and the theorem; return the text, and how many hypotheses had to be added to the statement."""
        self.words = words_of(self.reading)
        if isinstance(self.reading.conclusion, Argmin):
            return self.minimisers()
        lemmas, added = self.prepare()
        names = [f"H{i}" for i in range(len(self.reading.hypotheses))]
        extra = {x: f"A{i}" for i, x in enumerate(added)}
        intros = [*(variable_in(self.words[x]) for x in self.reading.names), *names, *extra.values()]
        opened = f"intros {' '.join(intros)}.\n" if intros else ""
        steps = self.proved(self.reading.conclusion, names, lemmas, extra)
        statement = whole_statement(self.reading, added)
        return f"{''.join(x.text for x in lemmas)}Theorem claim : {statement}.\nProof.\n{opened}{steps}\nQed.\n", len(
            added
        )

    def prepare(self) -> tuple[list[Lemma], list[Formula]]:
        lemmas = [self.lemma(i, g, p) for i, (g, p) in enumerate(zip(self.goals, self.parts, strict=True))]
        return lemmas, list(dict.fromkeys(x for lemma in lemmas for x in lemma.added))

    def lemma(self, i: int, goal: Goal | Existence, part: Mapping[str, Any]) -> Lemma:
        if isinstance(goal, Existence):
            return Lemma("", (), lambda hypotheses, added: self.found(goal, part))
        occurring = goal.variables
        words = {x: w for x, w in self.words.items() if x in occurring}
        return lemma_of(f"goal_{i}", goal, part, self.reading, words)

    def found(self, goal: Existence, part: Mapping[str, Any]) -> str:
        """Write steps that prove that values with a property exist. The values are those of a recorded point.

        The steps give the values of the point to the variables that are said to exist. Then they prove the body of the goal at this
        point by evaluation. Raise `InputError` if no point is recorded, or if the goal has hypotheses.
        """
        if "point" not in part or goal.hypotheses:
            raise InputError(
                "rropt can export an existence statement to Coq only if the statement has no hypotheses and its proof records a "
                'point; give a witness, as in witness={"y": "1/t"}'
            )
        point = {x: Fraction(value) for x, value in part["point"].items()}
        values = {x: Num(point[x]) for x in goal.names}
        steps = "".join(f"exists {rational(point[x])}.\n" for x in goal.names)
        return steps + prove_at(substitute(goal.body, values), {}) + "\n"  # type: ignore[arg-type]

    def proved(self, conclusion: Formula, names: list[str], lemmas: list[Lemma], extra: Mapping[Formula, str]) -> str:
        """Write steps that split the conclusion into its goals and prove each goal by its lemma.

        `names` are the Coq names of the claim's hypotheses. `extra` has the Coq names of the added hypotheses. `lemmas` has one
        lemma for each goal.
        """
        witness = self.reading.witness

        def go(x: Formula, known: list[str]) -> str:
            return self.proved(x, known, lemmas, extra)

        match conclusion:
            case Exists(bound, body) if all(x in witness for x in bound):
                steps = "".join(f"exists {term_text(witness[x], self.words)}.\n" for x in bound)
                self.place += self.goals[self.place].label == HAS_VALUE  # in Coq every term has a value
                return steps + go(at_witness(bound, body, witness), names)
            case Implies(_, then):
                new = f"H{len(names)}"
                return f"intro {new}.\n{go(then, [*names, new])}"
            case Iff(a, b) if not is_quantified(a) and not is_quantified(b):
                new = f"H{len(names)}"
                forth, back = go(b, [*names, new]), go(a, [*names, new])
                return f"split; intro {new}.\n{{ {forth} }}\n{{ {back} }}\n"
            case And((one,)) if is_quantified(one) or isinstance(one, Implies | Iff):
                return go(one, names)
            case And(items) if any(is_quantified(x) or isinstance(x, Implies | Iff) for x in items):
                parts = [go(x, names) for x in items]
                return "".join(f"split.\n{{ {x} }}\n" for x in parts[:-1]) + parts[-1]
        self.place += 1
        return lemmas[self.place - 1].apply(names, extra)

    def minimisers(self) -> tuple[str, int]:
        """Write lemmas and the theorem for a claim about minimisers; return the text, and how many hypotheses had to be added.

        If the claim says that the minimisers are exactly the listed points, the theorem says three things. The listed points lie in
        the domain. The objective has the same value at all of them. It is larger at every other point of the domain.

        If the claim says only that the minimisers are among the listed points, the theorem is about each point of the domain that
        is not listed. It says that the objective is smaller at some listed point, or some point in the record, that lies in the
        domain.
        """
        lemmas, added = self.prepare()
        parts, steps = [], []
        for goal, lemma in zip(self.goals, lemmas, strict=True):
            assert isinstance(goal, Goal)
            occurring = goal.variables
            variables = [x for x in self.reading.names if x in occurring]
            formulas = [*goal.hypotheses, *lemma.added, goal.conclusion]
            stated = " ->\n  ".join(formula_text(x, self.words) for x in formulas)
            parts.append(f"({binders(variables, self.words, self.reading.integers)}{stated})")
            names = [f"H{i}" for i in range(len(goal.hypotheses))]
            extra = {x: f"A{i}" for i, x in enumerate(lemma.added)}
            intros = [*(variable_in(self.words[x]) for x in variables), *names, *extra.values()]
            steps.append((f"intros {' '.join(intros)}.\n" if intros else "") + lemma.apply(names, extra))
        body = "".join(f"split.\n{{ {x} }}\n" for x in steps[:-1]) + steps[-1]
        stated = " /\\\n  ".join(parts)
        text = "".join(x.text for x in lemmas)
        return f"{text}Theorem claim :\n  {stated}.\nProof.\n{body}Qed.\n", len(added)
