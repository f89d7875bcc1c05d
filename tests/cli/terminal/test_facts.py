"""Facts print as lines and become JSON by one rule."""

import math
from fractions import Fraction

from rropt.cli.terminal.facts import budget, document, double, enclosed, measured, rounded_up, stated, text_of, words
from rropt.exact.decimal import EXACT
from rropt.exact.epsilon import read_epsilon


def test_lines_and_document() -> None:
    facts = [
        words("deck", "3 cards", value={"counts": ["1", "2"]}),
        stated("people", 4),
        measured("variance", Fraction(1, 3)).beside(prevalence="1/10"),
        measured("nothing", None).beside(at="1"),
        budget("epsilon", read_epsilon("ln3")),
        budget("joint", read_epsilon("inf")),
        double("loss", 0.5),
        words("warning", "WARNING: so"),
        words("answers", "1", label="answer, a", value={"a": "1"}),
        words("answers", "2", label="answer, b", value={"b": "2"}),
    ]
    assert text_of(facts).splitlines()[:5] == [
        "WARNING: so",
        "deck: 3 cards",
        "people: 4",
        "variance: 1/3 ≈ 0.333333",
        "nothing: none",
    ]
    found = document("s", facts)
    assert found["schema"] == "s" and found["people"] == "4" and found["deck"] == {"counts": ["1", "2"]}
    assert found["variance"]["exact"] == "1/3" and found["variance"]["prevalence"] == "1/10"
    assert Fraction(found["variance"]["lower"]) < Fraction(1, 3) < Fraction(found["variance"]["upper"])
    assert found["nothing"] == {"at": "1", "exact": None, "lower": None, "upper": None}
    assert found["epsilon"]["exact"] == "log(3)" and found["joint"]["upper"] == "inf"
    assert found["loss"] == {"double": "0.5"} and found["answers"] == {"a": "1", "b": "2"}


def test_bounds_never_claim_more_than_is_known() -> None:
    third, tiny = Fraction(1, 3), Fraction(1, 10**2000)
    assert enclosed("x", (third, third + tiny)).text == "0.333333"
    assert enclosed("x", (third, 2 * third)).text == "between 0.333333 and 0.666667"
    small = enclosed("x", (Fraction(0), tiny))
    assert small.text == "less than 1e-1000" and Fraction(small.value["upper"]) > tiny
    assert Fraction(enclosed("x", (-tiny, tiny)).value["lower"]) <= -tiny
    assert rounded_up("x", (third, third)).text == "0.3334"
    token = EXACT.set(False)
    try:
        assert budget("x", read_epsilon("ln(4/3)")).text == "0.287683"
    finally:
        EXACT.reset(token)
    assert measured("x", math.inf).text == "inf"
