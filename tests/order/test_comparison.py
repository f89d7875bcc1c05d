import json
from fractions import Fraction as F

import pytest

import rropt.order.comparison
from rropt.checker import check
from rropt.exact.errors import InputError, Undecided
from rropt.families import from_spec
from rropt.mechanism import Mechanism
from rropt.order.blackwell import compare, dominates
from rropt.order.comparison import Relation


def rr(p):
    return Mechanism([[p, 1 - p], [1 - p, p]])


Z = Mechanism([["1", "1/2"], ["0", "1/2"]])
S = Mechanism([["1/2", "0"], ["1/2", "1"]])


@pytest.mark.parametrize(
    "first, second, relation",
    [
        (rr(F(3, 4)), rr(F(7501, 10000)), "worse"),
        (rr(F(7501, 10000)), rr(F(3, 4)), "better"),
        (rr(F(3, 4)), rr(F(1, 4)), "equivalent"),
        (Z, S, "incomparable"),
        (rr(F(3, 4)), rr(F(3, 4) - F(1, 10**30)), "better"),
    ],
)
def test_the_relation_and_its_witnesses(first, second, relation):
    found = compare(first, second)
    assert found.relation == relation
    assert (found.garbling is None) == (relation == "incomparable")
    assert len(found.witnesses) == {"better": 1, "worse": 1, "equivalent": 0, "incomparable": 2}[relation]
    assert (found.deficiency.value == 0) == (relation in ("better", "equivalent"))
    assert (found.reverse_deficiency.value == 0) == (relation in ("worse", "equivalent"))


def test_swapping_the_two_swaps_the_answer():
    opposite = {"better": "worse", "worse": "better", "equivalent": "equivalent", "incomparable": "incomparable"}
    for a in (rr(F(3, 4)), rr(F(2, 3)), Z, S):
        for b in (rr(F(3, 4)), rr(F(2, 3)), Z, S):
            assert compare(b, a).relation == opposite[compare(a, b).relation]


def test_both_decision_problems_of_an_incomparable_pair_separate():
    found = compare(Z, S)
    second_better, first_better = found.witnesses
    assert second_better.decision.value(S) > second_better.decision.value(Z)
    assert first_better.decision.value(Z) > first_better.decision.value(S)


@pytest.mark.parametrize(("first", "second"), [(rr(F(3, 4)), rr(F(2, 3))), (rr(F(2, 3)), rr(F(3, 4))), (Z, S), (S, Z)])
def test_a_decision_problem_says_what_each_mechanism_earns(first, second):
    found = compare(first, second)
    assert found.witness == found.witnesses[0]
    for witness in found.witnesses:
        assert (witness.first, witness.second) == (witness.decision.value(first), witness.decision.value(second))
        better = "first" if witness.first > witness.second else "second"
        assert f"worth {max(witness.first, witness.second)} " in repr(
            witness
        ) and f" with the {better} mechanism" in repr(witness)


def test_the_certificate_states_the_more_informative_mechanism_first():
    document = json.loads(compare(rr(F(2, 3)), rr(F(3, 4))).certificate)
    assert document["relation"] == "strictly more informative"
    assert document["first"] == [["3/4", "1/4"], ["1/4", "3/4"]]
    assert json.loads(compare(Z, S).certificate)["relation"] == "incomparable"


def test_labels_are_matched_and_mismatches_refused():
    a = Mechanism(rr(F(3, 4)).rows, inputs=("no", "yes"))
    b = Mechanism(Z.rows, inputs=("yes", "no"))
    assert compare(a, b).second.rows == (Z.rows[0][::-1], Z.rows[1][::-1])
    with pytest.raises(InputError):
        compare(a, Mechanism([["1", "1", "1"]]))


@pytest.mark.parametrize("first", ["warner:epsilon=every", "warner:epsilon=1/2..2"])
def test_a_free_epsilon_is_refused_with_its_range(first):
    for pair in ((first, "warner:p=3/4"), ("warner:p=3/4", first), (first, first)):
        with pytest.raises(InputError, match="one epsilon, but here it is free"):
            compare(*map(from_spec, pair))
        with pytest.raises(InputError, match="one epsilon, but here it is free"):
            dominates(*map(from_spec, pair))


A = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], inputs=("no", "yes"))
B = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], inputs=("no", "yes"))


def test_the_words_name_the_direction_and_the_labels():
    words = compare(B, A).explain()
    assert words.startswith("B is more informative than A") and "(C·B = A)" in words
    assert "B earns strictly more than A" in words and "prior: no: 1/2, yes: 1/2" in words


def test_the_document_is_plain_text_and_gives_values_by_name():
    document = compare(A, B).to_dict()
    assert json.loads(json.dumps(document)) == document
    assert document["witness"]["better"] == "A" and document["garbling_is"] == "C with C·A = B"
    assert document["deficiency"]["exact"] == "0" and document["reverse_deficiency"]["exact"] == "1/12"


def test_halves_that_the_checker_takes_on_one_by_one_make_a_relation(monkeypatch):
    """Once a comparison of 128 answers over 64 truths was refused after both halves were certified."""

    def too_much(_):
        raise Undecided("the certificate is more than the checker takes on")

    monkeypatch.setattr(rropt.order.comparison, "certify", too_much)
    found = compare(Z, S)
    assert found.relation is Relation.INCOMPARABLE and found.certificate == ""
    document = found.to_dict()
    assert document["certificate"] is None
    assert [check(text).status for text in document["certificates"]] == ["accepted"] * 2
