"""All texts of a task as one model sees them, each embedded once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import DataError, EmbeddingSet, ModelCard, fault
from monosashi.models import Embedder, NeedsFit, Role, embed
from monosashi.models.answers import space_digest
from monosashi.models.job import Store
from monosashi.models.tokens import count_over_limit
from monosashi.robustness.runs.prompts import own_prompts, unused_prompt
from monosashi.robustness.runs.wordings import Wording
from monosashi.robustness.tasks.task import Task

Vectors = npt.NDArray[np.floating]
Progress = Callable[[int, int], None]
LEARNT = ("document", "train")


@dataclass(frozen=True, eq=False)
class Space:
    """Vectors of different texts in each role.

    Attributes
    ----------
    place : mapping of role to mapping of text to row
    vectors : mapping of role to (n, d) array
    over : mapping of role to the texts that the model does not read whole, or None where unknown
    cards : mapping of role to ModelCard
    asked : roles of the texts of the task, whether the model tells them apart or not
    """

    place: dict[Role, dict[str, int]]
    vectors: dict[Role, Vectors]
    over: dict[Role, frozenset[str] | None]
    cards: dict[Role, ModelCard]
    one_role: bool
    asked: frozenset[Role]

    def role(self, role: Role) -> Role:
        """The role that this model has for it."""
        return "passage" if self.one_role else role

    def of(self, texts: Sequence[str], role: Role) -> Vectors:
        """(n, d) vectors of texts."""
        held = self.role(role)
        place = self.place[held]
        return self.vectors[held][[place[text] for text in texts]]

    def truncated(self, texts: Iterable[str], role: Role) -> int | None:
        """How many of these texts the model does not read whole."""
        known = self.over[self.role(role)]
        return None if known is None else sum(text in known for text in texts)


def space_of(task: Task, wordings: Sequence[Wording], model: Embedder | EmbeddingSet, *,
             store: Store, progress: Progress | None) -> Space:  # fmt: skip
    """Embed all fields of a task and all wordings of them.

    A model that must be fitted learns from the documents of the task (``fit_to``).
    """
    fit_to(task, model)
    alone = isinstance(model, EmbeddingSet) or not model.roles
    wanted: dict[Role, dict[str, int]] = {}
    for name, role in task.kind.fields.items():
        table = wanted.setdefault("passage" if alone else role, {})
        for texts in (task.fields[name].joined, *(one.texts.get(name, ()) for one in wordings)):
            for text in texts:
                table.setdefault(text, len(table))
    vectors: dict[Role, Vectors] = {}
    over: dict[Role, frozenset[str] | None] = {}
    cards: dict[Role, ModelCard] = {}
    for role, table in wanted.items():
        sent = list(table)
        made = _known(model, sent) if isinstance(model, EmbeddingSet) else embed(
            sent, model, role=role, store=store, progress=progress)  # fmt: skip
        vectors[role], cards[role] = made.vectors, made.model
        over[role] = None if isinstance(model, EmbeddingSet) else _over(model, sent, role)
    return Space(wanted, vectors, over, cards, alone, frozenset(task.kind.fields.values()))


def fit_to(task: Task, model: Embedder | EmbeddingSet) -> None:
    """Let a model that must be fitted learn from the original texts that it would have.

    These are the documents, or the training texts: one that had learnt the very queries would lose
    too little when they are reworded. Tasks with neither have nothing else than their texts.
    """
    if isinstance(model, NeedsFit):
        names = [name for name in LEARNT if name in task.fields] or list(task.fields)
        model.fit(list(dict.fromkeys(t for name in names for t in task.fields[name].joined)))


def _over(model: Embedder, texts: list[str], role: Role) -> frozenset[str] | None:
    found = count_over_limit(model, texts, role)
    return None if found is None else frozenset(texts[row] for row in found.rows)


def _known(held: EmbeddingSet, texts: list[str]) -> EmbeddingSet:
    """Vectors made elsewhere: rows by their column ``text``."""
    if "text" not in held.columns:
        raise DataError(fault("robustness_run.errors.vectors_text", n=held.n))
    place = {str(text): row for row, text in enumerate(held.columns["text"])}
    lost = [text for text in texts if text not in place]
    if lost:
        raise DataError(fault("robustness_run.errors.vectors_missing", ids=lost[:20],
                              missing=len(lost), n=len(texts)))  # fmt: skip
    return EmbeddingSet.from_arrays(held.vectors[[place[text] for text in texts]], model=held.model)


def name_of(model: Embedder | EmbeddingSet) -> str:
    """The name of a model in tables."""
    if isinstance(model, EmbeddingSet):
        return model.model.name or "vectors"
    return model.card(_first_role(model)).name or model.name


def _first_role(model: Embedder) -> Role:
    return model.roles[0] if model.roles else "passage"


def card_name(name: str, cards: Mapping[Role, ModelCard]) -> str:
    """What the model calls itself, beside what it is called here."""
    return next((one.name for one in cards.values() if one.name), name)


def identity_row(name: str, model: Embedder | EmbeddingSet, spaces: Sequence[Space]
                 ) -> dict[str, Any]:  # fmt: skip
    """What says which model it was: prompt a role, dimension, dtype, revision, cut, digest."""
    cards = {role: card for space in spaces for role, card in space.cards.items()}
    asked = {role for space in spaces for role in space.asked}
    unused = unused_prompt(card_name(name, cards), [one.prefix for one in cards.values()], asked,
                           own_prompts(model))  # fmt: skip
    card = next(iter(cards.values()))
    kinds = sorted({str(one.dtype) for space in spaces for one in space.vectors.values()})
    if isinstance(model, EmbeddingSet):
        digest = None
    else:
        held = [space_digest(model.identity(role)) for role in cards]
        digest = " ".join(one[:16] for one in held)
    return {
        "model": name, "dimension": card.dimension, "dtype": ", ".join(kinds),
        "revision": card.revision,
        "prompt": "; ".join(f"{role}: {one.prefix!r}" for role, one in cards.items()
                            if one.prefix) or None,
        "unused_prompt": unused,
        "task": ", ".join(dict.fromkeys(one.task for one in cards.values() if one.task)) or None,
        "normalised": card.normalised, "token_limit": card.token_limit, "text_cut": card.text_cut,
        "identity": digest,
    }  # fmt: skip
