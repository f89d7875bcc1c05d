"""The page of a design for the mean of a scale says the mean's error and the people that margins of it need."""

import json
from pathlib import Path

import pytest

from rropt import LDP, Contrast, Trace, design
from rropt.cli import app
from rropt.reports.board import page_of_design
from rropt.reports.markdown import to_markdown
from rropt.survey import plan_mean
from tests.commands import invoke


@pytest.mark.slow
def test_the_mean_of_the_scores_has_its_error_and_its_people() -> None:
    shares = ["1/2", "3/10", "1/5"]
    found = design(Contrast([1, 2, 3], shares), LDP("ln3"), inputs=("never", "often", "always"))
    page = to_markdown(page_of_design(found, n=800))
    assert "The estimated mean of the scores (never 1, often 2, always 3) has a standard error of at most " in page
    assert found.mechanism is not None
    n = plan_mean(found.mechanism, [1, 2, 3], prevalence=shares, margin="0.1").n
    assert f"| ± 0.1 | {n:,} |" in page


@pytest.mark.slow
def test_other_designs_have_no_mean() -> None:
    assert "mean of the scores" not in to_markdown(page_of_design(design(Trace(), LDP("ln3"), inputs=3)))


@pytest.mark.slow
def test_the_result_has_the_mean_of_the_scale(tmp_path: Path) -> None:
    found = design(Contrast([1, 2, 3]), LDP("ln3"), inputs=("never", "often", "always"))
    file, answers = tmp_path / "design.json", tmp_path / "answers.csv"
    file.write_text(found.to_json())
    assert found.mechanism is not None
    labels = found.mechanism.output_labels
    answers.write_text("said\n" + "\n".join(f'"{labels[i % len(labels)]}"' for i in range(100)) + "\n")
    asked = ["estimate", str(answers), "-m", str(file), "--answer", "said", "--json"]
    for more, words in (
        (["--scores", "1,2,3"], "(standard error "),
        ([], "tells its standard error"),
    ):
        estimate = json.loads(invoke(app, [*asked, *more]).stdout)
        page = to_markdown(page_of_design(found, data=estimate))
        result = page[page.index("The result") :]
        assert "The estimated mean of the scores is " in result and words in result
        mean = sum((j + 1) * row["estimate"] for j, row in enumerate(estimate["shares"]))
        assert f"is {mean:.4g}" in result
