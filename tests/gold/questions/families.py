"""Questions of the named families: the exact matrix of a spec, its labels and its parity; names that are known by others."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, epsilon, number, share, shares, written

COVERS = [
    "the 21 named families of the version before: exact matrix, labels, parity of many members; names of others and refusals"
]
NOT_COVERED = [
    "words of refusals, definitions and sources of families",
    "members with more than 60 entries (their digest alone)",
]

SPECS = (
    *(
        "direct_question:k=2",
        "direct_question:k=5",
        "generalised_binary:p00=3/4,p11=2/3",
        "generalised_binary:p00=1,p11=1/2",
    ),
    *(
        "warner:p=3/4",
        "warner:p=0.7",
        "warner:p=1",
        "warner:p=1/2",
        "warner:epsilon=ln3",
        "warner:epsilon=1",
        "warner:epsilon=every",
    ),
    *(
        "flip:p=1/4",
        "flip:epsilon=ln3",
        "flip:epsilon=1/2",
        "flip:p=0",
        "two_coin:q=1/2",
        "two_coin:epsilon=ln3",
        "two_coin:epsilon=1",
    ),
    *(
        "simmons:unrelated=1/4,p=2/3",
        "simmons:unrelated=1/2,p=1/2",
        "simmons:unrelated=1/4,epsilon=ln3",
        "simmons:unrelated=3/4,p=2/3",
    ),
    *(
        "simmons:unrelated=1/4,p=1/2",
        "unrelated_coin:p=1/2",
        "unrelated_coin:epsilon=ln3",
        "unrelated_coin:epsilon=1/2",
    ),
    *(
        "forced_response:yes=1/6,no=1/6",
        "forced_response:yes=1/6,no=1/12",
        "forced_response:yes=1/6,epsilon=ln9",
        "forced_response:yes=0,no=1/2",
    ),
    *(
        "mangat:p=1/2",
        "mangat:p=3/4",
        "mangat:p=0",
        "mangat:p=1",
        "kuk:p=2/3,q=1/3",
        "kuk:p=2/3,q=1/3,cards=2",
        "kuk:epsilon=ln3,cards=3",
    ),
    *(
        "kuk:epsilon=1",
        "kuk:p=3/4,q=1/4",
        "christofides:cards=1/10:1/5:7/10",
        "christofides:cards=3:2:5",
        "christofides:epsilon=ln3",
    ),
    *(
        "christofides:epsilon=ln3,middle=1/10",
        "krr:k=8,epsilon=1",
        "krr:k=3,epsilon=ln3",
        "krr:k=5,gamma=4",
        "krr:k=4,p=1/2",
    ),
    *(
        "krr:k=2,epsilon=0",
        "krr:k=3,gamma=2",
        "krr:k=5,epsilon=0.5",
        "krr:k=4,epsilon=2^(1/2)",
        "subset_selection:k=5,size=2,epsilon=ln3",
    ),
    *(
        "subset_selection:k=3,size=2,epsilon=1",
        "subset_selection:k=4,size=2,epsilon=ln2",
        "subset_selection:k=4,size=1,epsilon=1",
    ),
    *(
        "subset_selection:k=6,size=3,p=3/4",
        "unary_encoding:k=3,p=3/4,q=1/3",
        "unary_encoding:k=2,p=1/2,q=1/2",
        "unary_encoding:k=4,p=1,q=1/2",
    ),
    *(
        "symmetric_unary_encoding:k=3,epsilon=1",
        "symmetric_unary_encoding:k=3,p=3/4",
        "symmetric_unary_encoding:k=2,epsilon=ln4",
    ),
    *(
        "optimised_unary_encoding:k=3,epsilon=ln3",
        "optimised_unary_encoding:k=3,q=1/4",
        "optimised_unary_encoding:k=4,epsilon=1",
    ),
    *(
        "rappor:mode=both,f=1/2,p=1/2,q=3/4,bits=2",
        "rappor:mode=both,bits=1,f=1/2,p=1/2,q=3/4",
        "rappor:mode=permanent,f=1/2,bits=1",
    ),
    *(
        "rappor:mode=report,p=1/2,q=3/4",
        "rappor:mode=permanent,bits=2,epsilon=ln3",
        "iterated_bisymmetric:bits=2,epsilon=1",
    ),
    *(
        "iterated_bisymmetric:bits=3,a=3/4",
        "iterated_bisymmetric:bits=2,epsilon=ln9",
        "hadamard_response:k=5,epsilon=ln3",
    ),
    *(
        "hadamard_response:k=3,epsilon=ln3",
        "hadamard_response:k=2,p=3/4",
        "four_output:delta=1/10,epsilon=1/2",
        "four_output:delta=1/10,epsilon=ln2",
    ),
    *(
        "four_output:delta=0,epsilon=ln3",
        "four_output:delta=1,p=3/4",
        "geometric:k=4,alpha=1/2",
        "geometric:k=3,epsilon=ln4",
        "geometric:k=4,epsilon=1",
    ),
)
OTHERS = (
    *(
        "crosswise",
        "triangular",
        "forced_choice",
        "unrelated_question",
        "greenberg",
        "grr",
        "direct_encoding",
        "kary",
        "oue",
        "sue",
        "direct",
    ),
    *(
        "Warner:p=3/4",
        "Subset-Selection:k=4,size=2,epsilon=1",
        " warner : p = 3/4 ",
        "KRR:k=3,epsilon=1",
        "k-ary",
        "warner;p=3/4",
    ),
)
REFUSED = (
    *(
        "warner",
        "warner:",
        "warner:3/4",
        "warner:p=",
        "warner:p=3/4,p=1/4",
        "warner:q=3/4",
        "warner:p=0,75",
        "warner:p=4/3",
        "warner:p=-1",
    ),
    *(
        "warner:p=3/4,epsilon=ln3",
        "warner:epsilon=-1",
        "warner:epsilon=inf",
        "warner:p=three",
        "wrner:p=3/4",
        "",
        ":",
        "krr:k=3",
        "krr:k=1,epsilon=1",
    ),
    *(
        "krr:k=3.5,epsilon=1",
        "krr:epsilon=1",
        "krr:k=1000000,epsilon=1",
        "krr:k=3,p=2",
        "krr:k=3,gamma=-1",
        "krr:k=3,gamma=1/2",
        "mangat:p=2",
        "kuk:p=2/3",
    ),
    *(
        "subset_selection:k=3,size=3,epsilon=1",
        "subset_selection:k=3,size=0,epsilon=1",
        "subset_selection:k=40,size=20,epsilon=1",
        "two_coin:q=3",
    ),
    *(
        "rappor:mode=other,f=1/2",
        "rappor:bits=1",
        "rappor:mode=both,f=2,p=1/2,q=3/4",
        "geometric:k=4,alpha=2",
        "geometric:k=4",
        "direct_question:k=1",
    ),
    *(
        "forced_response:yes=2/3,no=2/3",
        "simmons:p=2/3",
        "simmons:unrelated=2,p=1/2",
        "christofides:cards=1",
        "christofides:cards=1:x",
        "nothing:p=1",
    ),
    *(
        "unary_encoding:k=30,p=3/4,q=1/3",
        "iterated_bisymmetric:bits=40,epsilon=1",
        "four_output:epsilon=1",
        "hadamard_response:k=0,epsilon=1",
    ),
    *(
        "__import__('os')",
        "warner:p=__import__('os')",
        "warner:p=10**10**10",
        "warner:p=1e999999999",
        "krr:k=9**9**9,epsilon=1",
        "x" * 10_001,
    ),
)


def questions() -> Iterator[Question]:
    return number(
        "families",
        [
            *written("written", *({"family": x} for x in SPECS)),
            *written("other names", *({"family": x} for x in OTHERS)),
            *written("refused", *({"family": x} for x in REFUSED)),
            *drawn("drawn", 60, lambda rng, far: {"family": spec(rng, far)}, extreme=24),
        ],
    )


def spec(rng: Random, extreme: bool) -> str:
    """A member of any family; where it is extreme, with probabilities near 0 or an extreme ε."""
    k, e, p, q = rng.randint(2, 5), epsilon(rng, extreme), share(rng, extreme), share(rng)
    cards = ":".join(str(x) for x in shares(rng, rng.randint(2, 5)))
    return rng.choice(
        (
            *(
                f"generalised_binary:p00={p},p11={q}",
                f"warner:p={p}",
                f"warner:epsilon={e}",
                f"flip:p={p}",
                f"flip:epsilon={e}",
            ),
            *(
                f"two_coin:q={p}",
                f"two_coin:epsilon={e}",
                f"simmons:unrelated={q},p={p}",
                f"simmons:unrelated={q},epsilon={e}",
            ),
            *(
                f"unrelated_coin:p={p}",
                f"forced_response:yes={p / 2},no={(1 - p) / 3}",
                f"forced_response:yes={p},epsilon={e}",
                f"mangat:p={p}",
            ),
            *(
                f"kuk:p={p},q={q},cards={k}",
                f"kuk:epsilon={e},cards={k}",
                f"christofides:cards={cards}",
                f"christofides:epsilon={e},middle={q}",
            ),
            *(
                f"krr:k={k},p={p}",
                f"krr:k={k},epsilon={e}",
                f"subset_selection:k={k},size={rng.randint(1, k - 1)},epsilon={e}",
            ),
            *(
                f"unary_encoding:k={k},p={p},q={q}",
                f"symmetric_unary_encoding:k={k},epsilon={e}",
                f"optimised_unary_encoding:k={k},q={p}",
            ),
            *(
                f"rappor:mode=both,bits={rng.randint(1, 2)},f={q},p={p},q={share(rng)}",
                f"iterated_bisymmetric:bits={rng.randint(1, 3)},a={p}",
            ),
            *(
                f"hadamard_response:k={k},epsilon={e}",
                f"four_output:delta={q},epsilon={e}",
                f"geometric:k={k},alpha={p}",
                f"geometric:k={k},epsilon={e}",
            ),
        )
    )
