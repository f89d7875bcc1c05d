"""A mechanism is given as it is, by its spec, or as a design, wherever one is asked for."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pandas as pd
import pytest

import rropt
from rropt import InputError, associate, draw, from_spec, regress, report
from rropt.devices import choose_device


def test_a_mechanism_is_given_by_its_spec_wherever_one_is_asked_for() -> None:
    spec, p = "warner:p=3/4", from_spec("warner:p=3/4")
    frame = pd.DataFrame({"said": [0, 0, 0, 1] * 50, "sold": [0, 1, 1, 1] * 50})
    asked: dict[str, Callable[[Any], Any]] = {
        "estimate": lambda x: rropt.estimate(frame, mechanism=x, answer="said").prevalence,
        "plan": lambda x: rropt.plan(x, prevalence="1/10", margin="0.03").n,
        "draw": lambda x: draw(x, [0, 1], rng=np.random.default_rng(1)),
        "associate": lambda x: associate(frame, ("said", "sold"), mechanisms=(x, None)).cells.prevalence,
        "regress": lambda x: tuple(regress("said ~ sold", frame, mechanism=x).params),
        "compare": lambda x: rropt.compare(x, "krr:k=2,epsilon=1").sentence,
        "admissible": lambda x: rropt.admissible(x).admissible,
        "check": lambda x: rropt.check(x, "ldp:1").to_dict(),
        "measure": lambda x: rropt.measure(x).to_dict(),
        "rank": lambda x: rropt.rank(2, "ln3", mechanism=x).to_dict(),
        "device": lambda x: choose_device(x, "cards:52").to_dict(),
        "report": lambda x: report(x, prevalence="1/10").to_dict(),
    }
    for name, ask in asked.items():
        assert ask(spec) == ask(p), name


def test_a_text_that_is_no_spec_is_refused() -> None:
    for text, said in {"p.json": "names a file", "warner": "takes exactly one", "nobody": "the families are"}.items():
        with pytest.raises(InputError, match=said):
            rropt.compare(text, "warner:p=3/4")


def test_nothing_in_place_of_a_mechanism_is_no_empty_design() -> None:
    with pytest.raises(InputError, match="'None' is not a mechanism"):
        rropt.estimate({"0": 3, "1": 4}, mechanism=None)
