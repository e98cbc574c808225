"""Forget what a model has answered, in every role."""

from __future__ import annotations

from monosashi.models.answers import AnswerStore, space_digest
from monosashi.models.embedder import Embedder, Role


def forget_answers(embedder: Embedder, store: AnswerStore) -> int:
    """Remove the answers and canaries of a model from a store; return how many answers.

    For when the model behind a name has changed for good and the name stays.
    """
    roles: tuple[Role, ...] = embedder.roles or ("passage",)
    return sum(store.forget(space_digest(embedder.identity(role))) for role in roles)
