"""Which of two of Warner's designs is more informative? The truer one, and it can be garbled into the other.

Blackwell (1953), Equivalent comparisons of experiments: p is at least as informative as q where |p − 1/2| ≥ |q − 1/2|.
"""

from rropt import from_spec
from rropt.exact import read_number
from rropt.order import dominates


def truer_is_more_informative(p="3/4", q="7/10"):
    """What is computed, and what the theorem says."""
    half = read_number("1/2")
    computed = dominates(from_spec(f"warner:p={p}"), from_spec(f"warner:p={q}")).holds
    return computed, abs(read_number(p) - half) >= abs(read_number(q) - half)


CASES = [{"p": "1/5"}, {"q": "7501/10000"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = truer_is_more_informative(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
