"""Questions of many yes/no questions at once (Vinterbo's bits): joint shares, loss, privacy, Rappor, pairs of questions."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, epsilon, number, share, shares, written

COVERS = [
    "joint shares and variances of up to 5 questions under three sampling models, in floats and exactly; marginals; pairs",
    "loss of randomization (exact, approximate, least), people needed, ε of whole answers, bits at equal ε, Rappor's reports",
]
NOT_COVERED = ["patterns read from files and frames (surveys have frames), 10 to 26 questions, seconds and memory"]

W, COIN, SIMMONS = "warner:p=3/4", "unrelated_coin:p=1/2", "simmons:unrelated=1/4,p=2/3"
FIGURE = ["1/20", "3/20", "3/10", "1/2"]
COINS = ("1/10000", "1/2", "9999/10000")
MODELS: tuple[dict[str, object], ...] = ({}, {"sampling": "census"}, {"sampling": "srs", "population": 1000})
REFUSED = (
    {"joint": [5, 5, 5], "randomizers": [W]},
    {"joint": [5, 5], "randomizers": [W, W]},
    {"joint": [5, 5], "randomizers": ["warner:p=1/2"]},
    {"joint": [5, 5], "randomizers": ["krr:k=3,epsilon=1"]},
    {"joint": [0, 0], "randomizers": [W]},
    {"joint": [500, 600], "randomizers": [W], "sampling": "srs", "population": 1000},
    {"joint": [5, 5], "randomizers": [W], "sampling": "snowball"},
    {"joint": [2, 3, 4, 5], "randomizers": [W, W], "of": ["q1", "q3"]},
    {"loss": [W, W], "distribution": ["1/2", "1/2"]},
    {"loss": [W], "distribution": ["1", "0"]},
    {"loss": [W], "distribution": ["1/2", "1/4"]},
    {"loss": ["warner:p=1/2"], "distribution": ["1/2", "1/2"]},
    {"whole_epsilon": [W, W], "differ": 3},
    {"whole_epsilon": ["krr:k=3,epsilon=1"]},
    *({"equal_epsilon": n, "epsilon": e} for n, e in ((0, "1"), (17, "1"), (2, "0"), (2, "every"), (2, "-1"))),
    *(
        {"rappor": {"f": f, "p": p, "q": q}, "reports": [1]}
        for f, p, q in (("1", "0", "1"), ("1/2", "1/2", "1/2"), ("2", "0", "1"))
    ),
    {"rappor": {"f": "1/2"}, "reports": [0]},
)


def questions() -> Iterator[Question]:
    counts = {1: [13, 7], 2: [10, 4, 3, 3], 3: [9, 2, 3, 1, 4, 0, 0, 1]}
    joint = [{"joint": counts[n], "randomizers": [r] * n, **x} for n in counts for r in (W, COIN) for x in MODELS]
    joint += [
        {"joint": counts[2], "randomizers": [W, "warner:p=2/3"]},
        {"joint": counts[3], "randomizers": [W, SIMMONS, "mangat:p=1/2"]},
    ]
    joint += [
        {"joint": counts[3], "randomizers": [W, SIMMONS, COIN], "of": x} for x in (["q3", "q1"], ["q2"], ["q2", "q3"])
    ]
    losses = [{"loss": [f"unrelated_coin:p={p}"] * n} for p in COINS for n in range(1, 13)]
    losses += [
        {"loss": ["unrelated_coin:p=3/4"] * 2, "distribution": FIGURE},
        {"loss": [COIN], "distribution": ["1/4", "3/4"]},
    ]
    losses += [{"loss": [COIN] * 2, "distribution": FIGURE}, {"loss": [W] * 2, "distribution": FIGURE}]
    losses += [
        {"loss": [W, SIMMONS], "distribution": FIGURE},
        {"loss": ["rappor:mode=both,bits=1,f=1/2,p=1/2,q=3/4"] * 2},
    ]
    privacy = [{"whole_epsilon": [W] * n, **d} for n in (1, 2, 3) for d in ({}, {"differ": 1})]
    privacy += [{"whole_epsilon": [W, SIMMONS, "mangat:p=1/2"]}, {"whole_epsilon": [COIN, "warner:epsilon=1"]}]
    mixed = [W, {"rows": [["2/3", "1/5"], ["1/3", "4/5"]]}, {"rows": [["9/10", "1/2"], ["1/10", "1/2"]]}]
    privacy += [{"whole_epsilon": mixed[:n], "differ": k} for n in (1, 2, 3) for k in range(1, n + 1)]
    privacy += [{"whole_epsilon": [f"warner:p={a}"] * 4, "differ": k} for a in ("3/4", "1/5", "1/2") for k in (1, 4)]
    equal = [
        {"equal_epsilon": n, "epsilon": e, **d}
        for n, e in ((1, "ln3"), (2, "1"), (2, "2"), (3, "ln8"))
        for d in ({}, {"differ": 1})
    ]
    equal += [
        {"equal_epsilon": 2, "epsilon": "2", "distribution": FIGURE},
        {"equal_epsilon": 2, "epsilon": "1", "deff": "3/2"},
    ]
    rappor = [
        {"rappor": x, "reports": [1, 2, 10, 50]}
        for x in ({"f": "1/2", "p": "1/2", "q": "3/4"}, {"f": "1/2"}, {"f": "1/4", "p": "4/5", "q": "1/5"})
    ]
    return number(
        "questions",
        [
            *written("joint/written", *joint),
            *written("loss/written", *losses),
            *written("privacy", *privacy, *equal, *rappor),
            *written("pairs", *({"pairs": counts[n], "randomizers": [W] * n} for n in (2, 3))),
            *written("refused", *REFUSED),
            *drawn("joint", 14, ask_joint, extreme=5),
            *drawn("loss", 14, ask_loss, extreme=5),
            *drawn(
                "pairs",
                4,
                lambda rng, far: {
                    "pairs": (asked := ask_joint(rng, far))["joint"],
                    "randomizers": asked["randomizers"],
                },
                extreme=2,
            ),
        ],
    )


def bits(rng: Random, n: int, extreme: bool) -> list[str]:
    """Randomizers of n questions, of which each tells something of the truth."""
    made = (
        f"warner:epsilon={epsilon(rng, extreme)}",
        f"unrelated_coin:p={share(rng, extreme)}",
        f"simmons:unrelated={share(rng)},p={share(rng)}",
    )
    return [rng.choice(made) for _ in range(n)]


def ask_joint(rng: Random, extreme: bool) -> Question:
    n = rng.randint(2, 5 if extreme else 3)
    counts = [rng.randint(0, 10**6 if extreme else 30) for _ in range(2**n)]
    return {"joint": counts, "randomizers": bits(rng, n, extreme)}


def ask_loss(rng: Random, extreme: bool) -> Question:
    n = rng.randint(1, 3)
    return {"loss": bits(rng, n, extreme), "distribution": [str(x) for x in shares(rng, 2**n, extreme, zeros=True)]}
