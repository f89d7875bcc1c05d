"""What a demand asks, read from texts and files, and read again from its JSON; and the corpus of certificates of B(h)."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import sympy

from rropt import LDP, InputError, RhoBreach, verify
from rropt.breach import breach_bound, demand, read_demand_document
from rropt.breach.asking import Promise, read_asked
from rropt.certificate.read import letter_of_statement, read_matrix
from rropt.exact.ordering import order_of
from rropt.privacy.boundary import BreachFunction, infimum, piecewise_linear
from rropt.privacy.notion import Notion
from tests.breach.test_bound import GOLDEN, P

CORPUS = sorted((Path(__file__).parents[1] / "certificates" / "accepted").glob("breach_*"))


def stated(text: str) -> tuple[BreachFunction, Any]:
    """The boundary and the bound B(h) that a certificate states."""
    statement = json.loads(text)
    t = letter_of_statement(statement)
    rows = [[piece[key] for key in ("from", "left", "to", "right")] for piece in statement["pieces"]]
    points = [point for p, left, q, right in read_matrix(rows, t) for point in ((p, left), (q, right))]
    return piecewise_linear(points), read_matrix([[statement["gamma"]]], t)[0][0]


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.name)
def test_the_corpus_states_the_bound_that_is_found(path: Path) -> None:
    h, gamma = stated(path.read_text("utf-8"))
    assert verify(path.read_text("utf-8")).is_accepted and order_of(infimum(h).value, gamma) == 0


def test_a_text_names_a_demand_a_boundary_or_a_file(tmp_path: Path) -> None:
    table = tmp_path / "h.csv"
    table.write_text("p,h\n0,1/5\n8/9,1\n1,1\n", encoding="utf-8")
    for text in (str(table), "0=1/5,8/9=1,1=1", "csip:0=1/5,8/9=1,1=1"):
        assert demand(text).value == breach_bound(GOLDEN).value
    assert demand("rho:1/5,1/2").value == demand("odds:4").value == demand("ldp:ln4").value == 4
    lower, below, array = "0=0,1=3/4", [(0, 0), (1, "3/4")], np.array([[0, 0], [1, 0.75]])
    for pair in (
        (lower, "0=1/5,8/9=1,1=1"),
        (below, GOLDEN),
        (piecewise_linear(below), GOLDEN),
        (array, GOLDEN),
    ):
        # the mirror image (1 + 3p)/4 of the lower boundary, where p comes near to 1
        assert breach_bound(pair).value == Fraction(4, 3)
    assert demand("beta:2", "rho:1/5,1/2").relation == "stronger"
    with pytest.raises(InputError):
        demand("beta:2", "rho:1/5,1/2", proof=True)


@pytest.mark.parametrize(
    "text",
    ["ldp:1/2", "ldp:every", "parity:3", "rho:1/5,1/2", "rho:1/100,99/100", "beta:2", "beta:inf", "bayes:e^(1/2)"],
)
def test_a_demand_s_own_parity_is_the_bound_of_its_boundary(text: str) -> None:
    stated, found = read_asked(text), demand(text)
    assert isinstance(stated, Notion) and order_of(stated.parity(), found.value) == 0


@pytest.mark.parametrize("text", ["ldp:1,delta=1/10", "sensitive:yes,ln3", "vulnerability:3/4", "ldp:1 & rho:1/5,1/2"])
def test_what_is_no_bound_on_one_ratio_is_promised_in_words(text: str) -> None:
    found = demand(text)
    assert isinstance(found, Promise) and found.to_dict()["words"][0].startswith(read_asked(text).sentence())
    assert repr(read_asked(text)) == found.to_dict()["demand"] and repr(read_asked(text)) not in str(found)
    with pytest.raises(InputError):
        demand(text, proof=True)


@pytest.mark.parametrize(
    "given",
    ["sqrt(p)", "__import__('os').getcwd()", "none.csv", "odd.csv", "0=1/5", ("sqrt(p)", sympy.Symbol("p")), LDP],
)
def test_no_text_is_evaluated(given: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("odd.csv").write_text("output,no,yes\nno,5/6,1/10\n", encoding="utf-8")
    with pytest.raises(InputError) as refused:
        demand(given)
    # a table that is not there is told to be missing, not to be no demand
    assert isinstance(refused.value.__context__, OSError) == (given == "none.csv")


@pytest.mark.parametrize(
    "given",
    [
        "rho:1/5,1/2",
        "beta:3",
        "parity:sqrt(2)",
        "0=1/5,8/9=1,1=1",
        ((0, "1/5"), (1, 1)),
        "sip:0=0,1=1/2..0=1/5,8/9=1,1=1",
    ],
)
def test_a_document_is_read_again_and_a_changed_one_refused(given: Any) -> None:
    found = demand(given)
    document = found.to_dict()
    assert read_demand_document(found.to_json()).value == found.value
    h, gamma = stated(found.certificate) if found.h.is_linear else (found.h, found.value)
    assert h.pieces == found.h.pieces and gamma == found.value
    for key in ("bound", "epsilon", "certificate", "demand"):
        changed = {**document, key: "RhoBreach('1/9', '1/2')" if key == "demand" else 5}
        with pytest.raises(InputError):
            read_demand_document(json.dumps(changed))


@pytest.mark.parametrize("given", [sympy.sqrt(P), (1 + 3 * P) / (2 + 2 * P), "beta:inf", "sensitive:yes,ln3"], ids=str)
def test_what_has_no_certificate_is_not_read(given: Any) -> None:
    found = demand(given)
    assert not found.to_dict().get("certificate")
    with pytest.raises(InputError):
        read_demand_document(found.to_json())


@pytest.mark.parametrize("given", [RhoBreach("1/100", "99/100"), "beta:100", "odds:1000", "0=1/5,8/9=1,1=1"], ids=str)
def test_a_proof_has_the_answers_of_sympy_and_cvxpy(given: Any) -> None:
    found = demand(given, proof=True)
    assert [x.value for x in found.others] == pytest.approx([float(found.value)] * 2, rel=1e-6)
    assert all(x.name in str(found) for x in found.others)
