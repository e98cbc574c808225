"""What is wrong with, or worth saying about, items joined across languages."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

from monosashi.embeddings.arrays import TextArray
from monosashi.embeddings.checks import unicode_twins
from monosashi.embeddings.errors import Fault, fault

if TYPE_CHECKING:
    from monosashi.embeddings.pairs import IntArray, Pairs


def language_faults(
    keys: TextArray, languages: tuple[str, ...], key_codes: IntArray
) -> list[Fault]:
    """One language only; keys that only look different."""
    faults = []
    if len(languages) < 2:
        faults.append(fault("embeddings.errors.one_language", ids=languages))
    if names := unicode_twins(keys):
        rows = np.flatnonzero(np.isin(key_codes, np.searchsorted(keys, names)))
        faults.append(fault("embeddings.errors.unicode_twins", rows.tolist(), names, what="key"))
    return faults


def no_pairs(counts: npt.NDArray[np.intp], keys: TextArray, languages: tuple[str, ...]) -> Fault:
    """No key stands in two languages: show a key of each, so that the difference is seen."""
    examples = [f'{name}: "{keys[np.flatnonzero(counts[:, code])[0]]}"'
                for code, name in enumerate(languages)]  # fmt: skip
    return fault("embeddings.errors.no_pairs", examples="; ".join(examples[:10]))


def notices_of(pairs: Pairs) -> tuple[Fault, ...]:
    """Everything that a reader of the numbers should know about the items."""
    alone = unpaired_notice(pairs.keys, pairs.key_codes, pairs.language_codes)
    found = [alone, *_partial(pairs), _chunks(pairs), *_texts(pairs)]
    return tuple(note for note in found if note is not None)


def unpaired_notice(keys: TextArray, key_codes: IntArray, language_codes: IntArray) -> Fault | None:
    """Items that stand in one language only, with their rows."""
    cells = np.unique(np.stack([key_codes, language_codes]), axis=1)
    alone = np.flatnonzero(np.bincount(cells[0], minlength=len(keys)) == 1)
    if not len(alone):
        return None
    rows = np.flatnonzero(np.isin(key_codes, alone)).tolist()
    names = [str(name) for name in keys[alone]]
    return fault("embeddings.notices.unpaired", rows, names, items=len(names))


def _partial(pairs: Pairs) -> list[Fault]:
    """Of three or more languages, those in which items that have a partner do not stand."""
    present = pairs.counts > 0
    paired = present.sum(axis=1) > 1
    gaps = [(name, pairs.keys[paired & ~present[:, code]])
            for code, name in enumerate(pairs.languages)]  # fmt: skip
    return [fault("embeddings.notices.partial", ids=list(keys), language=name)
            for name, keys in gaps if len(keys)]  # fmt: skip


def _chunks(pairs: Pairs) -> Fault | None:
    many = pairs.counts > 1
    if not many.any():
        return None
    names = list(pairs.keys[many.any(axis=1)])
    return fault("embeddings.notices.chunks", ids=names, documents=int(many.sum()),
                 rows_held=int(pairs.counts[many].sum()), most=int(pairs.counts.max()))  # fmt: skip


def _texts(pairs: Pairs) -> list[Fault]:
    if pairs.text is None:
        return []
    found = []
    for a, b in combinations(pairs.languages, 2):
        if names := list(pairs.keys[pairs.untranslated(a, b)]):
            found.append(fault("embeddings.notices.untranslated", ids=names, a=a, b=b))
    if rows := np.flatnonzero(pairs.text == "").tolist():
        names = [str(name) for name in pairs.set.ids[rows]]
        found.append(fault("embeddings.notices.empty_texts", rows, names))
    return found
