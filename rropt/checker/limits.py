"""Limits on the work, memory and time that the check of a certificate may take.

If a certificate exceeds a limit, it is neither accepted nor rejected, and the verdict is `unfinished`. There are exceptions:
- A certificate is rejected (`sign-decided`) if its evidence needs the sign of a number, and enclosures of the allowed precision do
  not show this sign.
- It is malformed if a label or the name of a variable is too long, or if the ends of a domain are too near to tell apart.
- A value that is too long for a sentence is replaced by its digest.
- If the seconds that a caller gave for the check are over, there is no verdict.
"""

from contextvars import ContextVar
from math import inf
from time import monotonic, process_time

from .refusals import Overdue, TooMuch

# Characters of a text: the longest honest certificates have a tenth of this.
MOST_TEXT = 5 << 22
# Opening brackets of lists and objects in a text, each of which costs some 200 bytes when it is read.
MOST_BRACKETS = 1 << 18
# Digits of an integer as it is written: an integer of 2^18 bits has 78,914.
MOST_DIGITS = 80_000
# Bits of a coefficient of a product of polynomials: an honest number has a few thousand.
MOST_BITS = 1 << 18
# Terms of a polynomial: one of total degree 10 in six variables has at most 8,008.
MOST_TERMS = 20_000
# The degree in a variable stays below 2^9, so that the exponents of a product fit in 10 bits each.
MOST_DEGREE = 511
# Bits that all terms of a product may take before they are added: 256 MB.
MOST_PRODUCT = 1 << 31
# The exponent n of a power x^n as it is written.
MOST_POWER = 256
# Pieces of a function with corners: at every row that is tried, each piece is one line to evaluate.
MOST_PIECES = 64
# Parentheses in one another: the reader of numbers calls itself for each.
MOST_PARENTHESES = 99
# Numerator and denominator of the order o = n/d of a power divergence: its value takes n-th powers and d-th roots of long integers.
MOST_ORDER = 64
# Labels of inputs, and of outputs.
MOST_LABELS = 1024
# Characters of a label: it has to fit in a sentence.
LONGEST_LABEL = 60
# Variables of an implication: their exponents share one integer.
MOST_VARIABLES = 6
# Characters of the name of a variable.
LONGEST_NAME = 30
# Patterns of a row that are tried: those of 12 inputs, or of more where classes of them are exchangeable.
MOST_PATTERNS = 1 << 12
# Sets of inputs that are tried for two outputs under one ratio: those of 16 inputs, or of more where classes are exchangeable.
MOST_SUBSETS = 1 << 16
# Rays of the parts of a cone that are tried: six inputs under one ratio with slack have 9,365.
MOST_RAYS = 1 << 14
# |q| of a point e^q where a domain begins or ends: e^200 has 87 digits. (MOST_POWER limits the powers x^n in the number grammar.)
MOST_EXPONENT = 200
# Ends of a domain that are nearer than 2^-512 are not told apart.
FINEST_END = 512
# A sign is looked for with enclosures of 2^6, 2^7, ..., 2^16 bits.
SIGN_PRECISIONS = range(6, 17)
# Bits of the powers of t that an enclosure may ask for; its work is counted before it is done, and so ends as soon as other work.
LONGEST_ENCLOSURE = 1 << 16
# Bits of the powers of t up to which t is enclosed between steps of 2^-128; beyond, steps of 2^-64 take a quarter of the work.
LONGEST_FINE_ENCLOSURE = 1 << 12
# Characters of a number, list or matrix in a sentence; what is longer is named by its place and digest.
LONGEST_QUOTE = 400
# Degree up to which a quotient is brought to lowest terms for a sentence; the work of Euclid's algorithm grows as its cube.
MOST_REDUCED_DEGREE = 60
# Bits of the coefficients up to which a quotient is brought to lowest terms for a sentence.
MOST_REDUCED_BITS = 4000
# Units of work, each some 0.2 microseconds: the heaviest certificates that rropt's tests write take a tenth of it.
MOST_WORK = 3 << 23
# Units of work after which the clock is looked at again: some milliseconds.
BETWEEN_LOOKS = 1 << 14
# Bytes, estimated from above, that the numbers of one certificate may take at a time.
MOST_SPACE = 300 << 20
# Seconds of the processor's time that all certificates of one file take together at most.
FILE_SECONDS = 60
# Bytes that all certificates of one file may take at a time, beyond what the process had in use before.
FILE_BYTES = 512 << 20


class Budget:
    """The units of work, the bytes and the seconds that are left for one check.

    If `plain`, the check leaves out the shortcuts that serve speed alone.
    """

    def __init__(self, work: int, space: int, seconds: float = inf, plain: bool = False) -> None:
        self.work = work
        self.space = space
        self.plain = plain
        self.end = monotonic() + seconds
        self.next_look = max(0, work - BETWEEN_LOOKS)

    def look_at_the_clock(self) -> None:
        """Raise `TooMuch` if the time of the file is over, or `Overdue` if the time of this check is over."""
        self.next_look = max(0, self.work - BETWEEN_LOOKS)
        look_at_the_file()
        if monotonic() > self.end:
            raise Overdue("the time that was given for the check is over")


BUDGET: ContextVar[Budget] = ContextVar("BUDGET")
# The reading of the processor's clock at which the time of the file is over; infinite if no file is judged.
END_OF_FILE: ContextVar[float] = ContextVar("END_OF_FILE", default=inf)


def look_at_the_file() -> None:
    """Raise `TooMuch` if the certificates of one file have used up the processor time that they may take together."""
    end = END_OF_FILE.get()
    # reading the processor's clock is a system call, which is left out if no file is judged
    if end < inf and process_time() > end:
        raise TooMuch(f"its file asks for more than {FILE_SECONDS} seconds of the processor")


def spend(work: int, a: int = 0, b: int = 0) -> None:
    """Count `work` units of work, and the cost of multiplying an integer of `a` bits by one of `b` bits.

    This cost is the product of `a` and `b`, divided by 2^16. Raise `TooMuch` if the check has no work left. From time to time look
    at the clock.
    """
    budget = BUDGET.get()
    budget.work = left = budget.work - work - (a * b >> 16)
    # it is at least 0
    if left < budget.next_look:
        if left < 0:
            raise TooMuch("it asks for more work than is done for a certificate")
        budget.look_at_the_clock()


def hold(size: int) -> None:
    """Count `size` more bytes as used by the check; if `size` is negative, count bytes as free again.

    Raise `TooMuch` if the check has no bytes left.
    """
    budget = BUDGET.get()
    budget.space -= size
    if budget.space < 0:
        raise TooMuch("it asks for more memory than is given to a certificate")
