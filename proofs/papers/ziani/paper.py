"""The lecture notes and their errata."""

from rropt.claims.claim import Erratum, Paper, Severity

PAPER = Paper(
    title="Lectures 3 and 4: The Randomized Response and Laplace Mechanisms",
    authors="Juba Ziani (lecturer)",
    published="lecture notes",
    text="the extracted text, formulas read from its LaTeX",
    errata={
        Severity.RESULT: (
            Erratum(
                ("ziani.claim_3_unbiased", "ziani.claim_3_mean", "ziani.claim_3_step", "ziani.theorem_5"),
                r"\mathbb E[\mathrm{RR}_p(b)] = 1-p+(2p-1)b, \qquad \frac{\bar y-(1-p)}{2p-1}",
                r"\mathbb E[\mathrm{RR}_p(b)] = p+(1-2p)b, \qquad \frac{\bar y-p}{1-2p}",
                "RR_p is defined to flip with probability p and Claim 3 keeps the bit with probability p: the estimate has mean "
                "1 - c, and Theorem 5, about its distance to the mean of the bits, fails with it",
            ),
        ),
        Severity.SLIP: (
            Erratum(
                ("ziani.theorem_8_triangle",),
                r"|s-f(y)|-|y-f(x)| \le |f(y)-f(x)|",
                r"|s-f(y)|-|s-f(x)| \le |f(y)-f(x)|",
                "nothing: the proof goes on with s",
            ),
            Erratum(
                ("ziani.theorem_12_values",),
                r"\text{for any function } f:\mathbb N^{\mathcal X}\to\mathbb R",
                r"f:\mathbb N^{\mathcal X}\to\mathbb R^d, \text{ the error by its largest coordinate}",
                "nothing: Definition 11 has R^d, and the bound is that of the largest coordinate in the source cited",
            ),
        ),
        Severity.EDGE: (
            Erratum(
                ("ziani.lemma_4",),
                r"\Pr[|X-\mu|\ge k\sigma]\le\frac1{k^2}",
                r"\sigma>0",
                "a constant variable deviates by at least k times 0 with probability 1; where the lecture uses the inequality, "
                "the bound on the deviation is above 0",
            ),
        ),
    },
)
