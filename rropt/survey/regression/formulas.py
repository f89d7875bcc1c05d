"""Read formulas by statsmodels' own reader (patsy), restricted to a list of harmless functions.

patsy runs each factor of a formula as Python, and a formula is text from outside. So a factor may be made only of columns, numbers,
texts, lists, operators, comparisons and the functions of `FUNCTIONS`; this is decided on its syntax tree before anything runs.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any

from rropt.exact.errors import InputError
from rropt.exact.reading import list_near

__all__ = [
    "MOST_CATEGORIES",
    "Formula",
    "Matrix",
    "are_combinations",
    "build_again",
    "design_of",
    "names_of",
    "read_formula",
    "require_statsmodels",
]

LONGEST = 1000
OF_NUMPY = ("log", "log10", "log2", "log1p", "exp", "sqrt", "abs", "sin", "cos", "tanh", "where", "minimum", "maximum")
OF_PATSY = (
    "C",
    "I",
    "Q",
    "center",
    "scale",
    "standardize",
    "bs",
    "cr",
    "cc",
    "Treatment",
    "Sum",
    "Helmert",
    "Diff",
    "Poly",
)
FUNCTIONS, SPLINES = (*OF_NUMPY, *OF_PATSY), ("bs", "cr", "cc")
WHOLE = (ast.Expression, ast.Load, ast.Name, ast.Call, ast.keyword, ast.Constant, ast.BinOp, ast.UnaryOp, ast.Compare)
JUMPS, BITWISE = (ast.Compare, ast.FloorDiv, ast.Mod), (ast.BitAnd, ast.BitOr, ast.BitXor)
PARTS = (*WHOLE, ast.operator, ast.unaryop, ast.cmpop, ast.Tuple, ast.List, ast.Attribute)
MOST_OPTION, MOST_CATEGORIES = 100, 300
TIMES = dict.fromkeys(("date", "datetime", "datetime64"), "dates") | dict.fromkeys(
    ("timedelta", "timedelta64"), "durations"
)
"""How a refusal calls the values of a column, by the name that pandas has for their kind."""
OVERFLOWN = 1e-6  # relative to the largest entry of a column; integers that overflow are farther from doubles than this


@dataclass(frozen=True, slots=True)
class Formula:
    """`left ~ right`: the column on the left, the text on the right, and the columns used on the right."""

    left: str
    right: str
    columns: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Matrix:
    """A design matrix: values, names of columns, and patsy's recipe to build it from other data."""

    values: Any
    names: tuple[str, ...]
    recipe: Any

    def categories(self, column: str) -> tuple[Any, ...] | None:
        """The categories of a column that the formula treats as categories, in the formula's order but with the reference category
        first. For any other column, return an empty tuple if the formula jumps at some of its numbers, as age // 10 does, else
        None."""
        named = [
            (factor.code, info) for factor, info in self.recipe.factor_infos.items() if column in names_of(factor.code)
        ]
        for _, info in named:
            if info.type == "categorical":
                reference = self.references.get(column)
                return tuple(sorted(info.categories, key=lambda x: str(x) != reference))
        return () if any(isinstance(node, JUMPS) for code, _ in named for node in ast.walk(_tree(code))) else None

    @property
    def terms(self) -> dict[str, tuple[str, ...]]:
        """The names of the columns that each term of the formula has in the matrix."""
        return {term: self.names[part] for term, part in self.recipe.term_name_slices.items()}

    @property
    def references(self) -> dict[str, str]:
        """The reference category of each column that the formula treats as categories, by the name of the column.

        For people of this category, the columns of the design matrix that stand for the other categories are 0. A column without a
        reference category is left out.
        """
        found: dict[str, str] = {}
        for parts in (self.recipe.term_codings or {}).values():
            for factor, contrast in (pair for part in parts for pair in part.contrast_matrices.items()):
                categories = self.recipe.factor_infos[factor].categories
                zero = [c for c, row in zip(categories, contrast.matrix, strict=True) if not row.any()]
                if len(zero) == 1:
                    found[_about(factor.code)] = str(zero[0])
        return found

    @property
    def has_constant(self) -> bool:
        """Whether a combination of the columns is 1 for everybody."""
        import numpy

        return are_combinations(numpy.ones((len(self.values), 1)), self.values)


def are_combinations(values: Any, columns: Any) -> bool:
    """Whether each column of `values` is a linear combination of `columns`, to eight digits."""
    import numpy

    wanted, unit = (x / numpy.maximum(numpy.abs(x).max(axis=0), 1e-300) for x in (values, columns))
    fitted = unit @ numpy.linalg.lstsq(unit, wanted, rcond=None)[0]
    return bool(numpy.abs(fitted - wanted).max(initial=0.0) < 1e-8)


def require_statsmodels() -> None:
    """Refuse if statsmodels or patsy is not installed."""
    try:
        import patsy  # noqa: F401
        import statsmodels  # noqa: F401
    except ImportError:
        raise InputError(
            "a regression needs statsmodels, which is not installed; install the extra: pip install 'rropt[analysis]'"
        ) from None


def explained_column(formula: str) -> str:
    """The name of the single column on the left of a formula, which is given by its name or as Q("its name")."""
    left = formula.partition("~")[0].strip()
    quoted = re.fullmatch(r"""Q\((["'])(.*)\1\)""", left)
    return quoted.group(2) if quoted else left


def read_formula(text: object, columns: Sequence[str]) -> Formula:
    """Read a formula. Every name in it must be a column or one of `FUNCTIONS`; numpy's functions may have the prefix `np.`."""
    if isinstance(text, str) and len(text) > LONGEST:
        raise InputError(f"the formula has {len(text)} characters, more than {LONGEST}; give a shorter one")
    if not isinstance(text, str) or text.count("~") != 1:
        raise InputError(f"{str(text)[:60]!r} is not a formula; write one such as 'said ~ age + C(region)'")
    right = text.partition("~")[2].strip()
    if re.search(r"\*\*(?!\s*[0-9](?![\w.]))", right):
        raise InputError(
            f"the formula {text[:60]!r} has a power that is not a single digit; write it as in I(age ** 2)"
        )
    return Formula(_column(explained_column(text), columns), right, _columns_of(right, columns))


def _column(name: str, columns: Sequence[str]) -> str:
    """Return `name`, which is the column on the left side of the formula. Refuse it if the data have no such column."""
    if name not in columns:
        raise InputError(f"the data have no column '{name}', which the formula explains; {list_near(name, columns)}")
    return name


def _columns_of(right: str, columns: Sequence[str]) -> tuple[str, ...]:
    from patsy import ModelDesc, PatsyError

    try:
        terms = ModelDesc.from_formula(f"~ {right}").rhs_termlist
    except (PatsyError, SyntaxError, ValueError, RecursionError) as error:
        raise InputError(
            f"cannot read the formula '~ {right[:60]}': {str(error).splitlines()[0]}; write it as in age + C(region)"
        ) from None
    found = dict.fromkeys(x for term in terms for factor in term.factors for x in _names(factor.code, columns))
    return tuple(found)


def _names(code: str, columns: Sequence[str]) -> list[str]:
    """List the data columns in one factor of a formula, such as `C(region)`. Refuse names that are neither columns nor known
    functions, and everything that `_require_harmless` refuses."""
    try:
        tree = _tree(code)
    except (SyntaxError, ValueError, RecursionError):
        raise InputError(
            f"cannot read '{code[:60]}' in the formula; name a column, or Q('name') if it has spaces"
        ) from None
    for node in ast.walk(tree):
        _require_harmless(node, code)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id not in FUNCTIONS:
            raise InputError(
                f"the formula calls {node.func.id}, but may call only these functions: {', '.join(FUNCTIONS)}"
            )
    found = names_of(code)
    contrasts = ("Treatment", "Sum", "Helmert", "Diff", "Poly")
    for name in (x for x in found if x not in columns and x not in contrasts):
        raise InputError(f"the data have no column '{name}', which the formula names; {list_near(name, columns)}")
    return [x for x in found if x in columns]


def _tree(code: str) -> ast.Expression:
    return ast.parse(code.strip(), mode="eval")


def names_of(code: str) -> list[str]:
    """List the names of columns in one factor of a formula, such as region in C(region, Treatment('west')). Texts and called
    functions are left out, but not the text in Q('a column'). A contrast without options, as in C(region, Sum), is listed too."""
    tree = list(ast.walk(_tree(code)))
    called = {id(x.func) for x in tree if isinstance(x, ast.Call)} | {
        id(x.value) for x in tree if isinstance(x, ast.Attribute)
    }
    found = []
    for node in tree:
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Q":
            found.append(_quoted(node, code))
        elif isinstance(node, ast.Name) and id(node) not in called:
            found.append(node.id)
    return found


def _about(code: str) -> str:
    """Return the name of the data column in a factor of categories, such as region in C(region, Treatment('west')). If the factor
    has another form, such as age > 30, return its whole text."""
    tree = _tree(code).body
    while isinstance(tree, ast.Call) and tree.args:
        tree = tree.args[0]
    return tree.id if isinstance(tree, ast.Name) else str(tree.value) if isinstance(tree, ast.Constant) else code


def _quoted(node: ast.Call, code: str) -> str:
    if len(node.args) == 1 and isinstance(node.args[0], ast.Constant) and isinstance(node.args[0].value, str):
        return node.args[0].value
    raise InputError(f"'{code[:60]}' quotes no column; write Q('its name')")


def _require_harmless(node: ast.AST, code: str) -> None:
    said = (
        f"the formula may not have '{code[:60]}'; use columns, numbers and the functions {', '.join(FUNCTIONS)} alone"
    )
    if not isinstance(node, PARTS):
        raise InputError(said)
    if isinstance(node, ast.Attribute) and not (
        isinstance(node.value, ast.Name) and node.value.id == "np" and node.attr in OF_NUMPY
    ):
        raise InputError(said)
    if isinstance(node, ast.Call) and not isinstance(node.func, ast.Name | ast.Attribute):
        raise InputError(said)
    if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SPLINES:
        named = [x.value for x in node.keywords if x.arg not in ("x", "lower_bound", "upper_bound")]
        if not all(map(_is_small, (*node.args[1:], *named))):
            raise InputError(
                f"the options of '{code[:60]}' must be plain numbers from -{MOST_OPTION} to {MOST_OPTION}; write smaller numbers, "
                "knots as a list, and bounds by name, as lower_bound=0"
            )
    if isinstance(node, ast.BinOp):
        if any(isinstance(x, ast.Tuple | ast.List) or _is_text(x) for x in (node.left, node.right)):
            raise InputError(said)
        has_column = any(isinstance(x, ast.Name) for x in ast.walk(node.left))
        if isinstance(node.op, ast.Pow) and not (_number(node.right) in range(10) and has_column):
            raise InputError(
                f"rropt cannot use the power in '{code[:60]}'; raise a column to a single digit, as in I(age ** 2)"
            )
        if isinstance(node.op, ast.LShift):
            raise InputError(said)


def _number(node: ast.AST) -> float:
    """Return the number that a node of the syntax tree states. Return −1 if the node is not a plain number, such as −3 or 1 + 2."""
    value = node.value if isinstance(node, ast.Constant) else None
    return abs(value) if isinstance(value, int | float) else -1


def _is_small(option: ast.expr) -> bool:
    """Whether an option of a spline is a literal, and is not a number above `MOST_OPTION`."""
    try:
        value = ast.literal_eval(option)
    except (ValueError, TypeError):
        return False
    # a number may say how many columns the spline has
    return not isinstance(value, int | float) or abs(value) <= MOST_OPTION


def _is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and not isinstance(node.value, int | float)


def _environment() -> Any:
    """Return the names that a factor may use besides those of patsy: functions of numpy, with or without `np.`, and a limited C."""
    import numpy
    from patsy import EvalEnvironment

    own: dict[str, Any] = {name: getattr(numpy, name) for name in OF_NUMPY}
    return EvalEnvironment([{**own, "C": _few_categories, "np": SimpleNamespace(**own)}])


def _few_categories(data: Any, contrast: Any = None, levels: Any = None) -> Any:
    """Treat data as categories, numbers too, as C of patsy does. Refuse too many categories for a table of coefficients."""
    import pandas
    from patsy.categorical import C

    made = C(data, contrast, levels)
    if (n := max(pandas.Series(x).nunique() for x in (made.data, made.levels) if x is not None)) > MOST_CATEGORIES:
        raise InputError(
            f"the formula has C(…) of {n} categories, more than {MOST_CATEGORIES}; group them, or leave C out"
        )
    return made


def design_of(right: str, frame: Any) -> Matrix:
    """Build the design matrix of the right side from a frame without missing values."""
    import numpy
    from patsy import PatsyError, dmatrix

    _require_few_categories(frame)
    try:
        with numpy.errstate(all="ignore"):  # a logarithm of 0 is refused below, in a sentence
            found = dmatrix(f"~ {right}", frame, eval_env=_environment(), NA_action="raise")
    except (PatsyError, TypeError, ValueError, NameError, ArithmeticError, KeyError) as error:
        if isinstance(error.__cause__, InputError):
            raise error.__cause__ from None
        why = str(error).splitlines()[0][:160]
        raise InputError(f"the formula '~ {right[:60]}' cannot be computed from these data: {why}") from None
    values, names = numpy.asarray(found, dtype=float), tuple(found.design_info.column_names)
    _require_finite(values, names, "complete rows")
    matrix = Matrix(values, names, found.design_info)
    _require_no_overflow(matrix, frame)
    return matrix


def _require_no_overflow(matrix: Matrix, frame: Any) -> None:
    """Refuse a formula whose arithmetic overflows the integers of a column, as I(year ** 6) does. This is found by comparison with
    the result in doubles. In this comparison, columns stay integers if a factor with their names combines bits (`_is_of_bits`)."""
    import numpy
    import pandas

    nodes = {factor.code: list(ast.walk(_tree(factor.code))) for factor in matrix.recipe.factor_infos}
    kept = {name for code, some in nodes.items() if any(map(_is_of_bits, some)) for name in names_of(code)}
    whole = [x for x, column in frame.items() if pandas.api.types.is_integer_dtype(column) and x not in kept]
    if not whole or not any(isinstance(node, ast.BinOp | ast.UnaryOp) for some in nodes.values() for node in some):
        return
    wide = build_again(matrix, frame.astype(dict.fromkeys(whole, float)))
    for name, given, wanted in zip(matrix.names, matrix.values.T, wide.T, strict=True):
        largest = float(numpy.abs(wanted).max(initial=0.0))
        if not (numpy.isfinite(largest) and numpy.abs(given - wanted).max(initial=0.0) <= OVERFLOWN * largest):
            raise InputError(
                f"'{name}' overflows the integers of the columns {', '.join(whole)}; convert these to decimal numbers, or divide "
                "them by a constant"
            )


def _is_of_bits(node: ast.AST) -> bool:
    """Whether a node combines bits of integers, as flags & 1 does, and not truth values, as (x > 1) & (x < 5) does."""
    if not isinstance(node, ast.BinOp) or not isinstance(node.op, BITWISE):
        return False
    sides = (x.op if isinstance(x, ast.BinOp) else x for x in (node.left, node.right))
    return not all(isinstance(x, (ast.Compare, *BITWISE)) for x in sides)


def _require_finite(values: Any, names: Sequence[str], rows: str) -> None:
    """Refuse infinite values and NaN in a design matrix, such as a logarithm of 0, and name the first one's column and row."""
    import numpy

    if not numpy.isfinite(values).all():
        row, column = numpy.argwhere(~numpy.isfinite(values))[0]
        raise InputError(f"'{names[column]}' is not finite in row {row + 1} of the {rows}; mend it, or leave it out")


def _require_few_categories(frame: Any) -> None:
    """Refuse a column of dates, and a column that is not numeric and has too many categories for a table of coefficients."""
    import pandas

    for name, column in frame.items():
        if (what := TIMES.get(pandas.api.types.infer_dtype(column))) is not None:
            raise InputError(
                f"the column '{name}' has {what}, which a formula would treat as categories; convert it to numbers"
            )
        if not pandas.api.types.is_numeric_dtype(column) and (n := column.nunique()) > MOST_CATEGORIES:
            raise InputError(
                f"the column '{name}' has {n} categories, more than {MOST_CATEGORIES}; group them, or convert it to numbers"
            )


def build_again(matrix: Matrix, frame: Any) -> Any:
    """Build the columns of a design matrix from other data, by the recipe of `matrix`, and return their values."""
    import numpy
    from patsy import PatsyError, build_design_matrices

    try:
        with numpy.errstate(all="ignore"):
            made = build_design_matrices([matrix.recipe], frame, NA_action="raise")[0]
    except (PatsyError, TypeError, ValueError, NameError, KeyError) as error:
        raise InputError(f"the new data do not fit the formula: {str(error).splitlines()[0][:160]}") from None
    except AttributeError:  # patsy fails to write its own error about a frame
        raise InputError("the new data have other values where the data had numbers; convert them to numbers") from None
    values = numpy.asarray(made, dtype=float)
    _require_finite(values, matrix.names, "new rows")
    return values
