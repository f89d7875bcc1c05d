"""Section 4.3: differential privacy of bitwise independent randomizers, and the loss at a given privacy level."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from rropt.claims import Claim, Fact, Repair, Statement
from rropt.claims.evidence import Item
from rropt.mechanism import Mechanism
from rropt.privacy.ratios import largest_ratio as parity
from rropt.questions.bits import whole_answer_epsilon

from .definitions import DEFINE, distance, randomizer, strings

Q = Fraction
KEPT = {"a": "0 < a < 1"}
KEPT_APART = (
    "",
    "k is at most n and some inputs differ in k bits, so that α-privacy says r(a)^k <= exp(α): a larger k makes "
    "the bound false",
)
LEVEL = {"u": "u > 1"}
MIXED = (
    Mechanism([[Q(9, 10), Q(1, 5)], [Q(1, 10), Q(4, 5)]]),
    Mechanism([[Q(3, 4), Q(1, 4)], [Q(1, 4), Q(3, 4)]]),
    Mechanism([[Q(2, 3), Q(1, 2)], [Q(1, 3), Q(1, 2)]]),
)
WARNER = {"x, y": "[0, 1]", "t": "t > 1", "pi": "(0, 1)"}
ERROR = {"V(x, y)": "(x - pi*(x+y-1))*(1 - x + pi*(x+y-1))/(x+y-1)^2"}


def event_items() -> Iterator[Item]:
    """A ratio of probabilities of events is at most the largest ratio of probabilities of outputs."""
    yield Statement(
        "one output more",
        "p + q <= l*(h + k)",
        given={"p, q, h, k": "[0, 1]", "l": "l >= 1"},
        assuming=("p <= l*h", "q <= l*k"),
    )
    yield Statement(
        "the other respondents' factor",
        "z*p <= l*(z*h)",
        given={"z, p, h": "[0, 1]", "l": "l >= 1"},
        assuming=("p <= l*h",),
    )


def one_bit(m: Mechanism) -> Fraction:
    """l_M of a bit randomizer with rational entries."""
    value = parity(m).value
    assert isinstance(value, Fraction)
    return value


def largest_ratio(sequence: tuple[Mechanism, ...], differ: int) -> Fraction:
    """The largest ratio of probabilities of an answer to all questions, of truths that differ in at most so many bits."""
    best = Q(1)
    n = len(sequence)
    for x in strings(n):
        for y in strings(n):
            if distance(x, y) <= differ:
                for r in strings(n):
                    ratio = Q(1)
                    for m, a, b, c in zip(sequence, r, x, y, strict=True):
                        ratio *= m[a, b] / m[a, c]  # type: ignore[assignment]
                    best = max(best, ratio)
    return best


def product_items() -> Iterator[Item]:
    """The factors of bits that agree cancel; the others are at most the k largest ratios; and the bound is attained."""
    for n in (1, 2, 3, 4):
        names = [f"l{i}" for i in range(n)]
        ordered = tuple(f"l{i} >= l{i + 1}" for i in range(n - 1))
        for k in range(1, n + 1):
            top = "*".join(names[:k])
            for size in range(1, k + 1):
                for places in combinations(range(n), size):
                    if places not in (tuple(range(size)), (1,)) and (n < 4 or size < 3):  # l1 <= l0 is given
                        chosen = "*".join(f"l{i}" for i in places)
                        yield Statement(
                            f"n = {n}, k = {k}, bits {places}",
                            f"{chosen} <= {top}",
                            given={", ".join(names): "[1, inf)"},
                            assuming=ordered,
                        )
    ordered_bits = tuple(sorted(MIXED, key=one_bit, reverse=True))
    for n in (1, 2, 3):
        for k in range(1, n + 1):
            bound = Q(1)
            for m in ordered_bits[:k]:
                bound *= one_bit(m)
            yield Fact(f"n = {n}, k = {k}: the bound is attained", largest_ratio(ordered_bits[:n], k), "=", bound)
            yield Fact(
                f"n = {n}, k = {k}: rropt's epsilon", whole_answer_epsilon(ordered_bits[:n], differ=k).t, "=", bound
            )


def iterated_items() -> Iterator[Item]:
    for n in (1, 2, 3, 4):
        for a in (Q(3, 4), Q(1, 5), Q(1, 2)):
            bit = Mechanism(randomizer(a, 1))
            one = max(a / (1 - a), (1 - a) / a)
            for k in range(1, n + 1):
                yield Fact(f"n = {n}, k = {k}, a = {a}", largest_ratio((bit,) * n, k), "=", one**k)
    yield Statement("the logarithm of the power, one factor more", "k*l + l = (k+1)*l", given={"k, l": "real"})


def bound_items() -> Iterator[Item]:
    """k log r(a) <= α says r(a) <= v = exp(α/k); base(a) = ca(r(a)); ca decreases; powers keep the order."""
    for side, case, r in (("a > 1/2", "a > 1/2", "a/(1-a)"), ("a < 1/2", "a < 1/2", "(1-a)/a")):
        yield Statement(
            f"{side}: c at n = 1", f"base(a) = ca({r}) and {r} > 1", given=KEPT, assuming=(case,), define=DEFINE
        )
    yield Statement(
        "ca decreases", "ca(u) >= ca(v) and ca(v) > 1", given={"u, v": "(1, inf)"}, assuming=("u <= v",), define=DEFINE
    )
    yield Statement("one bit more", "x*z >= y*w", given={"x, y, z, w": "[0, inf)"}, assuming=("x >= y", "z >= w"))


def loss_bound_items() -> Iterator[Item]:
    yield from bound_items()
    yield Statement(
        "the loss increases in c",
        "fL(c,s) >= fL(h,s)",
        given={"c, h": "[1, inf)", "s": "(0, 1)"},
        assuming=("c >= h",),
        define=DEFINE,
    )


CLAIMS = [
    Claim(
        "vinterbo.bit_privacy",
        kernel="VinterboSurveys.bit_privacy",
        where="Section 4.3",
        printed="a bit randomizer M is log(l_M)-differentially private for l_M the largest ratio in a row of C_M",
        reading="of the answers of any number of individuals",
        narrowed=("", "the four probabilities of M are positive: else a ratio is infinite or 0/0"),
        decided_by=event_items,
        argument="every event and every set of individuals: events are sums of outputs, and all but one respondent's answers "
        "have "
        "the same law on both sides",
    ),
    Claim(
        "vinterbo.sequence_privacy",
        kernel="VinterboSurveys.sequence_privacy",
        where="Section 4.3",
        printed="R(M) is log(l)-differentially private, l the product of the k largest l_M, for inputs differing in at most k"
        " bits",
        reading="of one respondent's answer, as the section has it; k is at most n",
        narrowed=("", "the four probabilities of each randomizer are positive: else a ratio is infinite or 0/0"),
        decided_by=product_items,
        argument="every n and k: exchanging a factor for a larger one, or adding factors of at least 1, never lowers the "
        "product",
    ),
    Claim(
        "vinterbo.bisymmetric_ratio",
        "(a >= 1/2 implies a/(1-a) >= (1-a)/a) and (a <= 1/2 implies (1-a)/a >= a/(1-a)) and (1-a)/a = a^(-1)*(1-a)",
        argument="Both rows of C_a hold a and 1-a, so the largest ratio within a row is the larger of the two quotients; which"
        " of them that is, is proved.",
        kernel="VinterboSurveys.bisymmetric_ratio",
        where="Section 4.3",
        printed="for bisymmetric M, l_M = r(a) = max((1-a)/a, a/(1-a))",
        reading="both rows of C_a hold a and 1-a, so their ratio is the larger of the two quotients",
        narrowed=("", "a is neither 0 nor 1, where a quotient has no value"),
        given=KEPT,
    ),
    Claim(
        "vinterbo.iterated_privacy",
        kernel="VinterboFamily.iterated_privacy",
        where="Section 4.3",
        printed="an iterated bisymmetric randomizer is α-differentially private for α = log(l_a^k) = k log(r(a))",
        reading="k is at most n",
        narrowed=("", "a is neither 0 nor 1, where the ratio is infinite"),
        decided_by=iterated_items,
        argument="every n and a: the ratio of two entries of Theorem 4.4 is (a/(1-a)) to a power between -k and k",
    ),
    Claim(
        "vinterbo.iterated_size",
        "2^(m+1) = 2*2^m",
        where="Section 4.3, before the displays of φ",
        printed="(if) R(M) is an iterated bisymmetric randomizer, i.e., C_R(M) = C_a(m)",
        reading="a condition, which only says again what the words mean; m, which elsewhere counts respondents, is how many bit "
        "randomizers R(M) has, a letter that the section does not tie to anything else",
        argument="Section 4.1 calls a randomizer with this matrix iterated bisymmetric. By vinterbo.prop_4_2 m identical bit "
        "randomizers with b = 1 - a have it; each bit doubles the rows of both sides.",
        uses=("vinterbo.prop_4_2",),
        given={"m": "integer [1, inf)"},
    ),
    Claim(
        "vinterbo.ratio_inverse",
        "r(a) = r(b) implies a = b",
        kernel="Slips.not_vinterbo_ratio_inverse",
        where="Section 4.3, display of φ_α",
        printed="r has an inverse, φ_α(α) = a_φ⁻¹(r⁻¹(exp(α/k)))",
        reading="r would have to take each value once; it takes the same at a and 1-a",
        given={"a, b": "(0, 1)"},
        define=DEFINE,
        repairs=(
            Repair(
                why="for a >= 1/2, r has the inverse u/(1+u), and so φ_α(α) = a_φ⁻¹(u/(1+u)) at u = exp(α/k)",
                reading="r takes each value on [1/2, 1) once, every u >= 1, and no other",
                states="(r(a) = r(b) implies a = b) and (r(a) = u iff a = u/(1+u)) and 1/2 <= u/(1+u) and u/(1+u) < 1",
                given={"a, b": "[1/2, 1)", "u": "u >= 1"},
            ),
        ),
    ),
    Claim(
        "vinterbo.composition",
        "ca(u) = base(u/(1+u)) and ca(u) = base(1/(1+u)) and fL(base(u/(1+u))^n, s) = fL(base(1/(1+u))^n, s)",
        argument="r takes every value above 1 twice, at u/(1+u) and at 1/(1+u), so the composition has two values of r⁻¹ to go"
        " through; that both give the same c, and so the same loss, is proved.",
        kernel="VinterboBits.composition",
        where="Section 4.3, displays of c_α and the sentence after them",
        printed="c_α = c_a ∘ a_φ ∘ a_φ⁻¹ ∘ r⁻¹ ∘ exp ∘ (x ↦ x/k) does not depend on the parameter φ, and therefore L "
        "does not either",
        reading="r⁻¹(u) is u/(1+u) or 1/(1+u), and both give the same c. φ enters through a alone, and two a of the same level α, "
        "for the same k, have the same r; α > 0, without which there is no c",
        given={**LEVEL, "n": "integer n >= 1", "s": "[0, 1)"},
        define=DEFINE,
    ),
    Claim(
        "vinterbo.theorem_4_9",
        kernel="VinterboBounds.theorem_4_9",
        where="Section 4.3, Theorem 4.9, first display",
        printed="for an α-differentially private iterated bisymmetric randomizer, inputs differing in at most k bits, "
        "c >= ((exp(2α/k) + 1)/(exp(α/k) - 1)²)^n",
        narrowed=(KEPT_APART, ("", "a parenthesis is missing in print; what is decided has it after the square")),
        decided_by=bound_items,
        argument="every a != 1/2, n, k and α > 0: the n-th power of the one-bit bound with v = exp(α/k)",
    ),
    Claim(
        "vinterbo.theorem_4_9_loss",
        kernel="VinterboBounds.theorem_4_9_loss",
        where="Section 4.3, Theorem 4.9, second display",
        printed="L >= (c_α(α) - s)/(1 - s)",
        reading="s < 1, as in Theorem 4.6",
        narrowed=KEPT_APART,
        decided_by=loss_bound_items,
        argument="L increases in c at every s < 1",
    ),
    Claim(
        "vinterbo.corollary_2",
        "V(x,y) >= V(t/(t+1), t/(t+1))",
        kernel="VinterboBounds.corollary_2",
        where="Section 4.3, Corollary 2",
        printed="for n = 1, bisymmetric randomizers are optimal with respect to L at every privacy level",
        argument="of all bit randomizers of level t = e^α, with the estimator m⁻¹C⁻¹Y, C_a with a = t/(t+1) has the least "
        "error, hence the least L, at every π; p00 + p11 > 1 after exchanging the outputs if need be",
        given=WARNER,
        assuming=("x + y > 1", "x <= t*(1-y)", "y <= t*(1-x)"),
        define=ERROR,
        narrowed=("", "alpha > 0 and 0 < pi < 1: elsewhere there is no estimator, or the loss divides by 0"),
    ),
]
