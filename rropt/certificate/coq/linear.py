"""Writes in Coq the claims `optimal`, `within` and `infeasible` about linear objectives.

They are proved from the prices in the certificate, which solve the dual linear program. A demand whose ratio is below 1 is proved
to be infeasible without prices. See SPEC.md, sections 4 and 4.1.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from rropt.certificate.coq.demand import (
    Demand,
    Matrix,
    Reader,
    define_demand,
    define_support,
    prove_demand,
    prove_mechanism,
    read_demand,
)
from rropt.certificate.coq.script import Script, positive_part, sign
from rropt.certificate.coq.spelling import join_and
from rropt.exact.element import Number
from rropt.exact.errors import InputError

__all__ = ["write_infeasible", "write_linear"]

Document = dict[str, Any]


class Dual:
    """The dual variables of a certificate: prices y and z, and multipliers mu. A rule of the Coq library derives a bound from them.

    It is an upper bound of the objective sum_ij V_ij Q_ij over the mechanisms Q that satisfy the demand. Rows i are outputs,
    columns j are inputs, and T is the demand's ratio. There are two rules.

    The rule by rows is used if the demand has no slack and the certificate has no multipliers. It asks for every output i that
    T sum_j max(V_ij - y_j, 0) + sum_j min(V_ij - y_j, 0) <= 0.

    The rule by pairs is used otherwise. It asks for every output i and input j that V_ij <= y_j + sum_l (mu_ijl - T mu_ilj), where
    l runs over the inputs. It also asks that 0 <= mu_ijl <= z_jl.
    """

    def __init__(self, data: Document, m: int, k: int, demand: Demand, read: Reader) -> None:
        if not isinstance(data["column"], list):
            raise InputError("prices of all pairs at once have no export to Coq; prices of each pair have")
        self.m, self.k, self.demand = m, k, demand
        zero = Fraction(0)
        budget, excess = _read_table(data, "budget", read), _read_table(data, "excess", read)
        pairs = [[(j, n) for n in range(k)] for j in range(k)]
        self.by_pairs = not demand.is_pure or bool(excess)
        self.y = [read(x) for x in data["column"]]
        self.mu = [[[excess.get((i, *pair), zero) for pair in row] for row in pairs] for i in range(m)]
        # without slack a price costs nothing, and that of a pair may be as large as all its multipliers together
        priced = {pair: sum((self.mu[i][pair[0]][pair[1]] for i in range(m)), zero) for row in pairs for pair in row}
        self.z = [[(priced if demand.is_pure else budget).get(pair, zero) for pair in row] for row in pairs]

    @property
    def bound(self) -> Number:
        """Return an upper bound of the objective sum_ij V_ij Q_ij that holds for all mechanisms Q that satisfy the demand."""
        pairs = sum((x for row in self.z for x in row), Fraction(0))
        return sum(self.y, Fraction(0)) + (self.demand.slack * pairs if self.by_pairs else 0)

    @property
    def text(self) -> str:
        """Write the bound as a Coq expression, in the form in which the rule states it."""
        if not self.by_pairs:
            return f"sum {self.k} y"
        return f"sum {self.k} y + delta * sum {self.k} (fun j => sum {self.k} (fun l => z j l))"

    def define(self, s: Script, weights: Matrix) -> None:
        """Define in the script the prices y, and the other numbers that the rule needs.

        Let V be the matrix `weights` of the objective. The rule by pairs needs the prices z and the multipliers mu. The rule by
        rows needs the numbers max(0, V_ij - y_j).
        """
        s.define_vector("y", self.y)
        if self.by_pairs:
            s.define_matrix("z", self.z)
            s.define_tensor("mu", self.mu)
        else:
            s.define_matrix("up", [[positive_part(w - y) for w, y in zip(row, self.y, strict=True)] for row in weights])

    def prove(self, s: Script, weights: Matrix) -> None:
        """Prove the lemma `bound`: the objective of every mechanism that satisfies the demand is at most the bound.

        The objective of a mechanism Q is Σ_ij V_ij Q_ij, where V is the matrix `weights`.
        """
        m, k = self.m, self.k
        rule = self._pairs(s, weights) if self.by_pairs else self._rows(s, weights)
        statement = f"forall Q, mechanism {m} {k} Q -> ldp {m} {k} T delta Q -> objective {m} {k} V Q <= {self.text}"
        s.say(f"Lemma bound : {statement}.", f"Proof. intros Q HQ HL. exact ({rule}). Qed.")

    def _rows(self, s: Script, weights: Matrix) -> str:
        m, k, ratio = self.m, self.k, self.demand.ratio
        entries, sums = [], []
        for i, row in enumerate(weights):
            paid = [w - y for w, y in zip(row, self.y, strict=True)]
            up = [positive_part(c) for c in paid]
            entries.append(
                join_and(
                    [
                        f"(conj {s.prove_nonnegative(u)} {s.prove_at_most(f'V {i} {j} - y {j}', f'up {i} {j}', u - c)})"
                        for j, (c, u) in enumerate(zip(paid, up, strict=True))
                    ]
                )
            )
            total = sum(paid, Fraction(0)) + (ratio - 1) * sum(up, Fraction(0))
            left = f"sum {k} (fun j => V {i} j - y j) + (T - 1) * sum {k} (fun j => up {i} j)"
            sums.append(s.prove_at_most(left, "0", -total))
        one = s.prove_at_most("1", "T", ratio - 1)
        return f"row_duality_by_parts {m} {k} T Q V y up {one} HQ HL {join_and(entries)} {join_and(sums)}"

    def _pairs(self, s: Script, weights: Matrix) -> str:
        m, k, ratio = self.m, self.k, self.demand.ratio
        signs = join_and([join_and([s.prove_nonnegative(x) for x in row]) for row in self.z])
        diagonal = join_and([s.prove_equal(f"z {j} {j}", "0") for j in range(k)])
        shares = join_and(
            [
                join_and(
                    [
                        join_and(
                            [
                                f"(conj {s.prove_nonnegative(x)} "
                                f"{s.prove_at_most(f'mu {i} {j} {n}', f'z {j} {n}', self.z[j][n] - x)})"
                                for n, x in enumerate(row)
                            ]
                        )
                        for j, row in enumerate(layer)
                    ]
                )
                for i, layer in enumerate(self.mu)
            ]
        )

        def reached(i: int, j: int) -> str:
            gain = sum((self.mu[i][j][n] - ratio * self.mu[i][n][j] for n in range(k)), Fraction(0))
            right = f"y {j} + sum {k} (fun l => mu {i} {j} l - T * mu {i} l {j})"
            return s.prove_at_most(f"V {i} {j}", right, self.y[j] + gain - weights[i][j])

        weighed = join_and([join_and([reached(i, j) for j in range(k)]) for i in range(m)])
        return f"pair_duality_by_parts {m} {k} T delta Q V y z mu HQ HL {signs} {diagonal} {shares} {weighed}"


def _read_table(data: Document, key: str, read: Reader) -> dict[tuple[int, ...], Number]:
    """Read a table of the certificate as a dictionary from indices to numbers: the name "0,1" becomes the key (0, 1).

    If the certificate has no such table, the dictionary is empty.
    """
    return {tuple(map(int, name.split(","))): read(x) for name, x in data.get(key, {}).items()}


def _define_weights(s: Script, objective: Document, m: int, k: int, read: Reader) -> list[list[Number]]:
    """Define in the script the matrix W of the objective's weights, and the matrix V that is maximised; return the numbers of V.

    V is -W if the objective is minimised, otherwise W. Raise `InputError` for an objective that is not linear.
    """
    name = objective["name"]
    zero, one = Fraction(0), Fraction(1)
    if name == "trace":
        s.define("W", "(i j : nat) : R := trace_weights i j")
        weights: list[list[Number]] = [[one if i == j else zero for j in range(k)] for i in range(m)]
    elif name == "weighted trace":
        w = [read(x) for x in objective["weights"]]
        s.define_vector("w", w)
        s.define("W", "(i j : nat) : R := w i * trace_weights i j")
        weights = [[w[i] if i == j else zero for j in range(k)] for i in range(m)]
    elif name == "utility":
        prior, utility = [read(x) for x in objective["prior"]], [[read(x) for x in row] for row in objective["utility"]]
        s.define_vector("prior", prior)
        s.define_matrix("U", utility)
        s.define("W", "(i j : nat) : R := prior j * U i j")
        weights = [[p * u for p, u in zip(prior, row, strict=True)] for row in utility]
    elif name == "linear":
        weights = [[read(x) for x in row] for row in objective["costs"]]
        s.define_matrix("W", weights)
    else:
        raise InputError("this objective has no export to Coq")
    if objective["sense"] == "min":
        s.define("V", "(i j : nat) : R := - W i j")
        return [[-x for x in row] for row in weights]
    s.define("V", "(i j : nat) : R := W i j")
    return weights


def write_linear(s: Script, document: Document, read: Reader) -> str:
    """Write that a mechanism has the best value of a linear objective, or that the best value lies between two bounds.

    Return a sentence that says what is proved.
    """
    rows = [[read(x) for x in row] for row in document["mechanism"]]
    m, k = len(rows), len(rows[0])
    demand = read_demand(document["notion"], read)
    dual = Dual(document["prices"], m, k, demand, read)
    lower, upper = (read(document.get(key, document.get("value"))) for key in ("lower", "upper"))
    define_demand(s, demand)
    s.define_matrix("P", rows)
    define_support(s, "P", rows, demand)
    weights = _define_weights(s, document["objective"], m, k, read)
    s.define("lower", f": R := {s.number(lower)}")
    s.define("upper", f": R := {s.number(upper)}")
    dual.define(s, weights)
    s.begin()
    is_mechanism, satisfies = prove_mechanism(s, "P", rows), prove_demand(s, "P", rows, demand)
    dual.prove(s, weights)
    least = document["objective"]["sense"] == "min"
    value = sum((v * x for ws, xs in zip(weights, rows, strict=True) for v, x in zip(ws, xs, strict=True)), Fraction(0))
    here, rival = f"objective {m} {k} W P", f"objective {m} {k} W Q"
    if least:
        own, other = f"{here} <= upper", f"lower <= {rival}"
        attained = s.prove_at_most(here, "upper", upper + value)
        reached = s.prove_at_most("lower", f"- ({dual.text})", -dual.bound - lower)
        last = f"eapply Rle_trans; [exact {reached} | exact (minimum_by_opposite {m} {k} W Q _ (bound Q HQ HL))]"
    else:
        own, other = f"lower <= {here}", f"{rival} <= upper"
        attained = s.prove_at_most("lower", here, value - lower)
        reached = s.prove_at_most(dual.text, "upper", upper - dual.bound)
        last = f"eapply Rle_trans; [exact (bound Q HQ HL) | exact {reached}]"
    exact = "lower = upper /\\ " if document["claim"] == "optimal" else ""
    prior = _prior(s, document["objective"], k, read)
    s.say(
        f"Theorem claim : {exact}{prior[0]}",
        f"  mechanism {m} {k} P /\\ ldp {m} {k} T delta P /\\ {own} /\\",
        f"  forall Q, mechanism {m} {k} Q -> ldp {m} {k} T delta Q -> {other}.",
        "Proof.",
        *(["  split; [reflexivity|]."] if exact else []),
        *prior[1],
        f"  split; [exact {is_mechanism}|]. split; [exact {satisfies}|]. split; [exact {attained}|].",
        f"  intros Q HQ HL. {last}.",
        "Qed.",
    )
    return (
        "the mechanism attains the bound of all others" if exact else "the bounds, for the mechanism and for all others"
    )


def _prior(s: Script, objective: Document, k: int, read: Reader) -> tuple[str, list[str]]:
    """Return the statement that the prior of the objective `utility` is a distribution, and the steps that prove it.

    For other objectives, return an empty text and an empty list.
    """
    if objective["name"] != "utility":
        return "", []
    signs = join_and([s.prove_nonnegative(read(x)) for x in objective["prior"]])
    one = s.prove_equal(f"sum {k} prior", "1")
    statement = f"(forall j, (j < {k})%nat -> 0 <= prior j) /\\ sum {k} prior = 1 /\\"
    return statement, [f"  split; [exact (each {k} _ {signs})|]. split; [exact {one}|]."]


def _below_one(s: Script, m: int, k: int, demand: Demand) -> str:
    """Write the proof that no mechanism satisfies a demand whose ratio is below 1, where there are at least two inputs.

    `m` is the number of outputs and `k` the number of inputs. Return a sentence that says what is proved.
    """
    s.begin()
    positive = s.prove_at_most("0", "T", demand.ratio, strict=True)
    small = s.prove_at_most("T", "1", 1 - demand.ratio, strict=True)
    rule = f"no_mechanism_below_one {m} {k} T P HP HL (le_of_leb 2 {k} eq_refl) (conj {positive} {small})"
    s.say(
        f"Theorem claim : ~ exists P, mechanism {m} {k} P /\\ ldp {m} {k} T delta P.",
        f"Proof. intros [P [HP HL]]. exact ({rule}). Qed.",
    )
    return "no mechanism satisfies the demand"


def write_infeasible(s: Script, document: Document, read: Reader) -> str:
    """Write the proof of an infeasible certificate, and return a sentence that says what is proved.

    If the certificate requires a value of an objective, it is proved that no mechanism satisfies both the demand and this
    requirement. Otherwise it is proved that no mechanism satisfies the demand.

    If the demand has no slack and a ratio below 1, and there are at least two inputs, no mechanism satisfies the demand. This is
    then proved, and the requirement is not used.
    """
    m, k = len(document["outputs"]), len(document["inputs"])
    demand = read_demand(document["notion"], read)
    dual = Dual(document["prices"], m, k, demand, read)
    define_demand(s, demand)
    required = document.get("requirement")
    if demand.is_pure and k > 1 and sign(demand.ratio - 1) < 0:
        return _below_one(s, m, k, demand)
    if required is None:
        s.define("V", "(i j : nat) : R := 0")
        weights: list[list[Number]] = [[Fraction(0)] * k for _ in range(m)]
        bound: Number = Fraction(0)
    else:
        weights = _define_weights(s, required["objective"], m, k, read)
        bound = read(required["bound"])
        s.define("required", f": R := {s.number(bound)}")
    dual.define(s, weights)
    s.begin()
    dual.prove(s, weights)
    if required is None:
        contradiction = s.prove_at_most(dual.text, "0", -dual.bound, strict=True)
        s.say(
            f"Theorem claim : ~ exists P, mechanism {m} {k} P /\\ ldp {m} {k} T delta P.",
            f"Proof. exact (infeasible_demand {m} {k} (ldp {m} {k} T delta) _ bound {contradiction}). Qed.",
        )
        return "no mechanism satisfies the demand"
    least = required["objective"]["sense"] == "min"
    wanted = "- required" if least else "required"
    contradiction = s.prove_at_most(dual.text, wanted, (-bound if least else bound) - dual.bound, strict=True)
    relation = f"objective {m} {k} W P {'<=' if least else '>='} required"
    opposite = f"(objective {m} {k} (fun i j => - W i j) P)"
    change = f"change (objective {m} {k} V P) with "
    step = (
        f"{change} {opposite} in B. rewrite objective_opposite in B."
        if least
        else f"{change} (objective {m} {k} W P) in B."
    )
    s.say(
        f"Theorem claim : ~ exists P, mechanism {m} {k} P /\\ ldp {m} {k} T delta P /\\ {relation}.",
        f"Proof. intros [P [HP [HL HO]]]. pose proof (bound P HP HL) as B. pose proof {contradiction} as C.",
        f"  {step} lra. Qed.",
    )
    return "no mechanism of the demand has the objective that is asked for"
