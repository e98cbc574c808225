"""Translation by a program such as Apertium, as a rewriter of what translation can do."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Any

from monosashi.models.rewriters.contract import Reading
from monosashi.models.rewriters.keying import call_key
from monosashi.models.rewriters.steps import Answer, Call, Step
from monosashi.models.translators.apertium_codes import PROGRAM, long
from monosashi.models.translators.command import CommandTranslator


class ProgramRewriter:
    """Translations, and translations there and back, by a program that reads and writes lines.

    Apertium makes mistakes of grammar and sense that a large model does not make: what comes of it
    is a noisy rewriting under the program's own name, not one of HTEB.

    Parameters
    ----------
    command : str
        As for ``CommandTranslator``; the default asks Apertium for the pair that is needed.
    name, revision, batch, timeout
        As there: raise the revision when the translations change.

    Examples
    --------
    >>> ProgramRewriter().name
    'apertium'
    """

    concurrency = 1
    attempts = 1  # it says the same every time

    def __init__(
        self,
        command: str = f"{PROGRAM} -u {{source}}-{{target}}",
        *,
        name: str | None = None,
        revision: str | None = None,
        batch: int = 256,
        timeout: float = 600.0,
    ) -> None:
        self._translator = CommandTranslator(command, revision=revision, batch=batch,
                                             timeout=timeout)  # fmt: skip
        self.name = name or self._translator.name.removeprefix("command:")
        self.batch = batch
        self._pairs = _installed() if self.name == PROGRAM else None

    def knows(self, step: Step) -> bool:
        """Translations of its pairs."""
        if step.kind != "translate" or step.source is None or step.target is None:
            return False
        if self._pairs is not None and f"{long(step.source)}-{long(step.target)}" not in (
            self._pairs
        ):
            return False
        return self._translator.knows(step.source, step.target)

    def identity(self) -> dict[str, Any]:
        """The command (as a digest), its revision, and how lines are sent."""
        return {**self._translator.identity(), "kind": "program rewriter"}

    def call(self, step: Step, text: str, seed: int, attempt: int) -> Call:
        """The call for a translation; the seed changes nothing, so it is no part of the key."""
        del seed
        key = call_key("program", self.identity(), seed=0, attempt=attempt, text=text,
                       source=step.source, target=step.target)  # fmt: skip
        return Call(key, step, text)

    def send(self, calls: Sequence[Call], retried: Callable[[Call], None]) -> list[Answer]:
        """Translate texts of one pair of languages in one run of the program."""
        del retried
        step, began = calls[0].step, time.perf_counter()
        made = self._translator.translate([call.text for call in calls], str(step.source),
                                          str(step.target))  # fmt: skip
        each = (time.perf_counter() - began) / len(calls)
        return [Answer(text or "", seconds=each) for text in made]

    def read(self, answer: Answer, call: Call) -> Reading:
        """What it wrote."""
        del call
        return Reading(answer.raw, "" if answer.raw.strip() else "empty")


def _installed() -> frozenset[str]:
    """The pairs that are installed here, as Apertium names them."""
    import subprocess
    from shutil import which

    program = which(PROGRAM)
    if program is None:
        return frozenset()
    told = subprocess.run([program, "-l"], capture_output=True, text=True, check=False,  # noqa: S603
                          timeout=30)  # fmt: skip
    return frozenset(told.stdout.split())
