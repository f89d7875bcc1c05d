"""The four-output (ε, δ) mechanism: reveal the bit with probability δ, else randomize it with ε."""

from __future__ import annotations

from fractions import Fraction

from rropt.exact.element import Bound, Number
from rropt.exact.infinity import INFINITY
from rropt.families.parameters import Given, larger_ratio, read_finite_epsilon, read_or_solve, read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["four_output", "tight_delta", "tight_parity"]

LABELS = ("surely 0", "perhaps 0", "perhaps 1", "surely 1")


def _p(p: object, epsilon: object) -> Given:
    return read_or_solve("four_output", "p", p, epsilon, lambda t: t / (1 + t))


def tight_parity(*, delta: object, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): infinite if δ > 0, else max(p/(1−p), (1−p)/p).

    δ is the probability of an answer that reveals the input, and p that of the truth in any other answer.
    """
    a = _p(p, epsilon).value
    return INFINITY if read_probability(delta, name="delta") else larger_ratio(a, 1 - a)


@family("four_output:delta=1/10,epsilon=1/2", parity=tight_parity)
def four_output(*, delta: object, p: object = None, epsilon: object = None) -> Mechanism:
    """For both inputs, the answer reveals the input with probability δ; otherwise Warner's device picks one of two other answers.

    The columns are (δ, (1−δ)p, (1−δ)(1−p), 0) and its mirror image, with p = e^ε/(1 + e^ε); the outputs are labelled
    `surely 0`, `perhaps 0`, `perhaps 1`, `surely 1`.

    Kairouz, Oh & Viswanath (2017), The composition theorem for differential privacy, IEEE Trans. Inf. Theory 63,
    4037–4049.

    Args:
        delta: The probability of a revealing answer.
        p: The probability of the truth in an answer that does not reveal the input.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import four_output
        >>> " ".join(map(str, four_output(delta="1/10", epsilon="ln3")[0]))
        '1/10 0'
    """
    truth = _p(p, epsilon)
    d = read_probability(delta, name="delta")
    column = (d, (1 - d) * truth.value, (1 - d) * (1 - truth.value), Fraction(0))
    return Mechanism(zip(column, reversed(column), strict=True), outputs=LABELS, said=truth.said)


def tight_delta(*, at: object, delta: object, p: object = None, epsilon: object = None) -> Number:
    """The least δ' for which (ε', δ')-privacy holds at ε' = `at`: δ + (1−δ)·max(0, p − e^ε'(1−p), 1 − p − e^ε'·p).

    Here p is the probability of the truth in an answer that does not reveal the input. If `at` is the mechanism's own ε, the result
    is δ.
    """
    a, d = _p(p, epsilon).value, read_probability(delta, name="delta")
    _, t = read_finite_epsilon(at, family="four_output")
    return d + (1 - d) * max(Fraction(0), a - t * (1 - a), 1 - a - t * a)
