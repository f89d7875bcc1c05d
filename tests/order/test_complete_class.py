import inspect
import random
from fractions import Fraction as F

import pytest

from rropt.exact.element import generator
from rropt.exact.errors import InputError
from rropt.exact.fields import Free
from rropt.mechanism import Mechanism
from rropt.order.blackwell import compare
from rropt.order.complete_class import below_optimal_binary, dominating_staircase, optimal_binary, warner_table
from rropt.order.staircase import row_fault
from rropt.privacy import LDP


def random_binary(rng, m):
    columns = []
    for _ in range(2):
        c = [F(rng.randint(0, 5)) for _ in range(m)]
        c[0] += not any(c)
        columns.append([x / sum(c) for x in c])
    return Mechanism(zip(*columns, strict=True))


@pytest.mark.parametrize("seed", range(40))
@pytest.mark.parametrize("epsilon", ["ln2", "1/2"])
def test_the_four_output_mechanism_stands_above_everything_of_its_demand(seed, epsilon):
    """Any binary mechanism is (ε, δ)-LDP for its own tightest δ, so the theorem applies to it there."""
    p = random_binary(random.Random(seed), 2 + seed % 3)
    delta = LDP.tightest_delta(p, epsilon)
    found = below_optimal_binary(p, epsilon, delta=delta)
    assert found.holds and (found.garbling @ optimal_binary(epsilon, delta=delta)).rows == p.rows


def test_nothing_smaller_stands_above_it():
    best, less = optimal_binary("ln3", delta="1/10"), optimal_binary("ln3", delta=F(1, 10) - F(1, 10**30))
    assert compare(best, less).relation == "better"
    assert compare(optimal_binary("ln3"), best).relation == "worse"


def test_a_mechanism_outside_the_demand_or_with_more_inputs_is_refused():
    with pytest.raises(InputError, match="violates"):
        below_optimal_binary(Mechanism([["3/4", "1/5"], ["1/4", "4/5"]]), "ln3")
    with pytest.raises(InputError, match="two inputs"):
        below_optimal_binary(Mechanism([["1", "1", "1"]]), "ln3")
    delta = generator(Free(F(0), F(1, 10), letter="delta"))
    free = Mechanism([[F(3, 4) - delta, "1/4"], [F(1, 4) + delta, "3/4"]])
    with pytest.raises(InputError, match="one delta, but here it is free"):
        below_optimal_binary(free, "ln3", delta="1/10")


def test_every_mechanism_of_a_parity_has_a_staircase_above_it():
    p = Mechanism([["1/2", "1/4", "3/8"], ["1/2", "3/4", "5/8"]])
    found = dominating_staircase(p, 2)
    assert found.holds and (found.garbling @ found.first).rows == p.rows
    assert all(row_fault(row, F(2)) == "" for row in found.first.rows)
    with pytest.raises(InputError, match="gamma > 1"):
        dominating_staircase(p, 1)


def test_warner_dominates_every_design_of_its_tight_epsilon():
    table = warner_table()
    assert len(table) == 9
    for row in table:
        assert row.comparison.relation in ("better", "equivalent")
        assert (row.garbling @ row.comparison.first).rows == row.comparison.second.rows
    assert {row.name.split(":")[0] for row in table} == {"simmons", "forced_response", "kuk", "christofides"}
    assert any(row.comparison.relation == "better" for row in table)


def test_a_design_without_a_finite_epsilon_is_refused():
    with pytest.raises(InputError, match="a finite tight epsilon"):
        warner_table(["mangat:p=1/2"])


def test_they_are_public_and_refuse_what_is_no_mechanism():
    import rropt

    for function in (dominating_staircase, warner_table, optimal_binary, below_optimal_binary):
        assert inspect.unwrap(getattr(rropt.order, function.__name__)) is inspect.unwrap(function)
    for ask in (
        lambda: dominating_staircase("warner:p=3/4", 3),
        lambda: below_optimal_binary(3, 1),
        lambda: rropt.admissible("warner:p=3/4", 3),
        lambda: rropt.order.dominates(rropt.from_spec("warner:p=3/4"), "warner:p=3/4"),
        lambda: rropt.compare([["1", "0"]], "x"),
    ):
        with pytest.raises(InputError, match=r"(.warner|.?3|.?\[).* is not a mechanism"):
            ask()


def test_one_design_by_its_name_alone():
    (row,) = warner_table("kuk:p=2/3,q=1/3")
    assert row.name == "kuk:p=2/3,q=1/3"
