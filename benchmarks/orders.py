"""Blackwell's order: whether one mechanism does all that another does, with its witness, beside programs in floats that have none.

Questions whose answer is known by how they are made, a mechanism p of n inputs and m outputs drawn at random in each:

- `far`: another one drawn at random (its answer is rropt's, which has a witness);
- `a garbling`: C·p with C drawn at random, which p does;
- `equal`: p with its outputs in another order and one of them split, which does what p does;
- `10^-d`: p of which a share 10^-d of the answers is replaced by an even draw, which no longer does what p does.

A way that answers otherwise, or cannot tell, is named with what it says.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import chain
from typing import Any

import numpy as np

from benchmarks.measure import LONG, Line, line
from rropt import Mechanism
from rropt.exact.errors import InputError, Undecided
from rropt.order import dominates

MANY = 48
Way = Callable[[Mechanism, Mechanism], bool]
WORDS = {True: "it does", False: "it does not", None: "no answer"}


def mechanism(rng: random.Random, m: int, k: int) -> Mechanism:
    columns = [[rng.randint(1, 100) for _ in range(m)] for _ in range(k)]
    return Mechanism([[Fraction(column[i], sum(column)) for column in columns] for i in range(m)])


def equal(p: Mechanism, rng: random.Random) -> Mechanism:
    rows = [list(row) for row in p.rows]
    first = rows.pop(0)
    rows += [[x / 3 for x in first], [x * 2 / 3 for x in first]]
    rng.shuffle(rows)
    return Mechanism(rows)


def blurred(p: Mechanism, share: Fraction) -> Mechanism:
    return Mechanism([[(1 - share) * x + share / p.m for x in row] for row in p.rows])


def in_scipy(first: Mechanism, second: Mechanism) -> bool:
    """Whether some C ≥ 0 with columns summing to 1 has C·first = second, in floats."""
    from scipy.optimize import linprog
    from scipy.sparse import csr_array, eye_array, kron, vstack

    a, b = first.to_numpy(), second.to_numpy()
    m, n = len(a), len(b)
    rows = vstack([kron(eye_array(n), csr_array(a.T)), kron(np.ones((1, n)), eye_array(m))], format="csr")
    return bool(
        linprog(np.zeros(n * m), A_eq=rows, b_eq=np.concatenate([b.ravel(), np.ones(m)]), method="highs").status == 0
    )


def in_cvxpy(first: Mechanism, second: Mechanism) -> bool:
    import cvxpy as cp

    a, b = first.to_numpy(), second.to_numpy()
    c = cp.Variable((len(b), len(a)), nonneg=True)
    problem = cp.Problem(cp.Minimize(0), [c @ a == b, cp.sum(c, axis=0) == 1])
    problem.solve()
    return problem.status in ("optimal", "optimal_inaccurate")


def in_libqif(method: str, read: Callable[[Mechanism], Any]) -> Way:
    def asked(first: Mechanism, second: Mechanism) -> bool:
        import qif

        return bool(qif.refinement.refined_by_witness(read(first), read(second), method)[0])

    return asked


def in_doubles(p: Mechanism) -> Any:
    return p.to_numpy().T.copy()


def in_fractions(p: Mechanism) -> Any:
    return np.array([[Fraction(str(x)) for x in row] for row in p.rows], dtype=object).T.copy()


def certified(first: Mechanism, second: Mechanism) -> bool:
    return bool(dominates(first, second).holds)


def answer(way: Way, first: Mechanism, second: Mechanism) -> bool | None:
    """What a way says; None where it gives up."""
    try:
        return way(first, second)
    except (InputError, Undecided, RuntimeError, ValueError):
        return None


def questions(m: int, k: int) -> Iterator[tuple[str, Mechanism, Mechanism, bool | None]]:
    """Name, first, second, and whether the first does what the second does; None where only a certificate says it.

    From 48 inputs on each question takes a solver a minute.
    """
    rng = random.Random(m)
    p = mechanism(rng, m, k)
    yield "far", p, mechanism(rng, m, k), None
    if k < MANY:
        yield "a garbling", p, mechanism(rng, m, m) @ p, True
    yield "equal", equal(p, rng), p, True
    for d in (3, 6, 9, 12, 30) if k <= 16 else (3, 9, 30) if k < MANY else (9,):
        yield f"10^-{d}", blurred(p, Fraction(1, 10**d)), p, False


def lines(quick: bool) -> Iterator[Line]:
    """Sizes and questions; a way that took long at one size is left out at the next."""
    ways: dict[str, Way] = {
        "certified": certified,
        "cvxpy": in_cvxpy,
        "libqif": in_libqif("auto", in_doubles),
        "libqif, projecting": in_libqif("project_qp", in_doubles),
        "libqif, rational": in_libqif("auto", in_fractions),
    }
    left_out: set[str] = set()
    for m, k in ((8, 8), (16, 16)) if quick else ((8, 8), (16, 16), (32, 32), (96, 48), (128, 64)):
        slow: set[str] = set()
        for name, first, second, truth in questions(m, k):
            known = certified(first, second) if truth is None else truth
            asked: dict[str, Callable[[], object] | None] = {}
            for way, run in chain(ways.items(), [("scipy", in_scipy)]):
                if way in left_out:
                    asked[way] = None
                    continue
                said = answer(run, first, second)
                label = way if said == known else f"{way} ({WORDS[said]})"
                asked[label] = lambda r=run, f=first, s=second: answer(r, f, s)
            base = next(run for label, run in asked.items() if label.startswith("scipy"))
            asked = {label: run for label, run in asked.items() if label != "scipy"}
            assert base is not None
            found = line(f"{k} inputs, {m} outputs, {name}", base, asked, 3 if quick else 7)
            slow |= {
                way
                for way in ways
                for label, t in found.ratios.items()
                if t and label.startswith(way) and t.seconds > 3 * LONG
            }
            yield found
        left_out |= slow
