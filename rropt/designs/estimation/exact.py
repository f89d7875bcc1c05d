"""Turn the numeric optimum of estimates into an exact optimum, if its numbers are rational functions of t; else prove bounds.

A pattern is a row with entries 1 and t = e^ε. An orbit has the patterns that differ only by exchanging equal inputs. Take the
orbits that have positive weight in the numeric optimum. Suppose that only one choice of positive shares of these orbits covers
every input alike. Then these shares are rational, whatever t is. So the following have rational functions of t as entries: the
matrix M = Σ r rᵀ/(rᵀπ) over the mechanism's rows r, the efficient estimator, and the matrix X = KM⁻ for the contrasts K and a
generalised inverse M⁻ of M. The prices y follow from the patterns with positive weight, because at these the dual inequality is an
equality.

The checker judges the exact result. If the checker does not accept it, the result is dropped, and the bounds of `within.py` are
given in its place; but if floats show that it is the optimum, it is kept, so that the error is seen.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial

from rropt.certificate.judge import judge
from rropt.designs.estimation.certificate import Proof, ProofAt, write_proof
from rropt.designs.estimation.numeric.solution import Solution
from rropt.designs.estimation.orbits import bounds_by_orbits, square_of, sums_by_orbits
from rropt.designs.estimation.program import EstimationProgram
from rropt.designs.estimation.within import MARGINS, bound_variances, choose_shares
from rropt.designs.estimation.within import MOST_CANDIDATES as MOST_LISTED
from rropt.designs.floats.rounding import round_relative
from rropt.designs.objectives.covariances.covariance import efficient_estimates
from rropt.designs.objectives.estimation import estimation_of
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.orbits import Orbits
from rropt.designs.rows.patterns import PatternWeights
from rropt.designs.rows.supports import MOST_CANDIDATES, MOST_DEVELOPED, Pattern, only_shares, thin_orbit
from rropt.engine.sets import Classes, Counts
from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.matrix import Matrix, independent_rows, product, rank, total_of, transpose
from rropt.exact.matrix import solve as solve_exactly
from rropt.exact.spelling import counted
from rropt.mechanism import Mechanism
from rropt.problem.answers import Evidence
from rropt.problem.notes import OfMechanism
from rropt.problem.problem import Problem

ATTAINED = OfMechanism(
    "the estimators in the JSON are unbiased whatever the prevalences are, and attain the value at those planned for"
)
PRICES_FALL_SHORT = "price-row"  # the checker's condition that fails where the prices are below f at some row
MOST_SINGLE = 12  # the most inputs of which the checker tries all patterns one by one

__all__ = ["notes_of", "optimum_in_the_field", "prove", "spread_mechanism"]


def prove(problem: Problem, solution: Solution) -> Evidence:
    """Prove the optimum exactly if it can be reconstructed, else prove bounds from both sides.

    It can be reconstructed only if its numbers are rational functions of the demand's numbers.
    """
    in_field = optimum_in_the_field if isinstance(solution.program.rows, Orbits) else optimum_on_rays
    found = in_field(problem, solution)
    return prove_within(problem, solution) if found is None else found


def prove_within(problem: Problem, solution: Solution) -> Evidence:
    """Prove bounds from both sides with a mechanism of rational weights, its estimators, and rational prices.

    If the mechanism would have too many rows, the certificate does not list them. Instead it has one weight for each orbit, which
    is a set of rows that differ only by exchanging equal inputs. This is possible under four conditions. All rows have the entries
    1 and e^ε. No inputs were merged. There is one list of prevalences. The contrasts have no weights and treat exchangeable inputs
    alike. Otherwise the certificate has the rows.
    """
    program, square = solution.program, square_of(solution.program)
    is_plain = isinstance(program.rows, Orbits) and program.merging is None
    if is_plain and len(program.prevalences) == 1 and square is not None:
        several = [program.classes.size_of(counts) for counts, _ in solution.active()]
        if sum(several) > MOST_LISTED:
            return bounds_by_orbits(problem, solution, square)
    shares = choose_shares(solution)
    mechanism = spread_mechanism(program, shares, problem.inputs)
    for margin in MARGINS:
        proof = bound_variances(solution, shares, margin=margin)
        found = _evidence(problem, program, mechanism, proof, source="an interior point, rounded")
        if judge(found.certificate).condition != PRICES_FALL_SHORT:
            break
    return found


def optimum_in_the_field(problem: Problem, solution: Solution) -> Evidence | None:
    """Reconstruct the exact optimum from the orbits that have positive weight in the numeric optimum.

    An orbit has the rows with entries 1 and t = e^ε that differ only by exchanging equal inputs. The weights of the orbits must
    follow from the condition that all inputs have the same total probability. The result is None if the weights do not follow, if
    there are several lists of prevalences, if no exact certificate of this form is written for so many inputs or rows, if some step
    has no exact solution, or if the checker does not accept the result.

    There is one exception to the last reason, for results whose rows are written down. Let M be Σ r rᵀ/(rᵀπ) over the rows r, with
    the prevalences π. If M is invertible and floats show that no other orbit can have positive weight, a result that the checker
    rejects is returned all the same, so that the error is seen.
    """
    program, orbits = solution.program, [counts for counts, _ in solution.active()]
    alone = only_shares(program.classes, orbits) if len(program.prevalences) == 1 else None
    if alone is None:
        return None
    many = len(program.classes.members) > 1 or program.k > MOST_DEVELOPED
    if many and max(map(program.classes.size_of, alone)) > MOST_CANDIDATES:
        square = square_of(program)
        made = None if square is None else sums_by_orbits(problem, program, alone, square, partial(_columns, solution))
        return made if made is not None and judge(made.certificate).is_accepted else None
    shares = _thin(program.classes, alone)
    rows = spread_mechanism(replace(program, merging=None), shares, None).rows
    known = _efficient(program, alone, rows, list(shares))
    if known is None:
        return None
    estimator, value = known
    # where M is singular X is not unique, and the X that is found does not treat the inputs of a class alike
    whole = rank(rows) == program.k
    if not whole and program.k > MOST_SINGLE:
        return None
    matrix = _matrix(solution, list(shares), estimator)
    pi, t = program.prevalences[0], program.ratio
    first = [next(program.classes.patterns_of(counts)) for counts in orbits]
    rights = [program.add_up([x * x for x in _image(matrix, p, t)], 0) / _value(pi, p, t) for p in first]
    columns = _columns(solution, orbits, rights)
    if columns is None:
        return None
    found = _evidence(
        problem,
        program,
        spread_mechanism(program, shares, problem.inputs),
        Proof(
            bounds=(value, value),
            places=(ProofAt(estimator=estimator, matrix=matrix),),
            columns=program.classes.spread(columns),
        ),
        source="exact on the patterns that carry weight",
        by_class=whole or program.merging is not None,
    )
    judged = judge(found.certificate)
    if judged.asks_too_much:
        return None
    # if floats show a strict inequality at all other patterns, this is the optimum, and a refusal is an error to be shown
    sure = whole and solution.is_strict(orbits)
    return found if judged.is_accepted or sure else None


def optimum_on_rays(problem: Problem, solution: Solution) -> Evidence | None:
    """Reconstruct the exact optimum from the extreme rays that have positive weight in the numeric optimum. An extreme ray is a row
    that is no sum of others.

    If there are exactly as many such rays as inputs and they are linearly independent, they determine their weights, the matrix X
    of the lower bound, and the prices y. The result is None if this is not so, if the demand limits sums over the rows (as with
    δ > 0), if there are several lists of prevalences, if the rays are known only approximately, or if the checker does not accept
    the result.
    """
    program, generators = solution.program, solution.program.rows
    if (
        not isinstance(generators, Generators)
        or not generators.is_exact
        or generators.has_budgets
        or len(program.prevalences) > 1
    ):
        return None
    pi, shares = program.prevalences[0], choose_shares(solution)
    rays = [generators.rows[n] for (n,) in shares]
    if len(rays) != program.k or rank(rays) < program.k:
        return None
    mechanism = spread_mechanism(program, shares, problem.inputs)
    known = efficient_estimates(mechanism.rows, pi, program.contrast)
    if known is None:
        return None
    value = program.add_up(known.variances, 0)
    chances = [total_of([x * p for x, p in zip(ray, pi, strict=True)]) for ray in rays]
    images = [[x * q for x in column] for column, q in zip(transpose(known.estimator), chances, strict=True)]
    heights = [[program.add_up([x * x for x in image], 0) / q] for image, q in zip(images, chances, strict=True)]
    found = _evidence(
        problem,
        program,
        mechanism,
        Proof(
            bounds=(value, value),
            places=(ProofAt(estimator=known.estimator, matrix=transpose(solve_exactly(rays, images))),),
            columns=tuple(y for (y,) in solve_exactly(rays, heights)),
        ),
        source="exact on the extreme rays that carry weight",
    )
    return found if judge(found.certificate).is_accepted else None


def _thin(classes: Classes, alone: Mapping[Counts, Fraction]) -> dict[Pattern, Fraction]:
    """Replace each orbit by a few of its patterns, and return the shares of these patterns.

    A pattern is a set of inputs. An orbit has all patterns with the same number of inputs from each class, and `alone` maps these
    numbers to the share of the orbit. For every two inputs, the total share of the patterns that contain both stays the same.
    """
    return {p: w * x for counts, w in alone.items() for p, x in thin_orbit(classes, counts).items()}


def spread_mechanism(
    program: EstimationProgram, shares: Mapping[Pattern, Fraction], inputs: Sequence[str] | None
) -> Mechanism:
    """Build the mechanism in which each pattern has its share in `shares`.

    A pattern is a set of inputs. It stands for the row that is e^ε at these inputs and 1 elsewhere. If the program is over extreme
    rows, `shares` has weights of these rows instead. Inputs that the program merged are separated again. `inputs` are the names of
    the problem's inputs, or None.
    """
    if isinstance(program.rows, Generators):
        return Mechanism(program.rows.weigh(dict(shares)), inputs, program.rows.labels(dict(shares), inputs))
    single = Classes.single(program.exchangeable.k)
    widened = shares if program.merging is None else program.merging.widen_shares(shares)
    weights = PatternWeights.of_shares(single, program.ratio, {single.counts_of(p): w for p, w in widened.items()})
    return weights.mechanism(inputs)


def _efficient(
    program: EstimationProgram, alone: Mapping[Counts, Fraction], rows: Matrix, patterns: Sequence[Pattern]
) -> tuple[Matrix, Number] | None:
    """Compute the efficient estimator, indexed [contrast, answer], and its value. Return None if the contrasts are not identified.

    `rows` are the mechanism's rows, and `patterns` has for each row the set of inputs at which it is largest. An orbit has the
    patterns that differ only by exchanging equal inputs, and `alone` maps each orbit to its share. The information matrix M of the
    mechanism is built and inverted from these shares, which is faster than from the rows. If there are at most as many rows as
    inputs, or if M is singular, the estimator is computed from `rows`.
    """
    pi, contrast = program.prevalences[0], program.contrast
    if len(rows) <= program.k:
        found = efficient_estimates(rows, pi, contrast)
        return None if found is None else (found.estimator, program.add_up(found.variances, 0))
    by_class = program.classes.collect(pi)
    try:
        information = PatternWeights.of_shares(program.classes, program.ratio, alone).information(by_class)
        inverse = information.inverse() if information.is_regular else None
    except InputError:
        inverse = None
    if inverse is None:
        found = efficient_estimates(rows, pi, contrast)
        return None if found is None else (found.estimator, program.add_up(found.variances, 0))
    full = inverse.full if program.is_total else product(contrast, inverse.full)
    images = [_image(full, pattern, program.ratio) for pattern in patterns]
    chances = [_value(pi, pattern, program.ratio) for pattern in patterns]
    estimator = transpose([[x / q for x in image] for image, q in zip(images, chances, strict=True)])
    means = [
        _value(row, range(program.k), Fraction(1))
        for row in ([p * x for p, x in zip(pi, k, strict=True)] for k in contrast)
    ]
    if program.is_total:
        return estimator, inverse.trace() - total_of([m * m for m in means])
    moments = [total_of([x * y for x, y in zip(a, b, strict=True)]) for a, b in zip(full, contrast, strict=True)]
    return estimator, program.add_up([x - m * m for x, m in zip(moments, means, strict=True)], 0)


def _value(numbers: Sequence[Number], pattern: Sequence[int], t: Number) -> Number:
    """Return the weighted sum of `numbers`, which has one number for each input.

    The weight is t for the inputs in `pattern`, and 1 for all others.
    """
    inside = set(pattern)
    held, rest = ([x for j, x in enumerate(numbers) if (j in inside) is side] for side in (True, False))
    return t * total_of(held) + total_of(rest)


def _image(rows: Matrix, pattern: Sequence[int], t: Number) -> list[Number]:
    """Multiply each row of a matrix by the vector that is t at the inputs in `pattern`, and 1 at all others."""
    return [_value(row, pattern, t) for row in rows]


def _matrix(solution: Solution, patterns: Sequence[Pattern], estimator: Matrix) -> Matrix:
    """Find the matrix X of the lower bound.

    For each set of inputs in `patterns`, let s be the row that is e^ε at the inputs of the set and 1 elsewhere. Let e be the column
    of `estimator` that belongs to the answer with this row. Let π be the prevalences. X solves X s = (sᵀπ)·e for all these rows.

    If many matrices X solve these equations, some columns are free. They are then set to the rounded columns of the numeric X.
    """
    program = solution.program
    t, pi, k = program.ratio, program.prevalences[0], program.k
    vectors = [[t if j in pattern else Fraction(1) for j in range(k)] for pattern in map(set, patterns)]
    kept = independent_rows(vectors)
    vectors = [vectors[n] for n in kept]
    wanted = [
        [x * _value(pi, patterns[n], t) for x in column]
        for n, column in ((n, [row[n] for row in estimator]) for n in kept)
    ]
    places = independent_rows(transpose(vectors))
    others = [j for j in range(k) if j not in places]
    near = _near(solution)
    if others:
        wanted = [
            [v - total_of([vector[j] * near[a][j] for j in others]) for a, v in enumerate(row)]
            for vector, row in zip(vectors, wanted, strict=True)
        ]
    solved = solve_exactly([[vector[j] for j in places] for vector in vectors], wanted)
    by_input = {**dict(zip(places, solved, strict=True)), **{j: tuple(row[j] for row in near) for j in others}}
    return transpose([by_input[j] for j in range(k)])


def _near(solution: Solution) -> list[list[Number]]:
    """Round the numeric matrix X of the lower bound to rationals, indexed [contrast, input]."""
    program = solution.program
    pi = program.prevalences[0]
    means = [total_of([x * p for x, p in zip(row, pi, strict=True)]) for row in program.contrast]
    flat = round_relative(solution.contrasts_of_covariance(0).ravel(), 56)
    rows = [flat[n * program.k : (n + 1) * program.k] for n in range(len(means))]
    return [[x + m * p for x, p in zip(row, pi, strict=True)] for row, m in zip(rows, means, strict=True)]


def _columns(solution: Solution, orbits: Sequence[Counts], rights: Sequence[Number]) -> tuple[Number, ...] | None:
    """Find exact dual prices y, one for each class of inputs, such that yᵀs is a given number at the rows s of each orbit.

    An orbit has the rows that differ only by exchanging inputs of a class. `rights` has the given number for each of the `orbits`.
    Return None if there are no such prices. If many y solve these equations, some entries are free. They are then set to the
    rounded entries of the numeric y.
    """
    t, classes = solution.program.ratio, solution.program.classes
    rows = [[n - c + c * t for c, n in zip(counts, classes.sizes, strict=True)] for counts in orbits]
    kept = independent_rows(rows)
    places = independent_rows(transpose([rows[n] for n in kept]))
    near = _near_columns(solution)
    rest = [rights[n] - total_of([x * near[a] for a, x in enumerate(rows[n]) if a not in places]) for n in kept]
    solved = solve_exactly([[rows[n][a] for a in places] for n in kept], [[x] for x in rest])
    found = list(near)
    for a, (x,) in zip(places, solved, strict=True):
        found[a] = x
    if any(
        total_of([x * y for x, y in zip(row, found, strict=True)]) != right
        for row, right in zip(rows, rights, strict=True)
    ):
        return None
    return tuple(found)


def _near_columns(solution: Solution) -> list[Number]:
    """Round the numeric prices y to rationals, one for each class of inputs."""
    found = solution.near_columns()
    return list(round_relative([found[members[0]] for members in solution.program.classes.members], 56))


def _evidence(
    problem: Problem,
    program: EstimationProgram,
    mechanism: Mechanism,
    proof: Proof,
    *,
    source: str,
    by_class: bool = True,
) -> Evidence:
    if program.merging is not None:
        widen = program.merging.widen_prices
        places = tuple(replace(at, matrix=widen(at.matrix)) for at in proof.places)
        proof = replace(proof, places=places, columns=widen((proof.columns,))[0])
    exchangeable = program.exchangeable
    classes = exchangeable.places if by_class and len(exchangeable.members) < exchangeable.k else None
    text = write_proof(problem, rows=mechanism.rows, outputs=mechanism.output_labels, proof=proof, classes=classes)
    return Evidence(
        rows=mechanism.rows,
        bounds=proof.bounds,
        certificate=text,
        source=source,
        outputs=mechanism.outputs,
        estimators=estimation_of(problem).list_estimators([at.estimator for at in proof.places], problem.k),
        notes=notes_of(program, mechanism),
    )


def notes_of(program: EstimationProgram, mechanism: Mechanism) -> tuple[str, ...]:
    """Say how many answers there are, how many bits an answer takes, and which estimator attains the value. If the mechanism is
    subset selection, say this too.
    """
    bits = (mechanism.m - 1).bit_length()
    if isinstance(program.rows, Generators):
        return f"the answer is one of {mechanism.m}, {counted(bits, 'bit')} to send", ATTAINED
    sizes = {row.count(max(row)) for row in mechanism.rows}
    named = ""
    if len(sizes) == 1 and mechanism.m in (mechanism.k, math.comb(mechanism.k, min(sizes))):
        (size,) = sizes
        uniform = len({max(row) for row in mechanism.rows}) == 1
        if uniform and math.comb(mechanism.k, size) == mechanism.m:
            named = "k-ary randomized response" if size == 1 else f"subset selection of size {size}"
    return (
        *((f"the optimum is {named}",) if named else ()),
        f"the answer is one of {mechanism.m} sets of inputs, {counted(bits, 'bit')} to send",
        ATTAINED,
    )
