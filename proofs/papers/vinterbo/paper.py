"""The paper and its errata."""

from rropt.claims.claim import Erratum, Paper, Severity

PAPER = Paper(
    title="A Simple Algorithm for Estimating Distribution Parameters from n-Dimensional Randomized Binary Responses",
    authors="Staal A. Vinterbo",
    published="Information Security, 21st International Conference (ISC 2018), preprint arXiv:1803.03981",
    text="the extracted text, formulas read from its LaTeX",
    errata={
        Severity.RESULT: (
            Erratum(
                ("vinterbo.mle",),
                r"m^{-1}C^{-1}Y \text{ is a maximum likelihood estimator of } \pi",
                r"\text{where it has no negative entry}",
                "y/m need not be the image of a distribution; then the estimate has negative entries and is no distribution",
            ),
            Erratum(
                ("vinterbo.index_convention",),
                r"\eta(x)=\sum_i x_i2^i, \quad C_{R(M)}=C_{M_0}\otimes\dots\otimes C_{M_{n-1}}",
                r"C_{R(M)}=C_{M_{n-1}}\otimes\dots\otimes C_{M_0}",
                "Theorem 4.1 holds in the index in which the first bit is the most significant",
            ),
        ),
        Severity.ALGORITHM: (
            Erratum(
                ("vinterbo.listing",),
                r"\texttt{x = 2**(n-1-arange(n))}",
                r"\texttt{x = 2**arange(n)}, \text{ or } \eta(x)=\sum_i x_i2^{n-1-i}",
                "the program counts with the first bit most significant and the algorithm with it least significant: its "
                "entries are permuted",
            ),
            Erratum(
                ("vinterbo.image_is_multinomial",),
                r"X\sim\mathrm{Mult}(m,\pi) \Rightarrow Y=CX\sim\mathrm{Mult}(m,C\pi)",
                r"\text{the histogram } Y \text{ of the randomized answers is } \mathrm{Mult}(m,C\pi)",
                "CX is not even a vector of counts; what follows uses the histogram",
            ),
        ),
        Severity.PROOF: (
            Erratum(
                ("vinterbo.ratio_inverse",),
                r"\varphi_\alpha(\alpha)=a_\varphi^{-1}(r^{-1}(e^{\alpha/k}))",
                r"a\ge\tfrac12: \ r^{-1}(u)=\frac{u}{1+u}",
                "r takes every value at a and at 1 - a; both branches give the same c, so what is made of it stands",
            ),
            Erratum(
                ("vinterbo.cost_sum",),
                r"t(n)=t_f(2^{2(n-1)})+t(n-1)=\sum_{i=0}^{n}t_f(4^i)",
                r"t(n)=t(0)+\sum_{i=0}^{n-1}t_f(4^i)",
                "no t(0) makes the printed sum right for two n; the order of the cost stands",
            ),
            Erratum(
                ("vinterbo.geometric_sum",),
                r"4k\sum_{i=0}^{n}4^i=4k\Bigl(1+\frac{1-4^n}{1-4}\Bigr)",
                r"\sum_{i=0}^{n}4^i=\frac{4^{n+1}-1}{3}",
                "the right side is the sum up to n - 1, with one more 1",
            ),
            Erratum(
                ("vinterbo.observation_1_index",),
                r"\eta((ix')\oplus(jy'))=2^{\eta(i\oplus j)}\eta(x'\oplus y')",
                r"C_{ix',jy'}=2^{i\oplus j}C_{x',y'}",
                "false in either bit order; the observation stands",
            ),
            Erratum(
                ("vinterbo.taylor_end",),
                r"\lambda=f_L^{(2)} \text{ at } \mathbb E S+10\,\mathrm{Var}(S)^{1/2}",
                r"\lambda=\max f_L^{(2)} \text{ over all values of } S",
                "S exceeds that end with a positive probability, and f_L is not bounded there; the bounds of Proposition 4.7 "
                "hold by another cut",
            ),
            Erratum(
                ("vinterbo.ratio_least_at_3_since",),
                r"\text{the minimum of } f_L(\mathbb E S) \text{ occurs at } n=3 \text{ since } f_L \text{ is increasing, } "
                r"\mathbb E S \text{ decreasing in } n",
                r"\text{since } c=c(a)^n \text{ grows with } n",
                "the reason gives the contrary, a maximum at n = 3; that the denominator is least there stands",
            ),
        ),
        Severity.NUMBER: (
            Erratum(
                ("vinterbo.figure_1_loss",),
                r"L=9.75 \text{ for } \pi=(0.05,0.15,0.3,0.5)",
                r"L=1177/127\approx 9.27",
                "9.75 is the approximate loss, which does not look at π",
            ),
        ),
        Severity.SLIP: (
            Erratum(
                ("vinterbo.lemma_4_5_last_line",),
                r"\mathrm{Tr}(\mathrm{cov}(\hat\pi_x(m)))=m^{-1}(f(n,a)-s)",
                r"\mathrm{Tr}(\mathrm{cov}(\hat\pi(m)))",
                "nothing: the lemma has the right one",
            ),
            Erratum(
                ("vinterbo.outcome_labels",),
                r"\{0,2,\dots,k-1\}",
                r"\{0,1,\dots,k-1\}",
                "nothing: the counts are indexed from 0 to k - 1",
            ),
            Erratum(
                ("vinterbo.prop_4_3_item_1",),
                r"|\varsigma(i)\oplus\varsigma(n-i)|=n",
                r"|\varsigma(i)\oplus\varsigma(2^n-1-i)|=n",
                "nothing: the sentence before has 2^n - 1 - i",
            ),
            Erratum(
                ("vinterbo.kronecker_inverse",),
                r"(A\otimes B)=(A^{-1}\otimes B^{-1})",
                r"(A\otimes B)^{-1}=A^{-1}\otimes B^{-1}",
                "nothing: the proof uses the right one",
            ),
            Erratum(
                ("vinterbo.prop_4_7_categories",),
                r"\pi \text{ uniformly random on } n \text{ categories}",
                r"\pi \text{ uniformly random on } 2^n \text{ categories}",
                "nothing: the sentence before has 2^n",
            ),
            Erratum(
                ("vinterbo.unit_strings",),
                r"e_i\in\mathbb B_n",
                r"e_i\in\mathbb B^n",
                "nothing: strings of n bits are elements of 𝔹ⁿ everywhere else, and 𝔹 with an index is nowhere defined",
            ),
        ),
        Severity.EDGE: (
            Erratum(
                ("vinterbo.invertible",),
                r"\text{each bit changed with the same probability: an invertible matrix}",
                r"a\ne\tfrac12",
                "at one half nothing can be estimated; the theorems leave it out and the abstract does not",
            ),
        ),
        Severity.REMARK: (
            Erratum(
                ("vinterbo.staircase_form",),
                r"\text{staircase mechanisms: } C=BD,\ B \text{ with two values, on the diagonal and elsewhere}",
                r"\text{rows of two values in any places, of ratio } e^\alpha",
                "k-RR has that form and the other staircase mechanisms have not; no result of the paper rests on it",
            ),
            Erratum(
                ("vinterbo.equal_at_privacy_of_k_bits",),
                r"c_M(\alpha)=c_W(\alpha)=\Bigl(\frac{e^{2\alpha}+1}{(e^\alpha-1)^2}\Bigr)^n",
                r"\Bigl(\frac{e^{2\alpha/k}+1}{(e^{\alpha/k}-1)^2}\Bigr)^n",
                "right for inputs that differ in one bit, k = 1, which the section does not say; that both perform identically "
                "stands for every k",
            ),
        ),
    },
)
