"""Questions of rankings: the named families for k categories at one ε, by total variance or another objective."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, epsilon, number, shares, written

COVERS = [
    "rows of rankings in order (family, parameters, ε, answers, bits, variances, value, people, efficiency) and the optimum"
]
NOT_COVERED = ["words and notes of rankings, pandas"]

FIVE = ["0.35", "0.3", "0.2", "0.1", "0.05"]
LAST_YEAR = ["0.4", "0.3", "0.15", "0.1", "0.05"]
ANSWERS = ["never", "rarely", "sometimes", "often", "always"]
SCORES = {"objective": "contrast", "scores": ["1", "2", "3", "4", "5"]}
WRITTEN = (
    *({"rank": 5, "epsilon": x} for x in ("ln3", "1/2", "1", "3", "ln100")),
    *({"rank": x, "epsilon": e} for x, e in ((2, "ln3"), (3, "1"), (4, "ln2"), (8, "1"), (16, "0.5372"), (10, "2"))),
    {"rank": ANSWERS, "epsilon": "1", "prevalence": FIVE, "objective": SCORES},
    {"rank": 5, "epsilon": "1/2", "prevalence": LAST_YEAR, "objective": SCORES},
    {"rank": ANSWERS, "epsilon": "1", "prevalence": FIVE},
    {"rank": 3, "epsilon": "ln3", "objective": {"objective": "trace"}},
    {"rank": 3, "epsilon": "1", "objective": {"objective": "information", "prior": ["1/2", "1/4", "1/4"]}},
    {"rank": 4, "epsilon": "1", "objective": {"objective": "determinant"}},
    {"rank": 4, "epsilon": "ln3", "objective": {"objective": "largest_variance"}},
    {
        "rank": 3,
        "epsilon": "1",
        "mechanism": {"rows": [["3/5", "1/5", "1/5"], ["1/5", "3/5", "1/5"], ["1/5", "1/5", "3/5"]]},
    },
    {"rank": 100, "epsilon": "2", "standard_error": "1/50"},
)
REFUSED = (
    *({"rank": x, "epsilon": "1"} for x in (1, 0, "many", ["a"], ["a", "a"], 10**6)),
    *({"rank": 3, "epsilon": x} for x in ("0", "-1", "inf", "every", "x")),
    *(
        {"rank": 3, "epsilon": "1", "prevalence": x}
        for x in (["1/2", "1/2"], ["1/2", "1/4", "1/8"], ["1", "0", "0"], ["1/2", "-1/4", "3/4"])
    ),
    *({"rank": 3, "epsilon": "1", "standard_error": x} for x in ("0", "2", "x")),
    {"rank": 3, "epsilon": "1", "mechanism": "warner:p=3/4"},
    {"rank": 3, "epsilon": "1", "objective": {"objective": "variance", "prevalence": "1/4"}},
)


def questions() -> Iterator[Question]:
    return number(
        "rankings",
        [*written("written", *WRITTEN), *written("refused", *REFUSED), *drawn("drawn", 24, ask, extreme=8)],
    )


def ask(rng: Random, extreme: bool) -> Question:
    k = rng.randint(2, 6)
    wanted = {"prevalence": [str(x) for x in shares(rng, k, extreme)]} if rng.random() < 0.5 else {}
    return {"rank": k, "epsilon": epsilon(rng, extreme), **wanted}
