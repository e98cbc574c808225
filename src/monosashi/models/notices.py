"""What is worth saying about the texts of a set: which were cut, by us or by the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.embeddings import Fault
from monosashi.models.embedder import CountsTokens
from monosashi.models.tokens import NO_LIMIT, truncation_notice

if TYPE_CHECKING:
    from monosashi.models.job import Job


def notices_of(job: Job) -> tuple[Fault, ...]:
    """Texts cut at ``max_chars``, and texts over the limit of the model."""
    over = truncation_notice(job.embedder, job.sending.sent, list(job.texts.ids), job.roles[0])
    return job.sending.notices if over is None else (*job.sending.notices, over)


def token_limit(embedder: object) -> int | None:
    """Tokens of one pass; None when that is not known or there is no limit."""
    if isinstance(embedder, CountsTokens) and embedder.token_limit < NO_LIMIT:
        return embedder.token_limit
    return None
