"""The whole contract of a rewriter: one that is asked step by step, or one that has it at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

from monosashi.models.rewriters.items import Item
from monosashi.models.rewriters.steps import Answer, Call, Step
from monosashi.models.rewriters.transformations import Transformation


@dataclass(frozen=True)
class Reading:
    """The text in an answer.

    Attributes
    ----------
    text : str
        Empty where there is none.
    problem : str
        ``refusal``, ``unfinished``, ``empty`` or ``form``; empty where a text was found.
    mends : tuple of str
        What was taken off: ``think``, ``fence``, ``preamble``, ``quotes``, ``json``.
    """

    text: str
    problem: str = ""
    mends: tuple[str, ...] = ()


@dataclass(frozen=True)
class Made:
    """What a rewriter without calls has for a text: the text, and its language if that is known."""

    text: str
    language: str | None = None


@runtime_checkable
class StepRewriter(Protocol):
    """A rewriter that is asked for one step of one text at a time.

    Attributes
    ----------
    name : str
        The generator, part of every label.
    concurrency : int
        Calls under way at once.
    batch : int
        Calls that ``send`` takes at a time.
    attempts : int
        Answers to one step before it counts as failed.
    """

    name: str
    concurrency: int
    batch: int
    attempts: int

    def knows(self, step: Step) -> bool:
        """Whether it can be asked for that step at all."""
        ...

    def identity(self) -> dict[str, Any]:
        """Everything beside text, step and seed that changes an answer; no secret."""
        ...

    def call(self, step: Step, text: str, seed: int, attempt: int) -> Call:
        """The call for a step, with its key."""
        ...

    def send(self, calls: Sequence[Call], retried: Callable[[Call], None]) -> list[Answer]:
        """One answer a call; ``retried`` is told before anything is sent once more."""
        ...

    def read(self, answer: Answer, call: Call) -> Reading:
        """The text in an answer."""
        ...


@runtime_checkable
class DirectRewriter(Protocol):
    """A rewriter that has the outcome at once: rules, or a file of texts."""

    name: str

    def offers(self) -> list[str]:
        """Names of the transformations that it has."""
        ...

    def identity(self) -> dict[str, Any]:
        """Everything that changes an outcome; no secret."""
        ...

    def make(self, item: Item, transformation: Transformation, seed: int, dataset: str
             ) -> Made | None:  # fmt: skip
        """The outcome for one text, or None if it has none."""
        ...


Rewriter = StepRewriter | DirectRewriter
