"""Questions of number spellings: what a text on the command line is read as, as a number and as a budget ε."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from tests.gold.drawing import Question, drawn, number, written

COVERS = ["texts of numbers and of budgets as the command line reads them: the value, or the class of the refusal"]
NOT_COVERED = [
    "what an answer says that it read (such as a decimal for a logarithm), numbers from Python objects, arithmetic"
]

NUMBERS = (
    *(
        "1/2",
        "0.5",
        ".5",
        "5e-1",
        "50%",
        "1e-3",
        "-1/3",
        "+2",
        " 3 / 4 ",
        "3",
        "0",
        "1e3",
        "12.5%",
        "2^(1/2)",
        "sqrt(2)",
        "sqrt(2)/10",
    ),
    *(
        "e",
        "e^(1/2)",
        "exp(1)",
        "exp(-1)",
        "e^(-1/2)",
        "e^(-2)/(1+e^(-2))",
        "e^2/(e^2+1)",
        "(1+2)/4",
        "2^10",
        "2**3",
        "2^(1/2)-1",
        "2-2^(1/2)",
        "8^(1/3)",
        "1/3+1/6",
        "-(1/2)",
    ),
    *(
        "0.1",
        "0.30000000000000004",
        "1.0986122886681098",
        "1_000",
        "1,000",
        "0,75",
        "1/0",
        "0/0",
        "1//2",
        "--1",
        "",
        " ",
        "x",
        "pi",
        "ln3",
    ),
    *(
        "log(3)",
        "ln(2)",
        "inf",
        "-inf",
        "nan",
        "1e400",
        "1e-400",
        "10**10**10",
        "9^9^9",
        "1e999999999",
        "2^(1/1000000)",
        "0x10",
        "1e",
        "1.2.3",
    ),
    *(
        "__import__('os').system('id')",
        "().__class__",
        "lambda: 1",
        "1;2",
        "[1]",
        "(1",
        "1)",
        "½",
        "１/２",
        "1 2",
        "e^(10000)",
        "t",
        "every",
        "1..2",
    ),
    *(
        "2^(1/2)+3^(1/2)",
        "e+2^(1/2)",
        "(e+1)/(e-1)",
        "1/(1+e^(1/2))",
        "sqrt(4)",
        "sqrt(-1)",
        "(-8)^(1/3)",
        "0^0",
        "0^(-1)",
        "4^(-1/2)",
        "1" * 1500,
    ),
)
BUDGETS = (
    *(
        "1/2",
        "0.5",
        "1",
        "ln3",
        "ln2.5",
        "ln(3)",
        "log(3)",
        "log(3/2)",
        "ln3/2",
        "ln 3/2",
        "ln3/ln2",
        "ln1",
        "ln(1/2)",
        "0",
        "-1",
        "inf",
        "every",
    ),
    *(
        "1/2..2",
        "2..1/2",
        "0..1",
        "ln2..ln3",
        "1..inf",
        "every:1..2",
        "20",
        "300",
        "10000",
        "1e-9",
        "50%",
        "2^(1/2)",
        "sqrt(2)",
        "e",
        "1.0986122886681098",
    ),
    *(
        "",
        "x",
        "0,5",
        "ln",
        "ln()",
        "ln-3",
        "ln0",
        "nan",
        "log2",
        "ln10^6",
        "ln1000000",
        "ln1.001",
        "lnln3",
        "1e400",
        "10**10**10",
        "log(2^(1/2))",
        "ln2+ln3",
    ),
)


def questions() -> Iterator[Question]:
    return number(
        "exact",
        [
            *written("number/written", *({"number": x} for x in NUMBERS)),
            *written("budget/written", *({"budget": x} for x in BUDGETS)),
            *drawn("number/drawn", 40, lambda rng, far: {"number": text(rng, far)}, extreme=16),
            *drawn(
                "budget/drawn",
                24,
                lambda rng, far: {"budget": rng.choice(("{}", "ln{}", "log({})", "ln({})")).format(text(rng, far))},
                extreme=8,
            ),
        ],
    )


def text(rng: Random, extreme: bool) -> str:
    """A text in the grammar of numbers, or one character away from it."""
    most = 10 ** (40 if extreme else 3)
    part = [
        str(rng.randint(1, most)),
        f"{rng.randint(0, 9)}.{rng.randint(0, most)}",
        f"{rng.randint(1, 9)}e{rng.randint(-9, 9)}",
    ]
    found = rng.choice(part) + rng.choice(
        ("", f"/{rng.randint(1, most)}", f"+{rng.choice(part)}", f"*{rng.choice(part)}", "%", "^2", "^(1/2)")
    )
    if rng.random() < 0.3:
        place = rng.randrange(len(found) + 1)
        found = found[:place] + rng.choice("/.-+^()e,_ x%") + found[place:]
    return found
