import random
from fractions import Fraction as F

import pytest

from rropt.designs.dominance_runs import compare_ends, covered, holds_at_root, middle
from rropt.exact.errors import Undecided
from rropt.exact.fields import Free
from rropt.exact.isolate import Root
from rropt.mechanism import Mechanism

FIELD = Free()
TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
FLAT = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
SQRT2 = Root((-2, 0, 1), F(1), F(2))
THREE = Root((-3, 1), F(2), F(4))


def one_of_two_powers(rng, m, k):
    columns = []
    for _ in range(k):
        terms = [f"{rng.randint(1, 9)}*t^{rng.randint(0, 1)}" for _ in range(m)]
        columns.append([f"({x})/({'+'.join(terms)})" for x in terms])
    return Mechanism([[c[i] for c in columns] for i in range(m)], epsilon="every")


def joined(runs):
    """Whether the runs go from the lower end to the upper one without a gap, and each holds in its middle."""
    ends = [FIELD.lower, *(run.upper for run in runs)]
    gapless = all(compare_ends(run.lower, end, FIELD) == 0 for run, end in zip(runs, ends, strict=False))
    holding = all(run.candidate.holds_at(middle((run.lower, run.upper), FIELD)) for run in runs)
    return gapless and ends[-1] == FIELD.upper and holding


def test_the_runs_of_randomized_response_meet_at_the_breakpoint():
    runs = covered(TWO, FLAT, FIELD)
    assert joined(runs) and [run.candidate.garbling is None for run in runs] == [True, False]
    assert compare_ends(runs[0].upper, THREE, FIELD) == 0
    assert holds_at_root(runs[1].candidate, runs[0].upper) and not holds_at_root(runs[0].candidate, runs[0].upper)


def test_ends_are_in_order():
    line = [FIELD.lower, SQRT2, THREE, FIELD.upper]
    assert all(compare_ends(a, b, FIELD) == (i > j) - (i < j) for i, a in enumerate(line) for j, b in enumerate(line))
    other = Root((-2, 0, 1), F(7, 5), F(3, 2))
    assert compare_ends(SQRT2, other, FIELD) == 0
    assert F(3, 2) < middle((SQRT2, THREE), FIELD) < 3 < middle((THREE, FIELD.upper), FIELD)


@pytest.mark.parametrize("seed", range(2))
def test_a_large_pair_needs_few_witnesses(seed):
    """8 outputs over 4 inputs against 8 outputs; a vertex's witness there has a degree of 30 and holds on short runs."""
    rng = random.Random(seed)
    p = one_of_two_powers(rng, 8, 4)
    runs = covered(p, one_of_two_powers(rng, 8, 4), FIELD)
    assert joined(runs) and len(runs) <= 20
    assert len({run.candidate.gains for run in runs}) <= 4


def test_a_garbling_of_eight_outputs_holds_on_long_runs():
    rng = random.Random(0)
    p = one_of_two_powers(rng, 8, 4)
    columns = [[F(rng.randint(1, 4)) for _ in range(8)] for _ in range(8)]
    q = Mechanism([[c[i] / sum(c) for c in columns] for i in range(8)]) @ p
    runs = covered(p, q, FIELD)
    assert joined(runs) and len(runs) <= 3 and all(run.candidate.degree < 20 for run in runs)


def test_too_many_witnesses_are_undecided(monkeypatch):
    monkeypatch.setattr("rropt.designs.dominance_runs.MOST_CANDIDATES", 1)
    with pytest.raises(Undecided, match="more than 1 times"):
        covered(TWO, FLAT, FIELD)
