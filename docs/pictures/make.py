"""The pictures of the manual and of README, each a result's own: `python docs/pictures/make.py [FOLDER]` draws them again."""

from __future__ import annotations

import sys
from pathlib import Path

import pandas

from rropt import LDP, Variance, check, design, estimate, from_spec, frontier, plan, rank
from rropt.breach import breach_bound, protected_region
from rropt.devices import choose_device
from rropt.show import Result
from rropt.survey import plan_epsilons
from rropt.survey.tables import devices_at_equal_privacy

DATA = Path(__file__).parent.parent / "data" / "doping.csv"
"""Simulated answers, by the event at which people were asked."""


def results() -> dict[str, Result]:
    """The results that the manual shows, by the names of their pictures."""
    truths = ("no", "yes")
    simmons = from_spec("simmons:p=2/3,unrelated=1/2").relabel(inputs=truths, outputs=truths)
    best = design(Variance("1/10"), LDP("ln3"), inputs=truths)
    return {
        "gain": rank(5, 1, scores=[1, 2, 3, 4, 5]),
        "feasible": design(Variance("1/4"), LDP("ln3", delta="1/10"), inputs=truths),
        "shares": design(Variance("every"), LDP("ln2", delta="1/10"), inputs=truths),
        "mechanism": design("trace", LDP("ln3"), inputs=5),
        "frontier": frontier("1/10"),
        "epsilons": plan_epsilons("1/4..3", prevalence="1/10", margin="0.03"),
        "people": plan(best, prevalence="1/10", margin="0.03"),
        "power": plan(best, prevalence="1/10", difference="1/10"),
        "devices": devices_at_equal_privacy(1, "1/10"),
        "check": check(from_spec("simmons:p=1/2,unrelated=1/4"), objective=Variance("1/10")),
        "device": choose_device(best, "spinner"),
        "estimates": estimate(pandas.read_csv(DATA), mechanism=simmons, answer="answer", by="event"),
        "beliefs": breach_bound("0=1/5,8/9=1,1=1"),
        "attained": protected_region(from_spec("krr:k=3,epsilon=ln3")),
    }


def draw_all(folder: Path) -> None:
    """Draw every picture as SVG."""
    for name, result in results().items():
        result.plot(folder / f"{name}.svg")


if __name__ == "__main__":
    draw_all(Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).parent)
