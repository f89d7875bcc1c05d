"""The last step of every answer in pieces: what is beyond the checker's work is refused, or told piece by piece."""

import pytest

from rropt.certificate.judge import Judged, Status
from rropt.checker import check
from rropt.designs.objectives.information import Information
from rropt.designs.objectives.total_variance import TotalVariance
from rropt.designs.objectives.trace import Trace
from rropt.designs.objectives.variance import Variance
from rropt.exact.errors import InputError
from rropt.privacy import LDP
from rropt.problem.contract import Objective
from rropt.problem.design import design
from rropt.problem.pieces import answer
from rropt.problem.stored.verify import verify

ASKED = [
    (Trace([1, 2]), LDP("every")),
    (Variance("1/4"), LDP("every", delta="1/10")),
    (TotalVariance(["1/5"] * 5), LDP("every")),
    (Information(["1/2", "1/2"]), LDP("1/2..1")),
]


@pytest.mark.parametrize(("objective", "demand"), ASKED, ids=str)
def test_a_piece_beyond_the_checkers_work_is_bad_input(
    objective: Objective, demand: LDP, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(answer, "judge", lambda _: Judged(Status.UNFINISHED, "", "too much work"))
    with pytest.raises(InputError, match=r"more than the checker takes on.*narrow the interval of epsilon"):
        design(objective, demand)


@pytest.mark.parametrize(("objective", "demand"), ASKED, ids=str)
def test_a_certificate_of_all_pieces_may_be_left_out(
    objective: Objective, demand: LDP, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where all pieces together are beyond the checker's work, each still carries its own certificate."""
    honest = answer.judge

    many = design(objective, demand)
    most = max(piece.certificate.count('"notion"') for piece in many.pieces)
    assert len(many.pieces) > 1 and many.certificate.count('"notion"') > most

    def too_much(text: str) -> Judged:
        return Judged(Status.UNFINISHED, "", "too much work") if text.count('"notion"') > most else honest(text)

    monkeypatch.setattr(answer, "judge", too_much)
    found = design(objective, demand)
    assert found.certificate == "" and found.pieces == many.pieces
    assert all(check(piece.certificate).status == "accepted" for piece in found.pieces)
    assert "its own certificate" in found.notes[-1]
    assert found.sentence == " ".join(piece.sentence for piece in found.pieces)


@pytest.mark.parametrize("epsilon", ["ln(8)/2..ln9", "ln2..ln(8)/2", "ln(2)/2..1", "ln(8)/2..ln(19)/2"])
@pytest.mark.parametrize("objective", [Trace([2, 1]), Variance("1/4"), Variance("every")], ids=str)
def test_the_ends_of_a_range_may_be_roots_and_share_no_field(objective: Objective, epsilon: str) -> None:
    assert verify(design(objective, LDP(epsilon)).to_json()).is_accepted


def test_an_end_that_a_certificate_cannot_state_is_refused() -> None:
    with pytest.raises(InputError, match="cannot end at e \\+ 1, which is no point"):
        design(Trace([2, 1]), LDP("ln(e+1)..3"))


@pytest.mark.parametrize("epsilon", ["201", "1..201", "ln3..1000", "201..inf"])
def test_an_epsilon_above_those_of_certificates_is_refused(epsilon: str) -> None:
    with pytest.raises(InputError, match="is larger than 200, and so large an epsilon protects nobody"):
        design(Trace([2, 1]), LDP(epsilon))
