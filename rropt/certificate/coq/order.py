"""Writes the claims `satisfies`, `violates` and `compare` in Coq. Each writer returns a sentence that says what is proved."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.certificate.coq.demand import (
    Matrix,
    Reader,
    define_demand,
    define_support,
    prove_demand,
    prove_mechanism,
    read_demand,
)
from rropt.certificate.coq.script import Script, least
from rropt.certificate.coq.spelling import join_and
from rropt.exact.element import Number

__all__ = ["write_compare", "write_satisfies", "write_violates"]

Document = dict[str, Any]


def write_satisfies(s: Script, document: Document, read: Reader) -> str:
    """Write that the mechanism satisfies the demand; return a sentence that says so."""
    rows = [[read(x) for x in row] for row in document["mechanism"]]
    demand = read_demand(document["notion"], read)
    define_demand(s, demand)
    s.define_matrix("P", rows)
    define_support(s, "P", rows, demand)
    s.begin()
    parts = prove_mechanism(s, "P", rows), prove_demand(s, "P", rows, demand)
    size = f"{len(rows)} {len(rows[0])}"
    s.say(
        f"Theorem claim : mechanism {size} P /\\ ldp {size} T delta P.",
        f"Proof. split; [exact {parts[0]} | exact {parts[1]}]. Qed.",
    )
    return "the mechanism satisfies the demand"


def write_violates(s: Script, document: Document, read: Reader) -> str:
    """Write that the mechanism violates the demand, and return a sentence that says so.

    The proof names a set of outputs and two inputs. The first input makes the set more probable than the demand allows, given its
    probability for the second input.
    """
    rows = [[read(x) for x in row] for row in document["mechanism"]]
    m, k = len(rows), len(rows[0])
    demand = read_demand(document["notion"], read)
    event, j, n = document["event"], int(document["event"]["input"]), int(document["event"]["against"])
    chosen = [int(i) for i in event["rows"]]
    define_demand(s, demand)
    s.define_matrix("P", rows)
    s.define("event", f"(i : nat) : bool := existsb (Nat.eqb i) [{'; '.join(f'{i}%nat' for i in chosen)}]")
    s.begin()
    is_mechanism = prove_mechanism(s, "P", rows)
    found = sum((rows[i][j] - demand.ratio * rows[i][n] for i in chosen), Fraction(0))
    total = f"sum {m} (fun i => if event i then P i {j} - T * P i {n} else 0)"
    violation = s.prove_at_most("delta", total, found - demand.slack, strict=True)
    s.say(
        f"Theorem claim : mechanism {m} {k} P /\\ ~ ldp {m} {k} T delta P.",
        f"Proof. split; [exact {is_mechanism}|].",
        f"  apply (violates {m} {k} T delta P event {j} {n}); [lia | lia | discriminate | exact {violation}]. Qed.",
    )
    return "the mechanism violates the demand"


class Side:
    """One direction of a comparison of two mechanisms, with its evidence.

    The evidence is either a garbling that makes the second mechanism from the first, or a decision problem in which the second does
    better, so that there is no such garbling.
    """

    def __init__(
        self, name: str, data: Document, first: tuple[str, Matrix], second: tuple[str, Matrix], read: Reader
    ) -> None:
        self.name, self.first, self.second = name, first, second
        self.is_garbling = "garbling" in data
        self.garbling = [[read(x) for x in row] for row in data.get("garbling", [])]
        self.prior = [read(x) for x in data.get("prior", [])]
        self.gains = [[read(x) for x in row] for row in data.get("gains", [])]

    def _gain(self, action: int, row: list[Number]) -> Number:
        return sum((w * g * x for w, g, x in zip(self.prior, self.gains[action], row, strict=True)), Fraction(0))

    def _best(self, row: list[Number]) -> tuple[int, Number]:
        found = [self._gain(c, row) for c in range(len(self.gains))]
        most = -least([-x for x in found])
        return next(c for c, x in enumerate(found) if not (x - most)), most

    @property
    def statement(self) -> str:
        """Write in Coq the statement that the first mechanism is, or is not, at least as informative as the second."""
        (a, rows), (b, others) = self.first, self.second
        text = f"at_least_as_informative {len(rows)} {len(others)} {len(rows[0])} {a} {b}"
        return text if self.is_garbling else f"~ {text}"

    def define(self, s: Script) -> None:
        """Define in the script the garbling (a stochastic matrix), or the decision problem, that is the evidence."""
        if self.is_garbling:
            s.define_matrix(f"{self.name}_C", self.garbling)
            return
        s.define_vector(f"{self.name}_w", self.prior)
        s.define_matrix(f"{self.name}_G", self.gains)
        s.define_vector(f"{self.name}_best", [self._best(list(row))[1] for row in self.first[1]])
        actions = "; ".join(f"{self._best(list(row))[0]}%nat" for row in self.second[1])
        s.define(f"{self.name}_action", f"(i : nat) : nat := nth i [{actions}] O")

    def prove(self, s: Script) -> str:
        """Prove the statement, and return the name of the lemma."""
        proof = self._garbling(s) if self.is_garbling else self._decision(s)
        s.say_lemma(self.name, self.statement, proof)
        return self.name

    def _garbling(self, s: Script) -> str:
        (a, rows), (b, others) = self.first, self.second
        c, k, r, n = f"{self.name}_C", len(rows[0]), len(rows), len(others)
        stochastic = prove_mechanism(s, c, self.garbling)
        products = join_and(
            [
                join_and([s.prove_equal(f"{b} {i} {j}", f"sum {r} (fun s => {c} {i} s * {a} s {j})") for j in range(k)])
                for i in range(n)
            ]
        )
        candidates = f"(fun C => garbles {n} {r} {k} C {a} {b})"
        return f"ex_intro {candidates} {c} (garbles_by_parts {n} {r} {k} {c} {a} {b} {stochastic} {products})"

    def _decision(self, s: Script) -> str:
        (a, rows), (b, others) = self.first, self.second
        k, r, n, last = len(rows[0]), len(rows), len(others), len(self.gains) - 1
        w, g, best, action = (f"{self.name}_{x}" for x in ("w", "G", "best", "action"))
        above = join_and(
            [
                join_and(
                    [
                        s.prove_at_most(
                            f"sum {k} (fun j => {w} j * {g} {c} j * {a} {i} j)",
                            f"{best} {i}",
                            self._best(list(row))[1] - self._gain(c, list(row)),
                        )
                        for c in range(last + 1)
                    ]
                )
                for i, row in enumerate(rows)
            ]
        )
        actions = join_and([f"(le_of_leb (nth {i} [{self._actions()}] O) {last} eq_refl)" for i in range(n)])
        value = sum((self._best(list(row))[1] for row in others), Fraction(0))
        bound = sum((self._best(list(row))[1] for row in rows), Fraction(0))
        right = f"sum {n} (fun i => sum {k} (fun j => {w} j * {g} ({action} i) j * {b} i j))"
        strict = s.prove_at_most(f"sum {r} {best}", right, value - bound, strict=True)
        return f"decision_by_actions {r} {n} {k} {last} {a} {b} {w} {g} {best} {action} {above} {actions} {strict}"

    def _actions(self) -> str:
        return "; ".join(f"{self._best(list(row))[0]}%nat" for row in self.second[1])


def write_compare(s: Script, document: Document, read: Reader) -> str:
    """Write that the first mechanism is, or is not, at least as informative as the second.

    If the certificate has evidence `backward`, also write whether the second mechanism is at least as informative as the first.
    If the certificate names a demand, also write that both mechanisms satisfy the demand. Return a sentence that says what is
    proved.
    """
    first, second = (("A", "first"), ("B", "second"))
    tables = {name: [[read(x) for x in row] for row in document[key]] for name, key in (first, second)}
    a, b = (("A", tables["A"]), ("B", tables["B"]))
    sides = [Side("forward", document["forward"], a, b, read)]
    if "backward" in document:
        sides.append(Side("backward", document["backward"], b, a, read))
    demand = read_demand(document["notion"], read) if "notion" in document else None
    if demand is not None:
        define_demand(s, demand)
    for name, rows in tables.items():
        s.define_matrix(name, rows)
        if demand is not None:
            define_support(s, name, rows, demand)
    for side in sides:
        side.define(s)
    s.begin()
    parts = [(f"mechanism {len(rows)} {len(rows[0])} {x}", prove_mechanism(s, x, rows)) for x, rows in tables.items()]
    if demand is not None:
        parts += [
            (f"ldp {len(rows)} {len(rows[0])} T delta {x}", prove_demand(s, x, rows, demand))
            for x, rows in tables.items()
        ]
    parts += [(side.statement, side.prove(s)) for side in sides]
    s.say_all(parts)
    return "the relation of the two mechanisms"
