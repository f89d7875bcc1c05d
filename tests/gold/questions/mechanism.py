"""Questions of reading and putting together mechanisms: matrices, CSV, JSON, floats, labels, products, post-processing."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, matrix, mechanism, number, rows, written

COVERS = [
    "matrices with labels, CSV both ways, JSON, design matrices, floats",
    "kron, post-processing, repeat, mix, reorder, relabel, at one ε",
]
NOT_COVERED = ["pandas, sympy and LaTeX, printing, mechanisms of sets (they move to the engine)"]

W, KRR = "warner:p=3/4", "krr:k=3,epsilon=1"
SQUARE = [["3/4", "1/4"], ["1/4", "3/4"]]
CSV = (
    *(
        "0.75,0.25\n0.25,0.75\n",
        "output,no,yes\nno,3/4,1/4\nyes,1/4,3/4\n",
        ",no,yes\nno,3/4,1/4\nyes,1/4,3/4\n",
        "3/4,1/4\n1/4,3/4",
    ),
    *(
        "output,a,b,c\nx,1/2,1/3,1/6\ny,1/2,2/3,5/6\n",
        "\ufeffoutput,no,yes\r\nno,3/4,1/4\r\nyes,1/4,3/4\r\n",
        'output,"a,b",c\nx,1,0\ny,0,1\n',
    ),
    *(
        "0.3333,0.6667\n0.6667,0.3333\n",
        "0.75,0.2\n0.25,0.8\n",
        "0.75,0.25\n0.5,0.5\n",
        "3/4;1/4\n1/4;3/4\n",
        "",
        "\n",
        "a,b\nc,d\n",
        "1\n",
    ),
    *(
        "output,no,no\nno,3/4,1/4\nyes,1/4,3/4\n",
        "3/4,1/4\n1/4\n",
        "1.5,0\n-0.5,1\n",
        "input,x,y\nno,3/4,1/4\nyes,1/4,3/4\n",
        "0.1,1\n0.9,0\n",
    ),
    *(
        "e/(e+1),1/(e+1)\n1/(e+1),e/(e+1)\n",
        "t/(t+1),1/(t+1)\n1/(t+1),t/(t+1)\n",
        "0.333333333333,0.5\n0.666666666667,0.5\n",
        "50%,25%\n50%,75%\n",
    ),
)
WRITTEN = (
    *(
        {"matrix": SQUARE, "inputs": x, "outputs": y}
        for x, y in ((["no", "yes"], ["a", "b"]), (["no", "no"], None), (["no"], None), (None, ["x", "y", "z"]))
    ),
    *(
        {"matrix": x}
        for x in (
            [["1"]],
            [["1", "1"]],
            [[]],
            [],
            [["3/4", "1/2"], ["1/4", "1/3"]],
            [["2", "0"], ["-1", "1"]],
            [["1/2", "x"], ["1/2", "1"]],
        )
    ),
    *(
        {"matrix": [["t/(t+1)", "1/(t+1)"], ["1/(t+1)", "t/(t+1)"]], "epsilon": x}
        for x in ("ln3", "1", "every", "0", None)
    ),
    {"matrix": [["sqrt(2)/2", "1/2"], ["1-sqrt(2)/2", "1/2"]]},
    {"matrix": [["e/(e+1)", "sqrt(2)/2"], ["1/(e+1)", "1-sqrt(2)/2"]]},
    {"matrix": [["0.1", "0.7"], ["0.2", "0.2"], ["0.7", "0.1"]]},
    *(
        {"design_matrix": x}
        for x in (SQUARE, [["3/4", "1/8", "1/8"], ["1/2", "1/4", "1/4"]], [["3/4", "1/2"], ["1/4", "1/2"]])
    ),
    *(
        {"floats": x}
        for x in (
            [[0.75, 0.25], [0.25, 0.75]],
            [[1 / 3, 0.5], [2 / 3, 0.5]],
            [[0.7, 0.2], [0.2, 0.8]],
            [[0.1, 0.3], [0.9, 0.7]],
        )
    ),
    *(
        {
            "floats": [[0.7310585786300049, 0.2689414213699951], [0.2689414213699951, 0.7310585786300049]],
            "max_denominator": x,
        }
        for x in (10, 1000, 10**6)
    ),
    *({"kron": [a, b]} for a, b in ((W, "warner:p=2/3"), (W, KRR), (KRR, KRR), (W, "warner:epsilon=every"))),
    *(
        {"post": [a, b]}
        for a, b in ((W, "warner:p=2/3"), (W, W), (KRR, W), ({"rows": [["1", "1/2", "0"], ["0", "1/2", "1"]]}, KRR))
    ),
    *({"repeat": a, "times": n} for a, n in ((W, 2), (W, 3), ("mangat:p=1/2", 2), (W, 0), (W, 40))),
    *(
        {"mix": [a, b], "weight": x}
        for a, b, x in ((W, "warner:p=1/4", "1/3"), (W, W, "1/2"), (W, KRR, "1/2"), (W, "warner:p=1", "2"))
    ),
    *(
        {"reorder": KRR, "inputs": x, "outputs": y}
        for x, y in (([2, 0, 1], None), (None, [1, 0, 2]), ([0, 1], None), ([0, 0, 1], [0, 1, 2]))
    ),
    *(
        {"relabel": "subset_selection:k=3,size=2,epsilon=ln2", "inputs": x}
        for x in (["a", "b", "c"], ["a", "b"], ["a", "a", "b"])
    ),
    {"relabel": W, "inputs": ["no", "yes"], "outputs": ["no", "yes"]},
    *(
        {"at": x, "epsilon": e}
        for x, e in (
            ("warner:epsilon=every", "ln3"),
            ("krr:k=3,epsilon=every", "1"),
            ("warner:epsilon=1..2", "3"),
            (W, "1"),
        )
    ),
    {"drop_zero_rows": {"rows": [["1/2", "1/3"], ["0", "0"], ["1/2", "2/3"]], "outputs": ["a", "b", "c"]}},
    *({"json": x} for x in ("", "{}", "[]", "nothing", '{"schema":"rropt/mechanism/1","exact":[["1","0"],["1","1"]]}')),
)


def questions() -> Iterator[Question]:
    files = [{"csv": x, "rows_are_inputs": way} for x in CSV for way in (False, True)]
    return number(
        "mechanism",
        [
            *written("csv", *files),
            *written("written", *WRITTEN),
            *drawn("csv/round trip", 12, lambda rng, far: {"round_trip": labelled(rng, far)}, extreme=4),
            *drawn("product", 16, ask_product, extreme=4),
            *drawn("floats", 16, ask_floats, extreme=8),
        ],
    )


def labelled(rng: Random, extreme: bool) -> object:
    k, m = rng.randint(2, 4), rng.randint(2, 4)
    return matrix(
        rows(rng, k, m, extreme), inputs=[f"in {j}" for j in range(k)], outputs=[f"out,{i}" for i in range(m)]
    )


def ask_product(rng: Random, extreme: bool) -> Question:
    k, m = rng.randint(2, 3), rng.randint(2, 3)
    first = matrix(rows(rng, k, m, extreme))
    return rng.choice(
        (
            {"kron": [first, mechanism(rng, extreme, k=2)]},
            {"post": [matrix(rows(rng, m, rng.randint(2, 3), extreme)), first]},
            {"repeat": first, "times": 2},
            {"mix": [first, matrix(rows(rng, k, m))], "weight": "1/3"},
        )
    )


def ask_floats(rng: Random, extreme: bool) -> Question:
    """Ask of floats that are fractions with small denominators, rounded, or no longer so."""
    found = [[float(x) for x in row] for row in rows(rng, rng.randint(2, 3), rng.randint(2, 3), extreme)]
    if rng.random() < 0.3:
        found[0][0] += rng.choice((1e-15, 1e-13, 1e-11, 1e-9))
    return {"floats": found} if rng.random() < 0.5 else {"float_rows": [[repr(x) for x in row] for row in found]}
