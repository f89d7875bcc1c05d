import random
from fractions import Fraction as F

from rropt.exact.matrix import product, rank
from rropt.mechanism import Mechanism
from rropt.order.numeric.program import garbling_program, spanning_columns


def random_mechanism(rng, m, k):
    columns = [[F(rng.randint(1, 6)) for _ in range(m)] for _ in range(k)]
    return Mechanism(zip(*[[x / sum(c) for x in c] for c in columns], strict=True))


def test_a_garbling_solves_the_equations_which_are_independent():
    rng = random.Random(1)
    p, c = random_mechanism(rng, 5, 3), random_mechanism(rng, 4, 5)
    program = garbling_program(p, c @ p)
    a, b = program.standard_form()
    flat = [x for row in c.rows for x in row]
    assert [x for (x,) in product(a, [(x,) for x in flat])] == list(b)
    assert rank(a) == len(a) == program.rows
    assert program.as_rows(flat) == c.rows


def test_spanning_columns_of_a_rank_deficient_mechanism():
    p = Mechanism([["1/2", "1/4", "3/8"], ["1/2", "3/4", "5/8"]])
    span, kernel = spanning_columns(p)
    assert len(span) == 2 and len(kernel) == 1
    assert all(x == 0 for (x,) in product(p.rows, [(x,) for x in kernel[0]]))


def test_a_farkas_vector_is_a_set_of_gains_whose_last_action_gains_nothing():
    p = Mechanism([["1/2", "1/4"], ["1/2", "3/4"]])
    program = garbling_program(p, p)
    gains = program.as_gains([F(1), F(2), F(9), F(9)])
    assert gains == ((F(1), F(2)), (F(0), F(0)))
