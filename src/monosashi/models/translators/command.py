"""Any program that reads lines and writes lines as a translator."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from typing import Any, Literal

from monosashi.embeddings import DataError, ServiceError, fault
from monosashi.models.command import command_digest, command_name, command_words
from monosashi.models.command_process import run_command
from monosashi.models.command_showing import masked_command
from monosashi.models.remote_options import check_numbers
from monosashi.models.translators.apertium_codes import is_apertium, long, pair_of, short
from monosashi.models.translators.contract import checked_count
from monosashi.models.translators.marks import without_marks
from monosashi.models.translators.text_lines import TextLines

Between = Literal["line", "blank"]
UNKNOWN = "*@#"  # what Apertium puts before words that it cannot analyse, transfer or generate


class CommandTranslator:
    r"""A program that translates every line of its standard input, such as ``apertium -u eng-spa``.

    The program is started once a batch. A text with line breaks is sent as several lines and put
    together again; the number of lines that come back is checked, so that no translation can slip
    to the next text. No shell runs; the words of the command are split as a shell splits them.

    Parameters
    ----------
    command : str
        The command line. ``{source}`` and ``{target}`` in it become the languages (for Apertium
        as codes of three letters, ``apertium -u {source}-{target}``).
    source, target : str, optional
        The languages of a command that knows one pair only; Apertium's mode tells them.
    between : "line" or "blank"
        Whether a text follows the next directly, or after an empty line, which ends a sentence:
        Apertium takes words of the next line into account otherwise. Default: blank for it.
    marks : str, optional
        Signs before unknown words that are taken off and counted; default ``*@#`` for Apertium.
    name, revision, batch, timeout
        As for ``CommandEmbedder``: raise the revision when the translations change.

    Attributes
    ----------
    unknown_words : int
        Words that came back marked as unknown so far (none with ``-u``, which hides them).

    Examples
    --------
    >>> spanish = CommandTranslator("apertium -u eng-spa")
    >>> spanish.knows("en", "es"), spanish.knows("es", "en")
    (True, False)
    """

    worth_storing = True

    def __init__(
        self,
        command: str,
        *,
        source: str | None = None,
        target: str | None = None,
        between: Between | None = None,
        marks: str | None = None,
        name: str | None = None,
        revision: str | None = None,
        batch: int = 64,
        timeout: float = 600.0,
    ) -> None:
        check_numbers(timeout=timeout, batch=batch)
        self._words = command_words(command)
        self._open = "{source}" in command and "{target}" in command
        self._pair = (short(source), short(target)) if source and target else pair_of(self._words)
        if not self._open and self._pair is None:
            raise DataError(fault("models.errors.translator_pair", command=masked_command(command)))
        apertium = is_apertium(self._words)
        self.between: Between = between or ("blank" if apertium else "line")
        self.marks = marks if marks is not None else UNKNOWN if apertium else ""
        self.name = name or command_name(self._words)
        self.revision, self.batch, self._timeout = revision, batch, timeout
        self.unknown_words = 0

    def knows(self, source: str, target: str) -> bool:
        """Its own pair, or any where the command has places for the languages."""
        return self._pair is None or (short(source), short(target)) == self._pair

    def identity(self) -> dict[str, Any]:
        """Command (as a digest, since it may hold a key), revision, and how lines are sent."""
        return {"kind": "command translator", "command": self._digest, "revision": self.revision,
                "between": self.between, "marks": self.marks}  # fmt: skip

    def translate(self, texts: Sequence[str], source: str, target: str) -> list[str | None]:
        """One translation a text.

        Raises
        ------
        DataError
            There is no such program, or it knows another pair.
        ServiceError
            It ended with an error, ran out of time, or wrote another number of lines.
        """
        if not self.knows(source, target):
            raise DataError(fault("models.errors.translator_other_pair", name=self.name,
                                  source=source, target=target))  # fmt: skip
        sent = TextLines.of(texts)
        found = self._ask(sent.lines, self._called(source, target)) if sent.lines else []
        bare = [without_marks(line, given, self.marks)
                for line, given in zip(found, sent.lines, strict=True)]  # fmt: skip
        self.unknown_words += sum(count for _, count in bare)
        return checked_count(sent.filled([line for line, _ in bare]), name=self.name, n=len(texts))

    def _called(self, source: str, target: str) -> list[str]:
        code = long if is_apertium(self._words) else str
        return [word.replace("{source}", code(source)).replace("{target}", code(target))
                for word in self._words]  # fmt: skip

    def _ask(self, lines: list[str], words: list[str]) -> list[str]:
        ending = "\n\n" if self.between == "blank" else "\n"
        given = "".join(line + ending for line in lines).encode()
        said = run_command(words, given, self.name, self._timeout, answers=2 * len(lines))
        try:
            text = said.decode()
        except UnicodeDecodeError as error:
            raise ServiceError(fault("models.errors.translator_encoding", name=self.name,
                                     why=error.reason)) from None  # fmt: skip
        found = [line.strip("\r") for line in text.split("\n")]
        found = [line for line in found if line.strip()]
        if len(found) != len(lines):
            raise ServiceError(fault("models.errors.translations_count", name=self.name,
                                     given=len(found), n=len(lines)))  # fmt: skip
        return [line.strip() for line in found]

    @cached_property
    def _digest(self) -> str:
        return command_digest(self._words)
