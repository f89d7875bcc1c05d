"""Wrong questions: each InputError that a user of designs meets, as a question whose answer is the class of the refusal."""

from __future__ import annotations

from typing import Any

Ask = dict[str, Any]
LN3: list[Ask] = [{"kind": "ldp", "epsilon": "ln3"}]
SHARE: Ask = {"kind": "variance", "prevalence": "1/4"}
TRACE: Ask = {"kind": "trace"}
GUESS: Ask = {"kind": "utility", "utilities": [["1", "0"], ["0", "1"]]}


def demanding(**names: Any) -> Ask:
    return {"objective": TRACE, "demand": [names], "inputs": 3}


def aiming(inputs: Any = 3, **names: Any) -> Ask:
    return {"objective": names, "demand": LN3, "inputs": inputs}


REFUSED: list[Ask] = [
    # numbers
    *(
        demanding(kind="ldp", epsilon=x)
        for x in ("-1", "two", "1/0", "", "2..1", "nan", "10**10**10", "__import__('os')")
    ),
    *(demanding(kind="ldp", epsilon="1", delta=x) for x in ("-1/10", "2", "x", "1/2..1/4")),
    demanding(kind="ldp", epsilon="inf"),
    {"objective": SHARE, "demand": [{"kind": "ldp", "epsilon": "inf", "delta": "1/2"}]},
    {
        "objective": SHARE | {"prevalence": "1/10..2/5"},
        "demand": [{"kind": "ldp", "epsilon": "every", "delta": "1/10"}],
    },
    {"objective": SHARE | {"prevalence": "1/10..2/5"}, "demand": [{"kind": "ldp", "epsilon": "ln3", "delta": "every"}]},
    *(demanding(kind="parity", gamma=x) for x in ("1/2", "-3", "0")),
    demanding(kind="rho", rho1="1/2", rho2="1/5"),
    demanding(kind="rho", rho1="0", rho2="1/5"),
    demanding(kind="beta", beta="1/2"),
    demanding(kind="bayes", factor="1/2"),
    demanding(kind="csip", h="odds:1/2"),
    demanding(kind="csip", h="no boundary"),
    demanding(kind="boundary", h=[["0", "0"], ["1", "1/2"]]),
    # demands that do not fit
    demanding(kind="pairs", epsilons=[["0", "1"], ["1", "0"]]),
    demanding(kind="pairs", epsilons=[["0", "1", "1"], ["1", "0", "1"]]),
    demanding(kind="pairs", epsilons=[["0", "-1", "1"], ["1", "0", "1"], ["1", "1", "0"]]),
    demanding(kind="metric", distances=[["0", "-1"], ["-1", "0"]], epsilon="1"),
    demanding(kind="metric", distances=[["1", "1"], ["1", "0"]], epsilon="1"),
    demanding(kind="metric", distances="circle", epsilon="1"),
    demanding(kind="sensitive", inputs=[], epsilon="1"),
    demanding(kind="sensitive", inputs=[5], epsilon="1"),
    demanding(kind="sensitive", inputs=[0, 0], epsilon="1"),
    demanding(kind="vulnerability", at_most="1/2", prior=["1/2", "1/2"]),
    demanding(kind="vulnerability", at_most="1/2", prior=["1/2", "1/2", "1/2"]),
    # objectives
    *(aiming(2, kind="variance", prevalence=x) for x in ("-1/4", "3/2", "some", "2/5..1/10")),
    aiming(2, kind="variance", prevalence="1/4", positive=2),
    aiming(kind="variance", prevalence="1/4"),
    *(aiming(kind="trace", weights=x) for x in ([], ["1", "2"], ["a", "b", "c"])),
    aiming(kind="utility", utilities=[["1", "0"], ["0"]]),
    aiming(kind="utility", utilities=[["1", "0"], ["0", "1"]], prior=["1/2", "1/3"]),
    aiming(kind="utility", utilities=[["1", "0"], ["0", "1"]], prior=["3/2", "-1/2"]),
    aiming(kind="utility", utilities=[["1", "0"], ["0", "1"]], sense="both"),
    aiming(kind="linear", cost=[]),
    aiming(kind="total_variance", prevalence=["1/2", "1/2"]),
    aiming(kind="total_variance", prevalence=["1/2", "1/2", "0"]),
    aiming(kind="total_variance", prevalence=["1/2", "1/3", "1/3"]),
    aiming(kind="total_variance", prevalence=["1/2", "1/3", "1/6"], worst=True, weights=["1"]),
    aiming(kind="contrast", contrast=["1", "1", "1"]),
    aiming(kind="contrast", contrast=["1", "2"]),
    aiming(kind="largest_variance", of="answers"),
    aiming(kind="largest_variance", prevalence=[["1/2", "1/4", "1/4"], ["1/3", "1/3", "1/3"]]),
    aiming(kind="information", prior=["1/2", "1/2"]),
    aiming(kind="information", prior=["1", "1", "-1"]),
    aiming(kind="divergence", name="euclid"),
    aiming(kind="divergence", name="hockey_stick"),
    aiming(kind="divergence", name="kl", gamma="2"),
    aiming(kind="divergence", name="renyi", order="2"),
    aiming(kind="divergence", name="kl", between=[0, 7]),
    aiming(kind="divergence", name="power", order="1/1000000", between=[0, 1]),
    aiming(kind="sum", terms=[["-1", TRACE], ["1", TRACE]]),
    aiming(kind="sum", terms=[["1", TRACE], ["1", {"kind": "total_variance"}]]),
    aiming(kind="worst", of=[TRACE, {"kind": "information"}]),
    aiming(kind="worst", of=[TRACE]),
    # sizes, labels and conditions
    {"objective": TRACE, "demand": LN3},
    aiming(1, kind="trace"),
    aiming(0, kind="trace"),
    aiming(["a", "a"], kind="trace"),
    {"objective": TRACE, "demand": LN3, "inputs": 3, "outputs": 0},
    {"objective": GUESS, "demand": LN3, "inputs": 3},
    {"objective": GUESS, "demand": LN3, "outputs": ["a", "b", "c"]},
    {"objective": {"kind": "information", "prior": ["1/3", "2/3"]}, "demand": LN3, "inputs": 1000},
    *(
        {"objective": TRACE, "demand": LN3, "inputs": 3, "conditions": [x]}
        for x in (
            "P[0,0]",
            "P[0,9] <= 1",
            "P[0,0]^2 <= 1/4",
            "P[0,0] < P[1,1]",
            "Q[0,0] <= 1",
            "P[0,0] <= 1/0",
            "1 <= 2",
        )
    ),
    {"objective": SHARE, "demand": LN3, "conditions": ["P[no,yes] <= 1/4"]},
]
