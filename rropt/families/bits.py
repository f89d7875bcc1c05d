"""Families whose answer is a string of bits, each randomized by itself."""

from __future__ import annotations

import itertools
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer, read_probability
from rropt.exact.matrix import Matrix, kronecker
from rropt.families.parameters import bits_parity, larger_ratio, read_or_solve
from rropt.families.registry import Member, family
from rropt.mechanism import Mechanism

__all__ = [
    "iterated_bisymmetric",
    "optimised_unary_encoding",
    "rappor",
    "symmetric_unary_encoding",
    "unary_encoding",
]

MOST_CATEGORIES = 12
# The most bits whose matrix is made, and the most of which a refusal says what to ask in place of it.
MOST_BITS, LONGEST = 8, 4096
MODES = {"permanent": ["f"], "instantaneous": ["p", "q"], "both": ["f", "p", "q"], "one-time": ["f"]}
TAKEN = "permanent or one-time (f or epsilon), instantaneous (p and q) or both (f, p and q)"


def _strings(n: int) -> list[str]:
    """List the strings of n bits in increasing order as binary numbers, such as 00, 01, 10, 11."""
    return ["".join(letters) for letters in itertools.product("01", repeat=n)]


def _unary(k: int, p: Number, q: Number, said: str = "") -> Member:
    """Make the unary encoding of k inputs: a bit is 1 with probability p in the place of the truth, and else with probability q.

    Of two inputs, only the bits in their two places have different probabilities. So the largest ratio is that of an answer with
    a 1 in one of these places and a 0 in the other: p(1−q)/(q(1−p)) or its inverse.
    """
    others = [q**ones * (1 - q) ** (k - 1 - ones) for ones in range(k)]
    true_one, true_zero = [p * x for x in others], [(1 - p) * x for x in others]
    rows = []
    for code in _strings(k):
        ones = code.count("1")
        rows.append([true_one[ones - 1] if bit == "1" else true_zero[ones] for bit in code])
    return Mechanism(rows, outputs=_strings(k), said=said), lambda: larger_ratio(p * (1 - q), q * (1 - p))


@family("unary_encoding:k=3,p=3/4,q=1/3")
def unary_encoding(*, k: object, p: object, q: object) -> Member:
    """For each of k inputs, the answer is k independent bits, 1 with probability p for the truth and q for the others.

    The truth j is written as the string with a single 1 in place j (the first place is input 0) and every bit is then
    randomized: there are 2^k outputs, labelled by their strings. The parity is the larger of p(1−q)/(q(1−p)) and its
    inverse.

    Wang, Blocki, Li & Jha (2017), Locally differentially private protocols for frequency estimation, USENIX Security.

    Args:
        k: The number of inputs.
        p: The probability of 1 in the place of the truth.
        q: The probability of 1 elsewhere.

    Examples:
        >>> from rropt.families import unary_encoding
        >>> " ".join(map(str, unary_encoding(k=2, p="1/2", q="1/4")[0]))
        '3/8 3/8'
    """
    n = read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    return _unary(n, read_probability(p, name="p"), read_probability(q, name="q"))


@family("symmetric_unary_encoding:k=3,epsilon=1")
def symmetric_unary_encoding(*, k: object, p: object = None, epsilon: object = None) -> Member:
    """For each of k inputs, the answer is its unary code with every bit kept with probability p and flipped otherwise.

    `unary_encoding` with q = 1 − p; epsilon stands for p = s/(1 + s), s = e^(ε/2), because two bits tell two inputs
    apart. It is Rappor's permanent step on one-bit codes. The parity is the larger of (p/(1−p))² and its inverse.

    Wang, Blocki, Li & Jha (2017), Locally differentially private protocols for frequency estimation, USENIX Security
    (SUE); Duchi, Jordan & Wainwright (2013), Local privacy and statistical minimax rates, FOCS.

    Args:
        k: The number of inputs.
        p: The probability that a bit is kept.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import symmetric_unary_encoding
        >>> " ".join(map(str, symmetric_unary_encoding(k=2, p="3/4")[0]))
        '3/16 3/16'
    """
    n = read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    kept, said = read_or_solve("symmetric_unary_encoding", "p", p, epsilon, lambda s: s / (1 + s), answers=2)
    return _unary(n, kept, 1 - kept, said)


@family("optimised_unary_encoding:k=3,epsilon=ln3")
def optimised_unary_encoding(*, k: object, q: object = None, epsilon: object = None) -> Member:
    """For each of k inputs, the answer is k bits: a fair coin for the truth, and 1 with probability q elsewhere.

    `unary_encoding` with p = 1/2; epsilon stands for q = 1/(1 + e^ε). The name is the literature's: the choice
    minimises an approximate variance among unary encodings; rropt claims no optimality. For every k, the parity is
    max((1−q)/q, q/(1−q)).

    Wang, Blocki, Li & Jha (2017), Locally differentially private protocols for frequency estimation, USENIX Security
    (OUE).

    Args:
        k: The number of inputs.
        q: The probability of 1 in a place that is not the truth's.
        epsilon: The budget of every answer, in place of q.

    Examples:
        >>> from rropt.families import optimised_unary_encoding
        >>> " ".join(map(str, optimised_unary_encoding(k=2, epsilon="ln3")[0]))
        '3/8 3/8'
    """
    n = read_integer(k, name="k", least=2, most=MOST_CATEGORIES)
    other, said = read_or_solve("optimised_unary_encoding", "q", q, epsilon, lambda t: 1 / (1 + t))
    return _unary(n, Fraction(1, 2), other, said)


def _independent(n: int, zero: Number, one: Number, said: str) -> Member:
    """Make n independent bits, the first the most significant; a bit is reported as 1 with probability `zero` if it is 0, and
    with probability `one` if it is 1.
    """
    rows: Matrix = ((Fraction(1),),)
    for _ in range(n):
        rows = kronecker(rows, ((1 - zero, 1 - one), (zero, one)))
    return Mechanism(rows, _strings(n), _strings(n), said=said), lambda: bits_parity(zero, one, n)


@family("rappor:mode=permanent,f=1/2,bits=2", missing=f"a mode is {TAKEN}")
def rappor(
    *,
    mode: object,
    bits: object = 1,
    f: object = None,
    p: object = None,
    q: object = None,
    epsilon: object = None,
) -> Member:
    """For each string of n bits, every bit independently passes the permanent step, the instantaneous step, or both.

    The permanent step replaces a bit by a fair coin with probability f; the instantaneous step reports 1 with
    probability q for a 1 and p for a 0; `both` applies it to the permanent bit, and `one-time` is the permanent step
    alone. epsilon (permanent, one-time) stands for f = 2/(1 + e^(ε/n)), because two inputs may differ in all n bits. If
    inputs differ in at most d bits, such as 2h for h hashes, the tight parity is that of d bits. The parity is that of
    one bit to the power n, and ((2−f)/f)^n for the permanent step alone.

    Erlingsson, Pihur & Korolova (2014), RAPPOR: randomized aggregatable privacy-preserving ordinal response, CCS;
    Vinterbo, A simple algorithm for estimating distribution parameters …, section 5.3.

    Args:
        mode: permanent, instantaneous, both or one-time.
        bits: The number of bits.
        f: The probability that the permanent step replaces a bit.
        p: The probability that the instantaneous step reports 1 for a 0.
        q: The probability that the instantaneous step reports 1 for a 1.
        epsilon: The budget of every answer, in place of f.

    Examples:
        >>> from rropt.families import rappor
        >>> " ".join(map(str, rappor(mode="permanent", bits=1, f="1/2")[0]))
        '3/4 1/4'
    """
    n = read_integer(bits, name="bits", least=1, most=LONGEST)
    if n > MOST_BITS:
        budget = "" if epsilon is None else f" and an epsilon {n} times smaller"
        raise InputError(
            f"a matrix for {n} bits would have 2^{n} rows and columns, but at most {MOST_BITS} bits are allowed; give "
            f"bits=1{budget} for the mechanism of one bit; rropt.questions in Python tells the privacy of all {n}"
        )
    zero, one, said = _read_steps(n, mode, {"f": f, "p": p, "q": q, "epsilon": epsilon})
    return _independent(n, zero, one, said)


def _read_steps(n: int, mode: object, given: dict[str, object]) -> tuple[Number, Number, str]:
    """Compute the probabilities with which a 0 and a 1 are reported as 1 by the steps of a mode, and say how ε was read.

    With probability f/2 the permanent step reports the opposite; without this step f = 0. Then the instantaneous step reports a 1
    with probability p for a 0 and q for a 1; without this step p = 0 and q = 1.
    """
    name = str(mode).strip().lower().replace("_", "-")
    if name not in MODES:
        raise InputError(f"rappor has no mode '{name[:40]}'; the modes are {TAKEN}")
    got = [parameter for parameter, x in given.items() if x is not None]
    # where the permanent step is alone, epsilon may stand for f
    if got != MODES[name] and (MODES[name], got) != (["f"], ["epsilon"]):
        wanted = "f or epsilon" if MODES[name] == ["f"] else " and ".join(MODES[name])
        found = " and ".join(got) or "no parameter"
        raise InputError(f"rappor with mode={name} takes {wanted}, not {found}; the modes are {TAKEN}")
    noise, said = (
        read_or_solve("rappor", "f", given["f"], given["epsilon"], lambda s: 2 / (1 + s), answers=n)
        if "f" in MODES[name]
        else (Fraction(0), "")
    )
    p, q = (read_probability(given[x], name=x) for x in "pq") if "p" in MODES[name] else (Fraction(0), Fraction(1))
    lower = noise / 2
    return p * (1 - lower) + q * lower, p * lower + q * (1 - lower), said


@family("iterated_bisymmetric:bits=2,epsilon=1")
def iterated_bisymmetric(*, bits: object, a: object = None, epsilon: object = None) -> Member:
    """For each string of n bits, every bit is independently kept with probability a and flipped otherwise.

    P is the n-fold Kronecker product of [[a, 1−a], [1−a, a]], so Pr(r | x) = a^(n−d)·(1−a)^d where r and x differ in d
    bits; the first bit is the most significant. epsilon stands for a = s/(1 + s), s = e^(ε/n), because two inputs may
    differ in all n bits. If inputs differ in at most d bits, the tight parity is that of d bits. The parity is
    max(a/(1−a), (1−a)/a)^n.

    Vinterbo, A simple algorithm for estimating distribution parameters from n-dimensional randomized binary
    responses, Definition 4.1 and Theorem 4.4.

    Args:
        bits: The number of bits.
        a: The probability that a bit is kept.
        epsilon: The budget of every answer, in place of a.

    Examples:
        >>> from rropt.families import iterated_bisymmetric
        >>> " ".join(map(str, iterated_bisymmetric(bits=2, a="3/4")[0]))
        '9/16 3/16 3/16 1/16'

    Reference: Vinterbo, a simple algorithm, Theorem 4.4 (above).
    """
    n = read_integer(bits, name="bits", least=1, most=MOST_BITS)
    kept, said = read_or_solve("iterated_bisymmetric", "a", a, epsilon, lambda s: s / (1 + s), answers=n)
    return _independent(n, 1 - kept, kept, said)
