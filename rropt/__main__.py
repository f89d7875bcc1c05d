"""`python -m rropt` and the command `rropt`: how a command is started and how it ends, whatever happens.

Exit code 0 means an answer, 1 a negative answer, 2 bad input, an answer that cannot be written or too little memory, 3 that
independent computations disagree, 4 that work is unfinished, 130 an interrupt (143 and 129 the signals TERM and HUP), 141 a reader
that closed the pipe, and 70 a fault of rropt.
"""

import gc
import os
import signal
from importlib import import_module

LEAST = 640  # MB of memory, in which every command loads its libraries


def _stop(*_: object) -> None:
    os.write(2, b"rropt: stopped\n")
    os._exit(130)


def main() -> None:
    """Load the command line and run it.

    If a limit of the shell (ulimit -v) leaves less memory than the libraries need, say so. Some libraries do not tell of a lack of
    memory while they are loaded: OpenBLAS waits for ever, or ends the process with exit code 1, which would be a negative answer.

    Unless the environment variable OPENBLAS_NUM_THREADS is set, OpenBLAS gets one thread. With more threads OpenBLAS would spin on
    every core. If other programs use these cores, that takes many times as long as the algebra of small matrices.
    """
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    gc.disable()
    # otherwise interrupts are ignored, as for a job in the background
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _stop)  # until `stop_when_told`
    resource = import_module("resource") if os.name == "posix" else None
    if resource is not None and 0 < resource.getrlimit(resource.RLIMIT_AS)[0] < LEAST << 20:
        os.write(2, b"rropt: rropt needs %d MB of memory; ulimit -v %d allows them\n" % (LEAST, LEAST << 10))
        os._exit(2)
    from rropt.cli.ending import main as run

    # garbage is never looked for among the loaded modules
    gc.freeze()
    gc.enable()
    run()


if __name__ == "__main__":
    main()
