"""Which texts a model does not read in one piece."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from monosashi.embeddings import Fault, fault
from monosashi.models.embedder import CountsTokens, Embedder, Role, batches

NO_LIMIT = 2**31 - 1
PIECE = 1_024


@dataclass(frozen=True)
class OverLimit:
    """Texts with more tokens than one pass of the model reads.

    Attributes
    ----------
    limit : int
        Tokens of one pass, prefix and special tokens included.
    n : int
        Texts counted.
    rows : tuple of int
        Positions of the texts over the limit.
    longest : int
        Tokens of the longest text.
    """

    limit: int
    n: int
    rows: tuple[int, ...]
    longest: int


def count_over_limit(
    model: Embedder, texts: Sequence[str], role: Role = "passage"
) -> OverLimit | None:
    """Count the texts over the model's limit.

    Returns
    -------
    OverLimit or None
        None when the tokenizer is not known or the model reads texts of any length. ``rows`` is
        empty when everything fits.
    """
    if not isinstance(model, CountsTokens) or model.token_limit >= NO_LIMIT:
        return None
    rows: list[int] = []
    start = longest = 0
    for part in batches(texts, PIECE):
        counts = model.count_tokens(part, role)
        longest = max(longest, int(counts.max()))
        rows.extend(start + int(row) for row in (counts > model.token_limit).nonzero()[0])
        start += len(part)
    return OverLimit(model.token_limit, start, tuple(rows), longest)


def truncation_notice(
    model: Embedder, texts: Sequence[str], ids: Sequence[str], role: Role = "passage"
) -> Fault | None:
    """Say how many texts the model cuts (or averages over windows), and which; None if none."""
    over = count_over_limit(model, texts, role)
    if over is None or not over.rows:
        return None
    windows = getattr(model, "over_limit", "cut") == "windows"
    return fault(
        "models.notices.windowed" if windows else "models.notices.truncated",
        over.rows,
        [str(ids[row]) for row in over.rows],
        name=model.name,
        limit=over.limit,
        n=over.n,
        longest=over.longest,
    )
