import json

import pytest
from typer.testing import CliRunner

from rropt.cli import app
from rropt.exact.errors import InputError
from rropt.families import FAMILIES


def run(*arguments):
    return CliRunner().invoke(app, ["families", *arguments])


def test_the_list_holds_a_working_spec_of_every_family():
    lines = run().output.splitlines()
    assert lines[1::2] == [family.example for family in FAMILIES.values()]


@pytest.mark.parametrize("name", FAMILIES)
def test_a_definition(name):
    result = run(name.replace("_", "-"))
    assert result.exit_code == 0
    assert " ".join(FAMILIES[name].definition.split()) in " ".join(result.output.split())
    assert f"Example: {FAMILIES[name].example}" in result.output


def test_json():
    document = json.loads(run("--json").output)
    assert document["schema"] == "rropt/families/1"
    krr = next(family for family in document["families"] if family["name"] == "krr")
    assert (krr["parameters"], krr["required"]) == (["k", "p", "epsilon", "gamma"], ["k"])


def test_an_unknown_family_is_refused_with_the_choices():
    result = run("warnre")
    assert isinstance(result.exception, InputError)
    assert "'warnre'" in str(result.exception)
    assert "warner" in str(result.exception)
