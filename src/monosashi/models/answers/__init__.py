"""Answers of models, kept where the next run finds them."""

from monosashi.models.answers.digests import space_digest, text_digest
from monosashi.models.answers.location import default_store
from monosashi.models.answers.store import AnswerStore

__all__ = ["AnswerStore", "default_store", "space_digest", "text_digest"]
