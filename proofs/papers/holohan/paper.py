"""The paper and its errata."""

from rropt.claims.claim import Erratum, Paper, Severity

PAPER = Paper(
    title="Optimal Differentially Private Mechanisms for Randomised Response",
    authors="Naoise Holohan, Douglas J. Leith and Oliver Mason",
    published="arXiv:1612.05568, 16 December 2016",
    text="the extracted text, formulas read from its LaTeX",
    errata={
        Severity.RESULT: (
            Erratum(
                (
                    "holohan.theorem_3",
                    "holohan.theorem_3_candidates",
                    "holohan.corollary_2",
                    "holohan.complete_solutions",
                ),
                r"\pi\in(0,\tfrac12],\ g>\pi:\ \text{the minimiser is } (1,\delta) \text{ alone}",
                r"\pi\in(0,\tfrac12); \text{ at } \pi=\tfrac12 \text{ the minimisers are } (1,\delta) \text{ and } (\delta,1)",
                "at one half the mirrored mechanism has the same error, so Theorem 3 and Corollary 2 name different unique "
                "optima for one problem",
            ),
            Erratum(
                ("holohan.theorem_1", "holohan.warner_mle"),
                r"\hat\pi=\frac{p_{00}-1}{p_{00}+p_{11}-1}+\frac{N}{(p_{00}+p_{11}-1)n} \text{ is the maximum likelihood estimate}",
                r"\text{so if } 1-p_{00}\le N/n\le p_{11} \text{ (or in that order reversed), else an end of } [0,1]",
                "outside that range (4) is no proportion and the likelihood is largest at 0 or 1",
            ),
        ),
        Severity.PROOF: (
            Erratum(
                ("holohan.eq_24_simplified", "holohan.eq_24_sign", "holohan.eq_24_solved"),
                r"\frac{(1-\delta)\bigl(\pi(e^\epsilon+2\delta-1)-\delta(e^\epsilon+\delta)\bigr)}{\delta(e^\epsilon+2\delta-1)^2}",
                r"\frac{(1-\delta)\bigl(\pi(e^\epsilon+2\delta-1)^2-\delta(e^\epsilon+\delta)\bigr)}{\delta(e^\epsilon+2\delta-1)^2}",
                "the sign condition and its solution, as printed, do not give g; with the square they do, so the theorem's g is "
                "right",
            ),
            Erratum(
                ("holohan.lemma_4_introduced",),
                r"\text{for } \pi\le\tfrac12 \text{ the error where (11a) is tight is uniformly greater}",
                r"\text{is uniformly less or equal}",
                "the sentence contradicts the lemma that it introduces, which is right",
            ),
            Erratum(
                ("holohan.unique_optima",),
                r"\pi\in(0,1) \text{ ensures uniqueness of the optima}",
                r"\pi\ne\tfrac12 \text{ or } g\le\tfrac12,\ \text{ and } g\ne\min(\pi,1-\pi)\ (\delta<1)",
                "nothing for the theorem, which lists both optima where g is the proportion",
            ),
        ),
        Severity.NUMBER: (
            Erratum(
                ("holohan.example_1_3_outer",),
                r"0.143",
                r"0.29",
                "the error at the optimum of Example 1.3 is twice the printed one",
            ),
            Erratum(
                ("holohan.example_1_3_at_zero",),
                r"1.911 \text{ at } (r(0),s(0))",
                r"1.89 \text{ at } (r(t_0),s(t_0))",
                "at the parameter 0 itself p00 exceeds 1 and the formula is negative",
            ),
        ),
        Severity.SLIP: (
            Erratum(
                ("holohan.eq_22_parametrises",),
                r"R'' \text{ is } (r(t),s(t)) \text{ for } t\in[0,1]",
                r"t\in[t_0,1]",
                "nothing: the second remark after Lemma 5 says so; below t_0 the probability p00 exceeds 1",
            ),
            Erratum(
                ("holohan.dataset_rows",),
                r"\mathbf d\in D^m,\quad X_{\mathbf d}:\Omega\to D^n",
                r"X_{\mathbf d}:\Omega\to D^m",
                "nothing: the randomised dataset has a row for each row of the dataset",
            ),
            Erratum(
                ("holohan.plane",),
                r"\mathcal R'=\{(p_{00},p_{11})\in\mathbb R:\dots\}",
                r"\{(p_{00},p_{11})\in\mathbb R^2:\dots\}",
                "nothing: (12) has the square",
            ),
        ),
        Severity.EDGE: (
            Erratum(
                ("holohan.lemma_5_range",),
                r"t_0:\mathbb R^2\to[0,1]",
                r"\delta\in[0,1]",
                "for other delta the parameter leaves [0, 1]",
            ),
            Erratum(
                ("holohan.eq_23_range",),
                r"g:\mathbb R^2\to\mathbb R",
                r"\epsilon\ge 0,\ \delta>0",
                "g divides by zero where e^epsilon + 2 delta = 1",
            ),
            Erratum(
                ("holohan.extreme_point",),
                r"\text{the point where both inequalities (11) are tight is an extreme point of } R'",
                r"\epsilon>0",
                "at epsilon = 0 both inequalities are one, and the point is the middle of a segment of R'",
            ),
            Erratum(
                ("holohan.theorem_3_remark_at_most",),
                r"\text{when } g\le\pi \text{ the optimal mechanism is } (a,a)",
                r"g<\pi",
                "nothing for the theorem, which names (1, delta) beside it where g is the proportion",
            ),
        ),
        Severity.REMARK: (
            Erratum(
                ("holohan.not_revealed",),
                r"\text{the randomised response will not definitively reveal a truthful answer}",
                r"p_{00}<1,\ p_{11}<1",
                "at (1, delta), the optimum of Theorem 3 where g exceeds the proportion, the answer 1 is given by people with "
                "the attribute alone",
            ),
            Erratum(
                ("holohan.corollary_2_introduced",),
                r"\text{the symmetry of } \operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi) \text{ in } p_{00}, p_{11}",
                r"\operatorname{Var}(\hat\Pi(p_{00},p_{11})|\pi)=\operatorname{Var}(\hat\Pi(p_{11},p_{00})|1-\pi)",
                "nothing: the proof of the corollary has the second",
            ),
        ),
    },
)
