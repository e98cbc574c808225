"""Run one program with an input, for a limited time, and end all that it started."""

from __future__ import annotations

import os
import signal
import subprocess
from contextlib import suppress

from monosashi.embeddings import DataError, ServiceError, fault

TAIL_LINES, TAIL_CHARACTERS = 6, 600
GRACE = 5.0


def run_command(words: list[str], given: bytes, name: str, timeout: float) -> bytes:
    """What the program wrote on its standard output.

    Raises
    ------
    DataError
        The program is not there or may not be run.
    ServiceError
        It ended with an error, by a signal, or not within ``timeout`` seconds.
    """
    process = _start(words)
    try:
        said, complaint = process.communicate(given, timeout=timeout)
    except subprocess.TimeoutExpired:
        complaint = _end(process)
        raise ServiceError(fault("models.errors.command_timeout", name=name,
                                 seconds=f"{timeout:g}",
                                 tail=_tail(complaint))) from None  # fmt: skip
    except BaseException:
        _end(process)  # it has a session of its own, so that Ctrl-C did not reach it
        raise
    if process.returncode:
        raise ServiceError(fault("models.errors.command_failed", name=name,
                                 status=str(process.returncode),
                                 tail=_tail(complaint)))  # fmt: skip
    return said


def _start(words: list[str]) -> subprocess.Popen[bytes]:
    environment = {**os.environ, "PYTHONUTF8": "1", "PYTHONIOENCODING": "utf-8"}
    try:
        return subprocess.Popen(  # noqa: S603 - the words are what the user typed, and no shell
            words,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=environment,
            start_new_session=True,
        )
    except (OSError, ValueError) as error:
        raise DataError(fault("models.errors.command_missing", program=words[0],
                              why=error)) from error  # fmt: skip


def _end(process: subprocess.Popen[bytes]) -> bytes:
    """End the program's whole group; what it had complained about so far."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # its group has its own number
    else:
        process.kill()
    try:
        return process.communicate(timeout=GRACE)[1]
    except subprocess.TimeoutExpired as late:  # a grandchild in a session of its own holds a pipe
        for pipe in (process.stdin, process.stdout, process.stderr):
            if pipe is not None:
                pipe.close()
        process.wait()
        return late.stderr or b""


def _tail(complaint: bytes) -> str:
    """The last lines of standard error, without control characters."""
    text = complaint.decode("utf-8", "replace")
    lines = [line for line in text.split("\n") if line.strip()][-TAIL_LINES:]
    plain = "".join(c if c.isprintable() else " " for c in " / ".join(lines))
    return plain[-TAIL_CHARACTERS:].strip() or "-"
