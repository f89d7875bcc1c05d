"""An option given twice is refused; one that takes several values is not."""

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError


@pytest.mark.parametrize(
    ("typed", "option"),
    [
        ("design --objective variance --epsilon 1 --prevalence 1/4 --prevalence 1/3", "--prevalence"),
        ("noise show --epsilon 1 -e 2", "--epsilon"),
    ],
)
def test_twice_is_refused(typed: str, option: str) -> None:
    with pytest.raises(InputError, match=f"^{option} was given twice; give it once$"):
        CliRunner().invoke(app, typed.split(), catch_exceptions=False)


def test_once_and_several_mechanisms_pass() -> None:
    assert CliRunner().invoke(app, ["noise", "show", "-e", "1"]).exit_code == 0
    several = CliRunner().invoke(app, ["questions", "none.csv", "-m", "a=warner:p=3/4", "-m", "warner:p=2/3"])
    assert "there is no file" in str(several.exception)
