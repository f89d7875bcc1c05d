"""Families for k categories whose answer is a category, a count, a set of categories, or a column of a Hadamard matrix."""

from __future__ import annotations

import itertools
import math
from fractions import Fraction

from rropt.exact.element import Number, ratio
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer, read_number
from rropt.exact.infinity import INFINITY
from rropt.exact.matrix import identity
from rropt.exact.reading import label_set
from rropt.exact.spelling import show
from rropt.families.parameters import larger_ratio, read_or_solve, require_one
from rropt.families.registry import Member, family
from rropt.mechanism import MOST_OUTPUTS, Mechanism

__all__ = ["direct_question", "geometric", "hadamard_response", "krr", "subset_selection"]

MOST = 512
MOST_HADAMARD = 511
MOST_SQUARE = 256


@family("direct_question:k=2")
def direct_question(*, k: object = 2) -> Member:
    """For each of k inputs, the answer is the input.

    P is the k×k identity: no privacy, and no mechanism tells more about the input. The parity is infinite.

    Holohan, Leith & Mason, Optimal differentially private mechanisms for randomised response, section II-B (remark).

    Args:
        k: The number of inputs.

    Examples:
        >>> from rropt.families import direct_question
        >>> " ".join(map(str, direct_question(k=2)[0]))
        '1 0'
    """
    return Mechanism(identity(read_integer(k, name="k", least=2, most=MOST))), lambda: INFINITY


@family("krr:k=8,epsilon=1")
def krr(*, k: object, p: object = None, epsilon: object = None, gamma: object = None) -> Member:
    """For each of k inputs, the answer is the truth with probability p and each other value with (1−p)/(k−1).

    With gamma = γ the matrix is γ·x on the diagonal and x elsewhere, x = 1/(γ + k − 1); epsilon stands for γ = e^ε.
    With γ = (k−1)·p/(1−p), the parity is max(γ, 1/γ).

    Agrawal & Haritsa (2005), A framework for high-accuracy privacy-preserving mining, ICDE; Kairouz, Oh & Viswanath
    (2016), Extremal mechanisms for local differential privacy, JMLR 17; Chai & Nayak, section 4.

    Args:
        k: The number of inputs.
        p: The probability of the truth.
        epsilon: The budget of every answer, in place of p.
        gamma: The ratio of the diagonal to the rest, in place of p.

    Examples:
        >>> from rropt.families import krr
        >>> " ".join(map(str, krr(k=3, epsilon="ln3")[0]))
        '3/5 1/5 1/5'
    """
    n = read_integer(k, name="k", least=2, most=MOST)
    truth, said = _read_truth(n, p, epsilon, gamma)
    other = (1 - truth) / (n - 1)
    rows = [[truth if i == j else other for j in range(n)] for i in range(n)]
    return Mechanism(rows, said=said), lambda: larger_ratio(truth, other)


def _read_truth(k: int, p: object, epsilon: object, gamma: object) -> tuple[Number, str]:
    if require_one("krr", p=p, epsilon=epsilon, gamma=gamma) != "gamma":
        return read_or_solve("krr", "p", p, epsilon, lambda t: t / (t + k - 1))
    weight = read_number(gamma)
    if weight < 0:
        raise InputError(f"gamma = {show(weight)} must be at least 0")
    return weight / (weight + k - 1), ""


@family("subset_selection:k=5,size=2,epsilon=ln3")
def subset_selection(*, k: object, size: object, p: object = None, epsilon: object = None) -> Member:
    """The answer is a set of `size` of the k inputs. With probability p it is drawn uniformly from the sets that hold the truth,
    else uniformly from the sets that do not.

    epsilon stands for p = d·e^ε/(d·e^ε + k − d) with d = size: a set that holds the truth is e^ε times as likely as one
    that does not. Size 1 is k-ary randomized response. The outputs have labels such as {0,2}, in lexicographic order.
    With r = (k−d)·p/(d·(1−p)), the parity is max(r, 1/r).

    Wang et al. (2016), Mutual information optimally local private discrete distribution estimation, arXiv:1607.08025;
    Ye & Barg (2018), Optimal schemes for discrete distribution estimation under locally differential privacy, IEEE
    Trans. Inf. Theory 64, 5662–5676.

    Args:
        k: The number of inputs.
        size: How many inputs an answer holds.
        p: The probability that an answer holds the truth.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import subset_selection
        >>> " ".join(map(str, subset_selection(k=3, size=2, epsilon="ln2")[0]))
        '2/5 2/5 1/5'
    """
    n = read_integer(k, name="k", least=2, most=MOST_SQUARE)
    d = read_integer(size, name="size", least=1, most=n - 1)
    if math.comb(n, d) > MOST_OUTPUTS:
        raise InputError(
            f"k = {n} has {math.comb(n, d)} subsets of size {d}, more than {MOST_OUTPUTS}; give a smaller k"
        )
    inside, said = read_or_solve("subset_selection", "p", p, epsilon, lambda t: d * t / (d * t + n - d))
    a, b = inside / math.comb(n - 1, d - 1), (1 - inside) / math.comb(n - 1, d)
    subsets = list(itertools.combinations(range(n), d))
    rows = [[a if j in chosen else b for j in range(n)] for chosen in map(frozenset, subsets)]
    labels = [label_set(list(map(str, s))) for s in subsets] if d > 1 else None
    return Mechanism(rows, outputs=labels, said=said), lambda: larger_ratio((n - d) * inside, d * (1 - inside))


@family("hadamard_response:k=5,epsilon=ln3")
def hadamard_response(*, k: object, p: object = None, epsilon: object = None) -> Member:
    """For each of k inputs, the answer is uniform on the truth's half of K outputs with probability p and on the other
    half otherwise.

    K is the smallest power of 2 above k; the half that belongs to input j holds the y with H[j+1, y] = +1, where H[x,
    y] = (−1)^(number of common ones of x and y) is Sylvester's K×K matrix. epsilon stands for p = e^ε/(1 + e^ε). The
    halves of two inputs share exactly half of their outputs, so that some output lies in one half alone, and the parity
    is max(p/(1−p), (1−p)/p).

    Acharya, Sun & Zhang (2019), Hadamard response: estimating distributions privately, efficiently, and with little
    communication, AISTATS.

    Args:
        k: The number of inputs.
        p: The probability of the truth's half.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import hadamard_response
        >>> " ".join(map(str, hadamard_response(k=3, epsilon="ln3")[0]))
        '3/8 3/8 3/8'
    """
    n = read_integer(k, name="k", least=2, most=MOST_HADAMARD)
    inside, said = read_or_solve("hadamard_response", "p", p, epsilon, lambda t: t / (1 + t))
    order = 1 << n.bit_length()
    values = (inside * 2 / order, (1 - inside) * 2 / order)
    rows = [[values[((j + 1) & y).bit_count() % 2] for j in range(n)] for y in range(order)]
    return Mechanism(rows, said=said), lambda: larger_ratio(inside, 1 - inside)


@family("geometric:k=4,alpha=1/2")
def geometric(*, k: object, alpha: object = None, epsilon: object = None) -> Member:
    """For each count j in 0, …, k − 1, the answer is j plus two-sided geometric noise, clamped to 0, …, k − 1.

    Pr(i | j) = α^|i−j|·(1−α)/(1+α) for 0 < i < k − 1, and α^|i−j|/(1+α) at the two ends. Its privacy is graded: counts
    at distance d are told apart by a ratio of at most α^−d, so -ln α is what is usually called its ε. Here, as in every
    family, epsilon is the demand for *all* pairs of inputs and stands for α = e^(−ε/(k−1)). The parity is α^−(k−1),
    infinite at α = 0.

    Ghosh, Roughgarden & Sundararajan (2012), Universally utility-maximizing privacy mechanisms, SIAM J. Comput. 41,
    1673–1693.

    Args:
        k: The number of counts.
        alpha: The ratio of neighbouring chances.
        epsilon: The budget of every answer, in place of alpha.

    Examples:
        >>> from rropt.families import geometric
        >>> " ".join(map(str, geometric(k=3, alpha="1/2")[0]))
        '2/3 1/3 1/6'
    """
    n = read_integer(k, name="k", least=2, most=MOST_SQUARE)
    a, said = read_or_solve("geometric", "alpha", alpha, epsilon, lambda s: 1 / s, answers=n - 1)
    powers = [a**d for d in range(n)]
    scales = [1 / (1 + a) if i in (0, n - 1) else (1 - a) / (1 + a) for i in range(n)]
    rows = [[scales[i] * powers[abs(i - j)] for j in range(n)] for i in range(n)]
    return Mechanism(rows, said=said), lambda: ratio(Fraction(1), powers[-1])
