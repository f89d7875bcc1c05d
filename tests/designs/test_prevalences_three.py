"""Three outputs for every prevalence: pieces that agree with one prevalence and with every vertex, ends that may not move."""

import json
from fractions import Fraction as F
from typing import Any

import pytest

from rropt import LDP, Variance, design
from rropt.certificate.read import read_statement
from rropt.checker import check
from rropt.designs import prevalences_three
from rropt.designs.document import judge_document
from rropt.exact.errors import Disagreement, InputError
from rropt.objectives.prevalence import Prevalence, Quantifier
from rropt.oracles.evaluate import value_at
from tests.closed_forms.test_three_outputs import most_informative_vertex

TINY = F(1, 10**30)


def answered(prevalence: object, epsilon: str, delta: str, **more: Any) -> Any:
    found = design(Variance(prevalence, **more), LDP(epsilon, delta=delta), outputs=3)
    assert all(check(p.certificate).status == "accepted" for p in found.pieces)
    assert all(found.problem.demand.holds(m) for p in found.pieces for m in p.mechanisms)
    status, said = judge_document(json.loads(found.to_json()))
    assert status == "accepted" and said.startswith(found.sentence)
    return found


def piece_at(found: Any, pi: F) -> Any:
    """The longest piece with this prevalence, as those of one prevalence are no intervals."""
    return max((p for p in found.pieces if p.lower <= pi <= p.upper), key=lambda p: p.upper - p.lower)


@pytest.mark.parametrize(
    ("epsilon", "delta", "merges"),
    [
        ("ln3", "1/10", [0, 2]),
        ("ln1.3", "1/10", [0, 1, 2]),
        ("ln1.25", "1/2", [1]),
        ("0", "1/10", [1]),
        ("ln1.2", "1/50", [0, 2]),  # (T-1)^2 = 2*delta: the middle merge ties at 1/2 alone
    ],
)
def test_each_piece_is_the_answer_at_its_prevalences(epsilon: str, delta: str, merges: list[int]) -> None:
    found = answered("every", epsilon, delta)
    assert found.verdict == "optimal"
    first, *between, last = found.pieces
    assert (first.interval, last.interval) == ("0", "1") and first.formula == last.formula == 0
    assert [p.formula.merged for p in between] == merges
    assert [p.lower for p in between] == [0, *(p.upper for p in between[:-1])] and between[-1].upper == 1
    places = [F(n, 23) for n in range(1, 23)] + [p.upper + way * TINY for p in between[:-1] for way in (-1, 0, 1)]
    for pi in places:
        piece, at = piece_at(found, pi), design(Variance(pi), found.problem.demand, outputs=3)
        assert piece.formula.at(pi) == at.value
        assert piece.mechanisms[0].rows in [m.mechanism.rows for m in at.minimisers]


def test_no_vertex_of_the_polytope_is_better() -> None:
    found = answered("every", "ln1.3", "1/10")
    for pi in [F(1, 50), F(1, 3), *(p.upper for p in found.pieces[1:-2])]:
        assert 1 / most_informative_vertex(F(13, 10), F(1, 10), pi) == piece_at(found, pi).formula.at(pi)


@pytest.mark.parametrize(("epsilon", "delta"), [("1/2", "1/10"), ("1/4", "1/20"), ("1/2", "exp(-1)"), ("ln3/2", "1/3")])
def test_an_irrational_demand_is_enclosed(epsilon: str, delta: str) -> None:
    found = answered("every:1/20..19/20", epsilon, delta)
    assert (
        found.verdict == "within"
        and "rounded up" in found.explain()
        and "same bounds" in judge_document(found.to_dict())[1]
    )
    for piece in found.pieces:
        stated = read_statement(json.loads(piece.certificate))
        for n in range(5):
            pi = piece.lower + (piece.upper - piece.lower) * F(n, 4)
            optimum = design(Variance(pi), found.problem.demand, outputs=3).value
            lower, upper = (value_at(stated.get(key) or stated["value"], pi) for key in ("lower", "upper"))
            assert lower <= optimum <= upper and lower <= piece.formula.at(pi) <= upper  # type: ignore[operator]
            assert upper <= lower * (1 + piece.formula.relative_gap)
    assert max(p.formula.relative_gap for p in found.pieces) <= F(1, 10**34)


def test_where_the_middle_merge_is_best_an_irrational_epsilon_does_not_matter() -> None:
    found = answered("every", "1/10", "1/2")
    assert found.verdict == "optimal" and [p.interval for p in found.pieces] == ["0", "(0, 1)", "1"]


@pytest.mark.parametrize("delta", ["1/10^30", "1 - 1/10^30"])
def test_a_delta_near_0_or_1(delta: str) -> None:
    assert answered("every", "1/2", delta).verdict == "within"


def test_an_interval_where_one_merge_is_best_has_one_certificate() -> None:
    found = answered("every:1/10..2/5", "ln3", "1/10")
    (piece,) = found.pieces
    assert found.certificate == piece.certificate and piece.ends == "[]"
    assert check(found.certificate).sentence.startswith(
        "For every t in [1/10, 2/5], among all mechanisms with 2 inputs"
    )
    assert "minimum of the asymptotic n*Var at prevalence t is" in found.sentence
    assert value_at(read_statement(json.loads(found.certificate))["value"], F(1, 4)) == piece.formula.at(F(1, 4))  # type: ignore[arg-type]


def test_an_interval_that_ends_where_merges_tie_lies_on_one_side() -> None:
    for interval, merged in (("1/10..2/15", 0), ("2/15..13/15", 1), ("13/15..9/10", 2)):
        (piece,) = answered(f"every:{interval}", "ln1.3", "1/10").pieces
        assert piece.formula.merged == merged


def test_the_ends_are_pieces_of_two_outputs_only_where_they_are_certain() -> None:
    assert [p.interval for p in answered("every:0..1/3", "ln3", "1/10").pieces] == ["0", "(0, 1/3]"]
    assert [p.interval for p in answered("every:2/3..1", "1/2", "1/10").pieces] == ["[2/3, 1)", "1"]
    zero = answered("every", "ln3", "1/10").pieces[0]
    assert "2 outputs" in zero.sentence and zero.mechanisms[0].rows[2] == (0, 0) and zero.towards
    assert "Piece prevalence = 0: 0" in answered("every", "ln3", "1/10").explain()


def test_the_other_input_is_told_mirrored() -> None:
    one, other = (answered("every:0..2/5", "ln1.3", "1/10", positive=n) for n in (1, 0))
    assert {(1 - p.upper, 1 - p.lower) for p in other.pieces} != {(p.lower, p.upper) for p in one.pieces}
    assert sorted(p.interval for p in other.pieces) == sorted(p.interval for p in one.pieces)
    for pi in (F(1, 50), F(1, 3)):
        assert piece_at(one, pi).formula.at(pi) == piece_at(other, pi).formula.at(pi)
    first, last = (piece_at(found, F(1, 50)).mechanisms[0].rows for found in (one, other))
    assert {row[::-1] for row in first} == set(last)


def test_labels_travel() -> None:
    found = design(Variance("every"), LDP("ln3", delta="1/10"), inputs=["no", "yes"], outputs=["a", "b", "c"])
    assert all(m.outputs == ("a", "b", "c") and m.inputs == ("no", "yes") for p in found.pieces for m in p.mechanisms)
    assert '3 outputs ("a", "b", "c")' in found.sentence
    assert judge_document(json.loads(found.to_json()))[0] == "accepted"
    assert "a" in found.to_latex() and len(found.to_pandas()) == 4


@pytest.mark.parametrize("epsilon", ["ln1.3", "1/4"])
@pytest.mark.parametrize("way", [1, -1])
def test_an_end_moved_by_a_hair_is_rejected(epsilon: str, way: int) -> None:
    found = answered("every:1/100..99/100", epsilon, "1/10")
    assert len(found.pieces) == 3
    for n, end, worse in ((0, "to", 1), (1, "from", -1), (1, "to", 1), (2, "from", -1)):
        document = json.loads(found.pieces[n].certificate)
        document["field"][end] = str(F(document["field"][end]) + way * TINY)
        assert check(json.dumps(document)).status == ("rejected" if way == worse else "accepted")


def test_a_closed_end_at_a_certain_prevalence_is_rejected() -> None:
    document = json.loads(answered("every", "ln3", "1/10").pieces[1].certificate)
    document["field"]["ends"] = "[]"
    assert check(json.dumps(document)).status != "accepted"


def test_a_smaller_value_or_a_smaller_demand_is_rejected() -> None:
    text = answered("every:1/10..2/5", "ln3", "1/10").certificate
    for key, value in (("value", "({}) - 1/1000000"), ("notion", {"name": "ldp", "ratio": "4", "delta": "1/10"})):
        document = json.loads(text)
        document[key] = value.format(document[key]) if isinstance(value, str) else value
        assert check(json.dumps(document)).status == "rejected"


def test_legs_that_disagree_give_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def asked() -> Any:
        return design(Variance("every"), LDP("ln1.3", delta="1/10"), outputs=3)

    with monkeypatch.context() as m, pytest.raises(Disagreement, match="differ in their pieces"):
        m.setattr(prevalences_three, "least_merges", lambda *_: [(F(0), 0), (F(1, 2), 2)])
        asked()
    with monkeypatch.context() as m, pytest.raises(Disagreement, match="numeric optimum"):
        m.setattr(prevalences_three.sampled, "_solve", lambda _: 2.0)
        asked()
    with monkeypatch.context() as m, pytest.raises(Disagreement, match="six merges"):
        m.setattr(prevalences_three, "best_merges", lambda _: (F(1), ()))
        asked()


def test_what_is_not_decided_is_refused_in_one_sentence() -> None:
    for prevalence, epsilon, said in (
        ("every", "every", "epsilon free together with every prevalence is not decided"),
        ("every:1/10..2^(1/2)/3", "ln3", "an end of the interval is irrational"),
        (Prevalence(F(1, 3), F(1, 3), Quantifier.EVERY), "ln3", "one point and no interval"),
    ):
        with pytest.raises(InputError, match=said):
            design(Variance(prevalence), LDP(epsilon, delta="1/10"), outputs=3)
    with pytest.raises(InputError, match="needs a design with one value"):
        design(Variance("every"), LDP("ln3", delta="1/10"), outputs=3, require=1)
