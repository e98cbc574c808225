"""What is worth saying about the texts of a set: which were cut, by us or by the model."""

from __future__ import annotations

from typing import TYPE_CHECKING

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.detection import UNDETERMINED, detect_language
from monosashi.models.embedder import CountsTokens
from monosashi.models.tokens import NO_LIMIT, truncation_notice

if TYPE_CHECKING:
    from monosashi.models.job import Job

FEW, READ = 0.05, 500  # share of texts that are quotations or names; signs that tell a script


def notices_of(job: Job, damaged: int) -> tuple[Fault, ...]:
    """Texts in other scripts, cut at ``max_chars`` or over the limit; answers that were damaged."""
    over = truncation_notice(job.embedder, job.sending.sent, list(job.texts.ids), job.roles[0])
    found = job.sending.notices if over is None else (*job.sending.notices, over)
    found = (*_foreign(job), *found)
    if not damaged or job.store is None:
        return found
    return *found, fault("models.notices.damaged", path=job.store.path, answers=damaged)


def _foreign(job: Job) -> tuple[Fault, ...]:
    """Texts in other scripts than those of the languages that the model was trained on."""
    known = getattr(job.embedder, "languages", ())
    texts = [str(text)[:READ] for text in job.sending.sent]
    rows = [row for row, text in enumerate(texts) if known
            and detect_language(text, among=known) == UNDETERMINED
            and any(map(str.isalpha, text))]  # fmt: skip
    if len(rows) <= FEW * len(texts):
        return ()
    return (fault("models.notices.foreign_texts", rows, list(job.texts.ids[rows[:20]]),
                  name=job.embedder.name, languages=", ".join(known), n=len(texts)),)  # fmt: skip


def token_limit(embedder: object) -> int | None:
    """Tokens of one pass; None when that is not known or there is no limit."""
    if isinstance(embedder, CountsTokens) and embedder.token_limit < NO_LIMIT:
        return embedder.token_limit
    return None
