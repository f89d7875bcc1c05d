"""The commands: for each its function, which says what it takes, and an example."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COLUMNS", "COMMANDS", "GROUPS", "HELP", "NEAR", "OLD", "OUTPUT", "SAME", "Command", "Rule"]


@dataclass(frozen=True, slots=True)
class Rule:
    """What goes with what: if `given` was typed, one parameter of each group of `needs` must be typed too, and none of `without`.

    Names stand with spaces between them, those of a group with bars. A rule without `given` always holds. One with `marks` holds
    if one of these stands in the value that was typed. A value that the parameter has anyway counts as not typed. `example` is a
    command that keeps the rule, if the command's own does not. `why` gives the reason, or how to type what is needed.
    """

    given: str = ""
    needs: str = ""
    without: str = ""
    marks: tuple[str, ...] = ("",)
    example: str = ""
    why: str = ""


@dataclass(frozen=True, slots=True)
class Command:
    """A command is the function at `home`.

    If it takes `**how`, it also has those parameters of the library's function at `of` that must be named, but for `without`.
    `besides` is told before a line that is proposed: what else may have been meant.
    """

    home: str
    example: str
    of: str = ""
    without: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()
    besides: str = ""


WHICH_EPSILON = "rropt plan --epsilon 1/2..3 --prevalence 1/10 --margin 0.03"
A_RANGE = "a range of --epsilon tells how many people each epsilon takes"
A_COLUMN = "rropt draw warner:p=3/4,inputs=no/yes --file truth.csv --column used"

# The headings of `rropt --help`, with their commands.
GROUPS = {
    "Designs": {
        "design": Command("rropt.problem.design:design", "rropt design trace --epsilon ln3 --inputs 4"),
        "sweep": Command(
            "rropt.sweeps.sweep:sweep", "rropt sweep trace --grid epsilon=ln2,ln3 --grid inputs=2,3 -o runs.csv"
        ),
        "rank": Command("rropt.rankings.ranking:rank", "rropt rank --inputs 5 --epsilon 1/2"),
        "check": Command(
            "rropt.cli.check:check",
            "rropt check warner:p=3/4 --demand ldp:ln3",
            rules=(
                Rule(needs="mechanism|samples"),
                Rule(
                    "samples",
                    without="mechanism demand objective times with_ shuffled measures prevalence scores utility prior",
                    why="of samples epsilon alone is told",
                ),
            ),
        ),
        "compare": Command(
            "rropt.order.blackwell:compare",
            "rropt compare warner:p=3/4 krr:k=2,epsilon=1",
            besides="rropt rank, as in rropt rank 5 1 --families krr,oue, tells which family needs the fewest people; ",
        ),
        "admissible": Command(
            "rropt.order.admissibility:admissible", "rropt admissible krr:k=3,epsilon=ln2 --parity 3"
        ),
        "demand": Command("rropt.breach.asking:demand", "rropt demand rho:1/5,1/2"),
    },
    "Surveys": {
        "plan": Command(
            "rropt.cli.plan:plan",
            "rropt plan warner:p=3/4 --prevalence 1/10 --margin 0.03",
            "rropt.survey.plans:plan",
            ("working",),
            (
                Rule("margin", without="n", example=WHICH_EPSILON, why=A_RANGE),
                Rule("standard_error", without="n", example=WHICH_EPSILON, why=A_RANGE),
                Rule("standard_error", without="margin", why="a plan has one goal"),
                Rule("difference", without="margin standard_error", why="a plan has one goal"),
                Rule("power", "difference", example="rropt plan warner:p=3/4 --prevalence 1/10 --difference 0.1"),
                Rule(needs="mechanism|epsilon", example=WHICH_EPSILON),
                Rule("mechanism", without="epsilon", why="a mechanism is compared at its own epsilon"),
                Rule("scores", without="difference method share_of untruthful"),
                Rule(
                    "scores",
                    "margin|standard_error|n",
                    example="rropt plan krr:k=3,epsilon=1 --scores 1,2,3 --margin 0.1",
                ),
                Rule(
                    "epsilon",
                    "prevalence",
                    "scores untruthful method share_of sampling population",
                    marks=("..", ","),
                    example=WHICH_EPSILON,
                    why="of which depends what each epsilon reveals",
                ),
            ),
        ),
        "device": Command("rropt.cli.devices:device", "rropt device warner:p=0.7 --device cards:52"),
        "report": Command(
            "rropt.cli.devices:report", "rropt report design.json -o design.html", "rropt.page.board:report"
        ),
        "draw": Command(
            "rropt.cli.answers:draw",
            "rropt draw warner:p=3/4 --input 1",
            rules=(
                Rule(needs="input|file"),
                Rule("input", without="file column"),
                Rule("column", "file", example=A_COLUMN),
                Rule("meanings", "column file", example=A_COLUMN),
                Rule("missing", "column file", example=A_COLUMN),
            ),
        ),
        "estimate": Command(
            "rropt.cli.answers:estimate",
            "rropt estimate answers.csv --mechanism warner:p=3/4,inputs=no/yes --answer said",
            "rropt.survey.estimates:estimate",
            rules=(
                Rule(needs="mechanism|half"),
                Rule("difference", "by", why="the column of the groups"),
                Rule(
                    "strata",
                    "by",
                    example="rropt estimate answers.csv --mechanism design.json --answer said --by region --strata sizes.csv",
                    why="the groups whose sizes --strata has; --stratum names the strata that people were drawn in",
                ),
                Rule("half", without="mechanism scores strata sampling population other method"),
                Rule(
                    "half",
                    "cheating|unrelated",
                    why="HALF=M or HALF=P of each half-sample",
                    example="rropt estimate answers.csv --answer said --half asked --unrelated first=2/3 --unrelated second=1/3",
                ),
                Rule("cheating", "half", "mechanism"),
                Rule("unrelated", "half", "mechanism"),
            ),
        ),
        "associate": Command(
            "rropt.cli.answers:associate",
            "rropt associate answers.csv used sold --mechanism design.json --cluster school",
            "rropt.survey.association:associate",
            ("mechanisms",),
        ),
        "regress": Command(
            "rropt.cli.answers:regress",
            'rropt regress people.csv --mechanism design.json --formula "said ~ age" --cluster school',
            "rropt.survey.regression:regress",
            ("outputs",),
            (Rule(needs="mechanism|unrelated"),),
        ),
    },
    "Theorems and files": {
        "audit": Command("rropt.claims.audit:audit", "rropt audit holohan.lemma_1"),
        "verify": Command(
            "rropt.cli.verify:verify",
            "rropt verify design.rropt.json",
            rules=(Rule(needs="files|export"), Rule("verified", "files", "export require")),
        ),
        "show": Command("rropt.cli.show:show", "rropt show krr:k=4,epsilon=ln3 -o krr.csv"),
    },
}

COMMANDS = {word: command for group in GROUPS.values() for word, command in group.items()}

# Words that were commands, and what answers them: a command with an example of its options, or a function in Python.
OLD = {
    "families": "show",
    "frontier": "design --along epsilon",
    "two-samples": "estimate --half COLUMN",
    "noise": "in Python: rropt.noise (examples/laplace_vector.py)",
    "simulate": "in Python: rropt.simulate (examples/flip.py)",
    "questions": "in Python: rropt.questions (examples/iterated_bisymmetric.py)",
    "deck": "in Python: rropt.decks (examples/christofides_improved.py)",
}

# What people type, and what probably answers it.
NEAR = OLD | {
    **dict.fromkeys(("optimise", "optimize", "optimal", "optimum", "minimise", "ldp", "dp", "utility"), "design"),
    **dict.fromkeys(("mechanism", "family"), "show"),
    "warner": "show warner:p=3/4",
    "krr": "show krr:k=5,epsilon=1",
    "grr": "show krr:k=5,epsilon=1",
    **dict.fromkeys(("privatize", "perturb", "randomize", "randomise"), "draw"),
    **dict.fromkeys(("blackwell", "dominates", "versus", "vs"), "compare"),
    **dict.fromkeys(("benchmark", "best", "frequency"), "rank"),
    "breach": "demand",
    **dict.fromkeys(("regression", "logit"), "regress"),
    **dict.fromkeys(("correlate", "crosstab"), "associate"),
    "board": "report",
    "cards": "device",
    "certificate": "verify",
    **dict.fromkeys(("claims", "proof"), "audit"),
    "power": "plan --difference 0.1 --prevalence 1/10",
    **dict.fromkeys(("precision", "variance", "sample-size", "samplesize", "sample", "size"), "plan --margin 0.03"),
    **dict.fromkeys(("n", "people", "respondents", "howmany", "how-many"), "plan --margin 0.03"),
    **dict.fromkeys(
        ("which-epsilon", "choose-epsilon", "least", "budget", "solve"), WHICH_EPSILON.removeprefix("rropt ")
    ),
    **dict.fromkeys(("plot", "picture", "figure", "graph", "chart"), "show MECHANISM --plot FILE.svg"),
    **dict.fromkeys(("export", "to-csv", "csv"), "show MECHANISM --as csv"),
    **dict.fromkeys(
        ("notebook", "jupyter", "examples"), "in Python: answers show themselves in a notebook (docs/python.md)"
    ),
    **dict.fromkeys(("privacy", "epsilon", "disclose", "disclosure", "risk"), "check"),
    "leakage": "check --measures",
    **dict.fromkeys(("belief", "beliefs", "posterior"), "demand ldp:1"),
    **dict.fromkeys(("trace", "accuracy"), "design trace"),
    **dict.fromkeys(("test", "ttest", "holm", "groups", "compare-groups"), "estimate --by COLUMN --difference"),
    **dict.fromkeys(("analyse", "analyze", "analysis", "fit", "prevalence"), "estimate"),
}

# What people type as an option, and the parameters that may say it: the first that the command has is meant. Where a parameter has
# a value here, capitals stand for what was typed after the unknown option.
SAME: dict[str, tuple[str, ...]] = {
    **dict.fromkeys(("inputs", "labels"), ("inputs", "grid inputs=K", "mechanism SPEC,inputs=A/B")),
    **dict.fromkeys(
        ("k", "categories", "domain", "options", "choices"), ("inputs", "grid inputs=K", "mechanism krr:inputs=A/B")
    ),
    "prevalence": ("grid prevalence=P",),
    "outputs": ("mechanism SPEC,outputs=A/B",),
    **dict.fromkeys(
        ("e", "eps", "epsilon"), ("epsilon", "grid epsilon=E", "mechanism warner:epsilon=E", "demand ldp:E")
    ),
    **dict.fromkeys(("epsilons", "privacy", "budget", "epsilon_delta", "eps_delta"), ("epsilon",)),
    "p": ("mechanism warner:p=P", "prevalence"),
    **dict.fromkeys(("pi", "share", "prior"), ("prevalence",)),
    "d": ("delta",),
    "ldp": ("demand ldp:EPSILON",),
    **dict.fromkeys(("error", "se"), ("standard_error",)),
    **dict.fromkeys(("moe", "precision", "accuracy"), ("margin", "standard_error")),
    **dict.fromkeys(("sample_size", "size", "people", "respondents"), ("n", "margin")),
    **dict.fromkeys(("effect", "adjust"), ("difference",)),
    **dict.fromkeys(("level", "conf", "conf_level"), ("confidence",)),
    **dict.fromkeys(("a", "c", "answer", "col", "column", "variable", "question", "response"), ("answer", "column")),
    **dict.fromkeys(("group", "groups", "groupby", "group_by"), ("by",)),
    "map": ("meanings",),
    "data": ("file",),
    **dict.fromkeys(("mech", "family", "design", "device"), ("mechanism",)),
    "matrix": ("utility", "mechanism"),
    **dict.fromkeys(("utility_matrix", "gains", "payoff"), ("utility",)),
    **dict.fromkeys(("picture", "figure", "png", "svg"), ("plot",)),
    **dict.fromkeys(("format", "to"), ("as_", "output")),
    **dict.fromkeys(("csv", "pandas", "R"), ("as_ csv",)),
    "html": ("as_ html",),
    **dict.fromkeys(("export", "out"), ("output",)),
    **{x: (f"device {x}:N",) for x in ("cards", "dice", "coins", "denominator", "bits")},
    "spinner": ("device spinner",),
    "birthdays": ("device birthdays:DAYS",),
}

HELP = ("-h", "--help")
# Parameters that name a column of FILE.
COLUMNS = ("answer", "first", "second")

# The options that every command has.
OUTPUT = Command(
    "rropt.cli.shown:read_shown",
    "",
    rules=(Rule("output", without="plot", marks=(".svg", ".png"), why="an answer has one picture"),),
)
