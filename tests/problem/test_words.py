"""A design in words: the question, the answer, how it is known."""

import json

import pytest

from rropt import Sensitive, TotalVariance
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.utility import Utility
from rropt.designs.objectives.variance import Variance
from rropt.privacy import LDP
from rropt.problem.design import design
from rropt.problem.words import warning_lines


def test_says_question_answer_legs_and_certificate() -> None:
    words = design(Variance("1/4"), LDP("1/2", delta="1/10")).explain(proof=True)
    for part in (
        "minimise the variance",
        "Verdict: optimal",
        "Pr(output | input)",
        "2.372",
        "symbolic:",
        "numeric:",
        "certified:",
    ):
        assert part in words
    assert "standard error at n = 1000" in words and "Certified: " in words


def test_lists_every_other_minimiser_and_faces() -> None:
    words = design(Variance("1/4"), LDP("ln2", delta="1/4")).explain()
    assert "There are 2 optimal designs" in words and words.count("Pr(output | input)") == 2
    assert "face" in design(Variance(0), LDP("1/2", delta="1/10")).explain()


def test_says_why_there_is_none_and_lists_pieces() -> None:
    assert "no estimator of the prevalence exists" in design(Variance("1/4"), LDP(0)).explain()
    words = design(Variance("1/4"), LDP("every", delta="1/10")).explain()
    assert (
        words.count("Piece t = e^epsilon in ") == 2 and words.count("Piece t = ") == 3 and "standard error" not in words
    )
    assert words.count("Pr(output | input)") == 4, "one mechanism in each piece, both where two tie"
    one = design(Trace(), LDP("every"), inputs=3).explain()
    assert "Throughout: " in one and one.count("Pr(output | input)") == 1
    assert "t/(t + 2)" in design(Trace(), LDP("every"), inputs=3).explain().replace("3*t", "t")


def test_reports_how_a_float_was_read() -> None:
    assert "read as the rational" in design(Variance("1/4"), LDP(0.5)).explain()


def test_many_optimal_vertices_are_counted_and_the_first_shown() -> None:
    words = design(
        Utility([[1, 0, 1, 0], [0, 1, 1, 0], [0, 1, 1, 0], [1, 0, 1, 0]]), LDP("ln2"), optima="all"
    ).explain()
    assert "p00" not in words and "optimal vertices; 12 of the others (`minimisers` has them all):" in words
    assert words.count("Pr(output | input)") == 13


def test_all_optimal_vertices_are_shown_where_the_stated_design_is_none_of_them() -> None:
    found = design(Trace([1, 1, 0]), LDP("ln3"), inputs=3, optima="all")
    listed = [x.mechanism for x in found.minimisers]
    assert found.mechanism not in listed and len(listed) == 2
    for proof in (False, True):
        words = found.explain(proof=proof)
        assert "There are 2 optimal vertices; all of them:" in words and words.count("Pr(output | input)") == 3
    many = design(Trace([1, 1, 0, 0, 0, 0]), LDP("ln3"), inputs=6, optima="all")
    assert "There are 16 optimal vertices; 12 of them (`minimisers` has them all):" in many.explain()


def test_a_decimal_epsilon_is_said_as_read_in_pieces_too() -> None:
    for prevalence in ("1/4", "every"):
        assert "Read: epsilon = 0.3, read as the rational 3/10" in design(Variance(prevalence), LDP("0.3")).explain()


@pytest.mark.slow
def test_the_pieces_and_the_parts_they_are_judged_in_are_both_counted() -> None:
    found = design(Variance("1/4"), LDP("every", delta="1/10"))
    parts = len(json.loads(found.certificate)["pieces"])
    assert len(found.pieces) < parts
    assert f"({len(found.pieces)} pieces in {parts} parts, judged by the checker)" in found.explain(proof=True)


def test_an_answer_that_is_a_confession_is_said_before_anything_else() -> None:
    found = design(Variance("1/10"), LDP("1/2", delta="1/10"), inputs=("no", "yes"))
    first, advice, *_ = found.explain().splitlines()
    assert first == 'Warning: The answer "yes" is a confession: it proves that the truth is "yes".'
    assert "bounds every ratio" in advice and found.to_dict()["warnings"] == list(found.warnings)
    assert advice.endswith("join, say, & LDP('ln20') to the demand.") and "--outputs" not in found.explain()
    assert 'after "no" it is 9.1 %, after "yes" it is 100 %' in found.explain()
    safe = design(Variance("1/10"), LDP("1/2"), inputs=("no", "yes"))
    assert safe.warnings == () and safe.explain().startswith(
        "Respondents: tell the truth with probability 0.6225, else"
    )


def test_many_answers_that_prove_something_are_counted() -> None:
    lines = warning_lines([f"The answer {n} proves it." for n in range(20)])
    assert "Warning: 8 more answers prove something." in lines and len(lines) == 15


def test_the_first_line_says_that_there_is_no_design() -> None:
    cases = {
        "No design for 2 truths and 2 answers keeps this promise and has a variance at prevalence 0.25 as small as 0.01.": design(
            Variance("1/4"), LDP("1/2"), require="1/100"
        ),
        "No design for 3 truths and 3 answers keeps this promise and has a trace as large as 2.": design(
            Trace(), LDP("ln2"), inputs=3, require=2
        ),
        "No design for 2 truths and 2 answers keeps this promise, under the conditions P[0,0]>=3.": design(
            Trace(), LDP("ln2"), inputs=2, subject_to=["P[0,0]>=3"]
        ),
    }
    for first, found in cases.items():
        assert found.verdict == "infeasible"
        for text in (found.explain(), found.explain(proof=True)):
            assert text.splitlines()[0] == first and "Certified: infeasible; the checker accepted the proof." in text


def test_the_first_line_says_that_no_design_has_a_finite_value_or_that_it_changes() -> None:
    none = design(Variance("1/4"), LDP(0))
    assert none.verdict == "unattained"
    assert none.explain().startswith("No design that keeps this promise has a finite variance at prevalence 0.25.\n")
    found = design(Variance("every"), LDP("1/2", delta="1/10"))
    first = next(line for line in found.explain().splitlines()[len(found.warnings) + 1 :] if line)
    assert found.mechanism is None and first == (
        f"Respondents: what they do changes with the prevalence, in {len(found.pieces)} pieces; each is below."
    )
    several = design(Utility([[3, 0, 1], [0, 2, 1], [0, 1, 5]]), LDP("every")).explain()
    assert several.startswith("Respondents: what they do changes with epsilon, in 3 pieces; each is below.\n")
    assert (
        "\nRespondents: answer with the chances below.\n"
        in "\n" + design(Variance("1/4"), LDP("1/2..2", delta="1/10")).explain()
    )


def test_bounds_say_how_far_apart_they_are() -> None:
    found = design(Trace([1, 2, 4, "2^(1/2)"]), LDP(1))
    assert found.verdict == "within" and found.gap is not None and 0 < found.gap < 4.9e-38
    assert "4.386 (known to 4.8e-38)" in str(found)


def test_at_delta_one_every_answer_may_prove_something() -> None:
    found = design(Trace(), LDP("ln3", delta="every"), inputs=3)
    assert "This design gives no such answer at any delta below 1." in str(found)
    assert found.at(delta=1).warnings and not found.at(delta="999/1000").warnings
    assert "gives no such answer." in str(design(Trace(), LDP("ln3", delta="1/10"), inputs=3))


def test_a_label_that_orders_the_truths_is_explained() -> None:
    words = design(TotalVariance(), Sensitive(["E"], 1), inputs=["A", "B", "E"]).explain()
    assert 'the answer "E>A,B" is likelier under each truth left of a > than under those right of it' in words
    named = design(TotalVariance(), Sensitive(["E"], 1), inputs=["A", "B", "E"], outputs=["a", "b", "e"]).explain()
    assert "left of a >" not in named
