"""What is worth saying about the texts of a set: which were cut, by us or by the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.embeddings import Fault, fault
from monosashi.models.embedder import CountsTokens
from monosashi.models.tokens import NO_LIMIT, truncation_notice

if TYPE_CHECKING:
    from monosashi.models.job import Job


def notices_of(job: Job, damaged: int) -> tuple[Fault, ...]:
    """Texts cut at ``max_chars``, texts over the limit of the model, answers that were damaged."""
    over = truncation_notice(job.embedder, job.sending.sent, list(job.texts.ids), job.roles[0])
    found = job.sending.notices if over is None else (*job.sending.notices, over)
    if not damaged or job.store is None:
        return found
    return *found, fault("models.notices.damaged", path=job.store.path, answers=damaged)


def token_limit(embedder: object) -> int | None:
    """Tokens of one pass; None when that is not known or there is no limit."""
    if isinstance(embedder, CountsTokens) and embedder.token_limit < NO_LIMIT:
        return embedder.token_limit
    return None
