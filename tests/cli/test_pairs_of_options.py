"""Two options at a time, drawn for every command: an answer or one sentence, whatever was typed.

Nobody lists the options here that a command has: a new one is drawn too. The values below are what a user might type for them,
right or wrong; an option without values of its own gets those of `ANY`.
"""

import contextlib
import io
import random
import re
from contextlib import chdir
from pathlib import Path

import pytest

from rropt.cli.adapter import run
from rropt.cli.commands import COMMANDS, OUTPUT
from rropt.cli.signature import read_signature
from rropt.errors import Disagreement, InputError, Undecided

FILES = {
    "people.csv": "said,word,item,level,age,w,school,region,half,n\n"
    + "".join(
        f"{i * i % 7 % 2},{('no', 'yes')[i % 3 % 2]},{i % 5 % 2},{i * i % 3},{20 + i % 17},{1 + i % 2},s{i % 8},"
        f"{('north', 'south')[i % 8 % 2]},{'ab'[i % 2]},{1 + i % 4}\n"
        for i in range(48)
    ),
    "strata.csv": "region,size\nnorth,5000\nsouth,7000\n",
    "truth.csv": "id,used\n1,no\n2,yes\n3,no\n",
    "black_box.csv": "input,answer\n" + "0,0\n0,0\n0,1\n1,1\n1,1\n1,0\n" * 30,
    "rows.csv": "input,no,yes\nno,4/5,1/5\nyes,3/10,7/10\n",
    "two.csv": "1,0\n0,2\n",
    "h.csv": "p,h\n0,0\n1/4,1/2\n1,1\n",
    "grid.toml": 'objective = "trace"\nepsilon = ["1", "ln3"]\ninputs = 2\n',
    "broken.json": '{"a": 1',
}
GIVEN = {
    "design": ("--prevalence 1/10 --epsilon ln3", "trace --epsilon 1 --inputs 3", "--inputs 3 --epsilon 1"),
    "sweep": ("--grid grid.toml --workers 1",),
    "rank": ("--inputs 3 --epsilon 1",),
    "check": ("warner:p=3/4", "krr:k=3,epsilon=1", "design.json"),
    "compare": ("warner:p=3/4 warner:p=2/3",),
    "admissible": ("krr:k=3,epsilon=1",),
    "demand": ("rho:1/5,1/2", "h.csv", "ldp:1,1/10"),
    "plan": ("warner:p=3/4", "design.json --margin 0.1"),
    "device": ("warner:p=3/4", "design.json"),
    "report": ("design.json", "warner:p=7/10"),
    "draw": ("warner:p=3/4 --input 1", "truth.csv --column used --mechanism design.json"),
    "estimate": ("people.csv --mechanism warner:p=3/4 --answer said",),
    "associate": ("people.csv said item --mechanism warner:p=3/4",),
    "regress": ('people.csv --mechanism warner:p=3/4 --formula "said ~ age"',),
    "show": ("design.json", "krr:k=3,epsilon=1"),
    "verify": ("design.json",),
}
NUMBERS = ("1", "1/2", "0", "-1", "nan", "1e400", "inf", "2", "ln3", "1/4")
FILE = ("no-such-file.csv", "broken.json", ".", "two.csv")
COLUMN = ("school", "region", "w", "n", "no-such-column", "said")
ANY = ("1", "2", "x", "no,yes", "", "1/4,3/4")
VALUES = {
    **dict.fromkeys(("inputs", "outputs"), ("no,yes", "3", "2", "a,b,c", "no,no", "free", "A", "no,yes,")),
    **dict.fromkeys(("cluster", "stratum", "by", "weights", "counts"), COLUMN),
    **dict.fromkeys(("epsilon", "delta", "parity", "value", "margin", "confidence", "n"), ("every", "1..2", *NUMBERS)),
    **dict.fromkeys(("mechanism", "others"), ("warner:p=2/3", "krr:k=3,epsilon=1", "rows.csv", *FILE)),
    "prevalence": ("1/4", "0.2,0.3,0.5", "1/10..2/5", "worst", "every", *NUMBERS),
    "objective": ("trace", "variance", "information", "contrast:1,2,3", "worst(trace,trace:1,2)", "x", "trace:"),
    "demand": ("ldp:1", "rho:1/5,1/2", "metric:line,1", "vulnerability:3/4", "pairs:0/1=1", "x", "ldp:1,2,3"),
    "utility": ("two.csv", "1,0:0,1", *FILE),
    "scores": ("1,2", "1,2,4", "1,1", "x,2", "two.csv"),
    "prior": ("1/4,3/4", "1/2,1/4,1/4", "1/2,1/3", "x"),
    "subject_to": ("P[1,1] >= 1/2", "P[0,1] = 0", "P[9,9] >= 0", "x"),
    "along": ("epsilon", "delta", "vulnerability", "x"),
    "least": ("epsilon", "delta", "vulnerability", "x"),
    "grid": ("epsilon=1,2", "inputs=2,3", "x", *FILE),
    "seconds": ("5", "0", "nan"),
    "plot": ("p.svg", "p.pdf", "no-such-folder/p.svg"),
    "output": ("out.json", "out.csv", "out.txt", "out.xyz"),
    "as_": ("json", "csv", "html", "markdown", "latex", "x"),
    "digits": ("2", "0", "x"),
}
DRAWS = 12
LEFT_OUT = {"executor", "export", "kernel", "verified"}
"""What waits for a cluster, changes other folders, or starts other programs."""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("pairs")
    for name, text in FILES.items():
        (found / name).write_text(text)
    with chdir(found):
        assert (
            run(
                [
                    "design",
                    "--prevalence",
                    "1/10",
                    "--epsilon",
                    "ln3",
                    "--inputs",
                    "no,yes",
                    "--json",
                    "-o",
                    "design.json",
                ]
            )
            == 0
        )
    return found


@pytest.mark.parametrize("seed", [0, *(pytest.param(n, marks=pytest.mark.slow) for n in range(1, 8))])
@pytest.mark.parametrize("word", GIVEN)
def test_two_options_end_in_an_answer_or_in_a_sentence(word, seed, folder):
    rng = random.Random(f"{word} {seed}")
    signature = read_signature(COMMANDS[word])
    own = {x.name: x for x in signature.parameters if not x.is_word and x.name not in LEFT_OUT}
    own |= {x.name: x for x in read_signature(OUTPUT).parameters}
    for _ in range(DRAWS):
        typed = [x.strip('"') for x in re.findall(r'"[^"]*"|\S+', rng.choice(GIVEN[word]))]
        for name in rng.sample([*own], 2):
            option = own[name].option
            typed += [option] if own[name].is_flag else [option, rng.choice(VALUES.get(name, ANY))]
        code, said, written = ended(typed, word, folder)
        assert code in (0, 1, 2, 3, 4), typed
        if code in (2, 3):
            assert said and "\n" not in said.strip() and len(said) < 1000, (typed, said)
            # an answer without a picture is one nevertheless, and is told
            assert not written or "has no picture" in said, (typed, written)


def ended(typed, word, folder):
    """The exit code, the sentence of a refusal, and the files that were written, which are taken away."""
    before, out = {*folder.iterdir()}, io.StringIO()
    try:
        with chdir(folder), contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
            code, said = run([word, *typed]), ""
    except (InputError, Undecided) as error:
        code, said = 2, str(error)
    except Disagreement as error:
        code, said = 3, str(error)
    written = [*{*folder.iterdir()} - before]
    for path in written:
        path.unlink() if path.is_file() else path.rmdir()
    return code, said, [Path(x).name for x in written]
