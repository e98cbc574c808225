"""Steps of a transformation, calls that ask for them, and answers that come back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from monosashi.models.rewriters.items import Item
from monosashi.models.rewriters.transformations import Transformation


@dataclass(frozen=True)
class Step:
    """One call: its kind, and the languages of what goes in and comes out (None: not known)."""

    kind: str
    source: str | None
    target: str | None


@dataclass(frozen=True)
class Call:
    """What is asked once, however many texts and transformations need it.

    Attributes
    ----------
    key : str
        SHA-256 of everything that changes the answer.
    step, text : what is to be done to what
    body : mapping
        What goes over the wire, if anything does.
    """

    key: str
    step: Step
    text: str
    body: Mapping[str, Any] = field(default_factory=dict)

    @property
    def signs(self) -> int:
        """Length of what is sent."""
        held = self.body.get("messages", ())
        return sum(len(str(one.get("content", ""))) for one in held) or len(self.text)


@dataclass(frozen=True)
class Answer:
    """What came back, as it came.

    Attributes
    ----------
    raw : str
    refusal : str
        What a service says in the place of an answer.
    finish : str
        Why it ended: ``stop``, ``length``, ``content_filter``, … or empty.
    prompt_tokens, completion_tokens : int or None
    model, fingerprint : str
        As the server reports them.
    seconds : float
    """

    raw: str
    refusal: str = ""
    finish: str = ""
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    model: str = ""
    fingerprint: str = ""
    seconds: float = 0.0


@dataclass
class Chain:
    """One text on its way through one transformation under one seed.

    Attributes
    ----------
    at : int
        The step that is next.
    attempt : int
        How often that step has been answered and refused by the gate.
    text : str
        What goes into the next step.
    asked : int
        Answers so far.
    """

    item: Item
    transformation: Transformation
    seed: int
    steps: tuple[Step, ...]
    text: str
    at: int = 0
    attempt: int = 0
    asked: int = 0
    status: str = ""
    kept: bool = False
    mends: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()
    made: str = ""
    told_language: str | None = None

    @property
    def done(self) -> bool:
        """Whether it has come to its end, well or not."""
        return bool(self.status)

    @property
    def language(self) -> str | None:
        """Of the outcome."""
        if self.told_language is not None:
            return self.told_language
        return self.steps[-1].target if self.steps else self.item.language

    @property
    def pivot(self) -> str | None:
        """The language in between, where there is one."""
        return self.steps[0].target if len(self.steps) > 1 and self.at_translation else None

    @property
    def at_translation(self) -> bool:
        """Whether its first step translates."""
        return bool(self.steps) and self.steps[0].kind == "translate"
