"""Writes the pages of commands and of JSON documents from signatures and from the blocks of results.

`python .ci/reference.py` writes docs/commands.md and docs/json.md anew; tests compare them with what stands there.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))

from rropt.cli.commands import GROUPS, OLD, OUTPUT  # noqa: E402
from rropt.cli.signature import read_signature  # noqa: E402
from rropt.show import Code, Fact, Items, Result, Say, Table  # noqa: E402

COMMANDS = """# Commands

Every command, in the groups of `rropt --help`. A command is a function: words are its positional arguments in order, and an
option is a parameter of the same name. What must be given is marked with a star. An option that may be repeated says so.
"""
SHOWN = """How an answer is shown is said alike everywhere. CSV has decimals that R and pandas read, and exact texts with
`--exact`. It has one table, the first: a line on the error stream names the others, which `--json` and `to_pandas(key)` have.
LaTeX has numbers and tables alone, and of the board's page there is none, as it would lose its warnings and promises.
"""
JSON = """# Data in, JSON out

Answers are read from Parquet, or from CSV: UTF-8 text with a header, separated by commas (or semicolons or tabs, where the
header has no comma). An empty cell, also `""`, is a missing value. An answer is the output of the same text, or, where there is
none, the one that differs by case, spaces at the ends or the composition of accents alone: `Yes ` is the answer yes. `1.0` is the
answer 1, and `TRUE`, in any case, the answer True, true or 1 (`FALSE`: False, false or 0), whichever the mechanism has. Cells of
other columns, such as groups, are taken as they stand, spaces too. A row with more fields than the header is refused.

Every answer is a document with the keys `schema`, then `attention` (a list of the sentences without which the answer would
mislead), then what the answer has. Numbers are as JSON has them: a double is a number with all its digits. An exact number is
`{"exact", "lower", "upper"}`: its text in rropt's grammar, and the doubles next to it, rounded outward; a number that is known by
its bounds has `exact` null. Infinity is `"inf"`; what is no number is null. Lists of sentences, such as `notes`, are for people:
`rropt verify` does not judge them, and says so if those of a design's document are not rropt's. Where a command answers several
things at once and a key is taken, the later one ends in its part's place: with `estimate --scores 0,1 --by region --difference` the
differences of shares are `differences`, as without `--scores`, and those of means `differences_3`; each row's `input` says of what.

```console
$ rropt show warner:p=3/4 --json
{
 "schema": "rropt/mechanism/2",
 "attention": [],
 "epsilon": {
  "exact": "log(3)",
  "lower": 1.0986122886681096,
  "upper": 1.0986122886681098
 },
…
 "mechanism": [
  {
   "output": "0",
   "0": {
    "exact": "3/4",
    "lower": 0.75,
    "upper": 0.75
   },
…
```

A design's document is its `question` and its `certificate`; everything else follows from these. `rropt verify` judges any document
that carries certificates. Documents of an earlier version are not read; certificates are.

Below, by schema: each key that a document may have. A table is a list with an object for each row.
"""


def escaped(text: str) -> str:
    """A text in a cell of Markdown."""
    return text.replace("|", "\\|")


def commands_page() -> str:
    """The page of commands."""
    parts = [COMMANDS]
    for title, group in GROUPS.items():
        signatures = {word: read_signature(command) for word, command in group.items()}
        parts.append(f"\n## {title}\n\n| command | what it answers |\n|---|---|\n")
        parts += [f"| `rropt {word}` | {escaped(x.summary)} |\n" for word, x in signatures.items()]
        for word, x in signatures.items():
            parts.append(f"\n### rropt {word}\n\n    {group[word].example}\n\n| | |\n|---|---|\n")
            for one in x.parameters:
                (typed, said), star = one.told, "\\*" if one.default is None else ""
                parts.append(f"| `{escaped(typed)}`{star} | {escaped(said)} |\n")
    parts.append(f"\n## Output\n\n{SHOWN}\n| | |\n|---|---|\n")
    parts += [
        f"| `{escaped(typed)}` | {escaped(said)} |\n"
        for typed, said in (x.told for x in read_signature(OUTPUT).parameters)
    ]
    parts.append("\n## Words that were commands\n\n| word | what answers it |\n|---|---|\n")
    parts += [
        f"| {word} | {text if text.startswith('in Python') else f'rropt {text}'} |\n" for word, text in OLD.items()
    ]
    return "".join(parts)


def json_page(results: Iterable[Result]) -> str:
    """The page of documents, from one or more results of each schema."""
    schemas: dict[str, dict[str, str]] = {}
    for result in results:
        keys = schemas.setdefault(result.schema, {})
        for block in result.show():
            match block:
                case Fact(key, label):
                    keys.setdefault(key, escaped(label) or "a value")
                case Table(key, cols):
                    said = ", ".join(f"`{col.key}`" for col in cols) if len(cols) <= 12 else "one column for each input"
                    keys.setdefault(key, f"table: {said}")
                case Code(key, _, language):
                    keys.setdefault(key, f"text in {language or 'plain words'}")
                case Say(_, key) | Items(key, _) if key:
                    keys.setdefault(key, "sentences")
    parts = [JSON]
    for schema, keys in sorted(schemas.items()):
        parts.append(f"\n## {schema}\n\n| key | what it is |\n|---|---|\n")
        parts += [f"| `{escaped(key)}` | {said} |\n" for key, said in keys.items()]
    return "".join(parts)


def main() -> None:
    """Write both pages."""
    from tests.test_results import all_results

    (ROOT / "docs" / "commands.md").write_text(commands_page(), encoding="utf-8")
    (ROOT / "docs" / "json.md").write_text(json_page(all_results()), encoding="utf-8")


if __name__ == "__main__":
    main()
