"""Write to a program and read from it at once, and hold no more than it may say."""

from __future__ import annotations

import subprocess
from contextlib import suppress
from threading import Thread
from time import monotonic
from typing import IO, cast

PIECE = 2**16
KEPT_OF_COMPLAINT = 2**16


class Hearing:
    """The three pipes of a running program, each in a thread of its own.

    Attributes
    ----------
    said : bytes
        What it wrote on standard output.
    complaint : bytes
        The end of what it wrote on standard error.
    flood : bool
        It wrote more than it may; the rest was not read.
    """

    def __init__(
        self, process: subprocess.Popen[bytes], given: bytes, *, most_lines: int, most_bytes: int
    ) -> None:
        self._process, self._most_lines, self._most_bytes = process, most_lines, most_bytes
        self._parts: list[bytes] = []
        self.complaint, self.flood = b"", False
        pipes = process.stdin, process.stdout, process.stderr
        given_to, said_by, complaints = (cast("IO[bytes]", pipe) for pipe in pipes)
        self._threads = [
            Thread(target=work, args=arguments, daemon=True)
            for work, arguments in (
                (_write, (given_to, given)),
                (self._hear, (said_by,)),
                (self._hear_complaint, (complaints,)),
            )
        ]
        for thread in self._threads:
            thread.start()

    @property
    def said(self) -> bytes:
        """Everything in one piece."""
        return b"".join(self._parts)

    def until_end(self, seconds: float) -> bool:
        """Wait until it has said all and ended; False if it floods or takes longer."""
        until = monotonic() + seconds
        _, hearing, complaints = self._threads
        for thread in (hearing, complaints):
            while thread.is_alive() and not self.flood:
                thread.join(min(0.1, max(0.0, until - monotonic())))
                if monotonic() > until:
                    return False
        if self.flood:
            return False
        try:
            self._process.wait(max(0.0, until - monotonic()))
        except subprocess.TimeoutExpired:
            return False
        return True

    def _hear(self, pipe: IO[bytes]) -> None:
        lines = size = 0
        with suppress(OSError, ValueError), pipe:
            while piece := pipe.read1(PIECE):  # type: ignore[attr-defined]
                lines, size = lines + piece.count(b"\n"), size + len(piece)
                if lines > self._most_lines or size > self._most_bytes:
                    self.flood = True
                    return
                self._parts.append(piece)

    def _hear_complaint(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError), pipe:
            while piece := pipe.read1(PIECE):  # type: ignore[attr-defined]
                self.complaint = (self.complaint + piece)[-KEPT_OF_COMPLAINT:]


def _write(pipe: IO[bytes], given: bytes) -> None:
    """A program that stops reading (a broken pipe) is judged by what it answers."""
    with suppress(OSError, ValueError), pipe:
        pipe.write(given)
