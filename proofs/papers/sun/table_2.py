"""Table 2 of Sun, Zhou and Yan: the minimum sample sizes for variance 1/10 at π = 1/10, each beside the correct one.

The paper's models are a census (only the device random, N = the population). At t = e^ε the smallest N with Var ≤ v is

* modified Warner/Simmons: Var = t/(N(t − 1)²), so N = ⌈t/(v(t − 1)²)⌉;
* modified Christofides, L = 3: Var = c/N with c = σ²/D² = ((t + 1)²/((t − 1)²(1 − p₂)) − 1)/4, so N = ⌈c/v⌉;
* improved Christofides: Var = 4π(1 − π)c/(N − 1), so N = 1 + ⌈4π(1 − π)c/v⌉.

Every ceiling is exact (t is held as e^ε). What the printed table leaves out is shown beside it: πN people must be a
whole number, so N is a multiple of 10; and the improved deck of N cards with p₁ = (1 − p₂)/(t + 1) exists for no rational
ε > 0, since p₁N would be whole and t is then irrational. A real deck of N = 100i cards has i middle cards and a + b = 99i
others with a ≤ t·b; the nearest to the bound is b = ⌈99i/(t + 1)⌉, and N is the least one with its variance ≤ v.
Reference: Sun, Zhou and Yan (2023), An improved Christofides mechanism for local differential privacy, §6.4.

`python -m proofs.papers.sun.table_2`, in a checkout, prints it.
"""

from fractions import Fraction

from rropt.decks import Deck, least_people, spread, variance
from rropt.exact.element import Number
from rropt.exact.epsilon import read_epsilon
from rropt.exact.sign import ceiling
from rropt.families import christofides, warner
from rropt.show import Col, Table, to_text

BUDGETS = ("0.01", "0.05", "0.25", "0.5")
PRINTED = {
    "modified Warner/Simmons": (100000, 4000, 160, 40),
    "modified Christofides": (101011, 4040, 161, 40),
    "improved Christofides": (36365, 1456, 59, 16),
}
MIDDLE, SHARE, VARIANCE = Fraction(1, 100), Fraction(1, 10), Fraction(1, 10)
HEADER = ("mechanism", "epsilon", "printed N", "correct N", "verdict", "realisable N", "N with replacement")


def minimum_sizes(name: str, epsilon: str) -> tuple[int, int, int]:
    """(the paper's model, the same with whole people and a real deck, independent draws) for one mechanism and ε."""
    t = read_epsilon(epsilon).t
    assert name in PRINTED and not isinstance(t, float)
    two_kinds = name == "modified Warner/Simmons"
    cards = (warner(epsilon=epsilon) if two_kinds else christofides(epsilon=epsilon, middle=MIDDLE)).columns[0]
    if name == "improved Christofides":
        n = least_people(cards, SHARE, VARIANCE, kept=True)
        return n, _real_deck(t, n), n
    n = least_people(cards, SHARE, VARIANCE)
    return n, _multiple(n, 10), ceiling((spread(cards) + SHARE * (1 - SHARE)) / VARIANCE)


def _real_deck(t: Number, n: int) -> int:
    """The least N ≥ n, a multiple of 100, whose real deck with p₂ = 1/100 reaches the variance."""
    people = _multiple(n, 100)
    while True:
        middle, others = people // 100, 99 * people // 100
        few = ceiling(others / (t + 1))
        if 2 * few < others:
            deck = Deck((others - few, middle, few), kept=True)
            if variance(deck, people, SHARE) <= VARIANCE:
                return people
        people += 100


def _multiple(n: int, of: int) -> int:
    return -(-n // of) * of


def table_rows() -> list[tuple[str, ...]]:
    """The twelve numbers, printed and correct."""
    rows = []
    for name, printed in PRINTED.items():
        for epsilon, said in zip(BUDGETS, printed, strict=True):
            n, whole, drawn = minimum_sizes(name, epsilon)
            kept = name == "improved Christofides"
            verdict = "as printed" if n == said else "the printed number is wrong"
            rows.append((name, epsilon, str(said), str(n), verdict, str(whole), "—" if kept else str(drawn)))
    return rows


NOTES = """Model of the table: a census, so that only the device is random; variance 1/10 at prevalence 1/10, p₂ = 1/100.
realisable N: the least at which a tenth of N is a whole number of people and, for the improved mechanism, a real deck of N cards
with p₂ = 1/100 and one answer within epsilon reaches the variance. Keeping the cards also discloses more than epsilon in the
joint release (`rropt.decks.transcript_epsilon` says how much). N with replacement adds π(1 − π)/N for the choice of respondents."""

if __name__ == "__main__":
    print("Sun, Zhou and Yan, Table 2: minimum sample size for variance 1/10 at prevalence 1/10")
    cols = [Col(str(n), label) for n, label in enumerate(HEADER)]
    print(to_text([Table("table", cols, table_rows())]))
    print(NOTES)
