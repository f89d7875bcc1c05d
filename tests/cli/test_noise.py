import json
from fractions import Fraction as F

import polars
import pytest

from rropt.cli import app
from rropt.cli.noise import MOST_STEPS
from rropt.cli.reading.noise_query import Query, ask
from rropt.cli.terminal import noise_facts
from rropt.exact.errors import Disagreement, InputError
from rropt.noise import numeric
from rropt.noise.sensitivity import Neighbours
from tests.commands import invoke


def run(*arguments):
    return invoke(app, ["noise", *map(str, arguments)])


def facts(*arguments):
    result = run(*arguments, "--json")
    assert result.exit_code == 0, (result.output, result.exception)
    return json.loads(result.output)


RANGE = ("--lower", "0", "--upper", "9")
WIDE = ("--lower", "0,-1000", "--upper", "9,0")


@pytest.fixture
def people(tmp_path):
    path = tmp_path / "people.csv"
    rows = [f"{i % 2},{'abc'[i % 3]},{i / 4},{-i}" for i in range(40)]
    path.write_text("\n".join(["ill,town,income,debt", *rows]) + "\n")
    return path


def test_laplace_tails_beside_the_union_bound():
    found = facts("show", "--epsilon", "1", "--sensitivity", 2, "--dimension", 3, "--beyond", 8)
    assert found["scale"]["lower"] == found["scale"]["upper"] == "2"
    exact, union = float(found["tail"]["upper"]), float(found["tail_by_union_bound"]["lower"])
    assert found["tail"]["beyond"] == "8" and found["epsilon"]["exact"] == "1"
    assert 0.0539 < exact < union < 0.05495


def test_integer_noise_is_exact():
    found = facts("show", "--epsilon", "ln3", "--integer", "--beyond", 2)
    assert found["mean_absolute_error"]["exact"] == "3/4" and found["tail"]["exact"] == "1/6"


@pytest.mark.parametrize(("error", "value"), [("absolute", "0.866025"), ("squared", "1.57548")])
def test_the_optimum_is_enclosed_and_laplace_compared(error, value):
    found = facts("optimal", "--epsilon", "ln3", "--error", error, "--steps", 8)
    assert found["least_error"]["error"] == error and found["least_error"]["lower"].startswith(value[:-1])
    assert F(found["lower_bound"]) <= F(value) + F(1, 10**5)
    assert F(found["relative_gap"]) < F(1, 100)
    assert float(found["laplace_loss"]["lower"]) > 1.05


def test_whole_noise_is_certified_much_more_closely():
    found = facts("optimal", "--epsilon", "ln3", "--integer", "--sensitivity", 4)
    assert found["least_error"]["exact"] == "24/7"
    assert F(found["relative_gap"]) < F(1, 10**8)
    one = facts("optimal", "--epsilon", "1", "--integer")
    assert F(one["laplace_loss"]["lower"]) <= 1 <= F(one["laplace_loss"]["upper"]) < 1 + F(1, 10**9)


@pytest.mark.parametrize(
    "arguments",
    ["--epsilon 15 --steps 24", "--epsilon 12 --error squared --steps 60", "--epsilon 20 --steps 24"],
)
def test_a_coarse_grid_is_no_disagreement(arguments):
    found = facts("optimal", *arguments.split())
    assert F(found["linear_program"]["double"]) < F(found["lower_bound"]) <= F(found["least_error"]["upper"])
    assert F(found["relative_gap"]) < F(1, 10**12)


def test_a_program_that_finds_another_optimum_is_a_disagreement_of_three(monkeypatch):
    for wrong in (0.999, 1.001):
        monkeypatch.setattr(noise_facts, "least_error_on_grid", lambda *_, wrong=wrong: wrong * 24 / 7)
        with pytest.raises(
            Disagreement, match=r"linear program on a grid gives 3.4.*closed form gives 3.42857.*bound 3.42857"
        ):
            raise run("optimal", "--epsilon", "ln3", "--integer", "--sensitivity", 4).exception


@pytest.mark.parametrize("epsilon", ["40", "1000", "1/1000000", "ln1000000000000000"])
@pytest.mark.parametrize("error", ["absolute", "squared"])
def test_beyond_every_grid_the_bound_is_still_the_least_error(epsilon, error):
    found = facts("optimal", "--epsilon", epsilon, "--error", error)
    assert F(found["relative_gap"]) < F(1, 10**12) and found["linear_program"] is None
    assert found["verdict"] == ("optimal" if error == "absolute" else "within")


def test_whole_noise_of_a_large_sensitivity_needs_no_program():
    found = facts("optimal", "--epsilon", "1", "--integer", "--sensitivity", 300, "--error", "squared")
    assert found["verdict"] == "optimal" and found["linear_program"] is None and found["relative_gap"] == "0"
    assert "from 1 to 1000" in str(run("optimal", "--epsilon", 1, "--integer", "--sensitivity", 1001).exception)


def test_steps_for_a_grid_that_is_not_posed_are_refused():
    assert "no grid can be made with --steps 5" in str(run("optimal", "--epsilon", 40, "--steps", 5).exception)


def test_the_steps_are_chosen_and_bounded():
    assert F(facts("optimal", "--epsilon", 5)["relative_gap"]) <= F(1, 1000)
    assert MOST_STEPS == numeric.MOST_STEPS
    refused = run("optimal", "--epsilon", "1/1000", "--steps", 4)
    assert "at most 3 steps per sensitivity, not" in str(refused.exception)
    assert "--steps 4 does not go" in str(run("optimal", "--epsilon", 1, "--integer", "--steps", 4).exception)
    assert f"1<=x<={MOST_STEPS}" in run("optimal", "--help").output.replace(" ", "").replace("\n", "")


@pytest.mark.parametrize(
    ("query", "column", "options", "exact", "radius"),
    [
        ("count", "ill", (), 20, 40),
        ("fraction", "ill", (), F(1, 2), 1),
        ("sum", "income", ("--lower", "0", "--upper", "5"), F(45, 2) + 19 * 5 + F(5), 100),
        ("mean", "debt", ("--lower", "-50", "--upper", "0"), F(-39, 2), 40),
    ],
)
def test_releases_scatter_around_the_exact_answer(people, query, column, options, exact, radius):
    found = facts("release", people, "--query", query, "--column", column, "--epsilon", 1, "--seed", 3, *options)
    (answer,) = found["answers"].values()
    assert abs(F(answer) - exact) < radius
    assert "protects nobody" in found["warning"]


def test_the_noise_differs_without_a_seed_and_the_true_answer_is_not_told(people):
    texts = {
        run(
            "release", people, "--query", "mean", "--column", "income", "--lower", 0, "--upper", 10, "--epsilon", "1/10"
        ).output
        for _ in range(4)
    }
    assert len(texts) > 1 and "WARNING" not in "".join(texts)


def test_the_range_is_printed_and_scales_the_noise(people):
    asked = ("release", people, "--query", "mean", "--column", "income,debt", "--epsilon", 1, *WIDE)
    found = facts(*asked, "--seed", 1)
    assert found["ranges"]["debt"] == {"lower": "-1000", "upper": "0"}
    small, large = (float(found["standard_deviation"][f"mean of {x}"]["upper"]) for x in ("income", "debt"))
    assert large / small == pytest.approx(1000 / 9, rel=1e-4)
    assert "range of debt: -1000 to 0; values outside" in run(*asked).output


def test_exact_answers_and_sensitivities_of_the_queries(people):
    options = {"equals": "1", "categories": "a,b", "ranges": ("0", "5,10"), "at_least": 30}
    vector = ask(people, Query.MEAN, ["income", "debt"], Neighbours.REPLACE, **options)
    assert vector.values[1] == 0 and vector.sensitivity.l1 == F(15, 40)
    added = ask(people, Query.MEAN, ["income", "debt"], Neighbours.ADD_REMOVE, **options)
    assert added.sensitivity.l1 == F(15, 31)
    cells = ask(people, Query.HISTOGRAM, ["town"], Neighbours.REPLACE, **{**options, "ranges": (None, None)})
    assert cells.values == (14, 13) and cells.sensitivity.l1 == 2


@pytest.mark.parametrize("kind", ["Int64", "Float64", "Boolean", "String"])
@pytest.mark.parametrize("suffix", ["csv", "parquet"])
def test_a_value_is_counted_whatever_the_type_of_its_column(tmp_path, kind, suffix):
    frame = polars.DataFrame({"ill": [0, 1, 1, 0, 1]}).select(polars.col("ill").cast(getattr(polars, kind)))
    path = tmp_path / f"people.{suffix}"
    (frame.write_csv if suffix == "csv" else frame.write_parquet)(path)
    options = {"ranges": (None, None), "at_least": None, "categories": "0,1"}
    for query, exact in ((Query.COUNT, (3,)), (Query.FRACTION, (F(3, 5),)), (Query.HISTOGRAM, (2, 3))):
        assert ask(path, query, ["ill"], Neighbours.REPLACE, equals="1", **options).values == exact


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--query", "mean", "--column", "income", "--neighbours", "add-remove", *RANGE), "--at-least"),
        (("--query", "mean", "--column", "town", *RANGE), "has 'a', which is not a number"),
        (("--query", "mean", "--column", "income"), "a mean needs the public range"),
        (("--query", "sum", "--column", "income", "--lower", "0"), "give --upper, such as"),
        (("--query", "mean", "--column", "income", "--lower", "9", "--upper", "1"), "from 9 to 1 is empty"),
        (("--query", "count", "--column", "ill", "--upper", "1"), "--upper 1 goes with a sum or a mean"),
        (("--query", "median", "--column", "income"), "must be one of count"),
        (
            ("--query", "mean", "--column", "income", *RANGE, "--equals", "3"),
            "--equals 3 is not used by the release of a mean",
        ),
        (("--query", "count", "--column", "ill", "--categories", "0,1"), "--categories 0,1 is not used"),
        (("--query", "mean", "--column", "income", *RANGE, "--at-least", "5"), "--at-least 5 is not used"),
        (("--query", "histogram", "--column", "town"), "--categories"),
        (("--query", "histogram", "--column", "town", "--categories", "a,b,a"), "'a' stands twice in --categories"),
        (("--query", "count", "--column", "nobody"), "no column 'nobody'"),
        (("--query", "count", "--column", "ill,town"), "takes one column"),
    ],
)
def test_mistakes_are_one_sentence(people, arguments, message):
    result = run("release", people, "--epsilon", 1, *arguments)
    assert isinstance(result.exception, InputError) and message in str(result.exception)


@pytest.mark.parametrize(
    ("arguments", "value"),
    [
        (("count",), "1"),
        (("histogram", "--cells", 5), "2"),
        (("histogram", "--cells", 5, "--neighbours", "add-remove"), "1"),
        (("fraction", "--people", 50), "1/50"),
        (("mean", "--people", 99, "--neighbours", "add-remove", "--upper", "1,5"), "3/50"),
        (("sum", "--lower", "-3", "--upper", "1", "--neighbours", "add-remove"), "3"),
    ],
)
@pytest.mark.slow_at("arguments3-1/50")
def test_sensitivities_are_printed_exactly(arguments, value):
    assert facts("sensitivity", "--query", *arguments)["l1_sensitivity"] == value


@pytest.mark.parametrize("options", [("count", "--upper", "100"), ("histogram", "--people", 5), ("sum", "--cells", 7)])
def test_a_sensitivity_uses_every_option_or_refuses_it(options):
    result = run("sensitivity", "--query", *options)
    assert isinstance(result.exception, InputError)
    assert f"{options[1]} {options[2]} is not used by the sensitivity of a {options[0]}" in str(result.exception)


def test_a_mean_needs_its_number_of_people():
    assert "give --people" in str(run("sensitivity", "--query", "mean").exception)


def test_a_column_named_twice_is_refused_before_any_noise_is_drawn(people):
    ranges = ("--lower", "0,0", "--upper", "9,9")
    refused = run("release", people, "--query", "mean", "--column", "income,income", *ranges, "--epsilon", 1)
    assert isinstance(refused.exception, InputError) and "'income' was named twice" in str(refused.exception)
