import json

from rropt.designs.admissibility import admissible
from rropt.designs.comparison import compare
from rropt.designs.order_text import admissibility_dict, admissibility_words, comparison_dict, comparison_words
from rropt.mechanism import Mechanism

A = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], inputs=("no", "yes"))
B = Mechanism([["2/3", "1/3"], ["1/3", "2/3"]], inputs=("no", "yes"))


def test_the_words_name_the_direction_and_the_labels():
    words = comparison_words(compare(B, A))
    assert words.startswith("B is more informative than A") and "(C·B = A)" in words
    assert "B earns strictly more than A" in words and "prior: no: 1/2, yes: 1/2" in words


def test_the_document_is_plain_text_and_gives_values_by_name():
    document = comparison_dict(compare(A, B))
    assert json.loads(json.dumps(document)) == document
    assert document["witness"]["better"] == "A" and document["garbling_is"] == "C with C·A = B"
    assert document["deficiency"]["exact"] == "0" and document["reverse_deficiency"]["exact"] == "1/12"


def test_an_inadmissible_design_is_told_what_it_could_gain():
    found = admissible(B, 3)
    words = admissibility_words(found)
    assert words.startswith("Inadmissible at parity 3, because of output 0: its parity is 2, not 3")
    assert "Bayes success, uniform prior 2/3 ≈ 0.666667 3/4 ≈ 0.75" in " ".join(words.split())
    document = admissibility_dict(found)
    assert document["admissible"] == "no" and document["dominating"]["exact"] == [["3/4", "1/4"], ["1/4", "3/4"]]
    assert admissibility_dict(admissible(A, 3))["gained"] is None
    assert admissibility_words(admissible(A, 3)).startswith("Admissible")
