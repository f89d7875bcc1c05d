"""What the answers of one person by several mechanisms disclose together, if the truth is the same each time.

Take an ordered pair (j, l) of inputs. An output i matters only through its likelihood ratio p_ij/p_il, and the ratio of several
answers is the product of their ratios. So the outputs of a mechanism with the same ratio are merged into one cell. The cell has
their total probability under j and their total probability under l. The cells of one mechanism are multiplied with the cells of the
next, and cells whose products have the same ratio are merged again. If a mechanism is used n times, the cells of its n uses are
computed at once.

An output that l never gives proves that the input is not l. Let c be the probability of such outputs under j in one use. At least
one such output comes with probability 1 − Π(1 − c), where the product is over all uses. Nothing else about these outputs matters.

Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from fractions import Fraction
from itertools import permutations
from typing import Any

from rropt.exact.errors import InputError
from rropt.exact.infinity import INFINITY, is_infinite
from rropt.exact.patience import require_time
from rropt.mechanism import Mechanism
from rropt.privacy.excess import InputPair, fast, pairs
from rropt.privacy.given import match_inputs, mechanism_of
from rropt.privacy.profile import Profile, ProfileBounds, epsilon_above, profile_of
from rropt.privacy.repeated.composition import Use, composed_pair, log_near, read_times, use_of
from rropt.privacy.repeated.enclosed_uses import ball_pair

__all__ = ["compose"]

MOST_PRODUCTS, MOST_IRRATIONAL = 20_000, 400
Repeated = tuple[tuple[Use, int], ...]


def compose(mechanisms: Iterable[Mechanism]) -> Profile | ProfileBounds:
    """Measure what one answer by each of several mechanisms discloses about one truth: δ as a function of ε.

    Args:
        mechanisms: Mechanisms of the same inputs. Inputs are matched by label if both mechanisms have labels, else by position.
            A mechanism that is listed n times is used n times. All answers are drawn independently.

    Returns:
        An exact `Profile`. If exact numbers would be too many or too long, or have no common field, a `ProfileBounds`.

    Raises:
        InputError: There is no mechanism or more than 100000, the inputs differ, or ε is free.

    Example:
        >>> from rropt import from_spec
        >>> from rropt.privacy import compose
        >>> found = compose([from_spec("warner:p=3/4"), from_spec("warner:p=2/3")])
        >>> str(found.epsilon(0)), str(found.delta("ln3"))
        ('log(6)', '1/4')

    Reference: Kairouz, Oh and Viswanath (2015), The composition theorem for differential privacy, ICML.
    """
    counted = _counted(mechanisms)
    times = sum(n for _, n in counted)
    each = _pairs_of(counted)
    all_rational = all(p.is_rational for p, _ in counted)
    exact = [_exact(pair, all_rational=all_rational) for pair in each]
    if all(pair is not None for pair in exact):
        return profile_of((pair for pair in exact if pair is not None), times)
    finite = [max(map(log_near, use.cells)) ** 2 * n for use, n in each[0] if use.cells]
    above = [n * epsilon_above(p) for p, n in counted]
    most = INFINITY if any(map(is_infinite, above)) else sum(above, Fraction(0))
    return ProfileBounds(tuple(map(ball_pair, each)), times, most, 2 * math.sqrt(sum(finite)) or 1.0, "answers")


def _counted(mechanisms: Iterable[Mechanism]) -> list[tuple[Mechanism, int]]:
    """List the different mechanisms, each with how often it is used. The inputs of every mechanism are put in the same order as
    those of the first one."""
    if isinstance(mechanisms, Mechanism | str) or not isinstance(mechanisms, Iterable):
        raise InputError(f"the mechanisms must be a list, such as [P, Q], not {str(mechanisms)[:40]!r}")
    listed = [mechanism_of(p) for p in mechanisms]
    if not listed:
        raise InputError("no mechanism is given; give a list of them, such as [P, Q]")
    read_times(len(listed))
    found: dict[Any, list[Any]] = {}
    for p in listed:
        if p.is_free:
            raise InputError(
                "epsilon or delta is free in one of the mechanisms, but what all answers disclose needs one value; fix it with "
                "mechanism.at(…)"
            )
        matched = match_inputs(listed[0], p)[1]
        found.setdefault(matched.rows, [matched, 0])[1] += 1
    return [(p, n) for p, n in found.values()]


def _pairs_of(counted: Sequence[tuple[Mechanism, int]]) -> list[Repeated]:
    """Make one tuple for each ordered pair of inputs. The tuple has one entry per mechanism: its `Use` and how often it is used.

    If several ordered pairs have the same probabilities in every `Use`, only the first of these pairs is listed.
    """
    by_mechanism = [{(x.input, x.against): use_of(x) for x in pairs(p, distinct=False)} for p, _ in counted]
    found: dict[Any, Repeated] = {}
    for place in permutations(range(counted[0][0].k), 2):
        each = [uses[place] for uses in by_mechanism]
        key = tuple((frozenset(use.cells.items()), use.certain) for use in each)
        found.setdefault(key, tuple((use, n) for use, (_, n) in zip(each, counted, strict=True)))
    return list(found.values())


def _exact(each: Repeated, *, all_rational: bool) -> InputPair | None:
    """For an ordered pair of inputs, compute the exact probabilities of the answers of all uses together. Answers with the same
    likelihood ratio are merged.

    None if there are too many different ratios, if their numbers are too long, or if the numbers lie in no common number field. If
    `all_rational` is True, the numbers are of python-flint's type, which is faster.
    """
    found: dict[Any, tuple[Any, Any]] = {}
    unseen: Any = fast(Fraction(1)) if all_rational else Fraction(1)
    for place, (use, n) in enumerate(each):
        require_time()
        alone = composed_pair(use, n, all_rational=all_rational)
        if alone is None or len(alone.cells) * len(found) > (MOST_PRODUCTS if all_rational else MOST_IRRATIONAL):
            return None
        cells = {x / y: (x, y) for x, y, _ in alone.cells if y}
        unseen = unseen * (1 - sum((x for x, y, _ in alone.cells if not y), unseen * 0))
        try:
            found = cells if place == 0 else _product(found, cells)
        except InputError:  # numbers of no common field
            return None
    listed = [(x, y, 1) for x, y in found.values()]
    first = each[0][0]
    return InputPair(first.input, first.against, (*listed, (1 - unseen, unseen * 0, 1)), (), ())


def _product(found: dict[Any, tuple[Any, Any]], cells: dict[Any, tuple[Any, Any]]) -> dict[Any, tuple[Any, Any]]:
    """Multiply the probabilities of independent answers, and add those whose products have the same likelihood ratio.

    Both arguments and the result map a ratio r to the probabilities (x, y) under the two inputs, x = r·y.
    """
    after: dict[Any, tuple[Any, Any]] = {}
    for r, (x, y) in found.items():
        for s, (a, b) in cells.items():
            old = after.get(r * s, (0, 0))
            after[r * s] = (old[0] + x * a, old[1] + y * b)
    return after
