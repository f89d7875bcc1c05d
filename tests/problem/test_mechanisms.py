"""The mechanism of any JSON: matrices and sets are read as they were written, and what is no mechanism is refused."""

import json

import pytest

from rropt import InputError, design, from_spec
from rropt.problem.stored import mechanism_in

SETS = design("total-variance", epsilon="1/2", inputs=12)


def test_a_mechanism_is_read_from_each_document_that_has_one():
    p = from_spec("krr:k=3,epsilon=ln3")
    found = design("trace", epsilon="ln3", inputs=3)
    for text in (p.to_json(), found.to_json(), found.certificate):
        assert mechanism_in(text).rows == p.rows
    for text in (SETS.to_json(), SETS.sets.to_json()):
        assert mechanism_in(text) == SETS.sets
    assert design("trace", epsilon="ln3", inputs=3).sets is None
    assert design("trace", epsilon="ln2", inputs=2, subject_to=["P[0,0] >= 9/10", "P[1,1] >= 9/10"]).sets is None


CHANGES = {
    "k": ["1", "3", "2000", "x", None],
    "sizes": [["13"], ["-1"], [], ["5", "5"], ["4"], ["x"], 3],
    "weights": [["1"], ["-1"], [], ["t"]],
    "ratio": ["1/2", "2", "x", None],
    "planned": [["1"], ["1/12"] * 11, ["1/13"] * 12, ["1/6", "0", *["1/12"] * 10], ["-1", "2", *["0"] * 10]],
    "inputs": [["a"], ["a"] * 12, 5],
}


@pytest.mark.parametrize("key, told", [(key, told) for key, several in CHANGES.items() for told in several], ids=str)
def test_sets_that_are_no_mechanism_are_refused(key, told):
    document = SETS.sets.to_dict()
    with pytest.raises(InputError):
        mechanism_in(json.dumps(document | {"stated": document["stated"] | {key: told}}))


@pytest.mark.parametrize(
    "text",
    ["[]", "{}", '{"schema": "rropt.estimate/1"}', SETS.certificate, design("trace", "ldp:every", 3).to_json()],
    ids=["list", "nothing", "other", "sets", "range"],
)
def test_what_has_no_single_mechanism_is_refused_in_one_sentence(text):
    with pytest.raises(InputError) as caught:
        mechanism_in(text)
    assert "\n" not in str(caught.value)
    assert ";" in str(caught.value)
