"""Kuk's two decks of cards: which ε they keep, by the closed form and from the matrix itself.

Kuk (1990), Asking sensitive questions indirectly, Biometrika 77; the ratio is max(p/q, (1 − q)/(1 − p)) for p > q.
"""

from rropt import Parity, from_spec
from rropt.exact import read_number


def ratio_of_kuk_s_cards(p="2/3", q="1/4"):
    """What is computed, and what the theorem says."""
    computed = Parity(1).tightest(from_spec(f"kuk:p={p},q={q}"))
    a, b = read_number(p), read_number(q)
    return computed, max(a / b, (1 - b) / (1 - a))


CASES = [{"p": "9/10", "q": "1/10"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = ratio_of_kuk_s_cards(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
