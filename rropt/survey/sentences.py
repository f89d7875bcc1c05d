"""What is said beside estimates: where weights are best, how intervals are made, and what answers look unlikely."""

from rropt.survey.weights import Origin

__all__ = ["IMPLAUSIBLE", "MANY_INPUTS", "METHOD_NOTES", "OTHER_LIKELIHOOD", "WEIGHTS"]

IMPLAUSIBLE = (
    "WARNING: whatever the shares are, such answers come less than once in a thousand surveys if everybody follows this "
    "mechanism. Truths that were never randomized look like this, and so do answers through another device."
)
OTHER_LIKELIHOOD = (
    "Maximum likelihood is that of independent draws (a multinomial law), not that of a fixed population "
    "of whole people."
)
MANY_INPUTS = ", with the largest variance that any mixture of the other inputs allows"

WEIGHTS = {
    Origin.PLANNED: "Weights: best at the planned shares ({where}); unbiased whatever the shares are.",
    Origin.STATED: "Weights: best at the stated shares ({where}); unbiased whatever the shares are.",
    Origin.ONE_STEP: (
        "Weights: no plan is known, so best at the shares that the answers suggest ({where}): the one-step estimator, "
        "unbiased and best only asymptotically; standard errors and intervals take these weights as fixed."
    ),
}
METHOD_NOTES = {
    "chebyshev": " (covers at least as often as stated, at every prevalence)",
    "normal": " (an approximation for large samples)",
    "wilson": " (the score interval, an approximation)",
    "clopper-pearson": " (exact tails: covers at least as often as stated)",
}
