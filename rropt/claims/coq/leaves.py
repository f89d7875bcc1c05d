"""Writes the Coq text for one step of a derivation, which shows a goal from some formulas.

The formulas and the negated goal together are split into leaves, which are conjunctions of comparisons. Each leaf is refuted by its
own stored proof.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from rropt.claims.coq.spelling import poly_text, rational, scale_to_whole
from rropt.claims.coq.sums import RELATIONS, Known, Scripter
from rropt.claims.language.syntax import (
    And,
    Compare,
    Formula,
    Iff,
    Implies,
    Not,
    Num,
    Or,
    Truth,
    free_variables,
    variables_of,
)
from rropt.claims.normal import OPPOSITE, Condition, Fractions, Leaf, difference, trace_leaves
from rropt.claims.replay.poly import Polynomial, Ring
from rropt.claims.replay.proof import Proof
from rropt.exact.errors import InputError

__all__ = ["write_refutation"]

TURNED = {"<": "Rnot_lt_ge", "<=": "Rnot_le_gt", ">": "Rnot_gt_le", ">=": "Rnot_ge_lt"}
CLASH = {"<": "Rlt_not_ge", ">": "Rgt_not_le", "<=": "Rle_not_gt", ">=": "Rge_not_lt"}
SCALED = {"<": "lt", ">": "gt", "<=": "le", ">=": "ge", "=": "eq", "!=": "ne"}
MOST_TEXT = 1_500_000

Waiting = tuple[tuple[Formula, bool, str], ...]
Path = dict[Compare, str]


def write_refutation(
    assumed: Mapping[Formula, str],
    formulas: tuple[Formula, ...],
    goal: Formula,
    proofs: Sequence[Proof],
    words: Mapping[str, str],
    integers: frozenset[str],
) -> str:
    """Write steps that prove the goal from the formulas.

    The steps split the formulas and the negated goal into leaves, which are conjunctions of comparisons. Each leaf is refuted by
    one of the `proofs`. `assumed` has the name of each formula as a Coq hypothesis, and `words` has the Coq text of each variable.
    """
    names = variables_of((*formulas, goal))
    fractions = Fractions(Ring(names))
    leaves = trace_leaves(formulas, goal, fractions, integers)
    table: dict[frozenset[Compare], list[tuple[Leaf, Proof]]] = {}
    for leaf, proof in zip(leaves, proofs, strict=True):
        table.setdefault(frozenset(leaf.whole), []).append((leaf, proof))
    writer = _Writer(fractions, names, words, integers, table, Scripter([words[x] for x in names]))
    name = writer.script.name("G")
    waiting = tuple((x, True, assumed[x]) for x in dict.fromkeys(formulas) if x != Truth(True))
    return f"apply NNPP; intro {name}.\n{writer.split((*waiting, (goal, False, name)), {})}"


@dataclass(slots=True)
class _Writer:
    fractions: Fractions
    names: tuple[str, ...]
    words: Mapping[str, str]
    integers: frozenset[str]
    table: dict[frozenset[Compare], list[tuple[Leaf, Proof]]]
    script: Scripter
    size: int = field(default=0)

    def split(self, waiting: Waiting, path: Path) -> str:
        """Write steps that prove False from formulas still to be split (`waiting`) and comparisons found so far (`path`)."""
        if not waiting:
            return self.leaf(path)
        (formula, positive, h), *others = waiting
        rest = tuple(others)
        match formula:
            case Truth(value):
                close = f"destruct {h}." if not value else f"destruct ({h} I)."
                return self.split(rest, path) if value == positive else close
            case Compare(a, relation, b):
                return self.comparison(
                    formula if positive else Compare(a, OPPOSITE[relation], b), positive, h, rest, path
                )
            case Not(body) if positive:
                return self.split(((body, False, h), *rest), path)
            case Not(body):
                return f"apply NNPP in {h}.\n" + self.split(((body, True, h), *rest), path)
            case And((one,)) | Or((one,)):
                return self.split(((one, positive, h), *rest), path)
            case And((first, *more)) if positive:
                return self.both(h, (first, True), (And(tuple(more)), True), rest, path)
            case Or((first, *more)) if not positive:
                turned = f"apply not_or_and in {h}.\n"
                return turned + self.both(h, (first, False), (Or(tuple(more)), False), rest, path)
            case Or((first, *more)):
                return self.either(h, (first, True), (Or(tuple(more)), True), rest, path)
            case And((first, *more)):
                turned = f"apply not_and_or in {h}.\n"
                return turned + self.either(h, (first, False), (And(tuple(more)), False), rest, path)
            case Implies(a, b) if positive:
                return f"apply imply_to_or in {h}.\n" + self.either(h, (a, False), (b, True), rest, path)
            case Implies(a, b):
                return f"apply imply_to_and in {h}.\n" + self.both(h, (a, True), (b, False), rest, path)
            case Iff(a, b) if positive:
                return self.both(h, (Implies(a, b), True), (Implies(b, a), True), rest, path)
            case Iff(a, b):
                turned = f"apply not_and_or in {h}.\n"
                return turned + self.either(h, (Implies(a, b), False), (Implies(b, a), False), rest, path)
        raise InputError("the statement contains a quantifier that rropt cannot export to Coq")

    def both(self, h: str, a: tuple[Formula, bool], b: tuple[Formula, bool], rest: Waiting, path: Path) -> str:
        left, right = self.script.name("L"), self.script.name("L")
        found = self.split(((*a, left), (*b, right), *rest), path)
        return f"destruct {h} as [{left} {right}].\n{found}"

    def either(self, h: str, a: tuple[Formula, bool], b: tuple[Formula, bool], rest: Waiting, path: Path) -> str:
        name = self.script.name("L")
        one = self.split(((*a, name), *rest), path)
        other = self.split(((*b, name), *rest), path)
        return f"destruct {h} as [{name}|{name}].\n{{ {one} }}\n{{ {other} }}\n"

    def comparison(self, x: Compare, positive: bool, h: str, rest: Waiting, path: Path) -> str:
        step = ""
        opposite = Compare(x.left, OPPOSITE[x.relation], x.right)
        if not positive and x.relation in ("=", *TURNED):
            lemma = "NNPP" if x.relation == "=" else TURNED[OPPOSITE[x.relation]]
            step = f"apply {lemma} in {h}.\n"
        if opposite in path:
            other = path[opposite]
            if x.relation in ("=", "!="):
                return step + (f"exact ({h} {other})." if x.relation == "!=" else f"exact ({other} {h}).")
            return step + f"exact ({CLASH[x.relation]} _ _ {h} {other})."
        return step + self.split(rest, path if x in path else {**path, x: h})

    # leaves

    def leaf(self, path: Path) -> str:
        found = self.table.get(frozenset(path))
        if found is None:
            raise InputError(
                "the export to Coq has a case that the recorded proof does not have; decide the claim again"
            )
        gaps = [c for c in found[0][0].whole if c not in found[0][0].apart]
        return self.without_gaps(gaps, path, found)

    def without_gaps(self, gaps: list[Compare], path: Path, found: list[tuple[Leaf, Proof]]) -> str:
        if not gaps:
            leaf, proof = next((x for x in found if frozenset(x[0].apart) == frozenset(path)), (None, None))
            if leaf is None or proof is None:
                raise InputError(
                    "the export to Coq has a case that the recorded proof does not have; decide the claim again"
                )
            return self.closed(leaf, proof, path)
        gap, *more = gaps
        h = self.script.name("N")
        rest = {c: name for c, name in path.items() if c != gap}
        sides = [
            self.without_gaps(more, {**rest, Compare(gap.left, relation, gap.right): h}, found)
            for relation in ("<", ">")
        ]
        return f"destruct (Rdichotomy _ _ {path[gap]}) as [{h}|{h}].\n" + "".join(f"{{ {x} }}\n" for x in sides)

    def closed(self, leaf: Leaf, proof: Proof, path: Path) -> str:
        conditions = [x.condition for x in leaf.sourced]
        nonzero: dict[int, str] = {}

        def bring(i: int) -> tuple[str, Known]:
            return self.condition(leaf.sourced[i].source, conditions[i], path, nonzero)

        found = self.script.refute(conditions, proof, bring)
        self.size += len(found)
        if self.size > MOST_TEXT:
            raise InputError(
                "rropt cannot export the proof to Coq, because the proof is too long for Coq to compile in three minutes"
            )
        return found

    def condition(self, x: Compare, wanted: Condition, path: Path, nonzero: dict[int, str]) -> tuple[str, Known]:
        """Write steps that derive the condition `wanted` from the comparison x; return the steps and the new Coq hypothesis.

        The divisors of x are multiplied out. If all variables of x are whole numbers, the result may also be rounded. Raise
        `InputError` if the condition does not follow from x in these ways. `path` has the comparisons found so far. The keys of
        `nonzero` are the indices of the divisors for which `not_0` was called before.
        """
        steps, known = self.multiply_out(x, path, nonzero)
        if wanted == known.condition:
            return steps, known
        if wanted.relation != ">=" or not set(free_variables(x)) <= self.integers:
            raise InputError(
                "rropt cannot export the proof to Coq, because a condition follows neither by multiplying out nor by rounding "
                "whole numbers"
            )
        name, written = self.script.name("W"), wanted.poly
        text = poly_text(written, self.script.words)
        inner = _whole_text(written, [self.words[n].removeprefix("(IZR ").removesuffix(")") for n in self.names])
        steps += (
            f"assert ({name} : 0 <= {text}). {{ apply (whole_ge {inner}%Z); "
            f"[rewrite ?plus_IZR, ?mult_IZR, ?opp_IZR; ring | linear_from {known.name}]. }}\n"
        )
        return steps, Known(name, wanted, written, Fraction(1))

    def multiply_out(self, x: Compare, path: Path, nonzero: dict[int, str]) -> tuple[str, Known]:
        condition = self.fractions.condition(x)
        _, below = self.fractions.read(difference(x))
        steps = "".join(self.not_0(i, path, nonzero) for i, n in below.items() if n)
        equation = x.relation in ("=", "!=")
        powers = {i: n if equation else (n + 1) // 2 for i, n in below.items() if n}
        written, ratio = scale_to_whole(condition.poly)
        scale, factors = ratio, []
        for i, n in powers.items():
            divisor, lead = scale_to_whole(self.fractions.divisors[i])
            scale /= lead ** (n if equation else 2 * n)
            text = poly_text(divisor, self.script.words)
            factors.append(text if n == 1 else f"{text} ^ {n}")
        name = self.script.name("K")
        q = f"({' * '.join(factors)})" if factors else "1"
        target = RELATIONS[condition.relation].format(poly_text(written, self.script.words))
        steps += (
            f"assert ({name} : {target}). {{ apply ({SCALED[x.relation]}_scaled {rational(scale)} _ _ {q} _ {path[x]}); "
            "[lra | nonzero | same]. }\n"
        )
        return steps, Known(name, condition, written, ratio)

    def not_0(self, i: int, path: Path, nonzero: dict[int, str]) -> str:
        """Write steps that show that the divisor with the index i is not 0; write nothing if no way is known.

        For each i this is tried only once: if `nonzero` has the key i, write nothing. `path` has the comparisons found so far. If
        one of them is `term != 0`, and the divisor is the numerator of `term`, the steps derive the fact from this comparison, and
        `nonzero` stores the name of the fact. Otherwise the only step tries the tactic `lra`. This step is written only if exactly
        one term of the divisor has a variable, and no comparison gives the sign of the divisor.
        """
        if i in nonzero:
            return ""
        nonzero[i] = ""
        divisor = self.fractions.divisors[i]
        for x in path:
            if x.relation != "!=" or x.right != Num(Fraction(0)):
                continue
            top, _ = self.fractions.read(x.left)
            if _is_same(top, divisor):
                steps, known = self.multiply_out(x, path, nonzero)
                nonzero[i] = known.name
                return steps
        if sum(1 for e in divisor.terms if any(e)) != 1 or any(self.is_sign_of(x, divisor) for x in path):
            return ""
        name = self.script.name("K")
        text = poly_text(scale_to_whole(divisor)[0], self.script.words)
        return f"try assert ({name} : {text} <> 0) by (apply Rgt_not_eq; lra).\n"

    def is_sign_of(self, x: Compare, divisor: Polynomial) -> bool:
        """Whether the comparison x says that the divisor is > 0 or < 0.

        In this case a tactic of the library shows by itself that the divisor is not 0.
        """
        top, below = self.fractions.read(difference(x))
        return x.relation in ("<", ">") and not any(below.values()) and _is_same(top, divisor)


def _is_same(a: Polynomial, b: Polynomial) -> bool:
    return scale_to_whole(a)[0] in (scale_to_whole(b)[0], -scale_to_whole(b)[0])


def _whole_text(p: Polynomial, words: Sequence[str]) -> str:
    """Write a polynomial with whole coefficients in Coq, with each power written as a product."""
    terms = (
        " * ".join([rational(c), *(x for x, n in zip(words, e, strict=True) for _ in range(n))])
        for e, c in p.terms.items()
    )
    return "(" + " + ".join(terms) + ")"
