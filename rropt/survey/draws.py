"""Draw an output of a mechanism given an input, with exactly the stated probabilities.

A uniform number U in [0, 1) decides the output: it is the first output whose cumulative probability exceeds U. U is revealed bit by
bit. After b bits it is known that u/2^b ≤ U ≤ (u + 1)/2^b, where u is a whole number. The output is decided as soon as no
cumulative probability c lies strictly between these two bounds. To find out whether c lies between them, u is compared with
⌊c·2^b⌋, which is computed exactly. If c is not a `Fraction`, it is irrational, an element of Q(e^ε) or of a radical field. Then its
enclosure is refined until the floor is certain. This ends because c·2^b is no whole number. No probability is ever rounded.

Reference: Knuth and Yao (1976), The complexity of nonuniform random number generation.
"""

from __future__ import annotations

import secrets
from bisect import bisect_right
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from rropt.engine.sets import SetMechanism, answers_of
from rropt.exact.element import Number
from rropt.exact.errors import InputError, no_such, refuse
from rropt.exact.matrix import common_field
from rropt.exact.reading import label_all, place_of, places_of
from rropt.exact.sign import enclose
from rropt.given import MechanismLike
from rropt.mechanism import Mechanism

if TYPE_CHECKING:
    import numpy


__all__ = ["draw", "index_of"]

Bits = Callable[[int], int]
BLOCK = 64


def index_of(labels: Sequence[str] | None, k: int, given: object) -> int:
    """Return the index of an input that is given by its label or its index; if a label is a number, a number is a label."""
    found = place_of(given, labels, k)
    if found is None:
        raise no_such(given, label_all(labels, k), "the mechanism has no input")
    return found


def _floor(c: Number, bits: int) -> tuple[int, bool]:
    """Return ⌊c·2^bits⌋, and whether c·2^bits is a whole number."""
    scale = 1 << bits
    if isinstance(c, Fraction):
        whole, rest = divmod(c.numerator * scale, c.denominator)
        return whole, rest == 0
    width = Fraction(1, scale << 10)
    while True:
        lower, upper = (x.numerator * scale // x.denominator for x in enclose(c, width=width))
        if lower == upper:
            return lower, False
        width /= 1 << 64


Ladder = Callable[[int], tuple[list[int], set[int]]]


def _ladder(chances: Sequence[Number]) -> Ladder:
    """Return a function that places the cumulative probabilities of the outputs, but the last, which is 1, by a number of bits."""
    steps = tuple(accumulate(chances[:-1]))

    @cache
    def place(bits: int) -> tuple[list[int], set[int]]:
        """For every cumulative probability c, compute ⌊c·2^bits⌋. Return the list of these floors, and the set of the floors for
        which c·2^bits is no whole number.

        The output is drawn by a uniform number U in [0, 1). Read the first `bits` bits of U as a whole number. If this number is in
        the set, these bits do not decide yet whether U is below c.
        """
        found = [_floor(c, bits) for c in steps]
        return [whole for whole, _ in found], {whole for whole, exact in found if not exact}

    return place


def _output(ladder: Ladder, bits: Bits, *, block: int = BLOCK, u: int = 0, known: int = 0) -> int:
    """Draw the index of one output: the first whose cumulative probability exceeds a uniform number U in [0, 1).

    U is revealed bit by bit. `bits(n)` returns n independent fair bits as a whole number; it is called until the output is decided.
    If the first `known` bits of U were already drawn, `u` is the whole number that they form.
    """
    while True:
        u, known = u << block | bits(block), known + block
        floors, undecided = ladder(known)
        if u not in undecided:
            return bisect_right(floors, u)


def _source(rng: numpy.random.Generator | None) -> Bits:
    """Return a source of fair bits: the generator `rng` (for simulations), or the operating system if it is None."""
    if rng is None:
        return secrets.randbits
    if not hasattr(rng, "bytes") or not hasattr(rng, "random"):
        raise InputError(f"rng = {rng!r:.60} must be a numpy Generator such as numpy.random.default_rng(7), or None")
    return lambda n: int.from_bytes(rng.bytes((n + 7) // 8), "little") >> (-n % 8)


def _draw_sets(p: SetMechanism, inputs: Iterable[object], bits: Bits) -> list[str]:
    """For every given input, draw a set of inputs, written as text such as {a,b}.

    The mechanism treats all inputs alike. First, draw the size of the set, and whether it contains the given input. Then draw one
    of all such sets, uniformly.
    """
    ladder, found = _ladder(p.choices()), []
    for j in (index_of(p.inputs, p.k, given) for given in inputs):
        choice = _output(ladder, bits)
        held = {j} if choice % 2 == 0 else set()
        others = _choose([i for i in range(p.k) if i != j], p.sizes[choice // 2] - len(held), bits)
        found.append(p.label(sorted(others | held)))
    return found


def _choose(items: list[int], count: int, bits: Bits) -> set[int]:
    """Draw `count` of the items uniformly."""
    for n in range(count):
        place = n + _below(len(items) - n, bits)
        items[n], items[place] = items[place], items[n]
    return set(items[:count])


def _below(n: int, bits: Bits) -> int:
    """Draw a whole number from 0 to n − 1 uniformly."""
    while (found := bits((n - 1).bit_length())) >= n:
        pass
    return found


def draw(mechanism: MechanismLike, inputs: object, *, rng: numpy.random.Generator | None = None) -> Any:
    """Draw answers for respondents with exactly the probabilities of the mechanism.

    If `rng` is not given, the bits come from the operating system's entropy (`secrets`). No probability is rounded.

    Args:
        mechanism: The mechanism, a design, or a mechanism whose answers are sets of inputs (`Design.sets`).
        inputs: An input, or several, each by its label or its index. If labels are numbers, a whole number is a label.
        rng: A seeded numpy Generator, for simulations. Never for real respondents: whoever knows the seed can undo their answers.

    Returns:
        One output for one input, and a list of independently drawn outputs for several inputs. An output is a label or, if the
        mechanism has no output labels, an index. An output that is a set of inputs is written as text, such as {a,b}.

    Raises:
        InputError: An input is not one of the mechanism's inputs.

    Examples:
        >>> from rropt import draw, from_spec
        >>> draw(from_spec("warner:p=1"), [0, 1, 1])
        [0, 1, 1]

    Reference: Knuth and Yao (1976), The complexity of nonuniform random number generation (how to draw from random bits).
    """
    # a label of numpy has 0 dimensions
    is_single = isinstance(inputs, str) or not isinstance(inputs, Iterable)
    dimensions = 1 if is_single else getattr(inputs, "ndim", 1)
    refuse(
        (
            hasattr(inputs, "columns"),
            "the inputs are a data frame; give the column of the truths, such as frame['truth']",
        ),
        (
            dimensions != 1,
            f"the inputs are an array of {dimensions} dimensions; give one of 1, with an input for each respondent",
        ),
    )
    bits, p = _source(rng), answers_of(mechanism)
    listed: Any = [inputs] if is_single else inputs
    if not isinstance(p, SetMechanism) and p.is_free:
        raise InputError(
            f"epsilon is free ({common_field(p.rows)}), so the mechanism has no probabilities to draw with; fix epsilon"
        )
    if isinstance(p, SetMechanism):
        found: list[Any] = _draw_sets(p, listed, bits)
    else:
        found = _draw_together(p, _indices(p, listed), bits)
        found = [p.outputs[i] for i in found] if p.outputs else found
    return found[0] if is_single else found


def _draw_together(p: Mechanism, given: numpy.ndarray[Any, Any], bits: Bits) -> list[int]:
    """Draw an output for each input, and return the indices of the outputs. First draw 64 bits for every input. Then draw more bits
    for those inputs whose output is not yet decided."""
    import numpy as np

    uniform = np.frombuffer(bits(BLOCK * len(given)).to_bytes(BLOCK // 8 * len(given), "little"), dtype="<u8")
    drawn = np.zeros(len(given), dtype=np.int64)
    for j in np.unique(given).tolist():
        ladder = _ladder(p.columns[j])
        floors, split = ladder(BLOCK)
        chosen = np.flatnonzero(given == j)
        here = uniform[chosen]
        # a step with the floor 2^64 is 1: no U exceeds it, and 64 bits do not hold it
        drawn[chosen] = np.searchsorted(
            np.array([x for x in floors if x >> BLOCK == 0], dtype=np.uint64), here, side="right"
        )
        for at in np.flatnonzero(np.isin(here, np.array([x for x in split if x >> BLOCK == 0], dtype=np.uint64))):
            drawn[chosen[at]] = _output(ladder, bits, u=int(here[at]), known=BLOCK)
    return drawn.tolist()


def _indices(p: Mechanism, inputs: Any) -> numpy.ndarray[Any, numpy.dtype[numpy.int64]]:
    """Read the inputs as indices."""
    import numpy

    known: Mapping[Any, int] = places_of(p.inputs, p.k)
    people = inputs.tolist() if hasattr(inputs, "tolist") else list(inputs)
    # an input that is not found as it stands (another type of number, or no input at all) is read, or refused, by `index_of`
    found = [known.get(x) if type(x) in (int, str) else None for x in people]
    return numpy.array(
        [index_of(p.inputs, p.k, x) if j is None else j for x, j in zip(people, found, strict=True)], dtype=numpy.int64
    )
