"""Any program as an embedder: JSON lines in, JSON lines out."""

from __future__ import annotations

import hashlib
import json
import re
import shlex
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.models.command_answers import read_answers
from monosashi.models.command_process import run_command
from monosashi.models.command_showing import (
    hidden_values,
    is_file,
    masked_command,
    without_values,
)
from monosashi.models.embedder import (
    BATCH,
    Role,
    Vectors,
    batches,
    checked_texts,
    checked_vectors,
)
from monosashi.models.remote_options import check_numbers

QUOTED = re.compile(r"""'[^']*'|"(?:\\.|[^"\\])*"|\\.""", re.DOTALL)
SHELL_SIGNS = re.compile(r"[|&;<>`$]+")


class CommandEmbedder:
    """A program that reads texts on its standard input and writes vectors on its output.

    For every batch the program is started once. It reads one JSON object a line,
    ``{"id": 0, "text": "...", "role": "passage"}``, to the end of its input, and writes one a
    line, ``{"id": 0, "vector": [0.1, ...]}`` (or ``index`` and ``embedding``), in any order.
    Both sides are UTF-8; what it writes to standard error is shown when it fails.

    The words of ``command`` are split as a shell splits them, but no shell runs: no file is
    redirected, nothing is piped or expanded, and a text can never become part of the command.
    Signs that only a shell understands are refused unless quoted; whoever needs one writes
    ``sh -c '...'``. The program inherits the environment.

    Parameters
    ----------
    command : str or sequence of str
        The command line, or its words.
    name : str or None
        Name of the model; default the program and its first file.
    revision : str or None
        Change it whenever the vectors change. Without it, a digest of the command line and of
        the files named in it stands in its place: what those files load is not seen.
    roles : tuple of "query", "passage"
        The roles between which the program distinguishes; default none.
    batch : int
        Texts given to one run; raise it for a program that starts slowly.
    timeout : float
        Seconds one run may take; then the program and all it started are ended.

    Examples
    --------
    >>> CommandEmbedder("my-embedder --model small").name
    'command:my-embedder'
    """

    worth_storing = True

    def __init__(
        self,
        command: str | Sequence[str],
        *,
        name: str | None = None,
        revision: str | None = None,
        roles: Sequence[Role] = (),
        batch: int = BATCH,
        timeout: float = 600,
    ) -> None:
        check_numbers(timeout=timeout, batch=batch)
        self._words = command_words(command)
        self.name = name or command_name(self._words)
        self.roles: tuple[Role, ...] = tuple(roles)
        self.batch, self._timeout = batch, timeout
        self._given_revision = revision
        self._width: int | None = None

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space; the dimension is known after the first answer."""
        return ModelCard(
            name=self.name,
            revision=self._given_revision or f"command {self._digest}",
            dimension=self._width,
            role=role if self.roles else None,
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Name, revision, command and role; the command as a digest, since it may hold a key."""
        known = {**self.card(role).to_dict(), "command": self._digest}
        known.pop("dimension", None)
        return known

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, d) float32, as the program wrote them.

        Raises
        ------
        DataError
            There is no such program, or what it wrote is not one finite vector of one width for
            every text; all faults are listed.
        ServiceError
            It ended with an error or ran out of time: a rerun may succeed.
        """
        rows = checked_texts(texts)
        parts: list[Vectors] = []
        first = 0
        for part in batches(rows, self.batch):
            parts.append(self._ask(part, first, role))
            first += len(part)
        made = np.concatenate(parts)
        return checked_vectors(made, name=self.name, n=len(rows), dimension=made.shape[1])

    def _ask(self, texts: list[str], first: int, role: Role) -> Vectors:
        # ASCII escapes: line separators and other scripts survive any reader and any locale
        lines = [json.dumps({"id": i, "text": text, "role": role}) + "\n"
                 for i, text in enumerate(texts, start=first)]  # fmt: skip
        said = run_command(self._words, "".join(lines).encode(), self.name, self._timeout,
                           answers=len(texts))  # fmt: skip
        ids = range(first, first + len(texts))
        made = read_answers(said, ids=ids, width=self._width, name=self.name, shown=self._shown)
        self._width = made.shape[1]
        return made

    def _shown(self, said: str) -> str:
        return without_values(said, hidden_values(self._words))

    @cached_property
    def _digest(self) -> str:
        return command_digest(self._words)


def command_words(command: str | Sequence[str]) -> list[str]:
    """The words of a command line; signs that only a shell understands are refused."""
    try:
        words = shlex.split(command) if isinstance(command, str) else list(command)
    except ValueError as error:  # a quotation mark without its partner
        shown = masked_command(command)
        raise DataError(fault("models.errors.command_form", command=shown, why=error)) from None
    if not words:
        raise DataError(fault("models.errors.command_form", command=command, why="-"))
    bare = QUOTED.sub("", command) if isinstance(command, str) else ""
    if signs := SHELL_SIGNS.findall(bare):
        raise DataError(fault("models.errors.command_shell", command=masked_command(command),
                              signs=" ".join(signs)))  # fmt: skip
    return words


def command_name(words: list[str]) -> str:
    """The program and its first file."""
    files = [Path(word).name for word in words[1:] if is_file(word)]
    return "command:" + " ".join([Path(words[0]).name, *files[:1]])


def command_digest(words: list[str]) -> str:
    """Command line and content of the files it names: an edited script is another model."""
    digest = hashlib.sha256("\0".join(words).encode("utf-8", "surrogateescape"))
    program = words[:1] if Path(words[0]).name != words[0] else []  # not what stands on the PATH
    for place in map(Path, [*program, *words[1:]]):
        if is_file(place):
            with place.open("rb") as file:
                digest.update(hashlib.file_digest(file, "sha256").digest())
    return digest.hexdigest()[:16]
