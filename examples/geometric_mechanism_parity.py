"""Counting queries: neighbouring counts are told apart by at most 1/α, and the k counts together by its (k − 1)-th power.

Ghosh, Roughgarden and Sundararajan (2012), Universally utility-maximizing privacy mechanisms, SIAM J. Comput. 41.
"""

from rropt import Parity, from_spec
from rropt.exact import read_epsilon


def geometric_mechanism_parity(k=5, epsilon="ln2"):
    """What is computed, and what the theorem says."""
    P = from_spec(f"geometric:k={k},epsilon={epsilon}")
    t = read_epsilon(epsilon).t
    neighbours = max(max(row[j] / row[j + 1], row[j + 1] / row[j]) for row in P.rows for j in range(k - 1))
    return (neighbours ** (k - 1), Parity(1).tightest(P)), (t, t)


CASES = [{"k": 3, "epsilon": "1/2"}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = geometric_mechanism_parity(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
