"""For a yes/no question asked of a small fixed population, the number of people with the trait that makes the answers likeliest.

Under a census or simple random sampling the likelihood of A people with the trait among N is Pr(hits = y | A), where the hits
are the sum of two binomials, averaged over the hypergeometric number of respondents with the trait (`population_tails`). It is
worked out for every A = 0 … N, so its maximum over whole people is exact for rational mechanisms. It is not the multinomial
likelihood of independent draws: that ignores which truths the respondents cannot all share.
"""

from __future__ import annotations

from collections.abc import Sequence

from rropt.estimates.population_tails import laws_of_hits
from rropt.estimates.sampling import Sampling
from rropt.mechanism import Mechanism

__all__ = ["likeliest_populations"]

MOST_PEOPLE = 200


def likeliest_populations(p: Mechanism, counts: Sequence[int], sampling: Sampling) -> tuple[int, ...]:
    """Every number of people of the second input at which Pr(counts) is largest; none where that is not worked out.

    It is for two inputs, two outputs, rational probabilities and up to 200 people of a fixed population.
    """
    n = sum(counts)
    people = sampling.population or n
    fixed = sampling.kind != "replacement" and n <= people <= MOST_PEOPLE
    if not (fixed and (p.k, p.m) == (2, 2) and p.is_rational):
        return ()
    chances = [law[counts[1]] for law in laws_of_hits(p[1, 1], p[1, 0], n, people)]
    return tuple(a for a, chance in enumerate(chances) if chance == max(chances))
