"""The options that state a privacy demand on the command line, and how they are read."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from rropt.cli.reading.pair_file import read_pairs
from rropt.cli.reading.utility_file import UtilityTable
from rropt.cli.terminal.common import fields, read_text
from rropt.exact.errors import InputError

if TYPE_CHECKING:
    from rropt.privacy import Notion
    from rropt.privacy.boundary import BreachFunction

__all__ = ["StatedDemands", "read_demand"]

Epsilon = Annotated[str | None, typer.Option("--epsilon", metavar="E", help="Budget: 1/2, ln3, every, or 1/2..2.")]
Delta = Annotated[
    str | None,
    typer.Option("--delta", metavar="D", help="Chance of no protection at all; 0 if not given; or every, 0..1/10."),
]
Gamma = Annotated[str | None, typer.Option("--parity", metavar="G", help="Largest ratio within a row.")]
Rho = Annotated[
    tuple[str, str] | None,
    typer.Option("--rho", metavar="R1 R2", help="No event of prior at most R1 gets a posterior above R2."),
]
Beta = Annotated[str | None, typer.Option("--beta", metavar="B", help="No posterior exceeds B times the prior.")]
Bayes = Annotated[str | None, typer.Option("--bayes-factor", metavar="B", help="No Bayes factor exceeds B.")]

Piecewise = Annotated[
    Path | None,
    typer.Option("--piecewise", metavar="FILE", help="CSV of points p,h from p = 0 to 1; h is linear between them."),
]


Epsilons = Annotated[
    Path | None,
    typer.Option(
        "--epsilons", metavar="FILE", help="CSV of budgets: row j, column l bounds p(i|j) by e^E p(i|l); or inf."
    ),
]
MetricOption = Annotated[
    str | None,
    typer.Option(
        "--metric", metavar="line|FILE", help="Budget --epsilon times the distance: |j - l|, or of a CSV file."
    ),
]
SensitiveOption = Annotated[
    str | None,
    typer.Option("--sensitive", metavar="X", help="Only these inputs are protected by --epsilon: yes,maybe."),
]
Further = Annotated[
    list[str] | None,
    typer.Option("--and", metavar="DEMAND", help="A further demand: ldp:epsilon=3, parity:gamma=5; may be repeated."),
]


VulnerabilityOption = Annotated[
    str | None,
    typer.Option(
        "--vulnerability",
        metavar="V",
        help="Largest chance that a guess after an answer is right, on average, under --prior.",
    ),
]
GainOption = Annotated[
    Path | None,
    typer.Option(
        "--gain", metavar="FILE", help="CSV of what a guesser gains instead: one row per action, one column per input."
    ),
]


@dataclass(frozen=True, slots=True, kw_only=True)
class StatedDemands:
    """All privacy demands that the options state. A mechanism must satisfy every one of them. Options such as --epsilon state the
    first demand. --and states further demands, and --vulnerability states one more.
    """

    epsilon: Epsilon = None
    delta: Delta = None
    parity: Gamma = None
    rho: Rho = None
    beta: Beta = None
    bayes_factor: Bayes = None
    piecewise: Piecewise = None
    epsilons: Epsilons = None
    metric: MetricOption = None
    sensitive: SensitiveOption = None
    further: Further = None
    vulnerability: VulnerabilityOption = None
    gain: GainOption = None
    prior: str | None = None
    """The text of --prior, which the objective uses too."""
    gains: UtilityTable | None = None
    """The table in the file of --gain, in the order of the inputs."""

    def read(self) -> tuple[Notion | BreachFunction | None, tuple[str, ...] | None]:
        """Read the demand, and the labels of the inputs.

        The demand is None if none was stated. The labels are None unless the demand is stated in a file that has them.
        """
        first, labels = self._first()
        others = [*map(_further, self.further or ()), *self._vulnerability()]
        if not others or (first is None and not self.further):
            return next(iter(others), first), labels
        from rropt.privacy import All, Notion

        if first is not None and not isinstance(first, Notion):
            raise InputError(
                f"--piecewise {self.piecewise} cannot be joined with other demands; give instead --parity with the number B(h) "
                "that rropt demand prints for it"
            )
        return All(*([] if first is None else [first]), *others), labels

    def _vulnerability(self) -> Iterator[Notion]:
        """Yield the demand on a vulnerability, if one was stated."""
        if self.vulnerability is None:
            return
        from rropt.privacy import Vulnerability

        prior = None if self.prior is None else fields(self.prior, "--prior")
        yield Vulnerability(self.vulnerability, prior, None if self.gains is None else self.gains.rows)

    def require(self) -> tuple[Notion | BreachFunction, tuple[str, ...] | None]:
        """Read the demand, and the inputs' labels as `read` does; refuse if no demand was stated."""
        demand, labels = self.read()
        if demand is None:
            raise InputError(
                "no privacy demand was stated; give --epsilon, --parity, --rho, --beta, --bayes-factor, --piecewise, --epsilons "
                "or --vulnerability"
            )
        return demand, labels

    def _first(self) -> tuple[Notion | BreachFunction | None, tuple[str, ...] | None]:
        self._require_one_of_pairs()
        if self.metric is None and self.sensitive is None and self.epsilons is None:
            own = (self.epsilon, self.delta, self.parity, self.rho, self.beta, self.bayes_factor, self.piecewise)
            return read_demand(*own), None
        stranger = next((n for n in ("parity", "rho", "beta", "bayes_factor", "piecewise") if getattr(self, n)), None)
        if stranger is not None:
            raise InputError(
                f"--{stranger.replace('_', '-')} does not go with budgets of pairs of inputs; state it with --and, such as "
                "--and parity:gamma=5"
            )
        return self._of_pairs()

    def _of_pairs(self) -> tuple[Notion, tuple[str, ...] | None]:
        from rropt.privacy import Metric, PairwiseLDP, Sensitive

        if self.epsilons is not None:
            if self.epsilon is not None or self.metric is not None or self.sensitive is not None:
                raise InputError(
                    f"--epsilons {self.epsilons} gives the epsilons of all pairs; drop --epsilon, --metric and --sensitive"
                )
            table = read_pairs(self.epsilons, _read_budget)
            return PairwiseLDP(table, deltas=None if self.delta is None else table.filled(self.delta)), table.labels
        name, given = ("--metric", self.metric) if self.metric is not None else ("--sensitive", self.sensitive)
        if self.epsilon is None:
            raise InputError(f"{name} {given} needs an epsilon as the budget; give --epsilon")
        if self.metric is None:
            return Sensitive(fields(self.sensitive or "", name), self.epsilon, delta=self.delta or 0), None
        distances, labels = self.read_distances()
        return Metric(distances, self.epsilon), labels

    def _require_one_of_pairs(self) -> None:
        """Refuse --metric together with --sensitive, since both are demands on pairs of inputs. Refuse also --metric with
        --delta."""
        if self.metric is not None and self.sensitive is not None:
            raise InputError("--metric and --sensitive were both given; state one of them with --and")
        if self.metric is not None and self.delta is not None:
            raise InputError(
                f"--delta {self.delta} does not go with --metric, a demand without delta; drop one of the two"
            )

    def read_any_epsilon(self) -> tuple[dict[str, Any], tuple[str, ...] | None]:
        """Read the parts of a demand other than its epsilon and delta. Return keyword arguments and the labels of the inputs.

        The arguments are `distances` and `sensitive`; each is None if its option was not typed. The labels are None unless the file
        of distances has labels.
        """
        self._require_one_of_pairs()
        distances, labels = (None, None) if self.metric is None else self.read_distances()
        sensitive = None if self.sensitive is None else fields(self.sensitive, "--sensitive")
        return {"distances": distances, "sensitive": sensitive}, labels

    def read_distances(self) -> tuple[Any, tuple[str, ...] | None]:
        """Read the distances of --metric, and the inputs' labels if its file has labels."""
        assert self.metric is not None
        if self.metric == "line":
            return "line", None
        table = read_pairs(Path(self.metric), _read_distance)
        return table, table.labels


def _read_budget(text: str) -> None:
    """Require that the text is an epsilon for a pair of inputs, which is one number or inf; raise an error for any other text."""
    from rropt.exact.epsilon import read_epsilon

    if read_epsilon(text).is_free:
        raise InputError(f"the budget {text} is not a single number; give one number, or inf to demand nothing")


def _read_distance(text: str) -> None:
    """Raise an error if the text is not a distance."""
    from rropt.exact.grammar import read_rational

    if text != "inf" and read_rational(text) < 0:
        raise InputError(f"the distance {text} is negative; give one of at least 0")


def _further(text: str) -> Notion:
    """Read a demand of --and, such as ldp:epsilon=3."""
    from rropt.privacy.words import read_demand as read_spec

    try:
        return read_spec(text.replace("line:", "metric:line,", 1) if text.startswith("line:") else text)
    except InputError as error:
        # as text, since the error itself could name --epsilon, which states another demand
        raise InputError(f"--and {text[:60]}: {error}") from None


def read_demand(
    epsilon: str | None,
    delta: str | None,
    parity: str | None,
    rho: tuple[str, str] | None,
    beta: str | None,
    bayes_factor: str | None,
    piecewise: Path | None = None,
) -> Notion | BreachFunction | None:
    """Read the one demand that was stated; None if none was."""
    from rropt.privacy import LDP, BayesFactor, BetaFactor, Parity, RhoBreach

    stated = [x for x in (epsilon, parity, rho, beta, bayes_factor, piecewise) if x is not None]
    if len(stated) > 1:
        raise InputError(
            "several demands were stated; keep one of --epsilon, --parity, --rho, --beta, --bayes-factor, --piecewise"
        )
    if delta is not None and epsilon is None:
        raise InputError(f"--delta {delta} goes with --epsilon; give both")
    if epsilon is not None:
        return LDP(epsilon, delta="0" if delta is None else delta)
    if parity is not None:
        return Parity(parity)
    if rho:
        return RhoBreach(*rho)
    if beta is not None:
        return BetaFactor(beta)
    if piecewise is not None:
        from rropt.breach.boundaries import from_csv

        return from_csv(read_text(piecewise), name=f"piecewise-linear h of {piecewise.name}")
    return None if bayes_factor is None else BayesFactor(bayes_factor)
