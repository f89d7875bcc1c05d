"""The draw's test vectors, which clients in other languages run: made from intervals alone, met here and by the JavaScript of
the manual. `python -m tests.survey.test_draw_vectors` writes them."""

from __future__ import annotations

import json
import random
import re
import shutil
import subprocess
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from rropt import Mechanism, from_spec
from rropt.survey.draws import _ladder, _output

DOCS = Path(__file__).parents[2] / "docs"
VECTORS = DOCS / "data" / "draws.json"
SPECS = ("warner:p=3/4", "krr:k=3,gamma=2", "mangat:p=2/3", "unary_encoding:k=3,p=11/16,q=3/7")
ENTROPY = 64
RANDOM = 6


def decided(column: list[Fraction], u: int, bits: int) -> int | None:
    """The output whose interval of cumulative probabilities holds all of [u, u + 1]/2^bits."""
    low, high = Fraction(u, 1 << bits), Fraction(u + 1, 1 << bits)
    ends = [sum(column[:i], Fraction(0)) for i in range(len(column) + 1)]
    inside = [i for i in range(len(column)) if ends[i] <= low and high <= ends[i + 1]]
    return inside[0] if inside else None


def blocks_for(column: list[Fraction], rng: random.Random) -> Iterator[list[int]]:
    """Random blocks, and those on, below and above every step of the cumulative probabilities; more until the output is decided."""
    firsts = [rng.getrandbits(ENTROPY) for _ in range(RANDOM)] + [0, (1 << ENTROPY) - 1]
    for i in range(1, len(column)):
        step = sum(column[:i], Fraction(0)) * (1 << ENTROPY)
        firsts += [x for x in (int(step) - 1, int(step), int(step) + 1) if 0 <= x < 1 << ENTROPY]
    for first in firsts:
        u, bits, found = first, ENTROPY, [first]
        while decided(column, u, bits) is None:
            found.append(rng.getrandbits(ENTROPY))
            u, bits = u << ENTROPY | found[-1], bits + ENTROPY
        yield found


def vectors() -> list[dict[str, object]]:
    """A case a mechanism, an input and some blocks, with the output."""
    rng, found = random.Random(11), []
    for spec in SPECS:
        p = from_spec(spec)
        exact = [[str(x) for x in row] for row in p.rows]
        for j in range(p.k):
            column = [Fraction(row[j]) for row in exact]
            draws = []
            for blocks in blocks_for(column, rng):
                u = sum(x << ENTROPY * n for n, x in enumerate(reversed(blocks)))
                output = decided(column, u, ENTROPY * len(blocks))
                draws.append({"bits": [f"{x:016x}" for x in blocks], "output": output})
            found.append({"spec": spec, "exact": exact, "input": j, "draws": draws})
    return found


def test_the_vectors_are_those_of_the_intervals() -> None:
    assert json.loads(VECTORS.read_text("utf-8")) == vectors()


def test_some_draw_needs_a_second_block() -> None:
    assert any(len(draw["bits"]) > 1 for case in vectors() for draw in case["draws"])  # type: ignore[attr-defined]


@pytest.mark.parametrize("case", json.loads(VECTORS.read_text("utf-8")), ids=lambda x: f"{x['spec']} {x['input']}")
def test_the_draw_meets_them(case: dict) -> None:
    ladder = _ladder(Mechanism(case["exact"]), case["input"])
    for draw in case["draws"]:
        blocks = iter(draw["bits"])
        assert _output(ladder, lambda _, blocks=blocks: int(next(blocks), 16)) == draw["output"]
        assert next(blocks, None) is None


@pytest.mark.skipif(
    shutil.which("node") is None, reason="the manual's JavaScript is run by Node.js, which is not installed"
)
def test_the_manual_s_javascript_meets_them(tmp_path: Path) -> None:
    (code,) = re.findall(r"```js\n(.*?)```", (DOCS / "howto" / "draw.md").read_text("utf-8"), re.S)
    run = """
let wrong = 0, run = 0;
for (const {exact, input, draws} of JSON.parse(require("fs").readFileSync(process.argv[2], "utf8")))
  for (const {bits, output} of draws) {
    const blocks = bits.map((x) => BigInt("0x" + x));
    if (drawOutput(exact, input, () => blocks.shift()) !== output || blocks.length > 0) wrong += 1;
    run += 1;
  }
console.log(run, wrong);
"""
    (tmp_path / "run.js").write_text(code + run, encoding="utf-8")
    done = subprocess.run(
        ["node", str(tmp_path / "run.js"), str(VECTORS)], capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.split() == [str(sum(len(case["draws"]) for case in vectors())), "0"]  # type: ignore[arg-type]


if __name__ == "__main__":
    VECTORS.write_text(json.dumps(vectors(), indent=1) + "\n", encoding="utf-8")
