import itertools
import json
from fractions import Fraction as F

import polars
import pytest
from typer.testing import CliRunner

from rropt import LDP, Contrast, InputError, design, estimate, from_spec
from rropt.cli import app
from rropt.mechanism import Mechanism
from rropt.survey import estimate_mean, plan_mean

SCORES, SHARES = [1, 2, 4], [F(1, 2), F(1, 4), F(1, 4)]
BIT = design(Contrast(SCORES, SHARES), LDP("ln3"), outputs=2)


def law(p):
    return [sum(x * y for x, y in zip(row, SHARES, strict=True)) for row in p.rows]


def test_over_all_answers_the_mean_and_the_estimate_of_its_variance_are_unbiased():
    p, n = BIT.mechanism, 4
    chances = dict(zip(p.output_labels, law(p), strict=True))
    mean = square = estimated = F(0)
    for answers in itertools.product(p.output_labels, repeat=n):
        chance = F(1)
        for x in answers:
            chance *= chances[x]
        found = estimate_mean(list(answers), mechanism=BIT, scores=SCORES)
        mean, square = mean + chance * found.mean, square + chance * found.mean**2
        if found.source == "unbiased":
            estimated += chance * found.variance
    assert mean == sum(x * y for x, y in zip(SCORES, SHARES, strict=True))
    assert n * (square - mean**2) == BIT.value
    # where all answers are alike the largest variance stands in the place of 0
    assert estimated == square - mean**2


def test_a_plan_is_what_the_design_promises():
    given = plan_mean(BIT, SCORES, n=1000, prevalence=SHARES)
    assert given.variance_per_answer == BIT.value
    worst = plan_mean(BIT, SCORES, n=1000, prevalence="worst").variance_per_answer
    steps = range(21)
    grid = [(F(a, 20), F(b, 20), F(20 - a - b, 20)) for a in steps for b in steps if a + b <= 20]
    largest = max(plan_mean(BIT, SCORES, n=1000, prevalence=shares).variance_per_answer for shares in grid)
    assert largest <= worst <= largest * F(101, 100)


def test_where_the_shares_are_told_the_mean_is_that_of_estimate():
    p = from_spec("krr:k=3,epsilon=1")
    data = {"0": 50, "1": 30, "2": 20}
    assert (
        estimate_mean(data, mechanism=p, scores=SCORES).to_dict() == estimate(data, mechanism=p).mean(SCORES).to_dict()
    )


def test_equal_weights_groups_and_clusters():
    said = ["low", "high", "low", "low", "high", "low", "high", "high"]
    frame = polars.DataFrame({"said": said, "w": [2] * 8, "g": list("aaaabbbb"), "school": list("xxyyzzvv")})
    plain = estimate_mean(frame, mechanism=BIT, scores=SCORES, answer="said")
    weighted = estimate_mean(frame, mechanism=BIT, scores=SCORES, answer="said", weights="w")
    assert plain.mean == weighted.mean == estimate_mean(said, mechanism=BIT, scores=SCORES).mean
    assert plain.variance == weighted.variance
    groups = estimate_mean(frame, mechanism=BIT, scores=SCORES, answer="said", by="g")
    assert groups["a"].mean == estimate_mean(said[:4], mechanism=BIT, scores=SCORES).mean
    drawn = estimate_mean(frame, mechanism=BIT, scores=SCORES, answer="said", cluster="school")
    u = dict(drawn.weights)
    sums = [u[a] + u[b] - 2 * drawn.mean for a, b in zip(said[::2], said[1::2], strict=True)]
    assert drawn.variance == F(4, 3) * sum(x * x for x in sums) / 64


def test_scores_that_the_answers_do_not_tell_are_refused():
    with pytest.raises(InputError):
        estimate_mean({"low": 3, "high": 2}, mechanism=BIT, scores=[1, 2, 3])
    with pytest.raises(InputError):
        estimate({"low": 3, "high": 2}, mechanism=BIT)
    nothing = Mechanism([[F(1, 2)] * 3, [F(1, 2)] * 3])
    with pytest.raises(InputError):
        estimate_mean({"0": 3, "1": 2}, mechanism=nothing, scores=SCORES)
    with pytest.raises(InputError):
        estimate_mean({"low": 0, "high": 0}, mechanism=BIT, scores=SCORES)


def test_the_command_tells_the_mean_and_refuses_what_is_about_shares(tmp_path):
    design_file, answers = tmp_path / "bit.json", tmp_path / "answers.csv"
    design_file.write_text(BIT.to_json(), encoding="utf-8")
    answers.write_text("said,g\n" + "low,a\nhigh,b\n" * 20, encoding="utf-8")
    call = ["estimate", str(answers), "-m", str(design_file), "--answer", "said", "--scores", "1,2,4"]
    told = CliRunner().invoke(app, [*call, "--json"], catch_exceptions=False)
    own = estimate_mean({"low": 20, "high": 20}, mechanism=BIT, scores=SCORES)
    assert json.loads(told.stdout)["mean_of_scores"] == own.to_dict()
    groups = json.loads(CliRunner().invoke(app, [*call, "--by", "g", "--json"], catch_exceptions=False).stdout)
    assert set(groups["groups"]) == {"a", "b"}
    answers.write_text("said,g\n" + "".join(f"low,{n}\nhigh,{n}\n" * 9 for n in range(11)), encoding="utf-8")
    assert (
        CliRunner().invoke(app, [*call, "--by", "g"]).stdout.startswith("g has 11 values; cut a number, such as an age")
    )
    for option in ("--coverage", "--covariance", "--difference"):
        assert CliRunner().invoke(app, [*call, "--by", "g", option]).exit_code != 0
    assert CliRunner().invoke(app, [*call, "--sampling", "census"]).exit_code != 0
    assert CliRunner().invoke(app, call[:-2]).exit_code != 0


@pytest.mark.parametrize("drawn", [{}, {"cluster": "school"}])
def test_a_group_of_weight_zero_is_left_out_whether_or_not_the_answers_tell_shares(drawn):
    said = ["low", "high", "low", "low", "high", "low", "high", "high"]
    frame = polars.DataFrame({"said": said, "w": [2] * 6 + [0] * 2, "g": list("aaaabbcc"), "school": list("xyxyxyxy")})
    tells = Mechanism([["3/4", "1/4"], ["1/4", "3/4"]], outputs=["low", "high"])
    for mechanism, scores in ((BIT, SCORES), (tells, [0, 1])):
        found = estimate_mean(frame, mechanism=mechanism, scores=scores, answer="said", by="g", weights="w", **drawn)
        assert list(found) == ["a", "b"]
    dropped = frame.with_columns(said=polars.when(polars.col("g") == "c").then(None).otherwise("said"), w=polars.lit(1))
    with pytest.raises(InputError, match=r"group 'c': all 2 answers were left out.*set 'g' to missing in its rows"):
        estimate_mean(dropped, mechanism=BIT, scores=SCORES, answer="said", by="g", missing="drop", **drawn)
    with pytest.raises(InputError, match=r"^all 8 rows have a weight of 0, so there is nothing to estimate; give"):
        nothing = frame.with_columns(w=polars.lit(0))
        estimate_mean(nothing, mechanism=BIT, scores=SCORES, answer="said", weights="w", **drawn)
    for by in ("g", ["g", "w"]):
        with pytest.raises(InputError, match=r"^all 8 rows have a weight of 0, .* give positive weights$"):
            estimate_mean(nothing, mechanism=BIT, scores=SCORES, answer="said", by=by, weights="w", **drawn)
    with pytest.raises(InputError, match=r"group 'c, 1': .*set 'g, w' to missing in its rows"):
        estimate_mean(dropped, mechanism=BIT, scores=SCORES, answer="said", by=["g", "w"], missing="drop", **drawn)
