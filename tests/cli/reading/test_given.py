"""Which options were typed, as they were typed."""

import pytest
import typer
from typer.testing import CliRunner

from rropt.cli.reading.given import given, refuse_others
from rropt.exact.errors import InputError

app = typer.Typer()


@app.command()
def command(
    context: typer.Context,
    name: str = typer.Argument("x"),
    size: int = typer.Option(5, "--size", "-s"),
    fast: bool = typer.Option(True, "--fast/--slow"),
    json: bool = typer.Option(False, "--json"),
) -> None:
    refuse_others(context, {"name"}, by="nothing")
    typer.echo(" | ".join(given(context).values()))


def test_what_is_used_passes_and_defaults_are_not_typed() -> None:
    assert CliRunner().invoke(app, ["y", "--json"]).output == "y | --json\n"
    assert CliRunner().invoke(app, []).output == "\n"


@pytest.mark.parametrize(("typed", "said"), [("-s 5", "--size 5"), ("--slow", "--slow"), ("--fast", "--fast")])
def test_what_nothing_uses_is_refused(typed: str, said: str) -> None:
    with pytest.raises(InputError, match=f"^{said} is not used by nothing; drop it$"):
        CliRunner().invoke(app, typed.split(), catch_exceptions=False)
