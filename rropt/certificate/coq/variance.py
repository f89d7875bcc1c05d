"""Writes in Coq the claim that a mechanism with two inputs and two outputs has the least variance.

The claim is about one prevalence, or about every prevalence of an interval.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
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
from rropt.certificate.coq.script import Script
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.polynomial_sign import signs_of_quotient

__all__ = ["write_variance"]

Document = dict[str, Any]
Line = tuple[Number, Number, Number]


def _signs(x: Number) -> set[int]:
    return {(x > 0) - (x < 0)} if isinstance(x, Fraction) else set(signs_of_quotient(x))


def _coordinates(rows: Matrix) -> tuple[Number, Number]:
    gap = rows[0][0] + rows[1][1] - 1
    return rows[0][0] / gap, rows[1][1] / gap


def _value(rows: Matrix, prevalence: Number) -> Number:
    x, y = _coordinates(rows)
    return (x - prevalence) * (y - 1 + prevalence)


def _lines(demand: Demand) -> list[Line]:
    one, zero = Fraction(1), Fraction(0)
    t, d = demand.ratio, demand.slack
    return [(one, zero, one), (zero, one, one), (t - 1 + d, d, t + d), (d, t - 1 + d, t + d)]


def write_variance(s: Script, document: Document, read: Reader) -> str:
    """Write that the certificate's mechanisms have the least variance among the mechanisms that satisfy the demand.

    Only mechanisms with p00 + p11 > 1 are compared, where p_ij is the probability of output i given input j. If the objective has
    the restriction `warner`, also p00 = p11 is required. The file does not say that no other mechanism has this least variance.
    Return a sentence that says what is proved.
    """
    objective = document["objective"]
    if "worst" in objective:
        raise InputError(
            "the variance at the worst prevalence has no export to Coq; at one prevalence, or every one, it has"
        )
    demand = read_demand(document["notion"], read)
    written = document["minimisers"] if "minimisers" in document else [document["mechanism"]]
    tables = {f"M{n}": [[read(x) for x in row] for row in rows] for n, rows in enumerate(written)}
    ends = [read(x) for x in objective.get("every", [objective.get("prevalence")])]
    define_demand(s, demand)
    for n, end in enumerate(ends):
        s.define(f"pi{n}", f": R := {s.number(end)}")
        s.define(f"value{n}", f": R := {s.number(_value(tables['M0'], end))}")
    for name, rows in tables.items():
        s.define_matrix(name, rows)
        define_support(s, name, rows, demand)
    warner = "restriction" in objective
    if warner:
        s.define("x0", f": R := {s.number(_coordinates(tables['M0'])[0])}")
    s.begin()
    for n, end in enumerate(ends):
        (_warner_bound if warner else _bound)(s, n, end, tables["M0"], demand)
    parts = []
    for name, rows in tables.items():
        parts += [(f"mechanism 2 2 {name}", prove_mechanism(s, name, rows))]
        parts += [(f"ldp 2 2 T delta {name}", prove_demand(s, name, rows, demand))]
        identified = s.prove_at_most("0", f"gap {name}", rows[0][0] + rows[1][1] - 1, strict=True)
        parts += [(f"gap {name} > 0", identified)]
        parts += [
            (f"variance pi{n} {name} = value{n}", _prove_attained(s, n, name, identified)) for n in range(len(ends))
        ]
        if warner:
            parts += [(f"{name} 0 0 = {name} 1 1", s.prove_equal(f"{name} 0 0", f"{name} 1 1"))]
    rival = "mechanism 2 2 Q -> ldp 2 2 T delta Q -> gap Q > 0" + (
        " -> Q 0%nat 0%nat = Q 1%nat 1%nat" if warner else ""
    )
    parts += [(f"(forall Q, {rival} -> value{n} <= variance pi{n} Q)", f"bound{n}") for n in range(len(ends))]
    if "every" in objective:
        parts.append(_every(s, parts[0:4], rival, warner))
    s.say_all(parts)
    return "the value is attained and is the least; that no other mechanism attains it is not proved here"


def _prove_attained(s: Script, n: int, name: str, identified: str) -> str:
    """Prove that at the n-th prevalence the mechanism `name` has the variance that the script calls value<n>.

    The proof uses an identity without division. `identified` names the lemma that p00 + p11 > 1, where p_ij is the mechanism's
    probability of output i given input j. Return the name of the new lemma.
    """
    share = f"second_output pi{n} {name}"
    identity = s.prove_equal(f"{share} * (1 - {share})", f"value{n} * (gap {name} * gap {name})")
    s.say_lemma(f"{name}_value{n}", f"variance pi{n} {name} = value{n}", f"variance_is _ _ _ {identified} {identity}")
    return f"{name}_value{n}"


def _every(s: Script, own: list[tuple[str, str]], rival: str, warner: bool) -> tuple[str, str]:
    """Write that the mechanism M0 has the least variance at all prevalences between pi0 and pi1.

    The proof uses two lemmas, which have to be written before: they say that M0 has the least variance at pi0, and at pi1. `own`
    lists statements about M0 with their lemmas. `rival` is the premise that another mechanism Q has to meet. Return the statement
    and its lemma's name.
    """
    statement = f"(forall Q p, {rival} -> pi0 <= p <= pi1 -> variance p M0 <= variance p Q)"
    names = "HQ HL HG HW" if warner else "HQ HL HG"
    s.say(
        f"Lemma between : {statement}.",
        f"Proof. intros Q p {names} Hp. apply (binary_variance_every M0 Q pi0 pi1 p M0_mechanism HQ).",
        f"  - exact (Rgt_not_eq _ _ {own[2][1]}).",
        "  - exact (Rgt_not_eq _ _ HG).",
        "  - exact Hp.",
        f"  - rewrite M0_value0. exact (bound0 Q {names}).",
        f"  - rewrite M0_value1. exact (bound1 Q {names}). Qed.",
    )
    return statement, "between"


def _common(s: Script, n: int, end: Number, demand: Demand) -> str:
    ratio, slack = s.prove_at_most("1", "T", demand.ratio - 1), s.prove_nonnegative(demand.slack)
    return f"{ratio} {slack} (conj {s.prove_at_most('0', f'pi{n}', end)} {s.prove_at_most(f'pi{n}', '1', 1 - end)})"


def _bound(s: Script, n: int, end: Number, rows: Matrix, demand: Demand) -> None:
    """Prove that no mechanism has a smaller variance than the mechanism `rows` at the prevalence `end`.

    Let p_ij be the probability of output i given input j. Only mechanisms with p00 + p11 > 1 that satisfy the demand are compared.
    The proof goes through the vertices of the set of these mechanisms. `n` is the number of this prevalence in the names of the
    script, such as pi0.
    """
    lines, value = _lines(demand), _value(rows, end)
    vertices = [_vertex(s, n, i, j, lines, end, value) for i, j in combinations(range(4), 2)]
    rule = f"binary_variance_by_vertices T delta pi{n} value{n} {_common(s, n, end, demand)}"
    s.say(
        f"Lemma bound{n} : forall Q, mechanism 2 2 Q -> ldp 2 2 T delta Q -> gap Q > 0 -> value{n} <= variance pi{n} Q.",
        f"Proof. exact ({rule} {' '.join(vertices)}). Qed.",
    )


def _vertex(s: Script, n: int, i: int, j: int, lines: list[Line], end: Number, value: Number) -> str:
    (a, b, c), (a2, b2, c2) = lines[i], lines[j]
    det = a * b2 - a2 * b
    lemma = f"vertex{n}_{i}{j}"
    if not det:
        zero = s.prove_equal(f"line_a T delta {i} * line_b T delta {j} - line_a T delta {j} * line_b T delta {i}", "0")
        s.say_lemma(lemma, f"vertex_checked T delta pi{n} value{n} {i} {j}", f"or_introl {zero}")
        return lemma
    if 0 in _signs(det):
        raise InputError(
            "two lines of the demand are parallel at some t of the domain, not at others, so the certificate has no export to Coq"
        )
    x, y = (c * b2 - c2 * b) / det, (a * c2 - a2 * c) / det
    at_x, at_y = s.number(x), s.number(y)

    def line(q: int) -> str:
        return f"line_a T delta {q} * {at_x} + line_b T delta {q} * {at_y}"

    meets = [s.prove_equal(line(q), f"line_c T delta {q}") for q in (i, j)]
    broken = next((q for q, (u, v, w) in enumerate(lines) if _signs(u * x + v * y - w) == {-1}), None)
    if broken is not None:
        u, v, w = lines[broken]
        strict = s.prove_at_most(line(broken), f"line_c T delta {broken}", w - u * x - v * y, strict=True)
        last = f"or_introl (ex_intro _ {broken}%nat (conj (lt_of_ltb {broken} 4 eq_refl) {strict}))"
    else:
        gain = (x - end) * (y - 1 + end) - value
        last = f"or_intror {s.prove_at_most(f'value{n}', f'({at_x} - pi{n}) * ({at_y} - 1 + pi{n})', gain)}"
    proof = f"or_intror (ex_intro _ {at_x} (ex_intro _ {at_y} (conj {meets[0]} (conj {meets[1]} ({last})))))"
    s.say_lemma(lemma, f"vertex_checked T delta pi{n} value{n} {i} {j}", proof)
    return lemma


def _warner_bound(s: Script, n: int, end: Number, rows: Matrix, demand: Demand) -> None:
    """Prove that no mechanism with p00 = p11 has a smaller variance than the mechanism `rows` at the prevalence `end`.

    Let p_ij be the probability of output i given input j. Only mechanisms with p00 + p11 > 1 that satisfy the demand are compared.
    `n` is the number of this prevalence in the names of the script, such as pi0.

    Let x0 be the quotient p00/(p00 + p11 − 1) of the mechanism `rows`. The proof uses that this quotient is at least x0 for every
    mechanism that is compared.
    """
    x = _coordinates(rows)[0]
    if not (x - 1):
        case = f"(or_introl {s.prove_equal('x0', '1')})"
    else:
        left = demand.ratio + demand.slack - (demand.ratio - 1 + 2 * demand.slack) * x
        case = f"(or_intror {s.prove_at_most('(T - 1 + 2 * delta) * x0', 'T + delta', left)})"
    value = s.prove_equal(f"(x0 - pi{n}) * (x0 - 1 + pi{n})", f"value{n}")
    rule = f"binary_variance_warner T delta pi{n} x0 {_common(s, n, end, demand)} {s.prove_at_most('1', 'x0', x - 1)} {case}"
    rival = "mechanism 2 2 Q -> ldp 2 2 T delta Q -> gap Q > 0 -> Q 0%nat 0%nat = Q 1%nat 1%nat"
    s.say(
        f"Lemma bound{n} : forall Q, {rival} -> value{n} <= variance pi{n} Q.",
        f"Proof. rewrite <- {value}. exact ({rule}). Qed.",
    )
