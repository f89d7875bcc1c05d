"""`python -m rropt` and the command `rropt`: how a command is started and how it ends, whatever happens.

Exit code 0 means an answer, 1 a negative answer, 2 bad input or an answer that cannot be written, 3 that independent computations
disagree, 4 that work is unfinished, 130 an interrupt, 141 a reader that closed the pipe, and 70 a fault of rropt.
"""

from __future__ import annotations

import gc
import os
import signal
from typing import NoReturn


def _stop(*_: object) -> NoReturn:
    os.write(2, b"rropt: stopped\n")
    os._exit(130)


def main() -> None:
    """Load the command line and run it.

    Unless the environment variable OPENBLAS_NUM_THREADS is set, OpenBLAS gets one thread. With more threads OpenBLAS would spin on
    every core. If other programs use these cores, that takes many times as long as the algebra of small matrices.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()
    # otherwise interrupts are ignored, as for a job in the background
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)  # until `end_when_interrupted`
    from rropt.cli.ending import main as run

    # garbage is never looked for among the loaded modules
    gc.freeze()
    gc.enable()
    run()


if __name__ == "__main__":
    main()
