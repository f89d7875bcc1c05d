"""The paper and its errata."""

from rropt.claims.errata import Erratum, Paper, Severity

PAPER = Paper(
    title="A Simple Algorithm for Estimating Distribution Parameters from n-Dimensional Randomized Binary Responses",
    authors="Staal A. Vinterbo",
    published="Information Security, 21st International Conference (ISC 2018), preprint",
    text="the extracted text, formulas read from its LaTeX",
    errata=(
        Erratum(
            Severity.RESULT,
            ("vinterbo.mle",),
            r"m^{-1}C^{-1}Y \text{ is a maximum likelihood estimator of } \pi",
            r"\text{where it has no negative entry}",
            "y/m need not be the image of a distribution; then the estimate has negative entries and is no distribution",
        ),
        Erratum(
            Severity.RESULT,
            ("vinterbo.index_convention",),
            r"\eta(x)=\sum_i x_i2^i, \quad C_{R(M)}=C_{M_0}\otimes\dots\otimes C_{M_{n-1}}",
            r"C_{R(M)}=C_{M_{n-1}}\otimes\dots\otimes C_{M_0}",
            "Theorem 4.1 holds in the index in which the first bit is the most significant",
        ),
        Erratum(
            Severity.RESULT,
            ("vinterbo.k_rr_best_for_divergence",),
            r"k\text{-RR is optimal for the KL-divergence at every privacy level}",
            r"\text{for } k=4 \text{ and uniform on } \{1,2\} \text{ against } \{3,4\}:\ \tfrac{t-1}{t+3}\ln\tfrac{t+1}2"
            r"<\tfrac{t-1}{t+1}\ln t",
            "asking which half holds the truth tells the two apart better at the same level; no result of the paper rests on it",
        ),
        Erratum(
            Severity.RESULT,
            ("vinterbo.ratio_inverse",),
            r"\varphi_\alpha(\alpha)=a_\varphi^{-1}(r^{-1}(e^{\alpha/k}))",
            r"a\ge\tfrac12: \ r^{-1}(u)=\frac{u}{1+u}",
            "r takes every value at a and at 1 - a; both branches give the same c, so what is made of it stands",
        ),
        Erratum(
            Severity.ALGORITHM,
            ("vinterbo.listing",),
            r"\texttt{x = 2**(n-1-arange(n))}",
            r"\texttt{x = 2**arange(n)}, \text{ or } \eta(x)=\sum_i x_i2^{n-1-i}",
            "the program counts with the first bit most significant and the algorithm with it least significant: its entries are "
            "permuted",
        ),
        Erratum(
            Severity.ALGORITHM,
            ("vinterbo.staircase_form",),
            r"\text{staircase mechanisms: } C=BD,\ B \text{ with two values, on the diagonal and elsewhere}",
            r"\text{rows of two values in any places, of ratio } e^\alpha",
            "k-RR has that form and the other staircase mechanisms have not; no result of the paper rests on it",
        ),
        Erratum(
            Severity.ALGORITHM,
            ("vinterbo.image_is_multinomial",),
            r"X\sim\mathrm{Mult}(m,\pi) \Rightarrow Y=CX\sim\mathrm{Mult}(m,C\pi)",
            r"\text{the histogram } Y \text{ of the randomized answers is } \mathrm{Mult}(m,C\pi)",
            "CX is not even a vector of counts; what follows uses the histogram",
        ),
        Erratum(
            Severity.PROOF,
            ("vinterbo.cost_sum",),
            r"t(n)=t_f(2^{2(n-1)})+t(n-1)=\sum_{i=0}^{n}t_f(4^i)",
            r"t(n)=t(0)+\sum_{i=0}^{n-1}t_f(4^i)",
            "no t(0) makes the printed sum right for two n; the order of the cost stands",
        ),
        Erratum(
            Severity.PROOF,
            ("vinterbo.geometric_sum",),
            r"4k\sum_{i=0}^{n}4^i=4k\Bigl(1+\frac{1-4^n}{1-4}\Bigr)",
            r"\sum_{i=0}^{n}4^i=\frac{4^{n+1}-1}{3}",
            "the right side is the sum up to n - 1, with one more 1",
        ),
        Erratum(
            Severity.PROOF,
            ("vinterbo.observation_1_index",),
            r"\eta((ix')\oplus(jy'))=2^{\eta(i\oplus j)}\eta(x'\oplus y')",
            r"C_{ix',jy'}=2^{i\oplus j}C_{x',y'}",
            "false in either bit order; the observation stands",
        ),
        Erratum(
            Severity.SLIP,
            ("vinterbo.outcome_labels",),
            r"\{0,2,\dots,k-1\}",
            r"\{0,1,\dots,k-1\}",
            "nothing: the counts are indexed from 0 to k - 1",
        ),
        Erratum(
            Severity.SLIP,
            ("vinterbo.prop_4_3_item_1",),
            r"|\varsigma(i)\oplus\varsigma(n-i)|=n",
            r"|\varsigma(i)\oplus\varsigma(2^n-1-i)|=n",
            "nothing: the sentence before has 2^n - 1 - i",
        ),
        Erratum(
            Severity.SLIP,
            ("vinterbo.kronecker_inverse",),
            r"(A\otimes B)=(A^{-1}\otimes B^{-1})",
            r"(A\otimes B)^{-1}=A^{-1}\otimes B^{-1}",
            "nothing: the proof uses the right one",
        ),
        Erratum(
            Severity.SLIP,
            ("vinterbo.prop_4_7_categories",),
            r"\pi \text{ uniformly random on } n \text{ categories}",
            r"\pi \text{ uniformly random on } 2^n \text{ categories}",
            "nothing: the sentence before has 2^n",
        ),
        Erratum(
            Severity.NUMBER,
            ("vinterbo.figure_1_loss",),
            r"L=9.75 \text{ for } \pi=(0.05,0.15,0.3,0.5)",
            r"L=1177/127\approx 9.27",
            "9.75 is the approximate loss, which does not look at π",
        ),
    ),
)
