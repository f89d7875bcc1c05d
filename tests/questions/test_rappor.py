import math
from fractions import Fraction as F

import pytest

from rropt.exact.errors import InputError
from rropt.mechanism import Mechanism
from rropt.order.minimal import minimal_form
from rropt.privacy.ratios import largest_ratio
from rropt.questions.rappor import Rappor


def test_one_report_with_p_equal_to_one_minus_q_is_the_printed_bisymmetric_matrix():
    f, q = F(1, 2), F(3, 4)
    a = q - (q - F(1, 2)) * f
    assert Rappor.of(f, 1 - q, q).one_report() == Mechanism([[a, 1 - a], [1 - a, a]])
    assert Rappor.of(f).one_report() == Rappor.of(f).one_time() == Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])


def test_one_of_many_reports_is_one_report_and_the_count_is_sufficient():
    r = Rappor.of("1/2", "1/4", "2/3")
    assert r.reports(1).rows == r.one_report().rows
    pairs = Mechanism([["3/4", "1/3"], ["1/4", "2/3"]]).repeat(2) @ r.one_time()
    assert r.reports(2).rows == minimal_form(pairs).mechanism.rows


def test_epsilon_grows_with_the_reports_towards_the_permanent_response():
    r = Rappor.of("1/2", "1/2", "3/4")
    t = [r.epsilon(reports=n).t for n in (1, 2, 8, 64)]
    limit = r.epsilon(reports=None).t
    assert t == sorted(set(t)) and t[-1] < limit == 3
    assert limit - t[-1] < F(1, 100)
    assert r.epsilon(reports=None, differ=2).t == 9
    assert largest_ratio(r.one_report()).value == t[0]


def test_without_a_permanent_stage_many_reports_tell_everything():
    assert Rappor.of(0, "1/4", "3/4").epsilon(reports=None).t == math.inf
    assert Rappor.of(0).epsilon(reports=None, differ=0).t == Rappor.of("1/2").epsilon(differ=0).t == 1


@pytest.mark.parametrize("bad", [("1", "0", "1"), ("1/2", "1/3", "1/3"), ("2", "0", "1")])
def test_parameters_that_tell_nothing_are_refused(bad):
    with pytest.raises(InputError):
        Rappor.of(*bad)
