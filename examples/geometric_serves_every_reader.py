"""A published count: the geometric mechanism is as good as any, whatever its reader believes and whatever an error costs.

Ghosh, Roughgarden and Sundararajan (2012), Universally utility-maximizing privacy mechanisms, SIAM J. Comput. 41: where
neighbouring counts may be told apart by a ratio of e^ε, no mechanism made for a reader's prior and for a loss that grows with
the error has a smaller expected loss than the reader who makes the best of the geometric mechanism's answers.
"""

from rropt import Metric, Utility, design, from_spec
from rropt.exact import read_number

PRIOR = ("1/2", "1/5", "1/10", "1/10", "1/10")


def geometric_serves_every_reader(prior=PRIOR, ratio=2, power=1):
    """The least expected |error|^power of all mechanisms, and that of the geometric one with each answer read in the best way."""
    k, beliefs = len(prior), [read_number(x) for x in prior]
    loss = [[abs(said - count) ** power for count in range(k)] for said in range(k)]
    computed = design(Utility(loss, prior, sense="min"), Metric("line", f"ln{ratio}")).value
    P = from_spec(f"geometric:k={k},alpha=1/{ratio}")
    paid = [[sum(w * p * x for w, p, x in zip(beliefs, row, losses, strict=True)) for losses in loss] for row in P.rows]
    return computed, sum(map(min, paid))


CASES = [{"ratio": 3, "power": 2}, {"prior": ("1/7", "0", "3/7", "1/7", "0", "2/7"), "ratio": 4}]

if __name__ == "__main__":
    for case in ({}, *CASES):
        computed, theorem = geometric_serves_every_reader(**case)
        print(case or "as it stands", "computed:", computed, "theorem:", theorem)
        assert computed == theorem
