"""Make exact evidence for the largest sum of the objective's function f over the rows of a mechanism.

The evidence is a mechanism made of patterns or other listed rows, and dual prices y with f(s) ≤ y·s at each of these rows s.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from rropt.certificate.orbits import write_orbits
from rropt.certificate.writing import dumps
from rropt.designs.floats.rounding import unique_solution
from rropt.designs.objectives.row_function import Function
from rropt.designs.objectives.sublinear import SublinearObjective
from rropt.designs.rows.generators import Generators
from rropt.designs.rows.patterns import PatternWeights
from rropt.designs.rows.supports import shares_near, unique_shares
from rropt.designs.rows.two_inputs import four_rows
from rropt.designs.sublinear.certificate import write_sublinear
from rropt.designs.sublinear.columns import bound_above, solve_by_columns
from rropt.designs.sublinear.multipliers import FINE, multipliers
from rropt.designs.sublinear.numeric import Solved, few_patterns, solve_least
from rropt.designs.sublinear.numeric import solve as solve_in_floats
from rropt.designs.sublinear.program import BEYOND, SublinearProgram
from rropt.designs.sublinear.slack import settle_exactly, solve_levels
from rropt.engine.sets import Classes, Counts
from rropt.exact.element import Number
from rropt.exact.errors import InputError, Undecided
from rropt.exact.infinity import is_infinite
from rropt.exact.matrix import Matrix, total_of, transpose
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism
from rropt.problem.answers import ClosedForm, Evidence
from rropt.problem.bounded import evidence_of_bounds
from rropt.problem.problem import Problem

__all__ = ["function_asked", "prove", "rows_of_shares"]

MOST_RATIO = Fraction(1 << 300)
MOST_LISTED = 5000
MOST_SHIFTS = 512
MOST_ENTRIES = 1 << 13  # the most entries of a mechanism that is written row by row
NEAR_WEIGHT = 60  # bits of the weights of several functions
Pattern = tuple[int, ...]


def prove(problem: Problem, program: SublinearProgram, theorem: ClosedForm | None) -> Evidence:
    """Choose how to prove the optimum, and prove it.

    If the patterns are too many to list, column generation gives bounds only. If a theorem is given, it is the proof. If the
    objective's function is 0 at every row, a mechanism with one answer is optimal. For the least of several sums, their weighted
    mean is bounded. For two inputs with δ > 0, the design that dominates all others is optimal. In all other cases a linear program
    over patterns or other listed rows gives the proof.
    """
    if not program.rows.is_listed:
        return _beyond(problem, program)
    if theorem is not None:
        y: Sequence[Number] = [theorem.multipliers[f"column[{j}]"] for j in range(problem.k)]
        return _evidence(problem, program, theorem.rows, y, None, theorem.theorem)
    if program.function.is_zero:
        return _of_one(problem, program)
    if program.function.is_least:
        return _least(problem, program)
    if program.delta != 0:
        return _dominating(problem, program)
    if program.rows.has_budgets:
        return _by_levels(problem, program)
    solved = solve_in_floats(program)
    if not solved.support:
        require_time()
        raise Undecided(
            f"HiGHS did not solve the program over patterns ({solved.status}), so no design is proposed; "
            "change the numbers slightly"
        )
    if isinstance(program.rows, Generators):
        rows = _rows_of_rays(program.rows, solved)
    else:
        shares = _shares(program.classes, solved)
        if len(shares) * math.lcm(*program.classes.sizes) * problem.k > MOST_ENTRIES:
            return _by_orbits(problem, program, solved, shares)
        rows = rows_of_shares(program, shares)
    y = program.spread(multipliers(program, solved, program.function.bounds(rows)[0]))
    return _evidence(problem, program, rows, y, None, f"linear program over {program.rows.words}")


def _of_one(problem: Problem, program: SublinearProgram) -> Evidence:
    """If the objective's function is 0 at every row, prove that the value is 0 and that the mechanism with one answer is
    optimal."""
    k, zero = problem.k, Fraction(0)
    limits = [zero] * (k * (k - 1)) if program.delta != 0 and k > 2 else []
    if isinstance(program.rows, Generators):
        limits = [zero] * len(program.rows.budgets)
    return _evidence(problem, program, ((Fraction(1),) * k,), [zero] * k, None, "the silent answer", limits)


def _least(problem: Problem, program: SublinearProgram) -> Evidence:
    """Prove the largest possible value of the least of several sums; each sum is that of one function over the rows.

    Each function gets a rational weight. The weights are chosen such that the largest sum of the weighted mean hardly exceeds the
    value that is to be proved. Prices that bound the sum of this mean also bound the least sum, because the least of several sums
    is at most their mean.

    With two inputs and δ > 0, one design makes all the sums largest at once. So weight 1 goes to the function whose sum is least at
    this design, and weight 0 to the others.
    """
    function = program.function
    if program.delta != 0:
        rows = _dominating(problem, program.at(function.each[0])).rows
        lows = [one.bounds(rows)[0] for one in function.each]
        unit = tuple(Fraction(int(n == lows.index(min(lows)))) for n in range(len(lows)))
        return _dominating(problem, program.at(function.mean(unit)))
    found = solve_least(program)
    mean = program.at(function.mean(_rational_weights(found.weights)))
    near = shares_near(program.classes, [c for c, _ in found.shares], [x for _, x in found.shares])
    if near is None:
        raise Undecided("no exact mechanism was found near the numeric optimum; give priors with fewer digits")
    solved, what = solve_in_floats(mean), "linear program over patterns, weights of the priors chosen"
    if len(near) * math.lcm(*program.classes.sizes) * problem.k > MOST_ENTRIES:
        return _by_orbits(problem, mean, solved, near)
    rows = rows_of_shares(program, near)
    return _evidence(problem, mean, rows, mean.spread(multipliers(mean, solved, Fraction(0))), None, what)


def _rational_weights(near: Sequence[float]) -> tuple[Fraction, ...]:
    """Round weights to rationals with one denominator, and correct the largest one so that they sum to 1."""
    rounded = [Fraction(round(w * 2**NEAR_WEIGHT), 2**NEAR_WEIGHT) for w in near]
    largest = rounded.index(max(rounded))
    rounded[largest] += 1 - sum(rounded)
    return tuple(rounded)


def _weights_of_evidence(problem: Problem, program: SublinearProgram) -> Sequence[Number] | None:
    """If the objective is the least of several sums, return the weights that the proof gave their functions; else return None."""
    return program.function.weights if function_asked(problem).is_least else None


def function_asked(problem: Problem) -> Function:
    """Return the objective's function of a row; the objective measures the sum of this function over a mechanism's rows.

    If the objective is the least of several such sums, the returned function contains the function of each sum.
    """
    objective = problem.objective
    assert isinstance(objective, SublinearObjective)
    return objective.function(problem.input_labels)


def _beyond(problem: Problem, program: SublinearProgram) -> Evidence:
    """Find a mechanism, and two bounds of the optimum, if the patterns are too many to list.

    Both come from column generation. The checker verifies only that the mechanism is private; the bounds are computed and stated by
    rropt.
    """
    solved, single = solve_by_columns(program), Classes.single(problem.k)
    shares = {single.counts_of(_inside(counts)): w for counts, w in _shares(single, solved).items()}
    mechanism = PatternWeights.of_shares(single, program.ratio, shares).mechanism(problem.inputs)
    reached = program.function.bounds(mechanism.rows)[0]
    bounds = program.function.finite_bounds(reached, bound_above(program, solved.multipliers))
    return evidence_of_bounds(problem, mechanism, bounds, source="column generation over all patterns")


def _inside(counts: Counts) -> Pattern:
    return tuple(j for j, n in enumerate(counts) if n)


def _by_orbits(
    problem: Problem, program: SublinearProgram, solved: Solved, shares: Mapping[Counts, Fraction]
) -> Evidence:
    """Certify the optimum by stating one weight for each orbit of patterns, instead of the rows of a mechanism.

    The patterns of an orbit differ only by exchanging inputs that the objective's function treats alike, so that this function has
    the same value at all of them.
    """
    weights = PatternWeights.of_shares(program.classes, program.ratio, shares)
    # f is homogeneous and the same on all rows of an orbit, so an orbit counts as one row with its whole weight
    function = function_asked(problem)
    reached, _ = function.bounds(tuple(_scale_pattern(program, counts, w) for counts, w in weights.weights))
    assert not is_infinite(reached)
    y = multipliers(program, solved, reached)
    most = total_of(program.spread(y))
    chosen, bounds = _weights_of_evidence(problem, program), function.finite_bounds(reached, most)
    certificate = write_orbits(problem, weights, bounds, y, matrices={}, triangle=None, chosen=chosen)
    return Evidence.without_rows(certificate, bounds, source="linear program over patterns")


def _scale_pattern(program: SublinearProgram, counts: Counts, weight: Number) -> tuple[Number, ...]:
    """Return `weight` times a pattern that has the entry t at counts[a] inputs of each class a, and 1 elsewhere."""
    high = weight * program.ratio
    return tuple(high if x is program.ratio else weight for x in program.rows.row(counts))


def _evidence(
    problem: Problem,
    program: SublinearProgram,
    rows: Matrix,
    y: Sequence[Number],
    pairs: Sequence[Number] | None,
    source: str,
    limits: Sequence[Number] = (),
    outputs: tuple[str, ...] | None = None,
) -> Evidence:
    function = function_asked(problem)
    most = sum(y, Fraction(0)) + program.slack * sum(pairs or limits, Fraction(0))
    bounds = reached, most = function.finite_bounds(function.bounds(rows)[0], most)
    if isinstance(program.rows, Generators) and (program.rows.tight or program.rows.outside):
        whole = program.rows.with_tight(limits, lambda row: program.function.above(row, bits=FINE), [y])
        if whole is None:
            mechanism = Mechanism(rows, problem.inputs, outputs)
            note = f"the {program.function.words} is {BEYOND}; rropt compared the prices with all other rows itself"
            highest = Fraction(0) if program.rows.is_silent else most
            return evidence_of_bounds(problem, mechanism, (reached, highest), source=source, notes=(note,))
        limits = whole
    document = write_sublinear(
        problem,
        rows,
        y,
        pairs,
        Classes.single(problem.k) if limits else program.classes,
        bounds,
        program.function.vectors,
        _weights_of_evidence(problem, program),
        limits,
    )
    if outputs is not None:
        document["outputs"] = list(outputs)
    return Evidence(
        rows=rows,
        bounds=(reached, most),
        certificate=dumps(document),
        source=source,
        minimisers=((rows, None),),
        outputs=outputs,
    )


def _by_levels(problem: Problem, program: SublinearProgram) -> Evidence:
    """Prove the optimum by a linear program over listed rows. Budgets of the demand limit the weights of the rows.

    Such rows are listed for three inputs or more with δ > 0, for demands that bound pairs of inputs differently and some of them
    with a slack, and for vulnerabilities.
    """
    levels = program.rows
    assert isinstance(levels, Generators)
    found, source = solve_levels(program), f"linear program over {levels.words}"
    found = settle_exactly(program, found) if problem.bounds.common is None else found
    rows, outputs = levels.weigh(found.weights), levels.labels(found.weights, problem.inputs)
    return _evidence(problem, program, rows, found.columns, None, source, found.limits, outputs)


# the mechanism


def _rows_of_rays(generators: Generators, solved: Solved) -> Matrix:
    """Find exact weights with which listed rows sum to (1, …, 1); return the rows times their weights, which form a mechanism.

    Three sets of rows are tried in turn: the rows that have a positive weight in floats, the rows of the whole basis, and all rows.
    One of the first two sets is used only if its weights are unique and ≥ 0. If neither is used, weights ≥ 0 of all rows are found
    that give the rows outside the first two sets as little weight as possible. An error is raised if there are no such weights.
    """
    for places in (solved.support, solved.tight):
        rays = [generators.rows[n] for (n,) in places]
        found = unique_solution(transpose(rays), [Fraction(1)] * len(rays[0])) if rays else None
        if found is not None and all(w >= 0 for w in found):
            return generators.weigh({place: w for place, w in zip(places, found, strict=True) if w})
    # if rows differ by little, floats lose the weights that tell them apart: cover the inputs with the favoured rows first
    favoured = {n for places in (solved.support, solved.tight) for (n,) in places}
    completed = generators.cover([Fraction(int(n not in favoured)) for n in range(len(generators.rows))])
    if completed is not None:
        return generators.weigh(completed)
    raise Undecided("no exact mechanism was found for the weights that HiGHS gives to rows; change the ratios slightly")


def _shares(classes: Classes, solved: Solved) -> dict[Counts, Fraction]:
    """Find exact rational shares of orbits that sum to 1 and give every input the same total share.

    Two sets of orbits are tried in turn: the orbits that have a positive weight in floats, and the orbits of the whole basis. A set
    is used only if its shares are unique and ≥ 0. An error is raised if neither set is used.
    """
    for orbits in (solved.support, solved.tight):
        found = unique_shares(classes, orbits)
        if found is not None and all(w >= 0 for w in found.values()):
            return {counts: w for counts, w in found.items() if w}
    raise Undecided(
        "no exact mechanism was found for the weights that HiGHS gives to patterns; change epsilon slightly"
    )


def rows_of_shares(program: SublinearProgram, shares: Mapping[Counts, Fraction]) -> Matrix:
    """Write down the rows of a mechanism, given the share of each orbit of patterns.

    Inputs form a class if exchanging them does not change the objective's function. An orbit is all patterns that differ by such
    exchanges. Usually the mechanism has one pattern of each orbit, and all cyclic shifts of this pattern within the classes.

    There may be more shifts than inputs. Then, if all patterns of the orbits can be listed, a smaller choice of patterns is sought.
    Its shares must give every orbit its share, and every input the same total share. If no such choice is found, the cyclic shifts
    are used after all.
    """
    classes, k = program.classes, program.function.k
    shifts = math.lcm(*classes.sizes)
    patterns = sum(classes.size_of(counts) for counts in shares)
    chosen = None
    if shifts * len(shares) > k and patterns <= MOST_LISTED:
        chosen = _vertex(classes, shares)
    if chosen is None:
        if shifts > MOST_SHIFTS:
            raise InputError(
                f"the mechanism for classes of {', '.join(map(str, classes.sizes))} interchangeable inputs has "
                f"{shifts * len(shares)} outputs, too many to write down; give fewer inputs"
            )
        chosen = _shift_patterns(classes, shares, shifts)
    single = Classes.single(k)
    weights = PatternWeights.of_shares(
        single, _ratio_of_rows(program), {single.counts_of(s): w for s, w in chosen.items()}
    )
    return weights.mechanism().rows


def _ratio_of_rows(program: SublinearProgram) -> Number:
    """Return the ratio e^ε of the entries of the rows.

    For information the result is at most 2^300, because numbers of 384 bits cannot tell the entries apart if the ratio is larger.
    """
    return min(program.ratio, MOST_RATIO) if program.function.is_of_logarithms else program.ratio


def _shift_patterns(classes: Classes, shares: Mapping[Counts, Fraction], shifts: int) -> dict[Pattern, Fraction]:
    """Choose one pattern of each orbit, and divide the orbit's share equally among the pattern's cyclic shifts within the classes.

    The chosen pattern contains the first inputs of each class. Return the share of each pattern.
    """
    found: dict[Pattern, Fraction] = {}
    for counts, share in shares.items():
        for s in range(shifts):
            chosen = (m[(s + i) % len(m)] for m, c in zip(classes.members, counts, strict=True) for i in range(c))
            pattern = tuple(sorted(chosen))
            found[pattern] = found.get(pattern, Fraction(0)) + share / shifts
    return found


def _vertex(classes: Classes, shares: Mapping[Counts, Fraction]) -> dict[Pattern, Fraction] | None:
    """Choose a few patterns of these orbits, with shares that sum to the share of each orbit and give every input the same total.

    None if no such choice is found, or if its exact shares are not unique or not all ≥ 0.
    """
    listed = [(n, pattern) for n, counts in enumerate(shares) for pattern in classes.patterns_of(counts)]
    k, weights = classes.k, list(shares.values())
    held = [[Fraction(int(j in set(pattern))) for j in range(k)] for _, pattern in listed]
    parts = [[Fraction(int(n == o)) for o in range(len(weights))] for n, _ in listed]
    covered = sum((w * Fraction(c[0], classes.sizes[0]) for c, w in shares.items()), Fraction(0))
    columns, right = [[*own, *part] for own, part in zip(held, parts, strict=True)], [*[covered] * k, *weights]
    few = few_patterns(transpose(columns), right)
    if not few:
        return None
    found = unique_solution(transpose([columns[n] for n in few]), right)
    if found is None or any(w < 0 for w in found):
        return None
    return {listed[n][1]: w for n, w in zip(few, found, strict=True) if w}


# two inputs, δ > 0


def _dominating(problem: Problem, program: SublinearProgram) -> Evidence:
    """Prove for two inputs that the design which dominates all mechanisms of the demand is optimal.

    The design reveals the input with probability δ, and else randomizes with ε. Let t = e^ε, and let f be the objective's function
    of a row. The prices of the inputs are y0 and y1, so that a row (p, q) costs y0 p + y1 q. At the rows (t, 1) and (1, t), f
    equals this price.

    The prices of the two budgets δ are m01 and m10. At the row (1, 0), f exceeds y0 by m01; at the row (0, 1), f exceeds y1 by m10.
    Both m01 and m10 are nonnegative. For m01 this follows because f is subadditive: t f(t, 1) ≤ f(1, t) + f(t² − 1, 0). Hence
    y0 = (t f(t, 1) − f(1, t))/(t² − 1) ≤ f(1, 0). For m10 exchange the inputs.
    """
    t, delta, function = program.ratio, program.delta, program.function
    one, zero = Fraction(1), Fraction(0)
    rows = four_rows(t, delta)
    ends: list[Number] = []
    for row in ((t, one), (one, t), (one, zero), (zero, one)):
        high = function.above(row, bits=FINE)
        assert not is_infinite(high)
        ends.append(high)
    y = [ends[0] / 2] * 2 if t == 1 else [(t * ends[0] - ends[1]) / (t * t - 1), (t * ends[1] - ends[0]) / (t * t - 1)]
    pairs = [max(zero, f - x) for f, x in zip(ends[2:], y, strict=True)]
    return _evidence(problem, program, rows, y, pairs, "the dominating design of two inputs")
