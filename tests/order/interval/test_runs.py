import random
from itertools import pairwise

import pytest

from rropt.exact.fields import Free
from rropt.mechanism import Mechanism
from rropt.order.interval.runs import NoWitness, Unknown, covering_cells

FIELD = Free()
TWO = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
FLAT = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def one_of_two_powers(rng, m, k):
    columns = []
    for _ in range(k):
        terms = [f"{rng.randint(1, 9)}*t^{rng.randint(0, 1)}" for _ in range(m)]
        columns.append([f"({x})/({'+'.join(terms)})" for x in terms])
    return Mechanism([[c[i] for c in columns] for i in range(m)], epsilon="every")


def joined(cells):
    """Whether the cells go from the lower end of the interval to the upper one without gap or overlap, and each holds inside."""
    spans = [cell.span for cell in cells]
    meeting = all(a.upper == b.lower and {a.ends[1], b.ends[0]} in ({")", "["}, {"]", "("}) for a, b in pairwise(spans))
    holding = all(cell.form.holds_at(cell.sample) for cell in cells if not cell.span.is_point)
    return meeting and holding and (spans[0].lower, spans[-1].upper) == (FIELD.lower, FIELD.upper)


def reasons(cells):
    """Why no witness is known, cell by cell."""
    return [cell.form.reason if isinstance(cell.form, NoWitness) else None for cell in cells]


def test_the_cells_of_randomized_response_meet_at_the_breakpoint():
    low, high = cells = covering_cells(TWO, FLAT, FIELD)
    assert joined(cells) and [cell.form.garbling is None for cell in cells] == [True, False]
    assert low.span.upper.polynomial == (-3, 1) and low.span.ends == "()" and high.span.ends == "[)"


@pytest.mark.full
@pytest.mark.then(seed=1)
@pytest.mark.parametrize("seed", range(2))
def test_a_large_pair_is_covered_by_few_cells(seed):
    """8 outputs over 4 inputs against 8 outputs: a vertex's witness has a high degree in t."""
    rng = random.Random(seed)
    cells = covering_cells(one_of_two_powers(rng, 8, 4), one_of_two_powers(rng, 8, 4), FIELD)
    assert joined(cells) and len(cells) <= 20


@pytest.mark.slow
def test_garblings_follow_each_other_up_to_infinity():
    rng = random.Random(2)
    p = one_of_two_powers(rng, 5, 3)
    cells = covering_cells(p, one_of_two_powers(rng, 5, 5) @ p, FIELD)
    assert joined(cells) and all(cell.form.garbling is not None for cell in cells)


def test_what_is_beyond_the_last_candidate_is_not_known(monkeypatch):
    monkeypatch.setattr("rropt.order.interval.runs.MOST_CANDIDATES", 1)
    cells = covering_cells(TWO, FLAT, FIELD)
    assert reasons(cells) == [None, None, Unknown.TOO_MANY] and cells[1].span.is_point
    monkeypatch.setattr("rropt.order.interval.runs.MOST_DEGREE", 0)
    assert reasons(covering_cells(TWO, FLAT, FIELD)) == [Unknown.TOO_HIGH]
    monkeypatch.setattr("rropt.order.interval.runs.candidate_at", lambda *_: None)
    assert reasons(covering_cells(TWO, FLAT, FIELD)) == [Unknown.NONE_FOUND]


def test_a_sample_at_a_pole_of_the_witness_is_passed():
    """The gains of the only witness have a pole at t = 3/2, the first rational that is tried."""
    z = "(4*t+9)"
    q = Mechanism([[f"9/{z}", "3/5", "7/16"], [f"4*t/{z}", "2/5", "9/16"]], epsilon="every")
    low, high = "(12*t^2+171*t+324)", "(15*t+180)"
    first = [f"(8*t^2+123*t)/{low}", f"(13*t+48)/{high}", "(13*t+72)/(16*t+192)"]
    p = Mechanism([first, [f"1-{x}" for x in first]], epsilon="every")
    cells = covering_cells(p, q, FIELD)
    assert joined(cells) and reasons(cells) == [None] * len(cells)
