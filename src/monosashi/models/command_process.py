"""Run one program with an input, for a limited time, and end all that it started."""

from __future__ import annotations

import os
import signal
import subprocess
from collections.abc import Sequence
from contextlib import suppress

from monosashi.embeddings import DataError, ServiceError, fault
from monosashi.models.command_hearing import Hearing
from monosashi.models.command_showing import hidden_values, without_values

TAIL_LINES, TAIL_CHARACTERS = 6, 600
GRACE = 5.0
SPARE_LINES, SPARE_BYTES = 1_000, 2**26
BYTES_OF_AN_ANSWER = 2**20  # 4,096 numbers as text are a tenth of it


def run_command(
    words: list[str], given: bytes, name: str, timeout: float, *, answers: int
) -> bytes:
    """What the program wrote on its standard output.

    Raises
    ------
    DataError
        The program is not there or may not be run, or it writes without end: more lines or more
        bytes than so many answers can have.
    ServiceError
        It ended with an error, by a signal, or not within ``timeout`` seconds.
    """
    process = _start(words)
    heard = Hearing(process, given, most_lines=answers + SPARE_LINES,
                    most_bytes=SPARE_BYTES + answers * BYTES_OF_AN_ANSWER)  # fmt: skip
    try:
        ended = heard.until_end(timeout)
    except BaseException:
        _end(process)  # it has a session of its own, so that Ctrl-C did not reach it
        raise
    if not ended:
        _end(process)
        heard.until_end(GRACE)
    tail = _tail(heard.complaint, hidden_values(words))
    if heard.flood:
        raise DataError(fault("models.errors.command_flood", name=name, n=answers, tail=tail))
    if not ended:
        raise ServiceError(fault("models.errors.command_timeout", name=name,
                                 seconds=f"{timeout:g}", tail=tail))  # fmt: skip
    if process.returncode:
        raise ServiceError(fault("models.errors.command_failed", name=name,
                                 status=str(process.returncode), tail=tail))  # fmt: skip
    return heard.said


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


def _end(process: subprocess.Popen[bytes]) -> None:
    """End the program's whole group."""
    if hasattr(os, "killpg"):
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)  # its group has its own number
    else:
        process.kill()
    process.wait()


def _tail(complaint: bytes, hidden: Sequence[str]) -> str:
    """The last lines of standard error, without control characters and arguments of the command."""
    text = complaint.decode("utf-8", "replace")
    lines = [line for line in text.split("\n") if line.strip()][-TAIL_LINES:]
    plain = "".join(c if c.isprintable() else " " for c in " / ".join(lines))
    return without_values(plain, hidden)[-TAIL_CHARACTERS:].strip() or "-"
