import random
from fractions import Fraction as F

import pytest

from rropt.exact.errors import Undecided
from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.order.decision import normalise
from rropt.order.minimal import minimal_form
from rropt.order.numeric.floats import by_numeric
from rropt.order.numeric.program import garbling_program
from rropt.order.numeric.propose import by_basis, by_simplex, propose


def random_mechanism(rng, m, k, top=9):
    columns = [[F(rng.randint(1, top)) for _ in range(m)] for _ in range(k)]
    return Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))


def answer(p, q, proposal):
    """Yes or no, after checking the proposal."""
    if proposal.garbling is not None:
        assert product(proposal.garbling, p.rows) == q.rows
        assert all(sum(c) == 1 and min(c) >= 0 for c in zip(*proposal.garbling, strict=True))
        return True
    problem = normalise(proposal.gains)
    assert problem.value(q) > problem.value(p)
    return False


@pytest.mark.parametrize("seed", range(25))
def test_every_oracle_gives_the_same_answer(seed):
    """The simplex method, the numeric program and the basis of HiGHS are independent roads to one answer."""
    rng = random.Random(seed)
    k = rng.randint(2, 4)
    p = minimal_form(random_mechanism(rng, rng.randint(k + 1, 6), k)).mechanism
    q = random_mechanism(rng, rng.randint(2, 5), k) if seed % 2 else random_mechanism(rng, rng.randint(2, 5), p.m) @ p
    q = minimal_form(q).mechanism
    program = garbling_program(p, q)
    answers = {answer(p, q, by_simplex(program)), answer(p, q, propose(p, q))}
    for oracle in (by_numeric, by_basis):
        proposal = oracle(program)
        if proposal is not None:
            answers.add(answer(p, q, proposal))
    assert len(answers) == 1


@pytest.mark.parametrize("epsilon", ["1", "1/2"])
def test_the_simplex_oracle_over_e(epsilon):
    rows = [["t", "1", "1"], ["1", "t", "1"], ["1", "1", "t"]]
    p = Mechanism([[f"{x}/(t+2)" for x in row] for row in rows], epsilon=epsilon)
    q = Mechanism([["1/2", "1/3", "1/4"], ["1/2", "1/4", "1/2"], ["0", "5/12", "1/4"]]) @ p
    assert answer(p, q, by_simplex(garbling_program(p, q)))
    assert not answer(q, p, by_simplex(garbling_program(q, p)))


def test_a_stopped_simplex_is_undecided_and_no_answer():
    rng = random.Random(3)
    p = random_mechanism(rng, 6, 3)
    with pytest.raises(Undecided, match="stopped after 1 steps"):
        by_simplex(garbling_program(p, random_mechanism(rng, 4, 6) @ p), most=1)
