"""The inequality behind the asymptotic variance: enough on the extreme rays, and homogeneous of degree one."""

import random
from fractions import Fraction as F

from rropt.designs.objectives.prevalence import least_favourable, read_prevalence
from rropt.designs.variance.information import BestVariance, FisherProgram, row_information


def test_the_rays_of_a_demand() -> None:
    pi = read_prevalence("1/4")
    assert FisherProgram(F(3), F(0), pi).rays == ((3, 1), (1, 3))
    assert FisherProgram(F(3), F(1, 10), pi).rays == ((1, 0), (3, 1), (1, 3), (0, 1))


def test_an_inequality_on_the_rays_holds_on_every_row() -> None:
    rng = random.Random(8)
    held = 0
    for _ in range(300):
        t, pi = F(rng.randint(3, 12), 2), F(rng.randint(1, 9), 10)
        y0, y1, m01, m10 = (F(rng.randint(-4, 12), 4) for _ in range(4))
        m01, m10 = abs(m01), abs(m10)

        def bound(a: F, b: F) -> F:
            return y0 * a + y1 * b + m01 * max(F(0), a - t * b) + m10 * max(F(0), b - t * a)  # noqa: B023

        rays = FisherProgram(t, F(1, 10), read_prevalence(pi)).rays
        if all(row_information(a, b, pi) <= bound(a, b) for a, b in rays):  # type: ignore[arg-type]
            held += 1
            for _ in range(20):
                a, b = F(rng.randint(0, 9)), F(rng.randint(1, 9))
                assert row_information(a, b, pi) <= bound(a, b)
                assert row_information(3 * a, 3 * b, pi) == 3 * row_information(a, b, pi)
    assert held > 5


def test_the_best_variance_is_that_of_the_four_rows() -> None:
    for t, d, pi in ((F(3), F(1, 10), F(1, 4)), (F(3), F(0), F(1, 4)), (F(1), F(1, 5), F(1, 3)), (F(9), F(1), F(1, 2))):
        w = (1 - d) / (t + 1)
        rows = [(d, F(0)), (w * t, w), (w, w * t), (F(0), d)]
        assert BestVariance(t, d).at(pi) * sum(row_information(a, b, pi) for a, b in rows if a or b) == 1
    assert BestVariance(F(3), F(1, 10)).at(F(0)) == 0 and BestVariance(F(3), F(0)).at(F(0)) == F(3, 4)


def test_the_worst_prevalence_is_the_one_nearest_to_a_half() -> None:
    for text, worst in (("1/10..2/5", F(2, 5)), ("1/4..3/4", F(1, 2)), ("3/5..1", F(3, 5))):
        assert least_favourable(read_prevalence(text)) == read_prevalence(worst)
    assert least_favourable(read_prevalence("every")) == read_prevalence("every")
