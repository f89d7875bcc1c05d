"""Subset selection: report a set of several values. Sets that hold the truth are usually more likely than others."""

from __future__ import annotations

import itertools
import math

from rropt.exact.element import Bound
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.exact.reading import label_set
from rropt.families.parameters import Given, larger_ratio, read_or_solve
from rropt.families.registry import family
from rropt.mechanism import MOST_OUTPUTS, Mechanism

__all__ = ["subset_selection", "tight_parity"]

MOST = 256


def _sizes(k: object, size: object) -> tuple[int, int]:
    n = read_integer(k, name="k", least=2, most=MOST)
    d = read_integer(size, name="size", least=1, most=n - 1)
    if math.comb(n, d) > MOST_OUTPUTS:
        raise InputError(
            f"k = {n} has {math.comb(n, d)} subsets of size {d}, more than {MOST_OUTPUTS}; give a smaller k"
        )
    return n, d


def _p(n: int, d: int, p: object, epsilon: object) -> Given:
    return read_or_solve("subset_selection", "p", p, epsilon, lambda t: d * t / (d * t + n - d))


def tight_parity(*, k: object, size: object, p: object = None, epsilon: object = None) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): max(r, 1/r).

    Let p be the probability that the set holds the truth, and d the `size` of the set. Then r = (k−d)·p/(d·(1−p)).
    """
    n, d = _sizes(k, size)
    a = _p(n, d, p, epsilon).value
    return larger_ratio((n - d) * a, d * (1 - a))


@family("subset_selection:k=5,size=2,epsilon=ln3", parity=tight_parity)
def subset_selection(*, k: object, size: object, p: object = None, epsilon: object = None) -> Mechanism:
    """The answer is a set of `size` of the k inputs. With probability p it is drawn uniformly from the sets that hold the truth,
    else uniformly from the sets that do not.

    epsilon stands for p = d·e^ε/(d·e^ε + k − d) with d = size: a set that holds the truth is e^ε times as likely as one
    that does not. Size 1 is k-ary randomized response. The outputs have labels such as {0,2}, in lexicographic order.

    Wang et al. (2016), Mutual information optimally local private discrete distribution estimation, arXiv:1607.08025;
    Ye & Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy, IEEE
    Trans. Inf. Theory 64, 5662–5676.

    Args:
        k: The number of inputs.
        size: How many inputs an answer holds.
        p: The probability that an answer holds the truth.
        epsilon: The budget of every answer, in place of p.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import subset_selection
        >>> " ".join(map(str, subset_selection(k=3, size=2, epsilon="ln2")[0]))
        '2/5 2/5 1/5'
    """
    n, d = _sizes(k, size)
    inside = _p(n, d, p, epsilon)
    a, b = inside.value / math.comb(n - 1, d - 1), (1 - inside.value) / math.comb(n - 1, d)
    subsets = list(itertools.combinations(range(n), d))
    rows = [[a if j in chosen else b for j in range(n)] for chosen in map(frozenset, subsets)]
    names = [label_set(list(map(str, s))) for s in subsets]
    return Mechanism(rows, outputs=names if d > 1 else None, said=inside.said)
