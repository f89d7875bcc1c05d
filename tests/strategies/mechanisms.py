"""Random mechanisms."""

from __future__ import annotations

from fractions import Fraction

import hypothesis.strategies as st

from rropt import Mechanism


def krr(k: int, epsilon: str) -> Mechanism:
    """k-ary randomized response over Q(e^ε)."""
    return Mechanism(
        [[f"t/(t+{k - 1})" if i == j else f"1/(t+{k - 1})" for j in range(k)] for i in range(k)], epsilon=epsilon
    )


@st.composite
def stochastic(draw: st.DrawFn, m: int, k: int, *, least: int = 0, most: int = 6) -> Mechanism:
    """A rational m×k mechanism with small weights, zeros included unless `least` is 1."""
    weights = [draw(st.lists(st.integers(least, most), min_size=m, max_size=m).filter(any)) for _ in range(k)]
    return Mechanism([[Fraction(weights[j][i], sum(weights[j])) for j in range(k)] for i in range(m)])


@st.composite
def mechanisms(draw: st.DrawFn, *, k: int | None = None) -> Mechanism:
    """Rational mechanisms and, one in four, garbled randomized response over Q(e) or Q(e^(1/3))."""
    inputs, m = k or draw(st.integers(1, 3)), draw(st.integers(1, 4))
    if draw(st.integers(0, 3)) == 0 and inputs > 1:
        return draw(stochastic(m, inputs)) @ krr(inputs, draw(st.sampled_from(["1", "1/3"])))
    return draw(stochastic(m, inputs, least=draw(st.integers(0, 1))))


label = st.text(st.characters(codec="utf-8", categories=["L", "N", "P", "S"]), min_size=1, max_size=6)


@st.composite
def labelled(draw: st.DrawFn) -> Mechanism:
    """Rational mechanisms of which inputs and outputs may have labels."""
    k, m = draw(st.integers(1, 4)), draw(st.integers(1, 4))
    names = [draw(st.none() | st.lists(label, min_size=n, max_size=n, unique=True)) for n in (k, m)]
    plain = [None if names[i] == list(map(str, range(n))) else names[i] for i, n in ((0, k), (1, m))]
    return Mechanism(draw(stochastic(m, k, most=9)).rows, plain[0], plain[1])
