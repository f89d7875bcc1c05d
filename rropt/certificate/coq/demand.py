"""Defines mechanisms and demands in a Coq script, and proves that a matrix is a mechanism and that it satisfies the demand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from rropt.certificate.coq.script import Script, least, positive_part
from rropt.certificate.coq.spelling import join_and
from rropt.exact.element import Number
from rropt.exact.errors import InputError

__all__ = [
    "Demand",
    "Matrix",
    "Reader",
    "define_demand",
    "define_support",
    "prove_demand",
    "prove_mechanism",
    "read_demand",
]

Matrix = Sequence[Sequence[Number]]
Reader = Callable[[Any], Number]
NUMBERS = {"ldp": "ratio", "parity": "gamma", "beta": "beta", "bayes": "factor"}


@dataclass(frozen=True, slots=True)
class Demand:
    """The demand of a certificate on a mechanism P: for all inputs j ≠ l, Σ_i max(0, P_ij − ratio · P_il) ≤ slack.

    The sum is over the outputs i.
    """

    ratio: Number
    slack: Number

    @property
    def is_pure(self) -> bool:
        """Whether the slack is 0 for every t of the certificate's domain."""
        return not self.slack


def read_demand(notion: dict[str, Any], read: Reader) -> Demand:
    """Read the demand of a certificate, as SPEC.md, section 3, says.

    Raise `InputError` unless the demand has one ratio and one δ for all pairs of inputs.
    """
    name = notion["name"]
    if name == "rho":
        low, high = read(notion["from"]), read(notion["to"])
        return Demand(high * (1 - low) / (low * (1 - high)), Fraction(0))
    if name not in NUMBERS:
        raise InputError(
            "demands by pairs of inputs, or on the average, have no export to Coq; only those with one ratio and one delta have"
        )
    return Demand(read(notion[NUMBERS[name]]), read(notion.get("delta", "0")))


def define_demand(s: Script, demand: Demand) -> None:
    """Define in the script the number T, which is the demand's ratio, and the number delta, which is its slack."""
    s.define("T", f": R := {s.number(demand.ratio)}")
    s.define("delta", f": R := {s.number(demand.slack)}")


def _excess(rows: Matrix, demand: Demand) -> list[list[list[Number]]]:
    """Compute the numbers max(0, P_ij - T P_il), indexed [i][j][l], for a mechanism P, where T is the demand's ratio.

    For j = l the number is 0.
    """
    k = len(rows[0])
    return [
        [[positive_part(r[j] - demand.ratio * r[n]) if j != n else Fraction(0) for n in range(k)] for j in range(k)]
        for r in rows
    ]


def define_support(s: Script, name: str, rows: Matrix, demand: Demand) -> None:
    """Define in the script the numbers with which `prove_demand` proves that the matrix P of `rows` satisfies the demand.

    If the demand's slack is 0, these numbers are the smallest entries of the rows. Otherwise they are max(0, P_ij - T P_il) for all
    outputs i and inputs j and l, where T is the demand's ratio.
    """
    if demand.is_pure:
        s.define_vector(f"{name}_least", [least(row) for row in rows])
    else:
        s.define_tensor(f"{name}_part", _excess(rows, demand))


def prove_mechanism(s: Script, name: str, rows: Matrix) -> str:
    """Prove that the entries of a matrix are nonnegative and that each of its columns sums to 1; return the lemma's name."""
    m, k = len(rows), len(rows[0])
    entries = join_and([join_and([s.prove_nonnegative(x) for x in row]) for row in rows])
    sums = join_and([s.prove_equal(f"sum {m} (fun i => {name} i {j})", "1") for j in range(k)])
    lemma = f"{name}_mechanism"
    s.say(
        f"Lemma {lemma} : mechanism {m} {k} {name}.",
        f"Proof. exact (mechanism_by_parts {m} {k} {name} {entries} {sums}). Qed.",
    )
    return lemma


def prove_demand(s: Script, name: str, rows: Matrix, demand: Demand) -> str:
    """Prove that the mechanism satisfies the demand; return the lemma's name."""
    m, k = len(rows), len(rows[0])
    lemma = f"{name}_demand"
    s.say_lemma(
        lemma,
        f"ldp {m} {k} T delta {name}",
        _pure(s, name, rows, demand) if demand.is_pure else _slack(s, name, rows, demand),
    )
    return lemma


def _pure(s: Script, name: str, rows: Matrix, demand: Demand) -> str:
    proofs = []
    for i, row in enumerate(rows):
        low = least(row)
        proofs.append(
            join_and(
                [
                    f"(conj {s.prove_at_most(f'{name}_least {i}', f'{name} {i} {j}', x - low)} "
                    f"{s.prove_at_most(f'{name} {i} {j}', f'T * {name}_least {i}', demand.ratio * low - x)})"
                    for j, x in enumerate(row)
                ]
            )
        )
    m, k = len(rows), len(rows[0])
    return f"pure_by_parts {m} {k} T {name} {name}_least {s.prove_nonnegative(demand.ratio)} {join_and(proofs)}"


def _slack(s: Script, name: str, rows: Matrix, demand: Demand) -> str:
    m, k = len(rows), len(rows[0])
    parts = _excess(rows, demand)
    same = "(or_introl eq_refl)"
    signs = join_and([join_and([join_and([s.prove_nonnegative(x) for x in row]) for row in layer]) for layer in parts])

    def reached(i: int, j: int, n: int) -> str:
        if j == n:
            return same
        difference = parts[i][j][n] - (rows[i][j] - demand.ratio * rows[i][n])
        return f"(or_intror {s.prove_at_most(f'{name} {i} {j} - T * {name} {i} {n}', f'{name}_part {i} {j} {n}', difference)})"

    def total(j: int, n: int) -> str:
        if j == n:
            return same
        found = sum((layer[j][n] for layer in parts), Fraction(0))
        return (
            f"(or_intror {s.prove_at_most(f'sum {m} (fun i => {name}_part i {j} {n})', 'delta', demand.slack - found)})"
        )

    above = join_and([join_and([join_and([reached(i, j, n) for n in range(k)]) for j in range(k)]) for i in range(m)])
    sums = join_and([join_and([total(j, n) for n in range(k)]) for j in range(k)])
    return f"ldp_by_parts {m} {k} T delta {name} {name}_part {signs} {above} {sums}"
