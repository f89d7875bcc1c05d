"""Files of designs: they are read as they were, and what does not agree with their certificate is refused."""

import json
from dataclasses import replace

import pytest

from rropt import LDP, InputError, PairwiseLDP, Sensitive, Vulnerability, design
from rropt.problem.stored import read_design, verify

QUESTIONS = [
    {"objective": "trace", "epsilon": "ln3", "inputs": 3},
    {"objective": "trace", "epsilon": 1, "delta": "1/10", "inputs": ["a", "b", "c"]},
    {"objective": "worst(trace,utility:1,0:0,3)", "demand": LDP("1/2") & LDP(1, delta="1/10")},
    {"scores": [1, 2, 4], "demand": PairwiseLDP({(0, 1): "1", (1, 0): "ln2", (2, 0): 1, (1, 2): 1})},
    {"epsilon": 1, "inputs": 4},
    {"objective": "information", "epsilon": 1, "inputs": ["x", "y", "z"], "subject_to": ["P[x,x] <= 1/3"]},
    {"objective": "trace", "epsilon": "ln2", "inputs": 2, "subject_to": ["P[0,0] >= 9/10"]},
    {"objective": "trace", "inputs": 2, "epsilon": "ln2", "subject_to": ["P[0,0] >= 9/10", "P[1,1] >= 9/10"]},
    {"utility": [[1, 0], [0, 2]], "demand": "ldp:ln2..3"},
    {"objective": "trace", "demand": Vulnerability("1/2", ["1/4", "3/4"]) & LDP(2)},
    {"objective": "trace", "inputs": ["no", "yes"], "demand": Sensitive(["yes"], "ln3")},
    {"prevalence": "1/4", "epsilon": "ln3", "inputs": ["no", "yes"]},
    {"prevalence": "1/4", "epsilon": 1, "delta": "1/10"},
    {"objective": "variance:1/10..2/5,positive=0", "epsilon": 1, "delta": "1/10"},
    {"objective": "variance:1/4,warner", "epsilon": 1, "subject_to": ["P[0,0] <= 2/3"]},
    {"objective": "variance:1/4,warner", "epsilon": 1, "subject_to": ["P[0,0] <= 1/3"]},
    {"objective": "variance:1/4", "epsilon": 1, "subject_to": ["P[0,0] >= 4/5", "P[0,1] <= 1/10"]},
    {"objective": "variance:1/4", "epsilon": 0},
    {"objective": "variance:0", "epsilon": 1, "delta": "1/10"},
    {"objective": "variance:1/4", "epsilon": 1, "delta": "1/10", "outputs": "free"},
    {"objective": "variance:0", "epsilon": 1, "delta": "1/10", "outputs": "free"},
    {"objective": "variance:1/10..2/5", "demand": PairwiseLDP({(0, 1): 1}), "outputs": "free"},
    {"objective": "variance:every:1/10..1/2,positive=0", "demand": "ldp:ln2,delta=1/10"},
    {"objective": "variance:every", "demand": "ldp:1,delta=1/10", "outputs": "free"},
    {"objective": "variance:1/4", "demand": "ldp:every"},
    {"objective": "trace", "demand": "ldp:1/2..2", "inputs": 3, "subject_to": ["P[0,0] >= 2/5"]},
    {"objective": "divergence:renyi,between=0/1,order=2", "inputs": 2, "epsilon": 1},
]


@pytest.mark.parametrize("given", QUESTIONS, ids=str)
def test_a_file_is_read_as_the_design_that_was_written(given):
    found = design(**given)
    again = read_design(found.to_json())
    assert again == found and hash(again) == hash(found) and again.to_dict() == found.to_dict()
    assert again.problem == found.problem
    assert again != design("trace", "ldp:5/4", 3)
    assert verify(found.to_json()).is_accepted


CHANGES = [
    ("question", "objective", "trace:1,1,2"),
    ("question", "demand", "LDP('log(4)')"),
    ("question", "demand", "__import__('os')"),
    ("question", "demand", "LDP('log(3)')  # which is epsilon = 1/10"),
    ("question", "epsilon", "1/10"),
    ("question", "inputs", ["a", "b", "c"]),
    ("question", "inputs", 3),
    ("question", "subject_to", ["P[0,0] <= 9/10"]),
    ("value", "exact", "2"),
    ("value", "upper", 2.5),
    ("verdict", None, "within"),
    ("mechanism", None, []),
    ("certificate", None, "{}"),
    ("certificate", None, 5),
    ("schema", None, "rropt/design/1"),
]


@pytest.mark.parametrize("field, inner, said", CHANGES)
def test_a_changed_file_is_refused(field, inner, said):
    document = design("trace", epsilon="ln3", inputs=3).to_dict()
    if inner is None:
        document[field] = said
    else:
        document[field][inner] = said
    with pytest.raises(InputError) as caught:
        read_design(json.dumps(document))
    assert "\n" not in str(caught.value)
    assert not verify(json.dumps(document)).is_accepted


@pytest.mark.parametrize("field", ["respondents", "only", "more"])
def test_sentences_are_not_read_and_verify_says_so(field):
    found = design("trace", epsilon="ln3", inputs=3)
    document = found.to_dict() | {field: ["Always say 2."]}
    assert read_design(json.dumps(document)).to_dict() == found.to_dict()
    judged = verify(json.dumps(document))
    assert judged.is_accepted and f"'{field}'" in judged.says and "Always" not in judged.says
    assert judged.says.endswith(verify(found.to_json()).says)


def test_the_answer_to_another_question_is_refused():
    document = design("trace", epsilon="ln3", inputs=3).to_dict()
    document["certificate"] = design("trace", epsilon="ln4", inputs=3).certificate
    with pytest.raises(InputError, match="ask for the design again"):
        read_design(json.dumps(document))


@pytest.mark.parametrize("told", ["{}", "", '{"schema":"rropt.certificate/3"}'])
def test_the_verdict_on_a_design_is_that_on_its_certificate(told):
    document = design("trace", epsilon="ln3", inputs=3).to_dict() | {"certificate": told}
    assert verify(json.dumps(document)).status == verify(told).status


def test_a_certificate_alone_is_judged():
    found = design("trace", epsilon="ln3", inputs=3)
    assert verify(found.certificate).claim == "optimal"
    assert str(verify(found.certificate.replace("9/5", "2")).status) == "rejected"
    assert str(verify("nothing").status) == "malformed" and str(verify("nothing")).startswith("malformed: ")
    assert verify("nothing").to_dict()["claim"] is None


def test_certificates_are_found_at_any_depth():
    found = design("trace", epsilon="ln3", inputs=2)
    deep = {"certificate": found.certificate}
    for _ in range(300):
        deep = {"part": [deep]}
    assert verify(json.dumps({"schema": "rropt/other/1", **deep})).is_accepted
    deep["certificates"] = [found.certificate, found.certificate.replace("3/2", "2")]
    assert not verify(json.dumps({"schema": "rropt/other/1", **deep})).is_accepted


@pytest.mark.parametrize(
    "given, other",
    [
        (
            {"objective": "trace", "epsilon": "every", "inputs": 3},
            {"objective": "trace", "epsilon": "every", "inputs": 4},
        ),
        (
            {"objective": "trace", "epsilon": "1..2", "inputs": 3},
            {"objective": "trace", "epsilon": "1..3", "inputs": 3},
        ),
        ({"objective": "variance:every", "epsilon": 1}, {"objective": "variance:every", "epsilon": 2}),
        ({"objective": "variance:1/10..2/5", "epsilon": 1}, {"objective": "variance:1/10..1/3", "epsilon": 1}),
        ({"objective": "information", "epsilon": 1, "inputs": 3}, {"objective": "trace", "epsilon": 1, "inputs": 3}),
        ({"epsilon": 1, "inputs": 4}, {"epsilon": 1, "inputs": 4, "objective": "largest-variance"}),
    ],
)
def test_certificates_of_another_question_are_refused(given, other):
    """Of ranges and of shares too; the file is read as it was written."""
    document, stranger = design(**given).to_dict(), design(**other).to_dict()
    assert read_design(json.dumps(document)).to_dict() == document
    for key in document.keys() & {"certificate", "certificates"}:
        with pytest.raises(InputError):
            read_design(json.dumps(document | {key: stranger.get(key)}))
    with pytest.raises(InputError):
        read_design(json.dumps(document | {"question": stranger["question"]}))


@pytest.mark.parametrize("objective", ["variance:1/4", "variance:1/10..2/5"])
def test_a_certificate_that_states_no_share_is_said_to_be_about_another_question(objective):
    """The file is in order but for this, so that it is not said to be of another form."""
    variance, information = (design(x, epsilon=1, outputs="free", inputs=2) for x in (objective, "information"))
    document = variance.to_dict() | {"certificate": information.certificate}
    with pytest.raises(InputError, match="about another question"):
        read_design(json.dumps(document))


def test_the_best_of_two_answers_is_not_shown_as_the_best_of_any_number():
    two, free = (design("information", epsilon=1, inputs=3, outputs=m) for m in (2, None))
    with pytest.raises(InputError, match="two answers"):
        read_design(replace(two, problem=free.problem).to_json())
