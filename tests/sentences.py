"""Where a course is decided by a piece of a sentence: text that the program itself wrote, taken apart or searched.

A text is one that the program wrote if it is what a function of the package that is annotated `-> str` returns, a property or a
field of that type, an exception as text, or a name that such a text is given to. Reading a text that a person or a file gave is
no such thing; so functions whose whole work is to read are named where the rule is used.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

__all__ = ["Writers", "pieces_of_sentences", "writers"]

OF_TEXTS = {"startswith", "endswith", "partition", "rpartition", "removeprefix", "removesuffix", "split", "rsplit"}
OF_TEXTS |= {"splitlines", "find", "rfind", "rindex"}
OF_LISTS_TOO = {"index", "count"}
MATCHED = {"match", "fullmatch", "search", "findall", "finditer", "split", "sub", "subn"}
WORDS = re.compile(r"[a-z]{2,} [a-z]{2,} [a-z]{2,}")
"""A pattern with three words in a row is of a sentence."""
Function = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Writers:
    """The names of functions, methods, properties and fields that are texts in some place, and those that are wherever they are."""

    somewhere: frozenset[str]
    everywhere: frozenset[str]


def writers(paths: Sequence[Path]) -> Writers:
    """What the annotations of a package say are texts."""
    nodes = [node for path in paths for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    kinds = [(node.name, node.returns) for node in nodes if isinstance(node, Function)]
    for node in nodes:
        if isinstance(node, ast.ClassDef):
            fields = [field for field in node.body if isinstance(field, ast.AnnAssign)]
            kinds += [(field.target.id, field.annotation) for field in fields if isinstance(field.target, ast.Name)]
    texts = {name for name, kind in kinds if isinstance(kind, ast.Name) and kind.id == "str"}
    others = {name for name, kind in kinds if not (isinstance(kind, ast.Name) and kind.id == "str")}
    return Writers(frozenset(texts), frozenset(texts - others))


def pieces_of_sentences(path: Path, written: Writers) -> Iterator[str]:
    """The code of each place where a written text is taken apart or searched, or another text is compared with a part of it."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    yield from _patterns_of_words(tree)
    for function in [tree, *(node for node in ast.walk(tree) if isinstance(node, Function))]:
        nodes = list(_own(function))
        for names, taken in ((written.somewhere, _taken_as_text), (written.everywhere, _taken)):
            known = _given(nodes, names)
            for node in nodes:
                if any(_is_written(text, names, known) for text in taken(node)):
                    yield ast.unparse(node)


def _patterns_of_words(tree: ast.Module) -> Iterator[str]:
    """The code of each regular expression, compiled or not, that has words of a sentence, whatever it searches."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and ast.unparse(node.func.value) == "re":
            pattern = node.args[0] if node.args else None
            if isinstance(pattern, ast.Constant) and WORDS.search(str(pattern.value)):
                yield ast.unparse(node)


def _own(function: ast.AST) -> Iterator[ast.AST]:
    """The nodes of a function without those of the functions inside it, which are looked at by themselves."""
    for child in ast.iter_child_nodes(function):
        if not isinstance(child, Function):
            yield child
            yield from _own(child)


def _taken_as_text(node: ast.AST) -> Sequence[ast.expr]:
    """What an expression takes apart or compares a part of by a method that texts alone have."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute):
        return ()
    place, name = node.func.value, node.func.attr
    if name in MATCHED and isinstance(place, ast.Name) and (place.id == "re" or place.id.isupper()):
        return node.args
    return (place, *node.args) if name in OF_TEXTS else ()


def _taken(node: ast.AST) -> Sequence[ast.expr]:
    """What an expression searches as lists are searched, too."""
    if isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.In | ast.NotIn):
        return node.comparators[:1]
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in OF_LISTS_TOO:
        return (node.func.value,)
    return ()


def _given(nodes: Sequence[ast.AST], written: Container[str]) -> set[str]:
    """The names that a written text is given to in a function's nodes, and those of what was caught."""
    found = {f"str({node.name})" for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    for node in nodes:
        if isinstance(node, ast.Assign | ast.NamedExpr) and _is_written(node.value, written, found):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return found


def _is_written(text: ast.expr, written: Container[str], known: set[str]) -> bool:
    if isinstance(text, ast.JoinedStr):
        return True
    if isinstance(text, ast.Name):
        return text.id in known
    if isinstance(text, ast.Attribute):
        return text.attr in written
    if not isinstance(text, ast.Call):
        return False
    made = text.func
    if isinstance(made, ast.Name) and made.id == "str" and ast.unparse(text) in known:
        return True
    return (made.id if isinstance(made, ast.Name) else made.attr if isinstance(made, ast.Attribute) else "") in written
