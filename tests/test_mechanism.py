"""Mechanisms: validation, the conventions, and the laws of composing, repeating, mixing, relabelling and merging."""

import copy
import itertools
import pickle
from fractions import Fraction

import hypothesis.strategies as st
import numpy as np
import pytest
import sympy
from hypothesis import given

from rropt import InputError, Mechanism
from rropt.exact.grammar import read_number
from rropt.exact.matrix import product
from tests.strategies.draws import BATTERY
from tests.strategies.mechanisms import mechanisms, stochastic

WARNER = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ["no", "yes"], ["a", "b"])
THREE = Mechanism([["1/2", "1/3", "0"], ["1/2", "2/3", "1"]])


def test_rows_are_outputs_and_columns_sum_to_one() -> None:
    assert THREE.k == 3 and THREE.m == 2 and THREE[0, 1] == Fraction(1, 3)
    assert THREE.columns[1] == (Fraction(1, 3), Fraction(2, 3))
    assert Mechanism.from_design_matrix(THREE.columns) == Mechanism(THREE.rows)
    assert WARNER.input_labels == ("no", "yes") and THREE.output_labels == ("0", "1")


def test_entries_are_read_and_t_stands_for_e_to_the_epsilon() -> None:
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="ln3")
    assert p == WARNER.relabel() or p.rows == WARNER.rows
    assert Mechanism([[0.1], [0.9]])[0, 0] == Fraction(1, 10)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ([["1/2", "1/2"], ["1/4", "1/2"]], "the 1st column sums to 3/4"),
        ([["3/2", "1/2"], ["-1/2", "1/2"]], "-1/2 in the 2nd row and the 1st column is negative"),
        ([["1/2", "1/2"], ["1/2"]], "equally long, but the 1st has 2 numbers and the 2nd has 1 number"),
        (
            [["1/2", "1/2"], ["1/2", ""]],
            "at character 1; write it like 3/4, 0.75 or ln3; the entry stands in the 2nd row and 2nd column of numbers",
        ),
        ([[80, 30], [20, 70]], "sums to 100, not 1; write percentages with their sign, such as 80%"),
        ([["0.66", "0.5"], ["0.33", "0.5"]], "the 1st column sums to 99/100, not 1; if its numbers are rounded"),
        ([], "at least one row"),
        ([[]], "at least one row"),
        ([["1/3", "2/3"], ["1/4", "3/4"]], "if the rows are the inputs, use Mechanism.from_design_matrix"),
        ([[0.333, 0.5], [0.666, 0.5]], "from_floats"),
        ([["x"]], "unknown name 'x'"),
        ([["t", "1-t"], ["1-t", "t"]], "negative"),
        ([["nan"]], "unknown name"),
    ],
)
def test_what_is_no_mechanism_is_refused_in_one_sentence(rows: list[list[object]], message: str) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$") as error:
        Mechanism(rows)
    assert message in str(error.value)


@pytest.mark.parametrize(
    "labels", [{"inputs": ["a"]}, {"inputs": ["a", "a"]}, {"outputs": ["a", "b", "c"]}, {"outputs": ["x", "x"]}]
)
def test_labels_fit_and_differ(labels: dict[str, list[str]]) -> None:
    with pytest.raises(InputError, match="labels"):
        Mechanism(WARNER.rows, **labels)


def test_a_column_sum_over_q_of_t_is_decided_exactly() -> None:
    assert Mechanism([["e/(e+1)"], ["1/(e+1)"]]).k == 1
    with pytest.raises(InputError, match="sums to"):
        Mechanism([["e/(e+1)"], ["1/(e+1) + 1e-60"]])


def test_mechanisms_are_immutable_hashable_values() -> None:
    assert hash(WARNER) == hash(Mechanism(WARNER.rows, WARNER.inputs, WARNER.outputs))
    assert WARNER.relabel(inputs=["x", "y"]) != WARNER
    with pytest.raises((AttributeError, TypeError)):
        WARNER.rows = ()  # type: ignore[misc]


def test_post_processing_multiplies_on_the_left() -> None:
    merge = Mechanism([["1", "1"]])
    assert (merge @ WARNER).rows == ((1, 1),) and (merge @ WARNER).inputs == ("no", "yes")
    with pytest.raises(InputError, match=r"not 2$"):
        WARNER @ merge
    with pytest.raises(TypeError):
        WARNER @ 2  # type: ignore[operator]


def test_kronecker_lets_the_first_question_vary_slowest() -> None:
    both = WARNER.kron(THREE)
    for (i, a), (j, b) in itertools.product(
        itertools.product(range(2), range(2)), itertools.product(range(2), range(3))
    ):
        assert both[i * 2 + a, j * 3 + b] == WARNER[i, j] * THREE[a, b]
    assert both.input_labels[:4] == ("no,0", "no,1", "no,2", "yes,0") and both.output_labels[1] == "a,1"


def test_repeat_is_the_diagonal_of_a_kronecker_power() -> None:
    twice = THREE.repeat(2)
    power = THREE.kron(THREE)
    assert twice.rows == tuple(tuple(row[j * 3 + j] for j in range(3)) for row in power.rows)
    assert THREE.repeat(1).rows == THREE.rows and twice.output_labels == ("0,0", "0,1", "1,0", "1,1")
    with pytest.raises(InputError, match="at least 1"):
        THREE.repeat(0)
    with pytest.raises(InputError, match="too large"):
        THREE.repeat(64)


def test_mixtures() -> None:
    swapped = WARNER.reorder(outputs=[1, 0]).relabel(outputs=["a", "b"])
    assert WARNER.mix(swapped, "1/2").rows == ((Fraction(1, 2),) * 2,) * 2
    assert WARNER.mix(swapped, 1).rows == WARNER.rows and WARNER.mix(swapped, 0).rows == swapped.rows
    for weight in ("3/2", "-1/10"):
        with pytest.raises(InputError, match="between 0 and 1"):
            WARNER.mix(swapped, weight)
    with pytest.raises(InputError, match="equal shapes"):
        WARNER.mix(THREE, "1/2")


def test_reordering_and_its_inverse() -> None:
    order, back = [2, 0, 1], [1, 2, 0]
    assert THREE.reorder(inputs=order).reorder(inputs=back) == THREE
    assert WARNER.reorder(outputs=[1, 0]).outputs == ("b", "a")
    with pytest.raises(InputError, match="permutations"):
        THREE.reorder(inputs=[0, 0, 1])


def test_zero_rows_are_dropped() -> None:
    p = Mechanism([["1/2", "1/4"], ["0", "0"], ["1/2", "3/4"]], outputs=["a", "z", "b"])
    assert p.drop_zero_rows().outputs == ("a", "b") and p.drop_zero_rows().rows == (p.rows[0], p.rows[2])


def test_design_matrices_have_inputs_down() -> None:
    p = Mechanism.from_design_matrix([["1/2", "1/2"], ["1/3", "2/3"], [0, 1]])
    assert p == THREE
    with pytest.raises(InputError, match="the 1st row of the design matrix"):
        Mechanism.from_design_matrix([["1/2", "1/3"]])


def test_floats_are_rounded_with_the_change_stated() -> None:
    p = Mechanism.from_floats(np.array([[0.3333333333, 0.2], [0.6666666667, 0.8]]), max_denominator=1000)
    assert p.rows == ((Fraction(1, 3), Fraction(1, 5)), (Fraction(2, 3), Fraction(4, 5)))
    assert "max_denominator=1000" in p.said
    with pytest.raises(InputError, match=r"the 2nd column sums to 0\.7"):
        Mechanism.from_floats([[0.5, 0.2], [0.5, 0.5]])
    for n, x, said in (
        (40, 0.026, "sums to 1.04, or to"),
        (1600, 1 / 1600, "to 1.6 when rounded with max_denominator=1000, but no entry"),
    ):
        with pytest.raises(InputError, match=said):
            Mechanism.from_floats([[x] * 2] * n, max_denominator=1000)
    q = Mechanism.from_floats([[1 / 7, 0.1], [6 / 7, 0.9]], max_denominator=10)
    assert q[0, 0] == Fraction(1, 7) and q[0, 1] == Fraction(1, 10)


def test_conversions_to_numpy_pandas_and_sympy() -> None:
    p = Mechanism([["e/(e+1)", "1/(e+1)"], ["1/(e+1)", "e/(e+1)"]], ["no", "yes"])
    assert p.to_numpy().shape == (2, 2) and abs(p.to_numpy()[0, 0] - float(sympy.E / (sympy.E + 1))) < 1e-15
    assert p.to_sympy()[0, 0].equals(sympy.E / (sympy.E + 1))
    frame = p.to_pandas(exact=True)
    assert list(frame.columns) == ["output", "no", "yes"] and read_number(frame.iloc[0, 1]) == p[0, 0]
    assert (p.to_pandas()[["no", "yes"]].to_numpy() == p.to_numpy()).all()


def test_what_is_too_large_is_refused() -> None:
    wide = Mechanism([[1] * 2049, [0] * 2049])
    with pytest.raises(InputError, match="too large"):
        wide.kron(wide)


@pytest.mark.parametrize("epsilon", ["1/2", "ln3", "every"])
def test_pandas_and_sympy_round_trips(epsilon: str) -> None:
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], ["no", "yes"], epsilon=epsilon)
    assert Mechanism.from_pandas(p.to_pandas(exact=True), epsilon=epsilon) == p
    assert Mechanism.from_sympy(p.to_sympy()).rows == p.rows
    root = Mechanism([["sqrt(2)/2", "1/2"], ["1-sqrt(2)/2", "1/2"]])
    assert Mechanism.from_sympy(root.to_sympy()) == root


def test_numpy_floats_come_in_by_from_floats() -> None:
    p = Mechanism([["2/3", "1/7"], ["1/3", "6/7"]])
    assert Mechanism.from_floats(p.to_numpy(), max_denominator=1000) == p


@pytest.mark.parametrize(
    ("rows", "words"), [(5, "not '5'"), ("warner:p=3/4", "from_spec"), (THREE.to_pandas(), "from_pandas")]
)
def test_what_is_no_matrix_is_refused_with_the_way_to_read_it(rows: object, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Mechanism(rows)  # type: ignore[arg-type]


@pytest.mark.parametrize("rows", [[[0.5], [0.5, 0.5]], [], [[]], [[float("nan")]]])
def test_floats_that_are_no_matrix_are_refused(rows: object) -> None:
    with pytest.raises(InputError):
        Mechanism.from_floats(rows)


def test_floats_keep_their_denominators_below_the_bound() -> None:
    law = np.random.default_rng(0).dirichlet(np.ones(9), size=4).T
    p = Mechanism.from_floats(law, max_denominator=5000)
    assert all(x.denominator <= 5000 for row in p.rows for x in row)  # type: ignore[union-attr]
    assert np.abs(p.to_numpy() - law).max() < 9 / 5000


@pytest.mark.slow
@given(st.data())
@BATTERY
def test_kronecker_products_respect_composition_and_post_processing(data: st.DataObject) -> None:
    p, q = data.draw(mechanisms(k=2)), data.draw(stochastic(2, 2))
    c, d = data.draw(stochastic(2, p.m)), data.draw(stochastic(2, q.m))
    assert (c @ p).kron(d @ q).rows == (c.kron(d) @ p.kron(q)).rows
    assert product(c.kron(d).rows, p.kron(q).rows) == (c @ p).kron(d @ q).rows


def test_a_mechanism_is_a_matrix_to_numpy_and_to_python() -> None:
    p = Mechanism([["1/2", "e/(e+1)"], ["1/2", "1/(e+1)"]])
    matrix = np.asarray(p, dtype=float)
    assert matrix.shape == p.shape == (2, 2) and matrix.dtype == float and (matrix == p.to_numpy()).all()
    assert (
        matrix[0, 1] == float(p[0, 1]) and (matrix @ [1, 0])[0] == 0.5 and np.float32 == np.asarray(p, np.float32).dtype
    )
    exact = np.asarray(p)
    assert exact.shape == (2, 2) and exact[0, 1] == p.rows[0][1] and (exact @ exact)[0, 0] == p[0, 0] ** 2 + p[0, 1] / 2
    assert len(p) == 2 and list(p) == [p[0], p[1]] and p[0] == p.rows[0] and p[-1, 0] == Fraction(1, 2)
    assert p == Mechanism(p.rows) and p != p.relabel(inputs=("a", "b")) and len({p, Mechanism(p.rows)}) == 1
    assert p[0, 0].to_sympy() == sympy.Rational(1, 2) and p[1, 1].to_sympy() == 1 / (sympy.E + 1)  # type: ignore[union-attr]
    with pytest.raises(IndexError):
        p[2]


def test_a_mechanism_of_every_epsilon_has_a_value_at_one() -> None:
    p = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], ("a", "b"), epsilon="every")
    assert p.at("ln3") == Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ("a", "b"))
    assert p.at("1/2").inputs == ("a", "b") and abs(p.at("1/2").to_numpy()[0, 0] - 1 / (1 + np.exp(-0.5))) < 1e-15
    t = sympy.Symbol("tau")
    assert p.to_sympy(t)[0, 0] == t / (t + 1) and p.to_sympy()[0, 0].free_symbols == {sympy.Symbol("t")}
    with pytest.raises(InputError, match="no free epsilon"):
        p.at("ln3").at("ln3")
    with pytest.raises(InputError, match="free number"):
        np.asarray(p, dtype=float)


def test_a_mechanism_survives_pickle() -> None:
    for p in (THREE, Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="1/2..2")):
        assert pickle.loads(pickle.dumps(p)) == p == copy.deepcopy(p)


def test_a_label_that_steers_a_terminal_is_refused_and_the_joiners_of_words_are_not() -> None:
    for label in ("a\x1b[31m", "a\nb", "a\u2028b", "\u202ea", "a\u200bb"):
        with pytest.raises(InputError, match="not printed"):
            WARNER.relabel(inputs=(label, "no"))
    joined = ("می\u200cخواهم", "no", "a\xa0b")
    assert (
        WARNER.relabel(inputs=joined[:2]).inputs == joined[:2]
        and WARNER.relabel(inputs=joined[1:]).inputs == joined[1:]
    )


def test_floats_with_a_negative_entry_are_refused_for_that_entry() -> None:
    for other in (1.5, 1.0):  # the sum of the column is 1, or that of its other entries
        with pytest.raises(InputError, match=r"the 1st column has the negative entry -0\.5; correct it"):
            Mechanism.from_floats([[-0.5, 0.5], [other, 0.5]])
    assert Mechanism.from_floats([[-1e-12, 0.5], [1.0, 0.5]]).rows == Mechanism([[0, "1/2"], [1, "1/2"]]).rows
