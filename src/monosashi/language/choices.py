"""What may be asked for, checked before anything is computed."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.embeddings import DataError, fault
from monosashi.language.corpus import Corpus


def check_choices(ks: Sequence[int], confidence: float) -> tuple[int, ...]:
    """Sorted cut-offs with 1 among them; all faults together."""
    faults = []
    if any(int(k) != k or k < 1 for k in ks):
        faults.append(fault("language.errors.bad_ks", given=list(ks)))
    if not 0 < confidence < 1:
        faults.append(fault("language.errors.bad_confidence", given=confidence))
    if faults:
        raise DataError(*faults)
    return tuple(sorted({1, *(int(k) for k in ks)}))


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
