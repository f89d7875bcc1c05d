"""The commands: for each its function, which says what it takes, and an example."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["COMMANDS", "GROUPS", "IN_PYTHON", "LEADS", "NEAR", "OUTPUT", "SAME", "Command", "Rule"]


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
    """

    home: str
    example: str
    of: str = ""
    without: tuple[str, ...] = ()
    rules: tuple[Rule, ...] = ()


WHICH_EPSILON = "rropt plan --epsilon 1/2..3 --prevalence 1/10 --margin 0.03"
A_COLUMN = "rropt draw warner:p=3/4,inputs=no/yes --file truth.csv --column used"

GROUPS = {
    "Designs": {
        "design": Command(
            "rropt.problem.design:design",
            "rropt design trace --epsilon ln3 --inputs 4",
            rules=(
                Rule("along", without="epsilon", marks=("epsilon",), why="it ranges"),
                Rule("along", without="delta", marks=("delta",), why="it ranges"),
            ),
        ),
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
        "compare": Command("rropt.order.blackwell:compare", "rropt compare warner:p=3/4 krr:k=2,epsilon=1"),
        "admissible": Command("rropt.order.blackwell:admissible", "rropt admissible krr:k=3,epsilon=ln2 --parity 3"),
        "demand": Command("rropt.breach.asking:demand", "rropt demand rho:1/5,1/2"),
    },
    "Surveys": {
        "plan": Command(
            "rropt.cli.plan:plan",
            "rropt plan warner:p=3/4 --prevalence 1/10 --margin 0.03",
            "rropt.survey.plans:plan",
            ("working",),
            (
                Rule(
                    "n",
                    without="margin standard_error",
                    example=WHICH_EPSILON,
                    why="its table tells how many people each epsilon takes",
                ),
                Rule(needs="mechanism|epsilon"),
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
                ),
            ),
        ),
        "device": Command("rropt.cli.devices:device", "rropt device warner:p=0.7 --device cards:52"),
        "report": Command(
            "rropt.cli.devices:report", "rropt report design.json -o design.html", "rropt.page.board:report"
        ),
        "draw": Command(
            "rropt.cli.draw:draw",
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
            ("working",),
            (
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
"""The headings of `rropt --help`, with their commands."""

COMMANDS = {word: command for group in GROUPS.values() for word, command in group.items()}

IN_PYTHON = {
    "families": "rropt show, or rropt show krr for one of them,",
    "frontier": "rropt design --along epsilon, or --least delta --epsilon E --value V,",
    "noise": "rropt.noise in Python (examples/laplace_vector.py)",
    "two-samples": "rropt estimate FILE --half COLUMN, with --cheating or --unrelated,",
    "simulate": "rropt.simulate in Python (examples/flip.py)",
    "questions": "rropt.questions in Python (examples/iterated_bisymmetric.py)",
    "deck": "rropt.decks in Python (examples/christofides_improved.py)",
}
"""Words that were commands, and what answers them."""

NEAR = {
    "optimise": "design",
    "mechanism": "show",
    "family": "show",
    "privatize": "draw",
    "perturb": "draw",
    "blackwell": "compare",
    "dominates": "compare",
    "breach": "demand",
    "regression": "regress",
    "logit": "regress",
    "correlate": "associate",
    "crosstab": "associate",
    "board": "report",
    "cards": "device",
    "certificate": "verify",
    "claims": "audit",
    "power": "plan",
    "sample-size": "plan",
    "size": "plan",
    "epsilon": "check warner:p=3/4, or for what each costs rropt plan --epsilon 1/2..3 --prevalence 1/10 --margin 3%,",
    "which-epsilon": "plan --epsilon 1/2..3 --prevalence 1/10 --margin 3%",
    "warner": "show warner:p=3/4",
    "krr": "show krr:k=5,epsilon=1",
    "choose-epsilon": "plan --epsilon 1/2..3 --prevalence 1/10 --margin 3%",
    "samplesize": "plan",
    "plot": "show MECHANISM --plot FILE.svg, or another command with --plot,",
    "picture": "show MECHANISM --plot FILE.svg, or another command with --plot,",
    "privacy": "check",
    "analyse": "estimate",
    "analyze": "estimate",
    "optimal": "design",
    "optimize": "design",
    "randomize": "draw",
    "proof": "audit",
}
"""What people type, and the command that answers it."""

LEADS = {word: f"rropt {line}" for word, line in NEAR.items()} | IN_PYTHON

INPUTS = ("--inputs", "--mechanism krr:epsilon=E,k=K")
LABELS = ("--inputs", "--mechanism SPEC,inputs=A/B")
PEOPLE = ("--n", "--margin")
SAME = {
    "--inputs": LABELS,
    "--outputs": LABELS,
    "--labels": LABELS,
    "--map": ("--meanings",),
    "--error": ("--standard-error",),
    "--picture": ("--plot",),
    "--figure": ("--plot",),
    "--matrix": ("--utility", "--mechanism"),
    "--utility-matrix": ("--utility",),
    "--gains": ("--utility",),
    "--categories": INPUTS,
    "--k": INPUTS,
    "-k": INPUTS,
    "--options": INPUTS,
    "--eps": ("--epsilon",),
    "--epsilons": ("--epsilon",),
    "--share": ("--prevalence",),
    "--p": ("--prevalence", "--mechanism warner:p=P"),
    "--pi": ("--prevalence",),
    "--se": ("--standard-error",),
    "--sample-size": PEOPLE,
    "--respondents": PEOPLE,
    "--people": PEOPLE,
    "--size": PEOPLE,
    "--column": ("--answer",),
    "--variable": ("--answer", "--column"),
    "--question": ("--answer",),
    "--group": ("--by",),
    "--groups": ("--by",),
    "--level": ("--confidence",),
    "--family": ("--mechanism",),
    "--design": ("--mechanism",),
    "--format": ("--as",),
    "--csv": ("--as csv",),
    "--device": ("--mechanism",),
    "--cards": ("--device cards:N",),
    "--dice": ("--device dice:N",),
    "--coins": ("--device coins:N",),
    "--spinner": ("--device spinner",),
    "--denominator": ("--device denominator:N",),
    "--bits": ("--device bits:N",),
    "--birthdays": ("--device birthdays:DAYS",),
}
"""What people type, and the options that may say it; the first that the command has is meant."""

OUTPUT = Command("rropt.cli.shown:read_shown", "")
"""The options that every command has."""
