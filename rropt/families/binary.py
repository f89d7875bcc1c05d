"""Families whose input is one bit: classical devices of surveys with sensitive questions."""

from __future__ import annotations

import math
from collections.abc import Iterable
from fractions import Fraction

from rropt.exact.element import Number
from rropt.exact.errors import InputError
from rropt.exact.grammar import read_integer, read_probability
from rropt.exact.infinity import INFINITY
from rropt.exact.spelling import show
from rropt.families.parameters import (
    bits_parity,
    larger_ratio,
    read_finite_epsilon,
    read_or_solve,
    require_one,
)
from rropt.families.registry import Member, family
from rropt.mechanism import Mechanism

__all__ = [
    "christofides",
    "flip",
    "forced_response",
    "four_output",
    "generalised_binary",
    "kuk",
    "mangat",
    "simmons",
    "two_coin",
    "unrelated_coin",
    "warner",
]

MOST_CARDS = 1024
MOST_DRAWS = 100


def _yes_or_no(zero: Number, one: Number, said: str = "") -> Member:
    """Make the member whose answer is 1 with probability `zero` for input 0 and with probability `one` for input 1."""
    return Mechanism([[1 - zero, 1 - one], [zero, one]], said=said), lambda: bits_parity(zero, one)


@family("generalised_binary:p00=3/4,p11=2/3")
def generalised_binary(*, p00: object, p11: object) -> Member:
    """For input 0 the answer is 0 with probability p00, and for input 1 the answer is 1 with probability p11.

    P = [[p00, 1−p11], [1−p00, p11]]; it identifies the prevalence exactly when p00 + p11 ≠ 1. The parity is the largest
    of p00/(1−p11), p11/(1−p00) and their inverses.

    Holohan, Leith & Mason, Optimal differentially private mechanisms for randomised response, equation (2).

    Args:
        p00: The probability of the answer 0 for input 0.
        p11: The probability of the answer 1 for input 1.

    Examples:
        >>> from rropt.families import generalised_binary
        >>> " ".join(map(str, generalised_binary(p00="3/4", p11="2/3")[0]))
        '3/4 1/3'
    """
    return _yes_or_no(1 - read_probability(p00, name="p00"), read_probability(p11, name="p11"))


@family("warner:p=3/4")
def warner(*, p: object = None, epsilon: object = None) -> Member:
    """For both inputs, the answer is the truth with probability p and its opposite with probability 1 − p.

    The respondent answers the question with probability p and its negation otherwise, so P = [[p, 1−p], [1−p, p]];
    epsilon stands for p = e^ε/(1 + e^ε). The parity is max(p/(1−p), (1−p)/p), infinite at p = 0 and p = 1.

    Warner, S. L. (1965), Randomized response: a survey technique for eliminating evasive answer bias, JASA 60, 63–69.

    Args:
        p: The probability of the truth.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import warner
        >>> " ".join(map(str, warner(epsilon="ln3")[0]))
        '3/4 1/4'
    """
    truth, said = read_or_solve("warner", "p", p, epsilon, lambda t: t / (1 + t))
    return _yes_or_no(1 - truth, truth, said)


@family("flip:p=1/4")
def flip(*, p: object = None, epsilon: object = None) -> Member:
    """For both inputs b, the answer is 1 − b with probability p and b with probability 1 − p.

    This is RR_p of the lecture notes, and `flip(p=p)` is `warner(p=1−p)`. The notes take 0 ≤ p ≤ 1/2; here p may be any
    probability. epsilon stands for p = 1/(1 + e^ε). The parity is max(p/(1−p), (1−p)/p), infinite at p = 0 and p = 1.

    Ziani, Lectures 3 and 4: The randomized response and Laplace mechanisms, section 1 and Theorem 2.

    Args:
        p: The probability of the opposite.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import flip
        >>> " ".join(map(str, flip(p="1/4")[0]))
        '3/4 1/4'
    """
    flipped, said = read_or_solve("flip", "p", p, epsilon, lambda t: 1 / (1 + t))
    return _yes_or_no(flipped, 1 - flipped, said)


@family("two_coin:q=1/2")
def two_coin(*, q: object = None, epsilon: object = None) -> Member:
    """For both inputs b, the answer is b if a fair coin says so; if not, 1 − b with probability q and b otherwise.

    `two_coin(q=q)` is `flip(p=q/2)`; epsilon stands for q = 2/(1 + e^ε). The parity is (2−q)/q, infinite at q = 0.

    Ziani, Lectures 3 and 4: The randomized response and Laplace mechanisms, Remark 1.

    Args:
        q: The probability of the opposite if the fair coin does not call for the truth.
        epsilon: The budget of every answer, in place of q.

    Examples:
        >>> from rropt.families import two_coin
        >>> " ".join(map(str, two_coin(q="1/2")[0]))
        '3/4 1/4'
    """
    second, said = read_or_solve("two_coin", "q", q, epsilon, lambda t: 2 / (1 + t))
    return _yes_or_no(second / 2, 1 - second / 2, said)


@family("simmons:unrelated=1/4,p=2/3")
def simmons(*, unrelated: object, p: object = None, epsilon: object = None) -> Member:
    """For both inputs x, the answer is x with probability p, else an independent bit that is 1 with probability π_B.

    With probability p the respondent answers the sensitive question, otherwise an unrelated one whose prevalence
    `unrelated` = π_B is known: Pr(1 | 1) = p + (1−p)π_B and Pr(1 | 0) = (1−p)π_B. The parity is 1 + p/((1−p)·r) with r
    = min(π_B, 1−π_B), so epsilon stands for p = r(e^ε−1)/(1 + r(e^ε−1)).

    Greenberg, Abul-Ela, Simmons & Horvitz (1969), The unrelated question randomized response model, JASA 64, 520–539;
    Sun et al., An improved Christofides mechanism, Theorem 5.2 (the privacy).

    Args:
        unrelated: The prevalence of the unrelated question.
        p: The probability of the sensitive question.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import simmons
        >>> " ".join(map(str, simmons(unrelated="1/4", p="2/3")[0]))
        '11/12 1/4'
    """
    yes = read_probability(unrelated, name="unrelated")
    rarer = min(yes, 1 - yes)

    def solve(t: Number) -> Number:
        if not rarer and t != 1:
            raise InputError(
                "if the unrelated prevalence is 0 or 1, epsilon is 0 or infinite for every p; give an unrelated prevalence "
                "strictly between 0 and 1"
            )
        return rarer * (t - 1) / (1 + rarer * (t - 1))

    sensitive, said = read_or_solve("simmons", "p", p, epsilon, solve)
    zero = (1 - sensitive) * yes
    return _yes_or_no(zero, sensitive + zero, said)


@family("unrelated_coin:p=1/2")
def unrelated_coin(*, p: object = None, epsilon: object = None) -> Member:
    """For both inputs x, the answer is a fair coin with probability p and x otherwise.

    Here p is the probability of the *unrelated* question, as in the reference (in `simmons`, p is the probability of
    the sensitive question); the matrix is bisymmetric with diagonal (2−p)/2. epsilon stands for p = 2/(1 + e^ε). The
    parity is (2−p)/p, infinite at p = 0.

    Vinterbo, A simple algorithm for estimating distribution parameters from n-dimensional randomized binary
    responses, section 5.1.

    Args:
        p: The probability of the coin.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import unrelated_coin
        >>> " ".join(map(str, unrelated_coin(p="1/2")[0]))
        '3/4 1/4'
    """
    coin, said = read_or_solve("unrelated_coin", "p", p, epsilon, lambda t: 2 / (1 + t))
    return _yes_or_no(coin / 2, 1 - coin / 2, said)


@family("forced_response:yes=1/6,no=1/6")
def forced_response(*, yes: object = None, no: object = None, epsilon: object = None) -> Member:
    """For both inputs, the answer is 1 with probability `yes`, 0 with probability `no`, and the truth otherwise.

    Pr(1 | 1) = 1 − no and Pr(1 | 0) = yes, with yes + no ≤ 1. epsilon alone stands for yes = no = 1/(1 + e^ε); epsilon
    with yes stands for the smallest `no` at which the parity is at most e^ε. The parity is max((1−no)/yes, (1−yes)/no).

    Boruch (1971), Assuring confidentiality of responses in social research, Am. Sociologist 6, 308–311; Fox & Tracy
    (1986), Randomized response: a method for sensitive surveys.

    Args:
        yes: The probability of the forced answer 1.
        no: The probability of the forced answer 0.
        epsilon: The budget, alone or beside `yes`.

    Examples:
        >>> from rropt.families import forced_response
        >>> " ".join(map(str, forced_response(yes="1/6", no="1/6")[0]))
        '5/6 1/6'
    """
    if epsilon is not None:
        if no is not None:
            raise InputError(
                f"forced_response cannot take both no={no} and epsilon={epsilon}, because epsilon determines no; drop one of them"
            )
        t, said = read_finite_epsilon(epsilon, family="forced_response")
        forced_yes = 1 / (1 + t) if yes is None else read_probability(yes, name="yes")
        return _yes_or_no(forced_yes, 1 - max(1 - t * forced_yes, (1 - forced_yes) / t), said)
    if yes is None or no is None:
        raise InputError(
            f"forced_response needs both yes and no, or epsilon, or epsilon and yes, but got yes={yes} and no={no}"
        )
    forced_yes, forced_no = read_probability(yes, name="yes"), read_probability(no, name="no")
    if forced_yes + forced_no > 1:
        raise InputError(f"yes = {show(forced_yes)} and no = {show(forced_no)} sum to more than 1; lower one")
    return _yes_or_no(forced_yes, 1 - forced_no)


@family("mangat:p=1/2")
def mangat(*, p: object) -> Member:
    """For input 1 the answer is 1, and for input 0 it is 0 with probability p and 1 otherwise.

    P = [[p, 0], [1−p, 1]]. The answer 0 proves the input 0, so no finite ε holds for p > 0; at every ε ≥ 0 the
    mechanism is (ε, p)-private and no smaller δ will do. The parity is infinite for p > 0, and 1 at p
    = 0.

    Mangat (1994), An improved randomized response strategy, JRSS B 56, 93–95.

    Args:
        p: The probability of the answer 0 for input 0.

    Examples:
        >>> from rropt.families import mangat
        >>> " ".join(map(str, mangat(p="2/3")[0]))
        '2/3 0'
    """
    return _yes_or_no(1 - read_probability(p, name="p"), Fraction(1))


@family("kuk:p=2/3,q=1/3,cards=2")
def kuk(*, p: object = None, q: object = None, epsilon: object = None, cards: object = 1) -> Member:
    """For input 1, the answer counts the red cards among `cards` draws that are red with probability p; for input 0, q.

    Each respondent draws with replacement from two decks and reports the number of red cards from the deck that belongs
    to the truth: the output is Binomial(cards, p) or Binomial(cards, q). epsilon stands for the symmetric decks p =
    s/(1+s), q = 1/(1+s) with s = e^(ε/cards). The parity is the power `cards` of the largest of p/q, (1−p)/(1−q) and
    their inverses.

    Kuk (1990), Asking sensitive questions indirectly, Biometrika 77, 436–438.

    Args:
        p: The share of red cards in the deck of input 1.
        q: The share of red cards in the deck of input 0.
        epsilon: The budget of every answer, in place of p and q.
        cards: How many cards are drawn.

    Examples:
        >>> from rropt.families import kuk
        >>> " ".join(map(str, kuk(p="2/3", q="1/3", cards=2)[0]))
        '4/9 1/9'
    """
    n = read_integer(cards, name="cards", least=1, most=MOST_DRAWS)
    one, zero, said = _read_decks(p, q, epsilon, n)
    rows = [[math.comb(n, i) * x**i * (1 - x) ** (n - i) for x in (zero, one)] for i in range(n + 1)]
    return Mechanism(rows, said=said), lambda: bits_parity(zero, one, n)


def _read_decks(p: object, q: object, epsilon: object, draws: int) -> tuple[Number, Number, str]:
    """Read the shares of red cards in the decks of input 1 and of input 0, and how ε was read."""
    if epsilon is None:
        if p is None or q is None:
            raise InputError(f"kuk needs both p and q, or epsilon, but got p={p} and q={q}")
        return read_probability(p, name="p"), read_probability(q, name="q"), ""
    if p is not None or q is not None:
        raise InputError(
            f"kuk takes either p and q or epsilon, but got p={p}, q={q} and epsilon={epsilon}; drop epsilon, or drop p and q"
        )
    t, said = read_finite_epsilon(epsilon, family="kuk", answers=draws)
    return t / (1 + t), 1 / (1 + t), said


@family("christofides:cards=1/10:1/5:7/10")
def christofides(*, cards: object = None, epsilon: object = None, middle: object = None) -> Member:
    """For input 0 the answer is the number Y of a random card among 1..L, and for input 1 it is L + 1 − Y.

    Cards come with proportions p₁, …, p_L (`cards`; as text 1/10:1/5:7/10), so Pr(i | 0) = p_i and Pr(i | 1) =
    p_(L+1−i). epsilon with `middle` = p₂ stands for three cards with p₁ = e^ε·p₃; two cards are Warner's device. The
    outputs are labelled 1..L. The parity is the largest p_i/p_(L+1−i).

    Christofides (2003), A generalized randomized response technique, Metrika 57, 195–200; Sun et al., An improved
    Christofides mechanism, Theorems 5.4 and 5.5.

    Args:
        cards: The proportions of the cards.
        epsilon: The budget of every answer, in place of the cards.
        middle: The proportion of the middle one of three cards, beside epsilon.

    Examples:
        >>> from rropt.families import christofides
        >>> " ".join(map(str, christofides(cards="1/10:1/5:7/10")[0]))
        '1/10 7/10'
    """
    deck, said = _read_deck(cards, epsilon, middle)
    rows = list(zip(deck, reversed(deck), strict=True))
    labels = [str(i + 1) for i in range(len(deck))]
    return Mechanism(rows, outputs=labels, said=said), lambda: max(larger_ratio(a, b) for a, b in rows)


def _read_deck(cards: object, epsilon: object, middle: object) -> tuple[tuple[Number, ...], str]:
    """Read the proportions of the cards, or compute three of them from ε and the middle one, and say how ε was read."""
    if require_one("christofides", cards=cards, epsilon=epsilon) == "cards":
        if middle is not None:
            raise InputError(
                f"christofides takes middle={middle} only with epsilon, because cards already states every proportion; drop middle"
            )
        return _read_cards(cards), ""
    if middle is None:
        raise InputError("christofides with epsilon needs middle, the proportion of the second of three cards")
    t, said = read_finite_epsilon(epsilon, family="christofides")
    m = read_probability(middle, name="middle")
    return (t * (1 - m) / (1 + t), m, (1 - m) / (1 + t)), said


def _read_cards(cards: object) -> tuple[Number, ...]:
    items = cards.split(":") if isinstance(cards, str) else cards
    if not isinstance(items, Iterable):
        raise InputError(f"cards = {items} must list the proportions of the cards 1..L, such as 1/10:1/5:7/10")
    read = tuple(read_probability(x, name=f"card {i + 1}") for i, x in enumerate(items))
    if not 2 <= len(read) <= MOST_CARDS:
        raise InputError(f"a deck needs from 2 to {MOST_CARDS} kinds of cards, not {len(read)}")
    if (total := sum(read[1:], read[0])) != 1:
        raise InputError(f"the proportions {', '.join(map(show, read))[:80]} sum to {show(total)[:60]}, not 1")
    return read


@family("four_output:delta=1/10,epsilon=1/2")
def four_output(*, delta: object, p: object = None, epsilon: object = None) -> Member:
    """For both inputs, the answer reveals the input with probability δ; otherwise Warner's device picks one of two other answers.

    The columns are (δ, (1−δ)p, (1−δ)(1−p), 0) and its mirror image, with p = e^ε/(1 + e^ε); the outputs are labelled
    `surely 0`, `perhaps 0`, `perhaps 1`, `surely 1`. The parity is infinite if δ > 0, else max(p/(1−p), (1−p)/p).

    Kairouz, Oh & Viswanath (2017), The composition theorem for differential privacy, IEEE Trans. Inf. Theory 63,
    4037–4049.

    Args:
        delta: The probability of a revealing answer.
        p: The probability of the truth in an answer that does not reveal the input.
        epsilon: The budget of every answer, in place of p.

    Examples:
        >>> from rropt.families import four_output
        >>> " ".join(map(str, four_output(delta="1/10", epsilon="ln3")[0]))
        '1/10 0'
    """
    d = read_probability(delta, name="delta")
    truth, said = read_or_solve("four_output", "p", p, epsilon, lambda t: t / (1 + t))
    column = (d, (1 - d) * truth, (1 - d) * (1 - truth), Fraction(0))
    labels = ("surely 0", "perhaps 0", "perhaps 1", "surely 1")
    mechanism = Mechanism(zip(column, reversed(column), strict=True), outputs=labels, said=said)
    return mechanism, lambda: INFINITY if d else larger_ratio(truth, 1 - truth)
