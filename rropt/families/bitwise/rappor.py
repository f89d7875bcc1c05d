"""Rappor's randomizer on n bits, in its four modes."""

from __future__ import annotations

from dataclasses import dataclass

from rropt.exact.element import Bound, Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer
from rropt.families.bitwise.bits import MOST_BITS, bit, bit_strings, bits, bits_parity
from rropt.families.parameters import read_or_solve, read_probability
from rropt.families.registry import family
from rropt.mechanism import Mechanism

__all__ = ["LONGEST", "MODES", "rappor", "rappor_bit", "tight_parity"]

LONGEST = 4096
"""The most bits for which `check` judges the mechanism by the structure of one bit, without the matrix of all bits."""
MODES = ("permanent", "instantaneous", "both", "one-time")
TAKEN = "permanent or one-time (f or epsilon), instantaneous (p and q) or both (f, p and q)"


@dataclass(frozen=True, slots=True)
class _Bit:
    """The probabilities with which one randomized bit is reported as 1.

    If the true bit is 0, the probability is `zero`. If the true bit is 1, the probability is `one`. `said` tells how epsilon
    was read, if there is something to tell.
    """

    zero: Number
    one: Number
    said: str = ""


def _permanent(f: object, epsilon: object, n: int) -> _Bit:
    noise = read_or_solve("rappor", "f", f, epsilon, lambda s: 2 / (1 + s), answers=n)
    return _Bit(noise.value / 2, 1 - noise.value / 2, noise.said)


def _both(f: object, p: object, q: object) -> _Bit:
    noise = read_probability(f, name="f")
    zero, one = read_probability(p, name="p"), read_probability(q, name="q")
    lower, upper = noise / 2, 1 - noise / 2
    return _Bit(zero * upper + one * lower, zero * lower + one * upper)


def _check(mode: str, wanted: tuple[str, ...], **parameters: object) -> None:
    got = [name for name, x in parameters.items() if x is not None]
    if sorted(got) != sorted(wanted):
        found = " and ".join(got) or "no parameter"
        raise InputError(f"rappor with mode={mode} takes {' and '.join(wanted)}, not {found}; the modes are {TAKEN}")


def _bit(mode: object, n: int, f: object, p: object, q: object, epsilon: object) -> _Bit:
    name = str(mode).strip().lower().replace("_", "-")
    if name in ("permanent", "one-time"):
        if p is not None or q is not None:
            raise InputError(f"rappor with mode={name} takes f or epsilon, not p={p}, q={q}; the modes are {TAKEN}")
        return _permanent(f, epsilon, n)
    if name == "instantaneous":
        _check(name, ("p", "q"), f=f, p=p, q=q, epsilon=epsilon)
        return _Bit(read_probability(p, name="p"), read_probability(q, name="q"))
    if name == "both":
        _check(name, ("f", "p", "q"), f=f, p=p, q=q, epsilon=epsilon)
        return _both(f, p, q)
    raise InputError(f"rappor has no mode '{name[:40]}'; the modes are {TAKEN}")


def tight_parity(
    *,
    mode: object,
    bits: object = 1,
    f: object = None,
    p: object = None,
    q: object = None,
    epsilon: object = None,
) -> Bound:
    """The parity (largest ratio of an output's probabilities under two inputs): that of one bit to the power `bits`.

    For the modes `permanent` and `one-time` it is ((2−f)/f)^n with n = `bits`; a fair coin replaces a bit with probability f.
    """
    n = read_integer(bits, name="bits", least=1, most=MOST_BITS)
    one_bit = _bit(mode, n, f, p, q, epsilon)
    return bits_parity(one_bit.zero, one_bit.one, n)


@family("rappor:mode=both,f=1/2,p=1/2,q=3/4,bits=2", parity=tight_parity, missing=f"a mode is {TAKEN}")
def rappor(
    *,
    mode: object,
    bits: object = 1,
    f: object = None,
    p: object = None,
    q: object = None,
    epsilon: object = None,
) -> Mechanism:
    """For each string of n bits, every bit independently passes the permanent step, the instantaneous step, or both.

    The permanent step replaces a bit by a fair coin with probability f; the instantaneous step reports 1 with
    probability q for a 1 and p for a 0; `both` applies it to the permanent bit, and `one-time` is the permanent step
    alone. epsilon (permanent, one-time) stands for f = 2/(1 + e^(ε/n)), because two inputs may
    differ in all n bits. If inputs differ in at most d bits, such as 2h for h hashes, the tight parity is that of d bits.

    Erlingsson, Pihur & Korolova (2014), RAPPOR: randomized aggregatable privacy-preserving ordinal response, CCS;
    Vinterbo, A simple algorithm for estimating distribution parameters …, section 5.3.

    Args:
        mode: permanent, instantaneous, both or one-time.
        bits: The number of bits.
        f: The probability that the permanent step replaces a bit.
        p: The probability that the instantaneous step reports 1 for a 0.
        q: The probability that the instantaneous step reports 1 for a 1.
        epsilon: The budget of every answer, in place of f.

    Returns:
        The mechanism.

    Raises:
        InputError: A parameter is out of its range, or too few or too many parameters are given to fix the mechanism.

    Example:
        >>> from rropt.families import rappor
        >>> " ".join(map(str, rappor(mode="permanent", bits=1, f="1/2")[0]))
        '3/4 1/4'
    """
    n = read_integer(bits, name="bits", least=1, most=LONGEST)
    if n > MOST_BITS:
        budget = "" if epsilon is None else f" and an epsilon {n} times smaller"
        raise InputError(
            f"a matrix for {n} bits would have 2^{n} rows and columns, but at most {MOST_BITS} bits are allowed; give "
            f"bits=1{budget} for the mechanism of one bit, or judge all {n} bits with `rropt check rappor:mode=…,bits={n}`"
        )
    one_bit = _bit(mode, n, f, p, q, epsilon)
    return _strings(one_bit, n)


def rappor_bit(
    n: int, *, mode: object, f: object = None, p: object = None, q: object = None, epsilon: object = None
) -> Mechanism:
    """Make the 2×2 mechanism of a single bit of a Rappor answer with n bits.

    epsilon is the budget of all n bits together. n may be so large that the matrix of all n bits could not be written down.
    """
    one_bit = _bit(mode, n, f, p, q, epsilon)
    return Mechanism(bit(one_bit.zero, one_bit.one), said=one_bit.said)


def _strings(one_bit: _Bit, n: int) -> Mechanism:
    names = bit_strings(n)
    return Mechanism(bits(bit(one_bit.zero, one_bit.one), n), names, names, said=one_bit.said)
