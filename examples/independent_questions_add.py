"""The ε of two questions answered together is the sum of the two.

Dwork, McSherry, Nissim and Smith (2006), basic composition, which is tight for randomized response on independent answers.
"""

from rropt import Parity, from_spec
from rropt.exact import read_epsilon


def independent_questions_add(first="ln3", second="ln2"):
    """What is computed, and what the theorem says."""
    both = from_spec(f"krr:k=2,epsilon={first}").kron(from_spec(f"krr:k=3,epsilon={second}"))
    return Parity(1).tightest(both), read_epsilon(first).t * read_epsilon(second).t


CASES = [{"first": "1/2", "second": "1/3"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = independent_questions_add(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
