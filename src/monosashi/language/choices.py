"""What may be asked for, checked before anything is computed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.corpus import Corpus
from monosashi.language.kinds import told


def check_choices(ks: Sequence[int], confidence: float) -> tuple[int, ...]:
    """Sorted cut-offs with 1 among them; all faults together."""
    faults = []
    if not _are_cuts(ks):
        faults.append(fault("language.errors.bad_ks", given=told(ks)))
    if not _is_share(confidence):
        faults.append(fault("language.errors.bad_confidence", given=told(confidence)))
    if faults:
        raise DataError(*faults)
    return tuple(sorted({1, *(int(k) for k in ks)}))


def _are_cuts(ks: Any) -> bool:
    many = isinstance(ks, Sequence) and not isinstance(ks, str | bytes)
    return many and all(isinstance(k, int | np.integer) and not isinstance(k, bool) and k >= 1
                        for k in ks)  # fmt: skip


def _is_share(confidence: Any) -> bool:
    return isinstance(confidence, int | float | np.number) and bool(0 < confidence < 1)


def wanted_directions(
    corpus: Corpus, source: str | None, target: str | None
) -> list[tuple[int, int]]:
    """Codes of (source, target), all or those asked for."""
    languages = range(len(corpus.languages))
    sources = languages if source is None else [corpus.pairs.code(source)]
    targets = languages if target is None else [corpus.pairs.code(target)]
    wanted = [(a, b) for a in sources for b in targets if a != b]
    if not wanted:
        raise DataError(fault("language.errors.same_language", name=source))
    return wanted
