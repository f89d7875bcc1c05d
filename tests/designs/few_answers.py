"""The mechanisms of a demand and conditions with m answers, as a polytope in floats: its corners by brute force, and a climb."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from scipy.linalg import null_space
from scipy.optimize import linprog

Rows = np.ndarray
Terms = dict[tuple[int, int], int]
Conditions = list[tuple[Terms, str, Fraction]]


@dataclass(frozen=True)
class Polytope:
    """All P of m rows and k columns that sum to 1, with A·P ≤ b for the entries row by row."""

    m: int
    k: int
    lines: Rows
    right: Rows

    @classmethod
    def of(
        cls,
        m: int,
        k: int,
        ratios: dict[tuple[int, int], float],
        delta: float,
        conditions: Conditions,
        guesses: list[tuple[Rows, float]] = [],  # noqa: B006
    ) -> Polytope:
        """P ≥ 0; Σ max(0, p_ij − T p_il) ≤ δ, a half-space for each set of answers; the conditions; the guesser's choices."""
        lines, right = list(-np.eye(m * k)), [0.0] * (m * k)
        for (j, other), ratio in ratios.items():
            for chosen in itertools.product((0, 1), repeat=m):
                line = np.zeros((m, k))
                line[:, j], line[:, other] = chosen, [-ratio * x for x in chosen]
                lines, right = [*lines, line.ravel()], [*right, delta]
        for planes, most in guesses:
            for actions in itertools.product(planes, repeat=m):
                lines, right = [*lines, np.array(actions).ravel()], [*right, most]
        for terms, relation, bound in conditions:
            line = np.zeros((m, k))
            for place, a in terms.items():
                line[place] = a
            if relation != ">=":
                lines, right = [*lines, line.ravel()], [*right, float(bound)]
            if relation != "<=":
                lines, right = [*lines, -line.ravel()], [*right, -float(bound)]
        return cls(m, k, np.array(lines), np.array(right))

    def corners(self) -> Iterator[Rows]:
        """Every point at which as many independent lines as there are dimensions are equalities, and all others hold."""
        sums = np.tile(np.eye(self.k), self.m)
        free, centre = null_space(sums), np.full(self.m * self.k, 1 / self.m)
        lines, right = self.lines @ free, self.right - self.lines @ centre
        kept = np.unique(np.round(np.column_stack([lines, right]), 12), axis=0)
        kept = kept[np.abs(kept[:, :-1]).max(axis=1) > 1e-9]
        for chosen in itertools.combinations(range(len(kept)), free.shape[1]):
            own = kept[list(chosen)]
            if abs(np.linalg.det(own[:, :-1])) > 1e-9:
                at = np.linalg.solve(own[:, :-1], own[:, -1])
                if (lines @ at <= right + 1e-9).all():
                    yield np.clip(centre + free @ at, 0, 1).reshape(self.m, self.k)

    def best(self, weights: Rows) -> Rows | None:
        """The P with the most of ΣW·P; None if there is no P."""
        sums = np.tile(np.eye(self.k), self.m)
        found = linprog(
            -weights.ravel(), A_ub=self.lines, b_ub=self.right, A_eq=sums, b_eq=np.ones(self.k), bounds=(0, 1)
        )
        return None if found.x is None else np.clip(found.x, 0, 1).reshape(self.m, self.k)

    def climb(self, f: Callable[[Rows], float], seed: int, starts: int) -> float | None:
        """The most of Σ f that is found by the slope of f at one answer after another, from weights by lot."""
        draw, best = np.random.default_rng(seed), None
        for _ in range(starts):
            rows = self.best(draw.normal(size=(self.m, self.k)))
            if rows is None:
                return None
            value = sum(map(f, rows))
            for _ in range(8):
                inside = 0.9999 * rows + 0.0001 / self.m
                slope = np.array([[(f(r + 1e-7 * e) - f(r)) / 1e-7 for e in np.eye(self.k)] for r in inside])
                rows = self.best(slope)
                assert rows is not None
                value, last = max(value, sum(map(f, rows))), value
                if value <= last + 1e-12:
                    break
            best = value if best is None else max(best, value)
        return best


def drawn_conditions(r: random.Random, m: int, k: int) -> Conditions:
    """One to three conditions, some of which bind."""
    found: Conditions = [({(0, 0): 1}, r.choice(["<=", ">="]), Fraction(r.randint(4, 14), 20))]
    if r.random() < 0.6:
        i, j = r.randrange(m), r.randrange(k)
        found.append(
            ({(i, j): 2, ((i + 1) % m, 0): r.choice([1, -1])}, r.choice(["<=", ">="]), Fraction(r.randint(6, 20), 20))
        )
    if r.random() < 0.2:
        found.append(({(m - 1, k - 1): 1}, "==", Fraction(r.randint(6, 12), 20)))
    return found


def spelled(conditions: Conditions) -> list[str]:
    """The conditions as rropt reads them."""
    said: list[Any] = [
        f"{' + '.join(f'({a})*P[{i},{j}]' for (i, j), a in terms.items())} {relation} {bound}"
        for terms, relation, bound in conditions
    ]
    return said
