"""Writing a file whole or not at all.

Two checks come before any work is done: that the file can be written, and that no file which the command reads is overwritten.
"""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

from rropt.exact.errors import InputError

__all__ = ["PARQUET", "require_kept", "require_place", "write_whole", "writing_to"]

PARQUET = (".parquet", ".pq")
PICTURES = (".svg", ".png")
WRITTEN: ContextVar[tuple[Path, ...]] = ContextVar("WRITTEN", default=())
"""The files that the running command will write."""


@contextmanager
def writing_to(paths: Iterable[Path]) -> Iterator[None]:
    """Declare that the running command will write the files at these paths.

    While this context lasts, `require_kept` refuses to let the command read any of them.
    """
    token = WRITTEN.set(tuple(paths))
    try:
        yield
    finally:
        WRITTEN.reset(token)


def require_kept(path: Path) -> None:
    """Refuse to read a file that the running command will overwrite, even if it has another name or is a link. This is called for
    every file before it is read.
    """
    for output in WRITTEN.get():
        try:
            is_lost = output.is_file() and output.samefile(path)
        except (OSError, ValueError):  # a path that is no file is refused when it is read
            continue
        if is_lost:
            raise InputError(
                f"cannot write {output}: it is the file {path}, which this command reads; name another file"
            )


def require_place(path: Path, *, picture: bool = False) -> Path:
    """Return the path if a file can be written there; else refuse it. A picture's name must end in .svg or .png."""
    if picture and path.suffix.lower() not in PICTURES:
        raise InputError(f"cannot write a picture to {path.name}; give a file name that ends in .svg or .png")
    try:
        target = path.resolve()
        if path.is_dir():
            raise InputError(f"cannot write {path}: it is a directory; name a file")
        if not target.parent.is_dir():
            if target.parent.exists():
                raise InputError(f"cannot write {path}: {target.parent.name} is not a folder; name another place")
            raise InputError(f"cannot write {path}: there is no folder {target.parent.name}; make it first")
        if _is_device(path):
            reachable = os.access(path, os.W_OK)
        else:
            reachable = os.access(target.parent, os.W_OK | os.X_OK)
    except InputError:
        raise
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError(f"cannot write {str(path)[:80]}: {getattr(error, 'strerror', None) or error}") from None
    if not reachable:
        raise InputError(f"cannot write {path}: you may not write there; name another place")
    return path


def _is_device(path: Path) -> bool:
    """Whether the path is a device (such as /dev/null) or a pipe, which is written to and never replaced."""
    return path.is_relative_to("/dev") or (path.exists() and not path.is_file())


def write_whole(path: Path, data: bytes) -> None:
    """Write all bytes to the file, or leave it as it is.

    The bytes go to a temporary file in the same directory, which then replaces the file at `path`. If the path is a link, the file
    that the link points to is replaced. A device or pipe is written to directly.
    """
    try:
        if _is_device(path):
            with path.open("ab") as device:
                device.write(data)
        else:
            _replace(path.resolve(), data)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror}") from None


def _replace(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name[:40]}.")
    temporary = Path(name)
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        temporary.chmod(stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644)
        temporary.replace(path)
    except BaseException:
        temporary.unlink(missing_ok=True)
        raise
