"""Questions of theorems at numbers: what a claim's formula says there, printed and corrected, and what the certified optimum is."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, epsilon, number, share, written

COVERS = [
    "the eight claims of the version before that have a formula, at numbers: printed, corrected and certified value, agreement"
]
NOT_COVERED = ["pictures, the value of cvxpy, claims whose numbers the redesign adds"]

CLAIMS = {
    "chai_nayak.proposition_4_1": ("epsilon", "prevalence"),
    "chai_nayak.theorem_4_4_a": ("epsilon", "inputs"),
    "chai_nayak.b_of_rho": ("rho1", "rho2"),
    "chai_nayak.b_of_beta": ("beta",),
    "holohan.theorem_2": ("epsilon", "prevalence"),
    "holohan.theorem_3": ("epsilon", "delta", "prevalence"),
    "holohan.corollary_2": ("epsilon", "delta", "prevalence"),
    "rropt.trace_value": ("epsilon", "delta", "inputs"),
}
WRITTEN = (
    {"claim": "holohan.theorem_2", "at": {"epsilon": "ln3", "prevalence": "1/4"}},
    *(
        {"claim": "holohan.theorem_3", "at": {"epsilon": "1/2", "delta": "1/10", "prevalence": x}}
        for x in ("1/4", "1/10", "1/2", "1/50")
    ),
    {"claim": "holohan.theorem_3", "at": {"epsilon": "1/20", "delta": "1/2", "prevalence": "1/2"}},
    *(
        {"claim": "holohan.corollary_2", "at": {"epsilon": "1/2", "delta": "1/10", "prevalence": x}}
        for x in ("1/2", "3/5", "7/10", "9/10")
    ),
    *({"claim": "chai_nayak.theorem_4_4_a", "at": {"epsilon": "ln3", "inputs": x}} for x in ("2", "3", "4", "5")),
    {"claim": "chai_nayak.proposition_4_1", "at": {"epsilon": "1", "prevalence": "1/3"}},
    *({"claim": "chai_nayak.b_of_rho", "at": {"rho1": "1/5", "rho2": x}} for x in ("1/2", "1/3", "9/10")),
    *({"claim": "chai_nayak.b_of_beta", "at": {"beta": x}} for x in ("2", "3/2", "1", "10")),
    *({"claim": "rropt.trace_value", "at": {"epsilon": "1", "delta": x, "inputs": "3"}} for x in ("1/10", "0", "1/2")),
)
REFUSED = (
    {"claim": "holohan.lemma_1", "at": {"epsilon": "1"}},
    {"claim": "nobody.theorem_1", "at": {"epsilon": "1"}},
    {"claim": "holohan.theorem_2", "at": {"epsilon": "ln3"}},
    {"claim": "holohan.theorem_2", "at": {"epsilon": "ln3", "prevalence": "1/4", "delta": "0"}},
    {"claim": "holohan.theorem_2", "at": {"epsilon": "inf", "prevalence": "1/4"}},
    {"claim": "holohan.theorem_2", "at": {"epsilon": "every", "prevalence": "1/4"}},
    {"claim": "holohan.theorem_2", "at": {"epsilon": "ln3", "prevalence": "2"}},
    {"claim": "chai_nayak.b_of_rho", "at": {"rho1": "1/2", "rho2": "1/5"}},
    {"claim": "chai_nayak.b_of_beta", "at": {"beta": "1/2"}},
    {"claim": "chai_nayak.theorem_4_4_a", "at": {"epsilon": "ln3", "inputs": "1"}},
)


def questions() -> Iterator[Question]:
    return number(
        "instances",
        [*written("written", *WRITTEN), *written("refused", *REFUSED), *drawn("drawn", 48, ask, extreme=12)],
    )


def ask(rng: Random, extreme: bool) -> Question:
    claim = rng.choice(sorted(CLAIMS))
    low = share(rng)
    # smaller or larger numbers are refused where cvxpy's doubles contradict the certificate
    values = {
        "epsilon": rng.choice(("1/50", "9", "7", "ln1.1")) if extreme else epsilon(rng),
        "delta": str(share(rng) / (300 if extreme else 3)),
        "prevalence": str(share(rng) / 2),
        "inputs": str(rng.randint(2, 6)),
        "rho1": str(low),
        "rho2": str(low + (1 - low) * share(rng, extreme)),
        "beta": str(1 + 5 * share(rng, extreme)),
    }
    return {"claim": claim, "at": {name: values[name] for name in CLAIMS[claim]}}
