"""Whether what a certificate states is true, by another route: floats, linear programs and sampling, none of the checker's code.

Only the statement is read, never the evidence. `plausible` is False if a sampled t refutes the statement by more than 1e-7.
"""

from __future__ import annotations

import ast
import itertools
import math
import operator
import random
from collections.abc import Callable, Mapping, Sequence
from decimal import Context, Decimal
from fractions import Fraction as F
from typing import Any

import cvxpy as cp
import numpy as np
from rays import brute_rays
from scipy.optimize import linprog
from scipy.sparse import csr_array, vstack
from scipy.spatial import HalfspaceIntersection

TOLERANCE = 1e-7
LARGE = 5_000  # unknowns
NEXT_TO_T = F(1, 10**35)
OPERATORS: dict[type, Any] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.Pow: operator.pow,
}


def number(text: str, names: Mapping[str, F]) -> F:
    def value(node: ast.AST) -> F:
        if isinstance(node, ast.BinOp):
            a, b = value(node.left), value(node.right)
            return a ** int(b) if isinstance(node.op, ast.Pow) else OPERATORS[type(node.op)](a, b)
        if isinstance(node, ast.UnaryOp):
            return -value(node.operand)
        return names[node.id] if isinstance(node, ast.Name) else F(node.value)  # type: ignore[attr-defined]

    return value(ast.parse(text.strip().replace("^", "**"), mode="eval").body)


def cut(data: Any) -> F | None:
    if data == "inf":
        return None
    if isinstance(data, str) and data.startswith("exp"):
        q = number(data[4:-1], {})
        context = Context(prec=60)
        return F(context.exp(context.divide(Decimal(q.numerator), Decimal(q.denominator))))
    if isinstance(data, str):
        return number(data, {})
    low, high = (number(x, {}) for x in data["between"])
    for _ in range(150):
        middle = (low + high) / 2
        same = number(data["root"], {"t": low}) * number(data["root"], {"t": middle}) > 0
        low, high = (middle, high) if same else (low, middle)
    return F(round(high * 10**40), 10**40)


def points(field: Any) -> list[F]:
    if "t" in field:
        return [x for x in [cut(field["t"])] if x is not None]
    low, high = cut(field["from"]), cut(field["to"])
    assert low is not None
    if high is None:
        return [low + F(1, 3), 2 * low + 1, 50 * low + 10] + [low] * (field["ends"][0] == "[")
    inside = [low + (high - low) * w for w in (F(1, 50), F(1, 7), F(1, 2), F(6, 7), F(49, 50))]
    return inside + [low] * (field["ends"][0] == "[") + [high] * (field["ends"][1] == "]")


class Statement:
    """A certificate's document at one value of t."""

    def __init__(self, document: Any, t: F) -> None:
        self.d, self.names = document, {"t": t}

    def n(self, text: str) -> F:
        return number(text, self.names)

    def rows(self, data: Any) -> list[list[F]]:
        return [[self.n(x) for x in row] for row in data]

    def demand(self) -> tuple[F, F]:
        """T and delta of a claim that takes one demand for all pairs only."""
        return self.bound(self.d["notion"])

    def bound(self, notion: Any) -> tuple[F, F]:
        if notion["name"] == "rho":
            a, b = self.n(notion["from"]), self.n(notion["to"])
            return b * (1 - a) / (a * (1 - b)), F(0)
        key = {"ldp": "ratio", "parity": "gamma", "beta": "beta", "bayes": "factor"}[notion["name"]]
        return self.n(notion[key]), self.n(notion.get("delta", "0"))

    def asked(self, k: int) -> list[tuple[int, int, F, F]]:
        """All that is asked: input j against input n with T and delta, a pair as often as demands name it."""
        found: list[tuple[int, int, F, F]] = []
        notion = self.d["notion"]
        for part in notion["demands"] if notion["name"] == "all" else [notion]:
            if part["name"] == "pairs":
                rows = zip(part["pairs"], part["ratios"], part["deltas"], strict=True)
                found += [(int(j), int(n), self.n(T), self.n(delta)) for (j, n), T, delta in rows]
            elif part["name"] != "vulnerability":
                found += [(j, n, *self.bound(part)) for j, n in itertools.permutations(range(k), 2)]
        return found

    def vulnerabilities(self, k: int) -> list[tuple[list[list[F]], F]]:
        """What each action gains at each input, times the prior there, and the most that may be gained on the average."""
        notion, found = self.d["notion"], []
        for part in notion["demands"] if notion["name"] == "all" else [notion]:
            if part["name"] == "vulnerability":
                gains = (
                    self.rows(part["gains"]) if "gains" in part else [[F(a == j) for j in range(k)] for a in range(k)]
                )
                prior = [self.n(x) for x in part["prior"]]
                assert all(x >= 0 for x in prior) and sum(prior) == 1
                found.append(
                    ([[g * w for g, w in zip(row, prior, strict=True)] for row in gains], self.n(part["at_most"]))
                )
        return found

    def gained(self, P: list[list[F]], planes: list[list[F]]) -> F:
        """What the best action on each output gains, on the average."""
        return sum((max(sum(g * p for g, p in zip(plane, r, strict=True)) for plane in planes) for r in P), F(0))

    def satisfied(self, P: list[list[F]]) -> bool:
        k = range(len(P[0]))
        # at a rational next to an irrational t, within 1/10^40, a 0 such as 2 - t^2 may be as much below 0
        stochastic = all(x >= -NEXT_TO_T for r in P for x in r) and all(
            abs(sum(r[j] for r in P) - 1) < F(1, 10**30) for j in k
        )
        return (
            stochastic
            and self.meets(P)
            and all(
                sum(max(F(0), r[j] - T * r[n]) for r in P) <= delta + F(1, 10**30)
                for j, n, T, delta in self.asked(len(k))
            )
            and all(self.gained(P, planes) <= most + F(1, 10**30) for planes, most in self.vulnerabilities(len(k)))
        )

    def conditions(self) -> list[tuple[dict[tuple[int, int], F], str, F]]:
        """The coefficients, the relation and the bound of each condition."""
        return [
            ({(int(i), int(j)): self.n(a) for i, j, a in c["terms"]}, c["relation"], self.n(c["bound"]))
            for c in self.d.get("conditions", [])
        ]

    def meets(self, P: list[list[F]]) -> bool:
        found = [(sum(a * P[i][j] for (i, j), a in terms.items()) - b, r) for terms, r, b in self.conditions()]
        near = F(1, 10**30)
        return all((r == "<=" or x >= -near) and (r == ">=" or x <= near) for x, r in found)

    def weights(self, objective: Any, m: int, k: int) -> np.ndarray:
        if objective["name"] == "utility":
            prior = [self.n(x) for x in objective["prior"]]
            return np.array(
                [[float(self.n(u) * p) for u, p in zip(row, prior, strict=True)] for row in objective["utility"]]
            )
        if objective["name"] == "linear":
            return np.array([[float(self.n(x)) for x in row] for row in objective["costs"]])
        diagonal = [self.n(x) for x in objective.get("weights", ["1"] * k)]
        return np.array([[float(diagonal[i]) if i == j else 0.0 for j in range(k)] for i in range(m)])

    def optimum_of_few(self, objective: Any, m: int, k: int, few: int) -> float | None:
        """The best of those programs in which so many outputs are given at most."""
        found = [self.optimum(objective, m, k, given) for given in itertools.combinations(range(m), few)]
        best = max if objective.get("of", [objective])[0]["sense"] == "max" else min
        return best((x for x in found if x is not None), default=None)

    def optimum(self, objective: Any, m: int, k: int, given: Sequence[int] | None = None) -> float | None:
        """The value of the linear program by HiGHS, of these outputs if they are named; None if it is infeasible."""
        several = [] if not objective else objective.get("of", [objective])
        asked = self.asked(k)
        gained = self.vulnerabilities(k)
        size = m * k + m * len(asked) + m * len(gained) + 1
        A: list[Any] = []
        b: list[float] = []

        def ask(row: Any, most: float) -> None:
            """Add the condition row·x <= most."""
            A.append(csr_array(np.atleast_2d(row)))
            b.append(most)

        sign = 1 if any(x["sense"] == "min" for x in several) else -1
        # the last unknown is at most every value of what is maximised, and at least every one of what is minimised
        for one in several:
            value = np.concatenate([sign * self.weights(one, m, k).ravel(), np.zeros(size - m * k)])
            value[-1] = -sign
            ask(value, 0.0)
        for c, (planes, most) in enumerate(gained, len(asked)):
            for i, plane in itertools.product(range(m), planes):
                row = np.zeros(size)
                row[i * k : (i + 1) * k], row[m * k + c * m + i] = [float(x) for x in plane], -1
                ask(row, 0.0)
            whole = np.zeros(size)
            whole[m * k + c * m : m * k + (c + 1) * m] = 1
            ask(whole, float(most))
        for c, (j, n, T, delta) in enumerate(asked):
            whole = np.zeros(size)
            for i in range(m):
                row = np.zeros(size)
                row[i * k + j], row[i * k + n], row[m * k + c * m + i] = 1, -float(T), -1
                ask(row, 0.0)
                whole[m * k + c * m + i] = 1
            ask(whole, float(delta))
        E, right = np.zeros((k, size)), [1.0] * k
        for j in range(k):
            E[j, [i * k + j for i in range(m)]] = 1
        for terms, relation, bound in self.conditions():
            row = np.zeros(size)
            for (i, j), x in terms.items():
                row[i * k + j] = float(x)
            if relation == "=":
                E, right = np.vstack([E, row]), [*right, float(bound)]
            else:
                turned = 1 if relation == "<=" else -1
                ask(turned * row, turned * float(bound))
        found = linprog(
            np.concatenate([np.zeros(size - 1), [sign if several else 0]]),
            A_ub=vstack(A) if A else None,
            b_ub=b or None,
            A_eq=E,
            b_eq=right,
            bounds=[(0, None if given is None or i in given else 0) for i in range(m) for _ in range(k)]
            + [(0, None)] * (m * len(asked))
            + [(None, None)] * (m * len(gained) + 1),
            # the simplex of a symmetric program of thousands takes most of a minute
            method="highs-ipm" if size > LARGE else "highs",
        )
        return sign * found.fun if found.status == 0 else None

    def bounds(self) -> tuple[float, float]:
        value = self.d.get("value")
        return (
            (float(self.n(value)),) * 2 if value else (float(self.n(self.d["lower"])), float(self.n(self.d["upper"])))
        )  # type: ignore[return-value]

    def enclosed(self, best: float, attained: float, sense: str) -> bool:
        """The bounds hold the best of all, and the mechanism attains the one on its side."""
        low, high = self.bounds()
        least, most = (attained, best) if sense == "max" else (best, attained)
        slack = TOLERANCE * max(1.0, abs(best)) if math.isfinite(best) else 0.0
        return low - slack <= least and most <= high + slack

    def rows_allowed(self, k: int) -> list[np.ndarray]:
        """Rows of which every row of the demand is a sum with weights: all patterns, or the extreme rays by brute force."""
        if k == 1:
            return [np.ones(1)]
        if self.d["notion"]["name"] not in ("pairs", "all", "vulnerability"):
            T, delta = self.demand()
            if not delta and T >= 1:
                levels = [1.0, float(T)]  # of which doubles do not tell 1 + 10^-30 from 1
                return [np.array(s) for s in itertools.product(levels, repeat=k) if len(set(s)) > 1 or levels[1] == 1]
        asked = self.asked(k)
        kept: dict[tuple[int, int], F] = {}
        for j, n, T, delta in asked:
            if not delta:
                kept[j, n] = min(T, kept.get((j, n), T))
        # what nothing bends at cuts no cone
        bends = [(j, n, T) for j, n, T, delta in asked if 0 < delta < 1]
        # what is gained bends where two actions gain alike
        pairs = [pair for planes, _ in self.vulnerabilities(k) for pair in itertools.combinations(planes, 2)]
        cuts = {tuple(x - y for x, y in zip(a, b, strict=True)) for a, b in pairs}
        return [np.array([float(x) for x in ray]) for ray in brute_rays(k, kept, bends, sorted(cuts))]

    def within_delta(self, theta: Any, S: np.ndarray) -> list[Any]:
        """What rows take of a slack, together, for each thing that is asked."""
        return [over @ theta <= delta for over, delta in self.budgets(S)]

    def budgets(self, S: np.ndarray) -> list[tuple[np.ndarray, float]]:
        """By how much each row exceeds what is asked with a slack, and the slack: for each thing that is asked so.

        And what the best guess on each row gains, with the most that all may gain together.
        """
        pairs = [
            (np.maximum(0, S[:, j] - float(T) * S[:, n]), float(delta))
            for j, n, T, delta in self.asked(S.shape[1])
            if 0 < delta < 1
        ]
        gained = [(np.array(planes, float), float(most)) for planes, most in self.vulnerabilities(S.shape[1])]
        return [*pairs, *((np.max(S @ planes.T, axis=1), most) for planes, most in gained)]

    def between(self, value: float) -> bool:
        low, high = self.bounds()
        slack = TOLERANCE * max(1.0, abs(value))
        return low - slack <= value <= high + slack

    def variance(self, P: list[list[F]], pi: F) -> F:
        yes = pi * P[1][1] + (1 - pi) * P[1][0]
        return yes * (1 - yes) / (P[0][0] + P[1][1] - 1) ** 2

    def polygon(self) -> list[tuple[F, F]]:
        """The vertices (p00, p11) with p00 + p11 > 1."""
        return [(x, y) for x, y in self.corners() if x + y > 1]

    def corners(self) -> list[tuple[F, F]]:
        """The (p00, p11) at the corners of all mechanisms with two outputs, by all intersections in the plane of probabilities.

        The sum of the positive parts is at most delta iff the sum over every set of outputs is: each one, none, and both.
        """
        lines: list[tuple[F | int, F | int, F | int]] = [(1, 0, 1), (0, 1, 1), (-1, 0, 0), (0, -1, 0)]
        for j, _, T, d in self.asked(2):
            lines += [(0, 0, T + d - 1), (0, 0, d)]
            lines += [(1, T, T + d), (-1, -T, d - 1)] if j == 0 else [(T, 1, T + d), (-T, -1, d - 1)]
        lines += [(1, -1, 0), (-1, 1, 0)] if "restriction" in self.d.get("objective", {}) else []
        for terms, relation, bound in self.conditions():
            a00, a01, a10, a11 = (terms.get(at, F(0)) for at in ((0, 0), (0, 1), (1, 0), (1, 1)))
            line = (a00 - a10, a11 - a01, bound - a10 - a01)
            lines += [line] if relation != ">=" else []
            lines += [tuple(-x for x in line)] if relation != "<=" else []  # type: ignore[list-item]
        found = []
        for (a, b, c), (e, f, g) in itertools.combinations([tuple(map(F, x)) for x in lines], 2):
            det = a * f - b * e
            if det:
                x, y = (c * f - b * g) / det, (a * g - c * e) / det
                if all(p * x + q * y <= r for p, q, r in lines):
                    found.append((x, y))
        return found

    def binary(self) -> bool:
        objective = self.d["objective"]
        vertices = [[[x, 1 - y], [1 - x, y]] for x, y in self.polygon()]
        designs = [self.rows(x) for x in self.d.get("minimisers", [self.d.get("mechanism")])]
        if not all(self.satisfied(P) and P[0][0] + P[1][1] > 1 for P in designs):
            return False
        if "worst" in objective:
            a, b = (self.n(x) for x in objective["worst"])
            grid = [a + (b - a) * F(i, 60) for i in range(61)]
            mixed = vertices + [
                [[(1 - w) * x + w * y for x, y in zip(r, s, strict=True)] for r, s in zip(P, Q, strict=True)]
                for P, Q in itertools.combinations(vertices, 2)
                for w in (F(1, 4), F(1, 2), F(3, 4))
            ]
            least = min(max(float(self.variance(P, pi)) for pi in grid) for P in mixed)
            value = float(self.n(self.d["value"]))
            mine = max(float(self.variance(designs[0], pi)) for pi in grid)
            return value <= least * (1 + 1e-2) and abs(mine - value) <= 1e-2 * value + TOLERANCE
        where = (
            [self.n(objective["prevalence"])]
            if "prevalence" in objective
            else [self.n(x) * (1 - w) + self.n(y) * w for x, y in [objective["every"]] for w in (F(0), F(1, 3), F(1))]
        )
        values = [self.variance(P, pi) - min(self.variance(V, pi) for V in vertices) for P in designs for pi in where]
        exact = "value" not in self.d or abs(self.n(self.d["value"]) - self.variance(designs[0], where[0])) < F(
            1, 10**20
        )
        return exact and all(abs(v) < F(1, 10**20) for v in values)

    def prevalences(self, steps: int) -> list[F]:
        """The prevalence asked about, or many of the interval whose worst is; 0 and 1 are left out, as I may be infinite there."""
        objective = self.d["objective"]
        if "worst" not in objective:
            return [self.n(objective["prevalence"])]
        a, b = (self.n(x) for x in objective["worst"])
        return [p for p in (a + (b - a) * F(i, steps) for i in range(steps + 1)) if 0 < p < 1]

    def named_within(self) -> bool:
        """Whether the prevalence named lies in the interval, if there is one."""
        a, b = self.d["objective"].get("worst", ["0", "1"])
        return self.n(a) <= self.n(self.d["objective"]["prevalence"]) <= self.n(b)

    def shows_its_bound(self) -> bool:
        """The variance of the mechanism is nowhere larger than the bound that it shows."""
        P = [r for r in self.rows(self.d["mechanism"]) if any(r)]
        informed = [sum((y - x) ** 2 / ((1 - p) * x + p * y) for x, y in P) for p in self.prevalences(60)]
        return self.named_within() and float(1 / min(informed)) <= self.bounds()[1] * (1 + TOLERANCE)

    def best_rows(self) -> list[tuple[F, F]]:
        """The rows of a mechanism with two inputs that is as informative as every one of the demand.

        A test is a mechanism with two outputs, so the highest sum of max(0, p - s q) over all mechanisms of the demand is the
        largest p00 - s p01 at the corners, for every s. It is convex in s, so a mechanism has it: rows with p = s q where it
        bends, q being by how much its slope grows.
        """
        lines = {(x, y - 1) for x, y in self.corners()}
        crossings = {(a - c) / (d - b) for (a, b), (c, d) in itertools.combinations(lines, 2) if b != d}
        bends = [F(0), *sorted(s for s in crossings if s > 0)]
        places = [*bends, bends[-1] + 1]
        heights = [max(a + s * b for a, b in lines) for s in places]
        slopes = [
            F(-1),
            *((h - g) / (s - r) for (r, s), (g, h) in zip(*map(itertools.pairwise, (places, heights)), strict=True)),
        ]
        grown = [after - before for before, after in itertools.pairwise(slopes)]
        rows = [*((s * q, q) for s, q in zip(bends, grown, strict=True)), (heights[-1], F(0))]
        assert all(sum(column) == 1 for column in zip(*rows, strict=True))
        return [(p, q) for p, q in rows if p or q]

    def dominant(self) -> bool:
        """The testing curve of the mechanism is as high as the highest of the demand where either bends, and beyond."""
        P = self.rows(self.d["mechanism"])
        if not self.satisfied(P):
            return False
        best = self.best_rows()
        bends = {p / q for p, q in [*best, *P] if q}

        def reached(rows: Any, s: F) -> F:
            return sum((max(F(0), p - s * q) for p, q in rows), F(0))

        return all(reached(P, s) >= reached(best, s) - F(1, 10**20) for s in (*bends, max(bends) + 1))

    def least_asymptotic(self) -> float:
        """1/I of the most informative mechanism, at the prevalence of the interval at which that is largest (I is convex)."""
        rows = [(float(p), float(q)) for p, q in self.best_rows()]

        def information(pi: float) -> float:
            shares = [((p - q) ** 2, (1 - pi) * p + pi * q) for p, q in rows]
            return sum(x / w if w else math.inf for x, w in shares)

        low, high = (
            float(self.n(x)) for x in self.d["objective"].get("worst", [self.d["objective"]["prevalence"]] * 2)
        )
        for _ in range(200):
            a, b = low + (high - low) / 3, high - (high - low) / 3
            low, high = (a, high) if information(a) > information(b) else (low, b)
        most = information((low + high) / 2)
        return 1 / most if most else math.nan

    def shares(self) -> tuple[list[np.ndarray], np.ndarray, list[float]]:
        """The lists of prevalences, the contrasts K, and the weights of a mean."""
        stated = self.d["objective"]
        lists = stated.get("several", [stated.get("prevalences")])
        places = [np.array([float(self.n(x)) for x in pi]) for pi in lists]
        rows = stated.get("contrast")
        K = np.eye(len(places[0])) if rows is None else np.array([[float(self.n(x)) for x in row] for row in rows])
        weights = [1.0] if len(places) == 1 else [float(self.n(w)) for w in stated.get("weights", [])]
        return places, K, weights

    def total(self) -> float:
        """A semidefinite program in the weights of all rows that the demand allows, by Clarabel."""
        places, K, weights = self.shares()
        k, name = len(places[0]), self.d["objective"]["name"]
        S = self.rows_counted(k)
        theta = cp.Variable(len(S), nonneg=True)
        if "variance" not in name or name == "largest variance":
            asked = [*self.within_delta(theta, S), *self.counted(theta, S)]
            return self.of_shares(theta, S, places, weights, name, asked)
        cones: list[Any] = []
        traces = [self.variance_over(theta, S, pi, K, cones) for pi in places]
        aim = cp.sum([w * x for w, x in zip(weights, traces, strict=True)]) if weights else cp.maximum(*traces)
        return self.least(aim, theta, S, cones)

    def least(self, aim: Any, theta: Any, S: np.ndarray, cones: list[Any]) -> float:
        """The least over the weights of rows."""
        fine = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}
        conditions = [S.T @ theta == 1, *self.within_delta(theta, S), *cones, *self.counted(theta, S)]
        return float(cp.Problem(cp.Minimize(aim), conditions).solve(solver=cp.CLARABEL, **fine))

    def rows_counted(self, k: int) -> np.ndarray:
        """The rows allowed; under conditions once for each output that they count as."""
        S = np.array(self.rows_allowed(k))
        return np.tile(S, (len(self.d["outputs"]), 1)) if "conditions" in self.d else S

    def counted(self, theta: Any, S: np.ndarray) -> list[Any]:
        """What conditions ask of the weights of rows, which stand once for each output."""
        if "conditions" not in self.d:  # a mechanism by orbits has no list of outputs
            return []
        n, asked = len(S) // len(self.d["outputs"]), []
        for terms, relation, bound in self.conditions():
            left = sum(
                float(a) * (S[i * n : (i + 1) * n, j] @ theta[i * n : (i + 1) * n]) for (i, j), a in terms.items()
            )
            asked.append({"<=": left <= float(bound), ">=": left >= float(bound), "=": left == float(bound)}[relation])
        return asked

    @staticmethod
    def variance_over(theta: Any, S: np.ndarray, pi: np.ndarray, K: np.ndarray, cones: list[Any]) -> Any:
        """The variance of contrasts at a list, an expression in the weights of rows."""
        k = len(pi)
        M = cp.reshape(np.einsum("si,sj->ijs", S, S / (S @ pi)[:, None]).reshape(k * k, -1) @ theta, (k, k), order="C")
        T = cp.Variable((len(K), len(K)), symmetric=True)  # at least K M^- K', also where M is singular
        cones.append(cp.bmat([[T, K], [K.T, (M + M.T) / 2]]) >> 0)
        return cp.trace(T) - float(np.sum((K @ pi) ** 2))

    def summed(self, objective: Any, value: Callable[[np.ndarray, np.ndarray], Any]) -> Any:
        """What a sum of variances comes to, with the variance of contrasts K at pi as `value` gives it."""
        if objective["name"] == "variances":
            pairs = zip(objective["weights"], objective["of"], strict=True)
            return sum(float(self.n(w)) * self.summed(x, value) for w, x in pairs)
        lists = objective.get("several", [objective.get("prevalences")])
        weights = objective.get("weights", ["1"])
        rows = objective.get("contrast")
        K = np.eye(len(lists[0])) if rows is None else np.array([[float(self.n(x)) for x in row] for row in rows])
        places = [np.array([float(self.n(x)) for x in pi]) for pi in lists]
        return sum(float(self.n(w)) * value(pi, K) for w, pi in zip(weights, places, strict=True))

    def varied_together(self) -> bool:
        """A sum of variances, or the largest of several: a semidefinite program, and the covariance by NumPy."""
        objective, P = self.d["objective"], self.rows(self.d["mechanism"])
        terms = [objective] if "weights" in objective else objective["of"]
        S = self.rows_counted(len(P[0]))
        theta, cones = cp.Variable(len(S), nonneg=True), list[Any]()
        traces = [self.summed(x, lambda pi, K: self.variance_over(theta, S, pi, K, cones)) for x in terms]
        spoken = np.array([[float(x) for x in row] for row in P if any(row)])
        attained = max(self.summed(x, lambda pi, K: self.attained(spoken, pi, K)) for x in terms)
        return self.enclosed(
            self.least(cp.maximum(*traces) if len(traces) > 1 else traces[0], theta, S, cones), attained, "min"
        )

    @staticmethod
    def attained(P: np.ndarray, pi: np.ndarray, K: np.ndarray) -> float:
        """The variance of contrasts at pi; infinite where they are not told."""
        M = P.T @ (P / (P @ pi)[:, None])
        inverse = np.linalg.pinv(M, rcond=1e-11, hermitian=True)
        told = np.abs(K @ inverse @ M - K).max() < 1e-7
        return float(np.trace(K @ (inverse - np.outer(pi, pi)) @ K.T)) if told else math.inf

    def reached(self) -> float:
        """What the mechanism itself attains, from its covariance by NumPy; infinite where it tells too little."""
        places, K, weights = self.shares()
        name, found = self.d["objective"]["name"], []
        P = np.array([[float(x) for x in row] for row in self.rows(self.d["mechanism"]) if any(row)])
        for pi in places:
            M = P.T @ (P / (P @ pi)[:, None])
            inverse = np.linalg.pinv(M, rcond=1e-11, hermitian=True)
            told = np.abs(K @ inverse @ M - K).max() < 1e-7
            if name == "determinant":
                found.append(1 / float(np.linalg.det(M)) if told else math.inf)
            elif name == "largest variance":
                found.append(float(np.linalg.eigvalsh(inverse - np.outer(pi, pi))[-1]) if told else math.inf)
            else:
                V = K @ (inverse - np.outer(pi, pi)) @ K.T
                found.append(float(np.trace(V)) if told else math.inf)
        if weights and name == "determinant":
            return float(np.exp(np.dot(weights, np.log(found))))
        return float(np.dot(weights, found)) if weights else max(found)

    @staticmethod
    def of_shares(
        theta: Any, S: np.ndarray, places: list[np.ndarray], weights: list[float], name: str, within: list[Any]
    ) -> float:
        """1/det M; or the largest eigenvalue of the covariance, the inverse of the least one of M on contrasts."""
        k = len(places[0])
        V = np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)[:, 1:]]))[0]
        V = V if name == "determinant" else V[:, 1:]
        r, aims = V.shape[1], []
        for pi in places:
            J = np.einsum("si,sj->ijs", S @ V, S @ V / (S @ pi)[:, None]).reshape(r * r, -1) @ theta
            J = cp.reshape(J, (r, r), order="C")
            aims.append(cp.log_det((J + J.T) / 2) if name == "determinant" else cp.lambda_min((J + J.T) / 2))
        aim = sum(w * x for w, x in zip(weights, aims, strict=True)) if weights else cp.minimum(*aims)
        fine = {"tol_gap_abs": 1e-11, "tol_gap_rel": 1e-11, "tol_feas": 1e-11}
        best = float(cp.Problem(cp.Maximize(aim), [S.T @ theta == 1, *within]).solve(solver=cp.CLARABEL, **fine))
        return math.exp(-best) if name == "determinant" else 1 / best

    def kept(self, r: np.ndarray, prior: list[float] | None = None, objective: Any = None) -> float:
        """f of a row, as SPEC.md defines it."""
        objective = self.d["objective"] if objective is None else objective
        if objective["name"] == "together":
            terms = zip(objective["weights"], objective["of"], strict=True)
            return sum(float(self.n(w)) * self.kept(r, None, one) for w, one in terms)

        def entropy(x: float) -> float:
            return x * math.log(x) if x else 0.0

        def power(a: float, b: float, order: float) -> float:
            """The limits at 0 are those of the order: b/(1 - order) where a = 0, and 0 or infinity where b = 0."""
            if not b:
                return math.inf if a and order > 1 else 0.0
            return b * ((a / b) ** order - 1) / (order - 1)

        if objective["name"] == "information":
            w = [float(self.n(x)) for x in objective["prior"]] if prior is None else prior
            return sum(v * entropy(x) for v, x in zip(w, r, strict=True)) - entropy(float(np.dot(w, r)))
        pairs = list(itertools.permutations(r, 2))
        if "between" in objective:
            pairs = [tuple(float(np.dot([float(self.n(x)) for x in v], r)) for v in objective["between"])]
        each = {
            "kl": lambda a, b: (a * math.log(a / b) if b else math.inf) if a else 0.0,
            "chi2": lambda a, b: ((a - b) ** 2 / b if b else math.inf) if a != b else 0.0,
            "hellinger": lambda a, b: (math.sqrt(a) - math.sqrt(b)) ** 2 / 2,
            "tv": lambda a, b: abs(a - b) / 2,
            "le_cam": lambda a, b: (a - b) ** 2 / (2 * (a + b)) if a + b else 0.0,
            "jensen_shannon": lambda a, b: (entropy(a) + entropy(b)) / 2 - entropy((a + b) / 2),
            "hockey_stick": lambda a, b: max(0.0, a - float(self.n(objective["gamma"])) * b),
            "power": lambda a, b: power(a, b, float(self.n(objective["order"]))),
            "stated": lambda a, b: self.stated(objective.get("phi", ""), a, b),
            "renyi": lambda a, b: power(a, b, float(self.n(objective["order"]))),
        }[objective["kind"]]
        return sum(each(a, b) for a, b in pairs)

    def stated(self, text: str, a: float, b: float) -> float:
        """b phi(a/b) by Python's own reader, and near the border where a or b is 0."""
        code = compile(text.replace("^", "**"), "phi", "eval")
        names = {"__builtins__": {}, "max": lambda *xs: max(xs), "abs": abs}  # SPEC allows a max of one sum

        def phi(x: F) -> F:
            return F(eval(code, {**names, "x": x}))  # noqa: S307 (a text of the corpus)

        if a and b:
            return float(F(b) * phi(F(a) / F(b)))
        if not a and not b:
            return 0.0
        near = [float(phi(x) if b else phi(1 / x) * x) for x in (F(1, 10**9), F(1, 10**12))]
        return math.inf if abs(near[1]) > 2 * abs(near[0]) + 1 else near[1] * (a + b)

    def after(self, kept: float) -> float:
        """What is claimed of, by what is kept: Renyi's divergence is a logarithm of sum a^o b^(1 - o)."""
        objective = self.d["objective"]
        if objective.get("kind") != "renyi":
            return kept
        order = float(self.n(objective["order"]))
        return math.log(kept * (order - 1) + 1) / (order - 1)

    def most_kept(self, k: int) -> float:
        """The linear program over all rows allowed, by HiGHS."""
        rows = np.array(self.rows_to_one(k))
        return self.most_worth(rows, np.array([self.kept(r) for r in rows]))

    def rows_to_one(self, k: int) -> list[np.ndarray]:
        """The rows allowed, the largest entry of each 1: f is in proportion to a row, and HiGHS takes no number from 10^15 on."""
        return [r / r.max() for r in self.rows_allowed(k)]

    def most_worth(self, rows: np.ndarray, worth: np.ndarray) -> float:
        """The largest sum of what rows are worth; infinite where a row of infinite worth may be had.

        A row may be had, with a small weight, as every demand leaves room for it beside rows of equal entries.
        """
        if np.isinf(worth).any():
            return math.inf
        if "conditions" in self.d:
            return self.most_counted(rows, worth[None, :])
        budgets = self.budgets(rows)
        return -least(
            -worth,
            A_ub=np.array([over for over, _ in budgets]) if budgets else None,
            b_ub=[delta for _, delta in budgets] if budgets else None,
            A_eq=rows.T,
            b_eq=np.ones(rows.shape[1]),
        )

    def most_counted(self, rows: np.ndarray, worth: np.ndarray) -> float:
        """The largest least of several sums of what rows are worth, each row counted as an output in the conditions, by cvxpy."""
        m, (n, k) = len(self.d["outputs"]), rows.shape
        theta, worst = cp.Variable((m, n), nonneg=True), cp.Variable()
        entries = theta @ rows  # of each output the sum of its rows
        asked = [cp.sum(entries, axis=0) == np.ones(k), *self.within_delta(cp.sum(theta, axis=0), rows)]
        for terms, relation, bound in self.conditions():
            left = sum(float(a) * entries[i, j] for (i, j), a in terms.items())
            asked.append({"<=": left <= float(bound), ">=": left >= float(bound), "=": left == float(bound)}[relation])
        asked += [worth @ cp.sum(theta, axis=0) >= worst]
        return float(
            cp.Problem(cp.Maximize(worst), asked).solve(solver=cp.CLARABEL, tol_gap_abs=1e-11, tol_gap_rel=1e-11)
        )

    def is_enough(self, m: int, k: int) -> bool:
        """Whether m outputs reach what any number does: a vertex of the program over rows has one for each equation and budget."""
        of_several = "of" in self.d["objective"] and "weights" not in self.d["objective"]
        return not of_several and m >= k + len(self.budgets(np.array(self.rows_to_one(k))))

    def lists_of_few(self, k: int, m: int) -> list[list[np.ndarray]]:
        """The rows of the vertices of all mechanisms of m outputs, by Qhull, every event and every choice of actions a half-space.

        Where a demand has no slack and its ratio is 1 that polytope has no inside, and none of these is in the corpus.
        Beyond nine dimensions it is not judged: a mutant with twelve outputs of three inputs once held Qhull for an hour.
        """
        size, found = (m - 1) * k, []
        if size > 9:
            raise ArithmeticError(f"Qhull is not asked for a polytope in {size} dimensions")
        rows = [np.eye(k, size, i * k) for i in range(m - 1)]
        rows.append(-np.sum(rows, axis=0))
        last = [np.zeros(k)] * (m - 1) + [np.ones(k)]  # what stands beside each row: the last is 1 less the others
        found += [(-r[j], -c[j]) for r, c in zip(rows, last, strict=True) for j in range(k)]
        for j, n, T, delta in self.asked(k):
            for event in itertools.chain(*(itertools.combinations(range(m), size) for size in range(1, m))):
                one = sum(rows[i][j] - float(T) * rows[i][n] for i in event)
                found.append((one, sum(last[i][j] - float(T) * last[i][n] for i in event) - float(delta)))
        for planes, most in self.vulnerabilities(k):
            for chosen in itertools.product(np.array(planes, dtype=float), repeat=m):
                gained = sum(g @ r for g, r in zip(chosen, rows, strict=True))
                if np.abs(gained).max() > 1e-12:  # with one action throughout nothing is asked of the rows
                    found.append((gained, sum(g @ c for g, c in zip(chosen, last, strict=True)) - float(most)))
        halves = np.array([[*a, b] for a, b in found])
        corners = HalfspaceIntersection(halves, np.full(size, 1 / m)).intersections
        return [[*v.reshape(m - 1, k), 1 - v.reshape(m - 1, k).sum(0)] for v in corners if np.isfinite(v).all()]

    def most_kept_by_few(self, k: int, m: int) -> float:
        """The largest sum of f at these vertices; of the least of several the least mean, with one set of weights for all."""
        objective = self.d["objective"]
        if k == 1:
            return 0.0
        if "of" in objective and "weights" not in objective:
            each: list[Any] = [lambda r, one=one: self.kept(r, None, one) for one in objective["of"]]
        else:
            each = [self.kept]
        lists = [[np.where(r < 1e-12, 0, r) for r in rows] for rows in self.lists_of_few(k, m)]
        values = np.array([[sum(map(f, rows)) for f in each] for rows in lists])
        n = len(each)
        if np.isinf(values).any():  # of several objectives none is infinite in the corpus
            return math.inf
        cost, A = np.array([0.0] * n + [1.0]), np.hstack([values, -np.ones((len(values), 1))])
        equal, ends = [[1.0] * n + [0.0]], [*[(0, None)] * n, (None, None)]
        return least(cost, A_ub=A, b_ub=np.zeros(len(values)), A_eq=equal, b_eq=[1], bounds=ends)

    def told_at_several(self, P: list[list[F]]) -> bool:
        """Several priors, or objectives together: the linear program over all rows for the mean, or for the least, by HiGHS."""
        objective, k = self.d["objective"], len(P[0])
        if "of" in objective:
            each: list[Any] = [lambda r, one=one: self.kept(r, None, one) for one in objective["of"]]
        else:
            priors = [[float(self.n(x)) for x in prior] for prior in objective["several"]]
            each = [lambda r, prior=prior: self.kept(r, prior) for prior in priors]
        rows, own = self.rows_to_one(k), [np.array([float(x) for x in row]) for row in P if any(row)]
        f = np.array([[one(r) for r in rows] for one in each])
        attained = [sum(map(one, own)) for one in each]
        E, n = np.array(rows).T, len(rows)
        if "weights" in objective:
            w = np.array([float(self.n(x)) for x in objective["weights"]])
            return self.enclosed(self.most_worth(np.array(rows), w @ f), float(np.dot(w, attained)), "max")
        if "conditions" in self.d:
            return self.enclosed(self.most_counted(np.array(rows), f), float(min(attained)), "max")
        A, ends = np.column_stack([-f, np.ones(len(each))]), [*[(0, None)] * n, (None, None)]
        cost, E = np.array([0.0] * n + [-1.0]), np.column_stack([E, np.zeros(k)])
        budgets = self.budgets(np.array(rows))
        A = np.vstack([A, *([[*over, 0.0]] for over, _ in budgets)])
        most = [0.0] * len(each) + [delta for _, delta in budgets]
        best = -least(cost, A_ub=A, b_ub=most, A_eq=E, b_eq=np.ones(k), bounds=ends)
        return self.enclosed(best, min(attained), "max")

    def by_orbits(self) -> bool:
        """A mechanism by orbits: written out where it is small, else judged by how many inputs of its one class are held."""
        T, delta = self.demand()
        orbits, members = self.d["orbits"], {}
        for j, c in enumerate(self.d["classes"]):
            members.setdefault(int(c), []).append(j)
        inputs = [members[c] for c in sorted(members)]
        weights = [self.n(x) for x in orbits["weights"]]
        counts = [[int(x) for x in c] for c in orbits["counts"]]
        if delta or T < 1 or min(weights) < 0:
            return False
        k = sum(map(len, inputs))
        if k > 8:
            return self.by_counts(T, counts, weights, inputs)
        blocks = orbits.get("blocks", [None] * len(counts))
        rows: list[list[F]] = []
        for c, theta, block in zip(counts, weights, blocks, strict=True):
            chosen = [itertools.combinations(js, n) for js, n in zip(inputs, c, strict=True)]
            sets = [(set(itertools.chain(*one)), F(1)) for one in itertools.product(*chosen)]
            if block is not None:
                shares = [self.n(x) for x in block["shares"]]
                named = zip(block["sets"], shares, strict=True)
                sets = [({(int(x) + shift) % k for x in one}, w / k) for one, w in named for shift in range(k)]
                if min(shares) < 0 or sum(shares) != 1:
                    return False
            share = theta if block is not None else theta / len(sets)
            rows += [[share * w * (T if j in held else 1) for j in range(k)] for held, w in sets]
        plain = {key: x for key, x in self.d.items() if key not in ("orbits", "classes")}
        return Statement({**plain, "mechanism": [[str(x) for x in row] for row in rows]}, self.names["t"]).holds()

    def by_counts(self, T: F, own: list[list[int]], weights: list[F], inputs: list[list[int]]) -> bool:
        """Many inputs: by how many of each class are held, f of one pattern, or the mean of s sᵀ/(sᵀπ) over all of them."""
        name, t, sizes = self.d["objective"]["name"], float(T), [len(js) for js in inputs]
        held = [sum(w * (n + (T - 1) * c[a]) for w, c in zip(weights, own, strict=True)) for a, n in enumerate(sizes)]
        if any(abs(x - n) > F(1, 10**30) for x, n in zip(held, sizes, strict=True)):
            return False
        counts = [list(c) for c in itertools.product(*(range(n + 1) for n in sizes))]
        sums = np.array([[n + (t - 1) * x for n, x in zip(sizes, c, strict=True)] for c in counts])
        theta = np.zeros(len(counts))
        for w, c in zip(weights, own, strict=True):
            theta[counts.index(c)] = float(w)
        if name in ("information", "divergence"):
            f = np.array([self.kept_at(t, c, inputs) for c in counts])
            best = -least(-f, A_eq=sums.T, b_eq=sizes)
            return self.enclosed(self.after(best), self.after(float(f @ theta)), "max")
        if name == "together":
            return self.together_by_counts(t, counts, inputs, sums, theta)
        lists = self.shares()[0]
        if len(inputs) == 1 and np.ptp(lists[0]) == 0 and name != "contrast variance":
            return self.by_one_number(name, t, sums[:, 0], theta)
        means = np.array([self.mean_square(t, c, inputs) for c in counts])
        free = cp.Variable(len(counts), nonneg=True)
        k = sum(sizes)
        M = cp.reshape(means.reshape(len(counts), -1).T @ free, (k, k), order="C")
        _, K, _ = self.shares()
        pi = self.shares()[0][0]
        own_M = np.tensordot(theta, means, 1)
        V = np.linalg.qr(np.column_stack([np.ones(k), np.eye(k)[:, 1:]]))[0][:, 1:]
        aims = {
            "determinant": (lambda x: -cp.log_det(x), lambda x: -np.linalg.slogdet(x)[1]),
            "largest variance": (lambda x: -cp.lambda_min(V.T @ x @ V), lambda x: -np.linalg.eigvalsh(V.T @ x @ V)[0]),
        }
        sum_of = (lambda x: cp.matrix_frac(K.T, x), lambda x: float(np.trace(K @ np.linalg.inv(x) @ K.T)))
        aim, at = aims.get(name, sum_of)
        problem = cp.Problem(cp.Minimize(aim((M + M.T) / 2)), [sums.T @ free == np.array(sizes)])
        best, reached = float(problem.solve(solver=cp.CLARABEL)), float(at(own_M))
        turn = {"determinant": math.exp, "largest variance": lambda x: -1 / x}
        value = turn.get(name, lambda x: x - float(np.sum((K @ pi) ** 2)))
        return self.enclosed(value(best), value(reached), "min")

    def together_by_counts(
        self, t: float, counts: list[list[int]], inputs: list[list[int]], sums: np.ndarray, theta: np.ndarray
    ) -> bool:
        """The weighted sum of several f of patterns, or their least, by HiGHS."""
        objective, sizes = self.d["objective"], [len(js) for js in inputs]
        alone = [Statement({**self.d, "objective": one}, self.names["t"]) for one in objective["of"]]
        f = np.array([[one.kept_at(t, c, inputs) for c in counts] for one in alone])
        if "weights" in objective:
            w = np.array([float(self.n(x)) for x in objective["weights"]])
            best = -least(-(w @ f), A_eq=sums.T, b_eq=sizes)
            return self.enclosed(best, float(w @ f @ theta), "max")
        A, E = np.column_stack([-f, np.ones(len(f))]), np.column_stack([sums.T, np.zeros(len(sizes))])
        cost, ends = [0.0] * len(counts) + [-1.0], [*[(0, None)] * len(counts), (None, None)]
        best = -least(cost, A_ub=A, b_ub=[0.0] * len(f), A_eq=E, b_eq=sizes, bounds=ends)
        return self.enclosed(best, float(min(f @ theta)), "max")

    def by_one_number(self, name: str, t: float, sums: np.ndarray, theta: np.ndarray) -> bool:
        """One class, equal prevalences: M has one eigenvalue on all contrasts, and one count has the largest."""
        k = len(sums) - 1
        each = np.array([(t - 1) ** 2 * c * (k - c) / ((k - 1) * sums[c]) for c in range(k + 1)])
        best, own = float(max(each * k / sums)), float(each @ theta)
        if name == "determinant":
            return self.enclosed(*(math.exp(-math.log(k) - (k - 1) * math.log(x)) for x in (best, own)), "min")
        scale = k - 1 if name == "total variance" else 1
        return self.enclosed(scale / best, scale / own, "min")

    def kept_at(self, t: float, c: list[int], inputs: list[list[int]]) -> float:
        """f of a pattern that has T at so many inputs of each class."""
        objective, k = self.d["objective"], sum(map(len, inputs))
        if objective["name"] == "divergence" and "between" not in objective:
            return sum(c) * (k - sum(c)) * self.kept(np.array([t, 1.0]))
        row = np.ones(k)
        for n, js in zip(c, inputs, strict=True):
            row[js[:n]] = t
        return self.kept(row)

    def mean_square(self, t: float, c: list[int], inputs: list[list[int]]) -> np.ndarray:
        """The mean of s sᵀ/(sᵀπ) over all patterns with T at so many inputs of each class."""
        pi = self.shares()[0][0]
        first = np.zeros(len(pi))
        for n, js in zip(c, inputs, strict=True):
            first[js] = 1 + (t - 1) * n / len(js)
        found = np.outer(first, first)
        for n, js in zip(c, inputs, strict=True):
            m, square = len(js), 1 + (t * t - 1) * n / len(js)
            mixed = ((m * first[js[0]]) ** 2 - m * square) / (m * (m - 1)) if m > 1 else 0.0
            found[np.ix_(js, js)] = mixed
            found[js, js] = square
        return found / float(first @ pi)

    def dominated(self, P: list[list[F]], Q: list[list[F]]) -> float:
        """The least, over garblings, largest total variation distance, by HiGHS."""
        p, q = np.array(P, dtype=float), np.array(Q, dtype=float)
        m, n, k = len(p), len(q), p.shape[1]
        size = n * m + n * k + 1
        A, b = [], []
        for j in range(k):
            whole = np.zeros(size)
            for i in range(n):
                row = np.zeros(size)
                row[i * m : (i + 1) * m], row[n * m + i * k + j] = p[:, j], -1
                A.append(row)
                b.append(q[i, j])
                whole[n * m + i * k + j] = 1
            whole[-1] = -1
            A.append(whole)
            b.append(0.0)
        E = np.zeros((m, size))
        for a in range(m):
            E[a, [i * m + a for i in range(n)]] = 1
        c = np.zeros(size)
        c[-1] = 1
        return least(c, A_ub=np.array(A), b_ub=b, A_eq=E, b_eq=np.ones(m))

    def compared(self) -> bool:
        P, Q = self.rows(self.d["first"]), self.rows(self.d["second"])
        yes, back = self.dominated(P, Q) < 1e-9, self.dominated(Q, P) < 1e-9
        met = "notion" not in self.d or (self.satisfied(P) and self.satisfied(Q))
        return (
            met
            and {
                "at least as informative": yes,
                "not at least as informative": not yes,
                "equivalent": yes and back,
                "strictly more informative": yes and not back,
                "incomparable": not yes and not back,
            }[self.d["relation"]]
        )

    def delta_at(self, s: F) -> F:
        P = self.rows(self.d["mechanism"])
        k = range(len(P[0]))
        return max(sum(max(F(0), r[j] - s * r[n]) for r in P) for j in k for n in k if j != n)

    def profiled(self) -> bool:
        knots = [(self.n(s), self.n(d)) for s, d in zip(self.d["breakpoints"], self.d["deltas"], strict=True)]
        tests = [*knots, (knots[-1][0] * 9, knots[-1][1])]
        for (s, d), (u, e) in itertools.pairwise(knots):
            tests += [(s + w * (u - s), d + w * (e - d)) for w in (F(1, 9), F(1, 2), F(8, 9))]
        return all(abs(self.delta_at(s) - d) < F(1, 10**20) for s, d in tests)

    def bounded_breach(self) -> bool:
        least = math.inf
        for piece in self.d["pieces"]:
            p, q, left, right = (float(self.n(piece[key])) for key in ("from", "to", "left", "right"))
            x = np.linspace(p, q, 40001)[1:-1]
            h = left + (right - left) * (x - p) / (q - p)
            with np.errstate(divide="ignore"):
                least = min(least, float(np.min((1 - x) / x * np.where(h < 1, h / np.maximum(1 - h, 1e-300), np.inf))))
        return abs(least - float(self.n(self.d["gamma"]))) < 1e-3 * max(1.0, least)

    def implied(self) -> bool:
        rng, names = random.Random(1), self.d["variables"]
        pool = [F(i, 2) for i in range(-6, 9)] + [F(rng.randint(-300, 300), rng.randint(1, 40)) for _ in range(20)]
        for _ in range(3000):
            at = {name: rng.choice(pool) for name in names}
            try:
                if all(compare(text, at) for text in self.d["given"]) and not compare(self.d["states"], at):
                    return False
            except ZeroDivisionError:
                continue
        return True

    def instanced(self) -> bool:
        at = {name: self.n(text) for name, text in self.d["at"].items()}
        return all(compare(text, at) for text in self.d["given"]) and compare(self.d["states"], at) == (
            self.d["verdict"] == "true"
        )

    def holds(self) -> bool:
        d, claim = self.d, self.d["claim"]
        if claim in ("optimal", "within"):
            name = d["objective"]["name"]
            if name == "variance":
                return self.binary()
            if "orbits" in d:
                return self.by_orbits()
            P = self.rows(d["mechanism"])
            if not self.satisfied(P):
                return False
            few = int(d.get("most_outputs", 0))
            if name == "variances":
                return len(P) <= (few or len(P)) and self.varied_together()
            if (name == "together" and not few) or ("several" in d["objective"] and name == "information"):
                return self.told_at_several(P)
            if name == "asymptotic variance" and few and "prices" not in d:
                pi, lists = float(self.n(d["objective"]["prevalence"])), self.lists_of_few(2, few)
                told = [sum((y - x) ** 2 / ((1 - pi) * x + pi * y) for x, y in rows if x + y > 1e-12) for rows in lists]
                return len(P) <= few and self.shows_its_bound() and self.bounds()[0] * max(told) <= 1 + TOLERANCE
            if name == "asymptotic variance":
                return self.shows_its_bound() and self.between(self.least_asymptotic())
            if name in ("total variance", "contrast variance", "determinant", "largest variance"):
                return len(P) <= (few or len(P)) and self.enclosed(self.total(), self.reached(), "min")
            if name in ("information", "divergence", "together"):
                least = d["objective"]["of"] if name == "together" and "weights" not in d["objective"] else [None]
                own = [np.array([float(x) for x in row]) for row in P if any(row)]
                attained = min(sum(self.kept(r, None, one) for r in own) for one in least)
                k = len(P[0])
                most = self.most_kept_by_few(k, few) if few and not self.is_enough(few, k) else self.most_kept(k)
                return len(P) <= (few or len(P)) and self.enclosed(self.after(most), self.after(attained), "max")
            if few and "cases" in d:
                best = self.optimum_of_few(d["objective"], len(P), len(P[0]), few)
                return best is not None and sum(max(row) > TOLERANCE for row in P) <= few and self.between(best)
            best = self.optimum(d["objective"], len(P), len(P[0]))
            return best is not None and self.between(best)
        if claim == "infeasible":
            more = d.get("requirement", {})
            best = self.optimum(more.get("objective"), len(d["outputs"]), len(d["inputs"]))
            if not more or best is None:
                return best is None
            sign = 1 if more["objective"]["sense"] == "max" else -1
            return sign * best < sign * float(self.n(more["bound"])) + TOLERANCE
        if claim == "unattained":
            return not self.polygon()
        if claim == "violates":
            P, event = self.rows(d["mechanism"]), d.get("event")
            if event is None:
                return any(self.gained(P, planes) > most for planes, most in self.vulnerabilities(len(P[0])))
            j, n = int(event["input"]), int(event["against"])
            here = [(T, delta) for a, b, T, delta in self.asked(len(P[0])) if (a, b) == (j, n)]
            return any(sum(P[int(i)][j] - T * P[int(i)][n] for i in event["rows"]) > delta for T, delta in here)
        if claim == "admissible":
            gamma = self.n(d["gamma"])
            return all(
                not any(r) or (set(r) <= {min(r), max(r)} and max(r) == gamma * min(r))
                for r in self.rows(d["mechanism"])
            )
        if claim == "deficiency":
            return self.between(self.dominated(self.rows(d["first"]), self.rows(d["second"])))
        simple = {
            "satisfies": lambda: self.satisfied(self.rows(d["mechanism"])),
            "compare": self.compared,
            "dominant": self.dominant,
            "profile": self.profiled,
            "breach": self.bounded_breach,
            "implication": self.implied,
            "instance": self.instanced,
        }
        return bool(simple[claim]())


def least(cost: Any, **program: Any) -> float:
    """The least value of a linear program by HiGHS; an `ArithmeticError` where its doubles find none."""
    found = linprog(cost, method="highs", **program)
    if found.status != 0:
        raise ArithmeticError(f"HiGHS has no optimum: {found.message}")
    return float(found.fun)


def compare(text: str, at: Mapping[str, F]) -> bool:
    for relation, holds in (
        ("<=", operator.le),
        (">=", operator.ge),
        ("<", operator.lt),
        (">", operator.gt),
        ("=", operator.eq),
    ):
        if relation in text:
            left, right = text.split(relation)
            return bool(holds(number(left, at), number(right, at)))
    raise ValueError(text)


def plausible(document: Any) -> bool:
    """No sampled t refutes the statement; for pieces, every sampled t lies in a piece too."""
    if document["claim"] != "pieces":
        return all(Statement(document, t).holds() for t in points(document["field"]))
    covered = all(any(within(t, part["field"]) for part in document["pieces"]) for t in points(document["field"]))
    return covered and all(plausible(part) for part in document["pieces"])


def within(t: F, field: Any) -> bool:
    if "t" in field:
        return abs(t - (cut(field["t"]) or 0)) < F(1, 10**30)
    low, high = cut(field["from"]), cut(field["to"])
    return (low or F(0)) <= t and (high is None or t <= high)
