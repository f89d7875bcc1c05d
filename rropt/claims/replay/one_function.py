"""Proves a comparison of two terms by the sign, on a range, of a sum in one variable.

If the comparison has several variables, a new variable s may stand for an expression in them. Let v be one of the variables in the
expression. The equation that defines s is solved for v, and the solution replaces v everywhere. There are four kinds of equations:

    ["sum", v, {x: c, …}, d]    s = Σ c·x + d, and v is one of the variables x
    ["ratio", v, w]             s = v/w, where w > 0
    ["product", v, w]           s = v·w, where w > 0
    ["exponential", v]          s = log v, where v > 0

At every point where the hypotheses hold, s equals its expression. So suppose that a statement holds for every s in a range that
contains these values, and for all values of the other variables. Then it holds at that point.

The comparison is written as N/D `relation` 0, where D is a product of powers of divisors. N and each divisor must be a sum in s
alone, times a positive product in the other variables. It is shown that each divisor has one sign, other than 0, on each part of
the range. It is then left to compare N or −N with 0 on that part.

The only hypotheses used are bounds by numbers on a variable or on s, and the hypotheses s = c and s ≠ c for a number c. The range
of s is split into parts at each c with s ≠ c. All hypotheses must be defined everywhere.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, NamedTuple

from rropt.claims.duties import are_always_defined
from rropt.claims.language.syntax import (
    Add,
    Call,
    Compare,
    Div,
    Formula,
    Mul,
    Num,
    Term,
    Var,
    free_variables,
    substitute,
)
from rropt.claims.normal import difference
from rropt.claims.replay.exponential_sums import ExponentialSum, Key
from rropt.claims.replay.growth import Growth, Product, Reader
from rropt.claims.replay.monotone import Hypotheses, Record, bound_of, flatten
from rropt.claims.replay.signs_on_range import Aim, Range, has_sign
from rropt.exact.errors import InputError

__all__ = ["Piece", "Put", "is_shown_by_function", "known_ranges", "open_comparison"]

Put = list[Any]
MOST_PUTS = 3
EVERYWHERE = Range(None, False, None, False)
ZERO = Fraction(0)


class Piece(NamedTuple):
    """The statement `top / Π divisor^exponent relation 0` on a part of the variable's range.

    `divisors` lists the pairs (divisor, exponent).
    """

    range: Range
    divisors: list[tuple[ExponentialSum, int]]
    top: ExponentialSum
    relation: str

    def divisor_aim(self, i: int, sign: int) -> Aim:
        return Aim(_with_sign(self.divisors[i][0], sign), self.range, True)

    def aim(self, signs: list[int], sign: int = 1) -> Aim:
        """Return an `Aim`: the sign that the numerator `top` must have on the range for the comparison to hold.

        The comparison is top / Π divisor^exponent `relation` 0. `signs` has the sign of each divisor, 1 or −1. If the relation is
        !=, either > or < may be shown instead; for <, set `sign` to −1.
        """
        for (_, n), s in zip(self.divisors, signs, strict=True):
            sign *= s**n
        return Aim(_with_sign(self.top, sign), self.range, self.relation != ">=")


def _with_sign(f: ExponentialSum, sign: int) -> ExponentialSum:
    return {k: sign * c for k, c in f.items()}


def known_ranges(flat: list[Formula]) -> dict[str, Range]:
    """Return the range that bounds by numbers among the hypotheses give to each variable; without bounds it is the whole line."""
    found: dict[str, Range] = {}
    for x in dict.fromkeys(name for h in flat for name in free_variables(h)):
        bounds = [b for h in flat for b in [bound_of(x, h)] if b is not None]
        found[x] = _range((relation, end.value) for relation, end in bounds if isinstance(end, Num))
    return found


def _range(bounds: Iterator[tuple[str, Fraction]]) -> Range:
    found = EVERYWHERE
    for relation, end in bounds:
        closed = relation in (">=", "<=")
        if relation in (">", ">="):
            if found.low is None or (end, not closed) > (found.low, not found.has_low):
                found = found._replace(low=end, has_low=closed)
        elif found.high is None or (-end, not closed) > (-found.high, not found.has_high):
            found = found._replace(high=end, has_high=closed)
    return found


def _bounds(s: str, where: Range) -> list[Formula]:
    low = [] if where.low is None else [Compare(Var(s), ">=" if where.has_low else ">", Num(where.low))]
    high = [] if where.high is None else [Compare(Var(s), "<=" if where.has_high else "<", Num(where.high))]
    return [*low, *high]


# a new variable


def _put(flat: list[Formula], conclusion: Compare, put: Put, s: str) -> tuple[list[Formula], Compare] | None:
    """Replace a variable by a term in the new variable s as `put` says. Return the hypotheses, with the bounds of s added, and
    the conclusion.

    None if the hypotheses do not allow it: for example, the divisor of a ratio must be known to be positive.
    """
    names = {x for formula in (*flat, conclusion) for x in free_variables(formula)}
    read = _form(put, s, known_ranges(flat), names)
    if read is None:
        return None
    value, where = read
    changed = [substitute(h, {put[1]: value}) for h in flat]
    return [*changed, *_bounds(s, where)], substitute(conclusion, {put[1]: value})  # type: ignore[list-item, return-value]


def _form(put: Put, s: str, ranges: Mapping[str, Range], names: set[str]) -> tuple[Term, Range] | None:
    """Return the term in s that replaces a variable as `put` says, and the range of s.

    None if the hypotheses do not allow it, or if `put` uses a variable that is not in `names`.
    """
    match put:
        case ["sum", str(v), dict(weights), constant]:
            c, d = {x: Fraction(n) for x, n in weights.items()}, Fraction(constant)
            if not c.get(v) or not set(c) <= names:
                return None
            rest = (Mul((Num(-n), Var(x))) for x, n in c.items() if x != v)
            value = Mul((Num(1 / c[v]), Add((Var(s), Num(-d), *rest))))
            return value, _range_of_sum([(n, ranges.get(x, EVERYWHERE)) for x, n in c.items()], d)
        case ["ratio" | "product" as kind, str(v), str(w)]:
            if v == w or not ranges.get(w, EVERYWHERE).is_positive():
                return None
            own = ranges.get(v, EVERYWHERE)
            where = (
                Range(ZERO, not own.is_positive(), None, False) if own.low is not None and own.low >= 0 else EVERYWHERE
            )
            return (Mul((Var(s), Var(w))) if kind == "ratio" else Div(Var(s), Var(w))), where
        case ["exponential", str(v)]:
            own = ranges.get(v, EVERYWHERE)
            if not own.is_positive():
                return None
            low = ZERO if own.low is not None and own.low >= 1 else None
            high = ZERO if own.high is not None and own.high <= 1 else None
            has_low = low is not None and (own.has_low or own.low != 1)
            has_high = high is not None and (own.has_high or own.high != 1)
            return Call("exp", (Var(s),)), Range(low, has_low, high, has_high)
    return None


def _range_of_sum(parts: list[tuple[Fraction, Range]], constant: Fraction) -> Range:
    """Compute the range of Σ c·x + constant, where `parts` has each c with the range of x."""
    low: Fraction | None = constant
    high: Fraction | None = constant
    has_low = has_high = True
    for c, where in parts:
        if c < 0:
            where, c = where.mirror(), -c
        if not c:
            continue
        low = None if low is None or where.low is None else low + c * where.low
        high = None if high is None or where.high is None else high + c * where.high
        has_low, has_high = has_low and where.has_low, has_high and where.has_high
    return Range(low, has_low and low is not None, high, has_high and high is not None)


# the comparison in one variable


def open_comparison(hypotheses: Hypotheses, conclusion: Formula, puts: list[Put]) -> list[Piece] | None:
    """Replace terms by new variables as `puts` says, and list statements that together imply the conclusion.

    There is one statement for each part of the range of the last new variable, or of the conclusion's first variable if `puts` is
    empty. Return None if the terms cannot be replaced, or if no such statements are found.
    """
    if not isinstance(conclusion, Compare) or len(puts) > MOST_PUTS or not are_always_defined(hypotheses):
        return None
    flat = flatten(hypotheses)
    names = free_variables(conclusion)
    for i, put in enumerate(puts):
        new = _put(flat, conclusion, put, f"s@{i + 1}") if put[1] in names else None
        if new is None:
            return None
        flat, conclusion = new
        names = free_variables(conclusion)
    if not puts and not names:
        return None
    last = f"s@{len(puts)}" if puts else names[0]
    try:
        return _pieces(flat, conclusion, last)
    except InputError:
        return None


def _pieces(flat: list[Formula], conclusion: Compare, x: str) -> list[Piece] | None:
    ranges = known_ranges(flat)
    positive = frozenset(name for name, where in ranges.items() if where.is_positive())
    not_negative = frozenset(name for name, where in ranges.items() if where.low is not None and where.low >= 0)
    reader = Reader(positive, not_negative)
    top, below = reader.read(difference(conclusion))
    f = _in_one(top, x, positive)
    divisors = [_in_one(d, x, positive) for d in reader.divisors()]
    if f is None or any(d is None for d in divisors):
        return None
    relation = {"<": ">", "<=": ">="}.get(conclusion.relation, conclusion.relation)
    numbered = [(d, below.get(i, 0)) for i, d in enumerate(divisors) if d is not None]
    return [Piece(where, numbered, f, relation) for where in _taken_apart(flat, x, positive, not_negative)] or None


def _taken_apart(flat: list[Formula], x: str, positive: frozenset[str], not_negative: frozenset[str]) -> list[Range]:
    """List ranges that contain all values of x that the hypotheses allow, split at every number that they exclude.

    Hypotheses that `_linear` does not read are not used.
    """
    bounds: list[tuple[str, Fraction]] = []
    holes: set[Fraction] = set()
    for h in flat:
        found = _linear(h, x, positive, not_negative)
        if found is None:
            continue
        relation, end = found
        if relation == "!=":
            holes.add(end)
        else:
            bounds += [(r, end) for r in ((">=", "<=") if relation == "=" else (relation,))]
    pieces = [_range(iter(bounds))]
    for hole in sorted(holes):
        whole = pieces.pop()
        below, above = whole.below(hole), whole.above(hole)
        below = below._replace(has_high=below.has_high and below.high != hole)
        above = above._replace(has_low=above.has_low and above.low != hole)
        pieces += [below, above]
    return [piece for piece in pieces if not piece.is_empty()]


def _linear(h: Formula, x: str, positive: frozenset[str], not_negative: frozenset[str]) -> tuple[str, Fraction] | None:
    """Rewrite a hypothesis as `x relation number`; return the relation and the number.

    To make the hypothesis linear in x, it may be divided by a positive product of the other variables. None if it does not become
    linear in this way.
    """
    if not isinstance(h, Compare):
        return None
    try:
        top, below = Reader(positive, not_negative).read(difference(h))
    except InputError:
        return None
    f = None if any(below.values()) else _in_one(top, x, positive)
    if f is None or any(k.rate or k.shift or k.logs or k.power not in (0, 1) for k in f):
        return None
    by_power = {k.power: c for k, c in f.items()}
    c = by_power.get(Fraction(1))
    if c is None:
        return None
    relation = {"<": ">", "<=": ">="}.get(h.relation, h.relation)
    turned = relation if c > 0 else {">": "<", ">=": "<="}.get(relation, relation)
    return turned, -by_power.get(ZERO, ZERO) / c


def _in_one(g: Growth, x: str, positive: frozenset[str]) -> ExponentialSum | None:
    """Divide a sum by a positive product of the other variables, such that only x remains; None if that is impossible."""
    found: ExponentialSum = {}
    common: Product | None = None
    for s, c in g.terms.items():
        key, rest = _apart(s, x)
        if key is None or common not in (None, rest):
            return None
        common = rest
        found[key] = c
    if common is not None and (common.logs or not {name for name, _ in common.powers} <= positive):
        return None
    return found


def _apart(s: Product, x: str) -> tuple[Key | None, Product]:
    """Split a summand s into two factors: the first depends on x, and the second does not.

    Constant powers of e belong to the first factor. Return (None, s) if an exponent of e in s contains x in any other way than as
    number · x, for example as x² or x·y.
    """
    exponent = dict(s.exponent)
    rate, shift = exponent.pop(((x, Fraction(1)),), ZERO), exponent.pop((), ZERO)
    logs = dict(s.logs)
    own = logs.pop(x, ZERO)
    if any(name == x for powers in exponent for name, _ in powers):
        return None, s
    key = Key(dict(s.powers).get(x, ZERO), rate, shift, int(own))
    others = tuple((name, n) for name, n in s.powers if name != x)
    return key, Product(others, tuple(exponent.items()), tuple(logs.items()))


# the record


def is_shown_by_function(
    hypotheses: Hypotheses, conclusion: Formula, record: Record, proofs: object, integers: frozenset[str]
) -> bool:
    """Whether the record proves the conclusion, which is a comparison or several comparisons joined by `and`.

    `proofs` and `integers` are not used: the record holds no proofs to decode, and the statement is proved for all real numbers.
    """
    wanted = flatten((conclusion,))
    return len(wanted) == len(record["comparisons"]) and all(
        _is_shown(hypotheses, part, found) for part, found in zip(wanted, record["comparisons"], strict=True)
    )


def _is_shown(hypotheses: Hypotheses, conclusion: Formula, record: Record) -> bool:
    pieces = open_comparison(hypotheses, conclusion, record["puts"])
    if pieces is None or len(pieces) != len(record["pieces"]):
        return False
    return all(_is_piece_shown(piece, found) for piece, found in zip(pieces, record["pieces"], strict=True))


def _is_piece_shown(piece: Piece, record: Record) -> bool:
    signs = [sign for sign, _ in record["divisors"]]
    if len(signs) != len(piece.divisors) or not all(map(_is_sign, signs)):
        return False
    if not all(has_sign(piece.divisor_aim(i, sign), tree) for i, (sign, tree) in enumerate(record["divisors"])):
        return False
    if piece.relation == "=":
        return not piece.top
    sign = record["sign"]
    is_allowed = _is_sign(sign) and (sign == 1 or piece.relation == "!=")
    return is_allowed and has_sign(piece.aim(signs, sign), record["tree"])


def _is_sign(x: object) -> bool:
    """Whether x is the integer 1 or -1. The float 1.0 is not accepted, because products with it are rounded."""
    return type(x) is int and x in (1, -1)
