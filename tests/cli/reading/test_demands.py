"""A demand that a command line states and the same one in JSON are read by the notion's own hook, into equal demands."""

from pathlib import Path

import pytest
from typer.testing import CliRunner

from rropt import LDP, BayesFactor, BetaFactor, Metric, Parity, RhoBreach, Sensitive, Vulnerability
from rropt.cli import app
from rropt.cli.reading.demands import StatedDemands
from rropt.exact.errors import InputError
from rropt.privacy import All, Notion
from rropt.privacy.words import read_demand_name

STATED: dict[str, Notion] = {
    "ldp:epsilon=ln3": LDP("ln3"),
    "ldp:epsilon=1/2,delta=1/10": LDP("1/2", delta="1/10"),
    "ldp:epsilon=ln3,delta=1/(t+1)": LDP("ln3", delta="1/4"),
    "parity:gamma=inf": Parity("inf"),
    "rho:rho1=1/5,rho2=1/2": RhoBreach("1/5", "1/2"),
    "beta:beta=2": BetaFactor(2),
    "bayes:factor=3": BayesFactor(3),
    "line:epsilon=ln2": Metric("line", "ln2"),
    "sensitive:inputs=yes+maybe,epsilon=1": Sensitive(["yes", "maybe"], 1),
    "sensitive:inputs=yes,epsilon=1,delta=1/10": Sensitive(["yes"], 1, delta="1/10"),
    "vulnerability:at_most=3/5": Vulnerability("3/5"),
    "vulnerability:at_most=0.6,prior=1/3,2/3": Vulnerability("3/5", ["1/3", "2/3"]),
}


@pytest.mark.parametrize("text", STATED)
def test_a_stated_demand_is_the_one_of_its_json(text: str) -> None:
    stated, labels = StatedDemands(further=[text]).read()
    assert isinstance(stated, Notion)
    demand = STATED[text]
    assert (labels, stated) == (None, All(demand))
    assert read_demand_name(repr(demand)) == demand


def test_a_vulnerability_is_joined_with_what_else_is_stated() -> None:
    own = {"vulnerability": "3/5", "prior": "1/3,2/3"}
    demand = Vulnerability("3/5", ["1/3", "2/3"])
    assert StatedDemands(**own).read() == (demand, None)  # type: ignore[arg-type]
    assert StatedDemands(epsilon="ln3", **own).read() == (LDP("ln3") & demand, None)  # type: ignore[arg-type]
    assert StatedDemands(further=["parity:gamma=5"], **own).read() == (All(Parity(5), demand), None)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("command", "code", "said"),
    [
        ("design --objective trace --vulnerability 0.6 --inputs no,yes", 0, "the trace is 1.2"),
        ("design --objective trace --vulnerability 0.6 --prior 1/4,3/4 --inputs no,yes", 0, "Certified: infeasible"),
        ("design --objective trace --vulnerability 0.6 --gain GAIN --inputs 2", 0, "gains at most 0.6"),
        (
            "design --objective trace --epsilon 1 --gain GAIN --inputs 2",
            2,
            "give the bound on this gain with --vulnerability",
        ),
        ("design --objective trace --epsilon 1 --prior 1/2,1/2 --inputs 2", 2, "--prior does not go with"),
        ("design --objective information --vulnerability 0.6 --gain GAIN", 0, "gains at most 0.6"),
        ("check warner:p=3/4 --vulnerability 0.75", 0, "Met: a Bayes vulnerability of at most 0.75 (equal prior)"),
        ("check warner:p=3/4 --vulnerability 0.7 --prior 1/3,2/3", 0, "the vulnerability is too large, by 0.05"),
        ("check warner:p=3/4 --vulnerability 0.2 --gain GAIN", 0, "NOT met: a g-vulnerability of at most 0.2"),
        ("demand --vulnerability 0.6 --prior 1/3,2/3", 0, "A single answer may prove the truth."),
        (
            "design --objective trace --least epsilon --require 2 --vulnerability 1/2 --prior 1/2,1/4,1/4",
            2,
            "give it as --and vulnerability:at_most=1/2,prior=1/2+1/4+1/4 instead",
        ),
        (
            "design --objective trace --least epsilon --require 2 --vulnerability 1 --gain GAIN",
            2,
            "vulnerability:at_most=1 instead, without --gain",
        ),
        ("demand --epsilon 1 --prior 1/3,2/3", 2, "--prior and --gain need --vulnerability"),
    ],
)
def test_the_commands_take_it(command: str, code: int, said: str, tmp_path: Path) -> None:
    (tmp_path / "gain.csv").write_text("2,-1\n-1,1\n0,0\n", encoding="utf-8")
    found = CliRunner().invoke(app, command.replace("GAIN", str(tmp_path / "gain.csv")).split())
    text = str(found.exception) if isinstance(found.exception, InputError) else found.output
    assert said in text.replace("\n", " ")
    if not isinstance(found.exception, InputError):
        assert found.exit_code == (1 if "NOT met" in text or "too large" in text else code)
