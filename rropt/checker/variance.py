"""Variances of an estimated prevalence: two outputs, on a polyhedron; outputs free, on the extreme rays of the demand."""

from collections.abc import Callable, Iterator
from itertools import combinations, product
from typing import Any

from .numbers import ONE, TWO, ZERO, Domain, Ratio, dot, expect, largest, require, total
from .read import Demand, Matrix, crowd, listed, matrix, mechanism, numbers, satisfy, shown, take, times

WHERE = {
    "prevalence": "at prevalence",
    "every": "for every prevalence pi of",
    "worst": "at the worst prevalence of",
    "formula": "(x - pi)(y - 1 + pi) with (x, y) = (p00, p11)/(p00 + p11 - 1)",
}
AT = (
    "minimum of the asymptotic n*Var at prevalence {}",
    "minimum of the largest asymptotic n*Var for prevalences in {}",
)


# a x + b y - c.
def height(line: tuple[Ratio, ...], at: tuple[Ratio, Ratio]) -> Ratio:
    return line[0] * at[0] + line[1] * at[1] - line[2]


# Every intersection of two of the lines that does not violate one of them on the whole domain.
def corners(lines: list[tuple[Ratio, Ratio, Ratio]]) -> Iterator[tuple[Ratio, Ratio]]:
    for (a, b, c), (d, e, f) in combinations(lines, 2):
        if a * e != b * d:
            at = (c * e - b * f) / (a * e - b * d), (a * f - c * d) / (a * e - b * d)
            if not any(height(line, at) < ZERO for line in lines):
                yield at


# Where in [a, b] the prevalence of largest variance lies: at a, at b, or inside at (x - y + 1)/2; and that variance.
def pieces(a: Ratio, b: Ratio) -> list[tuple[list[tuple[Ratio, Ratio, Ratio]], Callable[[Ratio, Ratio], Ratio]]]:
    left, right, inside = (
        (-ONE, ONE, ONE - TWO * a),
        (ONE, -ONE, TWO * b - ONE),
        [(ONE, -ONE, TWO * a - ONE), (-ONE, ONE, ONE - TWO * b)],
    )
    at_a, at_b = [(lambda x, y, pi=pi: (x - pi) * (y - ONE + pi)) for pi in (a, b)]
    return (
        [([], at_a)]
        if a is b
        else [([left], at_a), ([right], at_b), (inside, lambda x, y: (x + y - ONE) * (x + y - ONE) / (TWO * TWO))]
    )


# No vertex of the polyhedron beats the mechanism; with 'minimisers', none that is not listed ties with them either.
def optimal(body: Any, domain: Domain) -> str:
    wanted, objective, claimed, P, listing, *names = take(
        body, domain, "notion objective value? mechanism? minimisers? inputs outputs"
    )
    _, prevalence, every, worst, restriction = take(objective, domain, "name prevalence? every? worst? restriction?")
    (a, b), warner = every or worst or (prevalence, prevalence), restriction is not None
    expect(
        [P, listing].count(None) == 1 == [every, claimed].count(None) == [*map(len, names)].count(2) - 1
        and [prevalence, every, worst].count(None) == 2
        and restriction in (None, "warner")
        and not (listing and worst),
        "the parts of the claim",
    )
    designs = [satisfy(mechanism(domain, x), wanted) for x in listed(listing or [body["mechanism"]])]
    T, d, gaps = wanted.ratio - ONE + wanted.delta, wanted.delta, []
    require(
        all(p00 + p11 > ONE and (p00 == p11 or not warner) for (p00, _), (_, p11) in designs)
        and ZERO <= a <= b <= ONE <= wanted.ratio,
        "p00 + p11 is not greater than 1, p00 = p11 does not hold, e^epsilon < 1, or prevalences out of order",
    )
    best = [(p00 / (p00 + p11 - ONE), p11 / (p00 + p11 - ONE)) for (p00, _), (_, p11) in designs]
    lines = [(ONE, ZERO, ONE), (ZERO, ONE, ONE), (T, d, T + ONE), (d, T, T + ONE)] + [
        (ONE, -ONE, ZERO),
        (-ONE, ONE, ZERO),
    ] * warner
    for ends in [(a, a), (b, b)] if every else [(a, b)]:
        values = [
            f(*at) for at in best for extra, f in pieces(*ends) if all(height(line, at) >= ZERO for line in extra)
        ]
        require(
            bool(values) and all(v == (claimed or values[0]) for v in values),
            "another value, or one that changes its piece",
        )
        gaps.append([(at, f(*at) - values[0]) for extra, f in pieces(*ends) for at in corners(lines + extra)])
        require(all(gap >= ZERO for _, gap in gaps[-1]), "another vertex has a smaller variance")
    for ((x, y), g), (_, h) in zip(gaps[0], gaps[-1], strict=True) if listing else ():
        require(g + h > ZERO or any(x == u and y == v for u, v in best), "a minimiser is missing from the list")
    require(not claimed or claimed > ZERO or claimed == ZERO, "the value is 0 only somewhere; split the domain")
    require(
        not (listing and claimed)
        or claimed > ZERO
        or all(any(x == u and y == v for (x, y), _ in gaps[0]) for u, v in best),
        "a minimiser that is no vertex",
    )
    where, how = (
        next(f"{word} {shown(objective[key])}" for key, word in WHERE.items() if key in objective),
        "by"
        if P
        else "inside it only by"
        if every
        else "only by"
        if claimed > ZERO
        else "on a face with the extreme points",
    )
    return (
        f"among all mechanisms with {crowd(names[0], 'input')} and {crowd(names[1], 'output')} satisfying {wanted.words}"
        f"{' and p00 = p11' * warner} with p00 + p11 > 1, the smallest n*Var {where} is "
        f"{shown(body.get('value', WHERE['formula']))}, attained {how} {' and '.join(map(shown, listing or [body['mechanism']]))}"
    )


# The sum of d^2/w over the rows (a, b), with d = b - a and w = (1 - pi) a + pi b, and of d^3/w^2, minus its derivative in pi.
def information(rows: Matrix, pi: Ratio) -> tuple[Ratio, Ratio]:
    parts = [(b - a, (ONE - pi) * a + pi * b) for a, b in rows if a.num or b.num]
    require(all(w > ZERO for _, w in parts), "an output of probability 0 at this prevalence")
    return total([d * d / w for d, w in parts]), total([d * d * d / (w * w) for d, w in parts])


# Prevalences of [a, b]; what I of the mechanism is at least there, by its tangent, as it is convex; the objective in words.
def informed(P: Matrix, body: Any, domain: Domain) -> tuple[list[Ratio], Ratio, str]:
    (_, pi, worst), asked = take(body["objective"], domain, "name prevalence worst?"), body["objective"]
    *places, at = numbers(domain, body.get("places", [asked["prevalence"]] * 4))
    (a, b), (reached, falls) = (pi, pi) if worst is None else worst, information(P, at)
    least = reached - largest([ZERO, falls * (b - at), falls * (a - at)])
    require(
        a >= ZERO and b <= ONE and all(a <= x <= b for x in [pi, *places, at]) and least > ZERO,
        "a prevalence outside the interval or [0, 1], or a mechanism that may carry no information",
    )
    return places, least, AT[bool(worst)].format(shown(asked.get("worst", asked["prevalence"])))


# 1/I of the dual's bound on the Fisher information, and of the mechanism's.
def prove_asymptotic(P: Matrix, body: Any, wanted: Demand, domain: Domain) -> tuple[Ratio, Ratio, str]:
    ([pi, *_], least, words), ((y, z), (m, n)) = (
        informed(P, body, domain),
        take(body["dual"], domain, "column pair"),
    )
    require(
        m >= ZERO
        and n >= ZERO
        and wanted.ratio >= ONE
        and all(
            information([[*row]], pi)[0] <= y * row[0] + z * row[1] + more
            for *row, more in [(wanted.ratio, ONE, ZERO), (ONE, wanted.ratio, ZERO)]
            + [(ONE, ZERO, m), (ZERO, ONE, n)] * bool(wanted.delta.num)
        ),
        "a negative multiplier, e^epsilon < 1, or the dual inequality fails on a ray",
    )
    return ONE / (y + z + wanted.delta * (m + n)), ONE / least, words


# The rows (delta, 0), s (T, 1), s (1, T), (0, delta) with s = (1 - delta)/(T + 1): as informative as all that meet the demand.
def four(wanted: Demand) -> Matrix:
    require(wanted.ratio >= ONE, "a demand with e^epsilon < 1")
    s = (ONE - wanted.delta) / (wanted.ratio + ONE)
    return [[wanted.delta, ZERO], [s * wanted.ratio, s], [s, s * wanted.ratio], [ZERO, wanted.delta]]


# P can be garbled into the mechanism of four rows, which is at least as informative as all others.
def dominant(body: Any, domain: Domain) -> str:
    P, wanted, C = take(body, domain, "mechanism notion garbling")
    require(times(C, satisfy(P, wanted)) == four(wanted), "the garbling does not show the relation")
    return (
        f"the mechanism {shown(body['mechanism'])} satisfies {wanted.words}, and is at least as informative as every "
        "mechanism with two inputs that does; so none of these has a smaller asymptotic n*Var at any prevalence"
    )


# 1/I of the best of the four rows with two neighbours merged, each at a prevalence, which no three outputs exceed; and of P.
def prove_three(P: Matrix, body: Any, wanted: Demand, domain: Domain) -> tuple[Ratio, Ratio, str]:
    (places, least, words), rows = informed(P, body, domain), four(wanted)
    return (
        ONE
        / largest(
            [
                information([*rows[:i], [x + y for x, y in zip(*rows[i : i + 2], strict=True)], *rows[i + 2 :]], at)[0]
                for i, at, _ in zip(range(3), places, P, strict=True)
            ]
        ),
        ONE / least,
        words,
    )


# 2 Tr X - sum y - |pi|^2 and Tr N - |pi|^2, N the inverse of M = sum r r^T/(r^T pi).
def prove_total(P: Matrix, body: Any, wanted: Demand, domain: Domain) -> tuple[Ratio, Ratio, str]:
    (_, pi), (y,), k = (
        take(body["objective"], domain, "name prevalences"),
        take(body["dual"], domain, "column"),
        range(len(P[0])),
    )
    expect(
        len(k) <= 12 and len(body["matrix"]) == len(k) and not wanted.delta.num,
        "too many inputs to enumerate the patterns, a matrix of another size, or delta > 0",
    )
    kept, N, rows = (
        [(row, dot(pi, row)) for row in P if any(x.num for x in row)],
        matrix(domain, body["inverse"]),
        [[(x, wanted.ratio * x) for x in row] for row in (pi, y, *matrix(domain, body["matrix"]))],
    )
    M = [[total([row[a] * row[b] / w for row, w in kept]) for b in k] for a in k]
    require(times(M, N) == [[ONE if a == b else ZERO for b in k] for a in k], "the inverse is not the inverse")
    require(all(p > ZERO for p in pi), "a prevalence that is not positive")
    for s in product(range(2), repeat=len(k)):
        below, above, *v = [total([pair[e] for pair, e in zip(row, s, strict=True)]) for row in rows]
        require(dot(v, v) <= above * below, "the dual inequality fails on a pattern")
    return (
        TWO * total([rows[j + 2][j][0] for j in k]) - total(y) - dot(pi, pi),
        total([N[j][j] for j in k]) - dot(pi, pi),
        f"minimum of the total asymptotic n*Var at {shown(body['objective']['prevalences'])}",
    )
