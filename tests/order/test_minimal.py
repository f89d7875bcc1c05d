from fractions import Fraction as F

from hypothesis import given

from rropt.exact.matrix import product
from rropt.mechanism import Mechanism
from rropt.order.blackwell import compare
from rropt.order.le_cam import deficiency
from rropt.order.minimal import are_equivalent, minimal_form
from rropt.privacy import profile
from tests.strategies.draws import BATTERY
from tests.strategies.mechanisms import mechanisms

HOSTILE = Mechanism(
    [["1/4", "1/8"], ["0", "0"], ["1/4", "1/8"], ["1/4", "3/8"], ["1/4", "3/8"]], outputs=("a", "never", "b", "c", "d")
)


def test_minimal_form_merges_drops_and_says_so():
    form = minimal_form(HOSTILE)
    assert form.mechanism.rows == ((F(1, 2), F(1, 4)), (F(1, 2), F(3, 4)))
    assert form.mechanism.outputs == ("a+b", "c+d")
    assert form.changed and "never" in form.said and "a+b" in form.said


def test_both_garblings_are_stochastic_and_undo_each_other():
    form = minimal_form(HOSTILE)
    assert product(form.merge, HOSTILE.rows) == form.mechanism.rows
    assert product(form.split, form.mechanism.rows) == HOSTILE.rows
    for matrix in (form.merge, form.split):
        assert all(sum(column) == 1 for column in zip(*matrix, strict=True))


def test_a_minimal_mechanism_is_left_alone():
    p = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]])
    assert minimal_form(p).mechanism is p and minimal_form(p).said == ""


def test_equivalence_is_equality_of_minimal_forms_up_to_order():
    p = minimal_form(HOSTILE).mechanism
    assert are_equivalent(HOSTILE, p.reorder(outputs=[1, 0]))
    assert not are_equivalent(HOSTILE, Mechanism([["1/2", "1/3"], ["1/2", "2/3"]]))


def test_proportional_rows_over_e():
    p = Mechanism([["t/(2*t+2)", "1/(2*t+2)"]] * 2 + [["1/(t+1)", "t/(t+1)"]], epsilon="1/2")
    assert minimal_form(p).mechanism.m == 2


def test_rows_proportional_over_q_of_t_are_merged() -> None:
    s = "1/(t+1)/(t+2)"
    p = Mechanism([[f"t*{s}", f"{s}"], [f"t*(t+1)*{s}", f"(t+1)*{s}"], [f"1 - t*(t+2)*{s}", f"1-(t+2)*{s}"]], epsilon=1)
    assert minimal_form(p).mechanism.m == 2


@given(mechanisms())
@BATTERY
def test_the_minimal_form_is_reached_and_kept_by_garbling_back(p: Mechanism) -> None:
    small = minimal_form(p).mechanism
    assert minimal_form(small).mechanism == small and small.m <= p.m
    assert profile(small).breakpoints == profile(p).breakpoints and profile(small).deltas == profile(p).deltas


def test_an_output_may_be_called_what_two_merged_ones_would_be() -> None:
    rows = [["1/4", "1/8"], ["1/4", "1/8"], ["1/2", "3/4"]]
    clash, plain = Mechanism(rows, outputs=["a", "b", "a+b"]), Mechanism(rows)
    other = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]])
    assert minimal_form(clash).mechanism.rows == minimal_form(plain).mechanism.rows
    assert compare(clash, other).relation == compare(plain, other).relation
    assert deficiency(clash, other).value == deficiency(plain, other).value
