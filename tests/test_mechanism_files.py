"""Text forms: CSV and JSON read back, tables are headed and escaped, and malformed files are refused in one sentence."""

import json
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings

from rropt import InputError, Mechanism, from_spec
from rropt.exact.element import generator
from rropt.exact.fields import Algebraic
from rropt.exact.reading import read_matrix
from rropt.files import read_json
from tests.strategies.draws import BATTERY
from tests.strategies.mechanisms import labelled, mechanisms

KRR = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="1/2")
FREE = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="every")
RADICAL = Mechanism([["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], epsilon="ln3/2")
LABELLED = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], ["nein, nie", 'ja "doch"'], ["<a>", "b&c"])
ALL = [KRR, FREE, RADICAL, LABELLED]


@pytest.mark.slow
@given(labelled())
@settings(max_examples=150, deadline=None, derandomize=True)
def test_csv_and_json_read_back(p: Mechanism) -> None:
    assert Mechanism.from_csv(p.to_csv(exact=True)) == p
    assert Mechanism.from_json(p.to_json()) == p


@pytest.mark.parametrize("p", ALL, ids=["exponential", "free", "radical", "labelled"])
def test_every_field_reads_back(p: Mechanism) -> None:
    assert Mechanism.from_csv(p.to_csv(exact=True)) == p and Mechanism.from_json(p.to_json()) == p


def test_an_interval_of_t_survives_json() -> None:
    p = Mechanism([[str(x) for x in row] for row in FREE.rows], epsilon="1/2..2")
    assert p != FREE and Mechanism.from_json(p.to_json()) == p
    assert json.loads(p.to_json())["free"] == {"epsilon": "1/2..2"} and "free" not in json.loads(KRR.to_json())


@pytest.mark.parametrize("delta", ["1/10..1/2", "0..1"])
def test_an_interval_of_delta_survives_json(delta: str) -> None:
    rows = [["delta", "0"], ["1 - delta", "1"]]
    p, q = (Mechanism(read_matrix(rows, delta=x)) for x in (delta, "1/10..1/5"))
    assert p.is_free and Mechanism.from_json(p.to_json()) == p
    assert json.loads(p.to_json())["free"] == {"delta": delta}
    assert Mechanism.from_json(p.to_json()).at("1/8") == p.at("1/8") and p.digest != q.digest


@pytest.mark.parametrize(
    "free",
    [{"delta": "1/2..1/10"}, {"delta": "1/10"}, {"delta": "0..2"}, {"delta": ["0", "1"]}, {"epsilon": "2..1"}, ["1"]],
)
def test_what_is_no_interval_is_refused_in_json(free: Any) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        Mechanism.from_json(document(free=free))


@pytest.mark.parametrize(("epsilon", "k"), [("1", 5), ("ln3", 7), ("1/1000", 3), ("2", 6), ("700", 4)])
def test_a_csv_of_decimals_is_a_mechanism_as_near_as_doubles(epsilon: str, k: int) -> None:
    p = from_spec(f"krr:k={k},epsilon={epsilon}")
    read = Mechanism.from_csv(p.to_csv())
    assert abs(read.to_numpy() - p.to_numpy()).max() <= 2**-52


@pytest.mark.parametrize("digits", [1, 2, 4, 12])
def test_a_csv_of_few_digits_is_a_mechanism(digits: int) -> None:
    p = from_spec("krr:k=5,epsilon=1")
    read = Mechanism.from_csv(p.to_csv(digits=digits))
    smallest = [x for row in read.rows for x in row if x < Fraction(1, 5)]
    assert all(x == Fraction(f"{float(p.rows[0][1]):.{digits}g}") for x in smallest) and len(smallest) == 20


def test_csv_layouts() -> None:
    rows = ((Fraction(3, 4), Fraction(1, 4)), (Fraction(1, 4), Fraction(3, 4)))
    assert Mechanism.from_csv("3/4,1/4\n1/4,3/4\n").rows == rows
    labelled = Mechanism.from_csv("\ufeff,no,yes\r\nA,0.75,1/4\r\n\r\nB,0.25,3/4\r\n")
    assert labelled.rows == rows and labelled.inputs == ("no", "yes") and labelled.outputs == ("A", "B")
    transposed = Mechanism.from_csv("input,A,B\nno,1/3,2/3\nyes,1/4,3/4\n", rows_are_inputs=True)
    assert (
        transposed.inputs == ("no", "yes") and transposed.outputs == ("A", "B") and transposed[0, 1] == Fraction(1, 4)
    )
    assert Mechanism.from_csv("t/(t+1),1/(t+1)\n1/(t+1),t/(t+1)", epsilon="ln3").rows == rows


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n\n",
        "a,b\n1,0\n0,1",
        "1,0\n0",
        "1/2,1/2\n1/4,1/4",
        '"1',
        "output,a\nx,1,2",
        "1;0\n0;1",
        "output,a,a\nx,1,1",
    ],
)
def test_malformed_csv_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        Mechanism.from_csv(text)


def test_rows_that_sum_to_one_get_the_hint() -> None:
    with pytest.raises(InputError, match=r"if the rows are the inputs, use Mechanism\.from_design_matrix$"):
        Mechanism.from_csv("1/3,2/3\n1/4,3/4")


def document(**changes: object) -> str:
    return json.dumps({**KRR.to_dict(), **changes})


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        "{",
        "nul",
        "[" * 100_000,
        document(schema="other"),
        document(mechanism=[["1"], "0"]),
        document(mechanism="1"),
        document(mechanism=[]),
        document(mechanism=[{}]),
        document(mechanism=[{"output": "0", "a": "1"}, {"output": "1", "b": "0"}]),
        document(mechanism=[{"output": "0", "a": {"lower": 1}}]),
        document(mechanism=[{"output": "0", "a": [1]}]),
        document(mechanism=[{"output": 0.5, "a": 0.5}]),
        document()[:-1] + ', "mechanism": []}',
        '{"schema": 1e400}',
        '{"schema": NaN}',
        '{"schema": ' + "9" * 5000 + "}",
    ],
    ids=lambda text: ascii(text[:30]),
)
def test_malformed_json_is_refused_in_one_sentence(text: str) -> None:
    with pytest.raises(InputError, match=r"^[^\n]+$"):
        Mechanism.from_json(text)


def test_a_key_given_twice_is_refused() -> None:
    with pytest.raises(InputError, match="has the key 'a' twice"):
        read_json('{"a": "1", "a": "1"}')


def test_json_has_exact_texts_and_outward_doubles() -> None:
    first = KRR.to_dict()["mechanism"][0]["0"]
    assert first["exact"] == "e^(1/2)/(e^(1/2) + 1)" and first["lower"] < first["upper"]
    assert first["lower"] <= 0.6224593312018546 <= first["upper"]
    assert FREE.to_dict()["mechanism"][0]["0"] == {"exact": "t/(t + 1)", "lower": None, "upper": None}


def test_tables_are_headed_and_say_what_t_is() -> None:
    lines = repr(KRR).splitlines()
    assert lines[0] == "2 inputs, 2 outputs, t = e^(1/2)"
    assert "e^(1/2)/(e^(1/2) + 1) ≈ 0.6225" in repr(KRR) and "t > 1" in repr(FREE)
    said = Mechanism.from_floats([[0.5], [0.5]])
    assert repr(said).splitlines()[-1] == said.said


def test_words_of_a_large_matrix_have_a_part_and_files_have_all() -> None:
    wide = Mechanism([["1/30"] * 30] * 30)
    assert len(repr(wide).splitlines()) == 25 and Mechanism.from_json(wide.to_json()) == wide
    assert len(wide.to_csv().splitlines()) == 31


def test_html_is_escaped() -> None:
    text = LABELLED._repr_html_()
    assert "&lt;a&gt;" in text and "<a>" not in text and "b&amp;c" in text and "ja &quot;doch&quot;" in text


@pytest.mark.parametrize("p", ALL, ids=["exponential", "free", "radical", "labelled"])
def test_sympy_has_the_same_matrix(p: Mechanism) -> None:
    assert p.to_latex().count("{") == p.to_latex().count("}")
    columns = sympy.ones(1, p.m) * p.to_sympy()
    assert all(sympy.simplify(x - 1) == 0 for x in columns)
    assert sympy.simplify(p.to_sympy()[0, 0] / p.to_sympy()[0, 1]) != 1


def test_a_word_above_words_heads_the_labels() -> None:
    text = "truth,none,soft\nnone,0.8,0.2\nsoft,0.15,0.85\n"
    p = Mechanism.from_csv(text, rows_are_inputs=True)
    assert p.inputs == p.outputs == ("none", "soft") and p[0, 1] == Fraction(3, 20)


@pytest.mark.parametrize("rows_are_inputs", [False, True])
def test_a_first_line_of_numbers_under_a_word_may_be_no_header(rows_are_inputs: bool) -> None:
    words = "the first line, no,0.8,.1, is taken for a header: if it is a row, put a header line above it"
    with pytest.raises(InputError, match=f"sums to .*, not 1; correct .*; {words}"):
        Mechanism.from_csv("no,0.8,.1\nyes,0.2,.9\n", rows_are_inputs=rows_are_inputs)
    with pytest.raises(
        InputError, match=r"sums to 11/10, not 1; correct its entries, the chances of all answers of one input$"
    ):
        Mechanism.from_csv("dose,low,high\nno,0.9,.1\nyes,0.2,.9\n")
    assert Mechanism.from_csv("dose,0.5,1.5\nno,0.8,.1\nyes,0.2,.9\n").inputs == ("0.5", "1.5")


@pytest.mark.parametrize(
    ("text", "rows_are_inputs", "words"),
    [
        ("none,soft\n1,0\n0,1", False, "first cell, 'none', is not a number, but numbers stand below it"),
        ("truth,a,b\n0,1/2,1/2\n1,1/3,2/3", True, "first cell, 'truth', is not a number"),
        ("input,a,b\nx,1/2,1/2\ny,1/3,2/3", False, "give rows_are_inputs=True"),
        ("output,a,b\nx,1/2,1/2\ny,1/2,1/2", True, "leave rows_are_inputs=True out"),
        (";a;b\nx;0,5;0,5\ny;0,5;0,5", False, "separates its cells by ';'"),
        ("a\tb\n1\t0", False, "points in decimals"),
    ],
)
def test_a_layout_that_could_be_misread_is_refused(text: str, rows_are_inputs: bool, words: str) -> None:
    with pytest.raises(InputError, match=words):
        Mechanism.from_csv(text, rows_are_inputs=rows_are_inputs)


def test_a_named_root_is_a_root_of_its_polynomial_in_sympy() -> None:
    for bounds, value in (((1, 2), 1.618033988749895), ((-1, 0), -0.6180339887498949)):
        t = generator(Algebraic((-1, -1, 1), Fraction(bounds[0]), Fraction(bounds[1])))
        x = t * t / 4
        entry = Mechanism([[x], [1 - x]]).to_sympy()[0, 0]
        assert abs(float(entry) - value**2 / 4) < 1e-12


@given(mechanisms())
@BATTERY
def test_every_text_form_reads_back(p: Mechanism) -> None:
    assert Mechanism.from_csv(p.to_csv(exact=True)) == p and Mechanism.from_json(p.to_json()) == p
    transposed = Mechanism.from_design_matrix(p.columns)
    assert transposed == p
    assert Mechanism([[str(x) for x in row] for row in p.rows]) == p
