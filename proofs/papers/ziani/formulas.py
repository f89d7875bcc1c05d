"""Ziani: the theorems about errors and noise, at numbers; integrals of the Laplace density are enclosed by Arb."""

from collections.abc import Callable
from itertools import product
from math import prod

from flint import acb, fmpq

from rropt.claims.claim import Twin

from ...twins import Q

TINY = "1/10^40"


def of_two_values(x: Q, y: Q, q: Q, k: Q) -> str:
    """X is x with probability q and y else; a deviation of k standard deviations is seen by its square."""
    mean = q * x + (1 - q) * y
    variance = q * (x - mean) ** 2 + (1 - q) * (y - mean) ** 2
    chance = sum((w for v, w in ((x, q), (y, 1 - q)) if (v - mean) ** 2 >= k**2 * variance), Q(0))
    return f"{chance} <= {1 / k**2}"


def within(n: int, a: int, p: Q, delta: Q, *, turned: bool, of_its_own: bool) -> str:
    """The estimate from n reports, each turned with probability p, is this near with probability at least 1 − δ.

    Claim 3's estimate is (mean report − 1 + p)/(2p − 1), and (mean report − p)/(1 − 2p) if `turned`.
    """
    truths = (1,) * a + (0,) * (n - a)
    middle, scale = (p, 1 - 2 * p) if turned else (1 - p, 2 * p - 1)
    law = [
        (
            prod((p if c else 1 - p for c in flips), start=Q(1)),
            (Q(sum(x ^ c for x, c in zip(truths, flips, strict=True)), n) - middle) / scale,
        )
        for flips in product((0, 1), repeat=n)
    ]
    centre = sum((w * x for w, x in law), Q(0)) if of_its_own else Q(a, n)
    bound = 1 / (4 * delta * (1 - 2 * p) ** 2 * n)
    chance = sum((w for w, x in law if (x - centre) ** 2 <= bound), Q(0))
    return f"{1 - delta} <= {chance}"


def integral(of: Callable[[acb], acb], b: Q, low: Q) -> tuple[str, str]:
    """Enclose the integral of `of` times the density exp(−z/b)/(2b) from `low` ≥ 0 on.

    What is beyond low + 200 b is below 10^-70 (1 + b)² for 1 and z² and low ≤ 10.
    """
    scale = acb(fmpq(b.numerator, b.denominator))
    start = acb(fmpq(low.numerator, low.denominator))
    found = acb.integral(lambda z, _: of(z) * (-z / scale).exp() / (2 * scale), start, start + 200 * scale).real
    ends = [Q(int(m)) * Q(2) ** int(e) for m, e in (x.man_exp() for x in (found.lower(), found.upper()))]
    return str(ends[0]), str(ends[1] + Q(1, 10**70) * (1 + b) ** 2)


def moments(b: Q) -> str:
    """By the symmetry of the density the mean is 0; the variance is twice the integral of z² over the positive half."""
    low, high = integral(lambda z: z * z, b, Q(0))
    return f"2*({low}) <= 2*({b})^2 and 2*({b})^2 <= 2*({high})"


def tail(b: Q, z: Q) -> str:
    low, high = integral(lambda z: z**0, b, z)
    return f"2*({low}) <= exp(-({z})/({b})) and exp(-({z})/({b})) <= 2*({high})"


def below(z: str, b: str) -> str:
    """The chance that the noise is below z."""
    return f"(1/2 + (1 - exp(-abs({z})/({b})))/2*(({z})/max(abs({z}), 1/10^30)))"


def interval(x: Q, b: str, low: Q, high: Q) -> str:
    return f"({below(str(high - x), b)} - {below(str(low - x), b)})"


def private(epsilon: Q, moved: tuple[Q, ...], low: Q, width: Q) -> str:
    """One event, a box [low, low + width] in each coordinate, at the values 0 and at `moved`, whose distance is the sensitivity."""
    b = str(sum(map(abs, moved)) / epsilon)
    here = "*".join(interval(Q(0), b, low, low + width) for _ in moved)
    there = "*".join(interval(x, b, low, low + width) for x in moved)
    factor = f"exp({epsilon})"  # in a tail the ratio is this factor itself, which balls do not tell from it
    return f"{here} <= {factor}*{there} + {TINY} and {there} <= {factor}*{here} + {TINY}"


BITS = {"n": "integer 1 <= n <= 5", "a": "integer 0 <= a <= 5", "p": "[0, 1/2)", "delta": "(0, 1]"}
EVENT = {"epsilon": "(0, 3]", "low": "[-3, 3]", "width": "(0, 4]"}

FORMULAS = [
    Twin("ziani.lemma_4", of_two_values, {"x, y": "[0, 1]", "q": "[0, 1]", "k": "[1, 4]"}),
    *(
        Twin(
            name,
            lambda n, a, p, delta, turned=turned, own=own: within(n, a, p, delta, turned=turned, of_its_own=own),
            BITS,
            ("a <= n",),
        )
        for name, turned, own in (
            ("ziani.theorem_5", False, False),
            ("ziani.theorem_5.repaired", True, False),
            ("ziani.theorem_5_spread", False, True),
        )
    ),
    Twin("ziani.laplace_moments", moments, {"b": "(0, 5]"}),
    Twin("ziani.laplace_tail", tail, {"b": "(0, 5]", "z": "[0, 10]"}),
    Twin(
        "ziani.theorem_8", lambda epsilon, x, low, width: private(epsilon, (x,), low, width), {**EVENT, "x": "(0, 3]"}
    ),
    Twin(
        "ziani.theorem_9",
        lambda scale, delta: f"exp(-log({1 / delta})*({scale})/({scale})) - {delta} <= {TINY}",
        {"scale": "(0, 5]", "delta": "(0, 1]"},
    ),
    Twin(
        "ziani.theorem_12_privacy",
        lambda epsilon, x, y, low, width: private(epsilon, (x, y), low, width),
        {**EVENT, "x, y": "(0, 3]"},
    ),
    Twin(
        "ziani.theorem_12_accuracy",
        lambda d, delta: f"1 - (1 - exp(-log({d / delta})))^{d} <= {delta} + {TINY}",
        {"d": "integer 1 <= d <= 20", "delta": "(0, 1]"},
    ),
]
