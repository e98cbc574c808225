"""What the gate is given, checked and brought into one form."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

from monosashi.embeddings import DataError, EmbeddingSet, TextSet, fault
from monosashi.embeddings.errors import Faults
from monosashi.embeddings.sets import Column
from monosashi.language.bridge import Road
from monosashi.language.bridge.road import Translators
from monosashi.language.freshness.canary import compare_canaries
from monosashi.language.gate.pages import SitePages
from monosashi.language.gate.threshold import Aim
from monosashi.language.same_model import model_faults
from monosashi.models import Embedder, embed

Thresholds = float | Literal["auto"]
Store = str | Path | bool | None


def checked_aim(
    precision: float, share: float, confidence: float, *, threshold: Any, k: Any
) -> Aim:
    """Refuse numbers that promise nothing, all of them at once."""
    faults = Faults()
    if not 0 < precision < 1:
        faults.found.append(fault("language.errors.gate_precision", given=precision))
    if not 0 < share <= 0.5:
        faults.found.append(fault("language.errors.gate_share", given=share))
    if not 0 < confidence < 1:
        faults.found.append(fault("language.errors.bad_confidence", given=confidence))
    if threshold != "auto" and not (isinstance(threshold, int | float) and -1 <= threshold <= 1):
        faults.found.append(fault("language.errors.gate_threshold", given=threshold))
    if type(k) is not int or k < 1:
        faults.found.append(fault("language.errors.bad_k", given=k))
    faults.raise_any()
    return Aim(precision, share, confidence)


def road_of(
    bridge: Translators | Road | None, embedder: Embedder | str | None, *, store: Store,
    invalid: str,
) -> Road | None:  # fmt: skip
    """A road with the embedder of the index, if there is a bridge."""
    if bridge is None or isinstance(bridge, Road):
        return bridge
    if embedder is None:
        raise DataError(fault("language.errors.gate_embedder"))
    return Road.of(bridge, embedder, store=store, invalid=invalid)


def embedded_drafts(
    drafts: EmbeddingSet | TextSet | str | Sequence[str], index: EmbeddingSet,
    embedder: Embedder | str | None, *, store: Store,
) -> EmbeddingSet:  # fmt: skip
    """Drafts as the pages are: by the model of the index, in the passage role."""
    if isinstance(drafts, EmbeddingSet):
        made = drafts
    elif embedder is None:
        raise DataError(fault("language.errors.gate_embedder"))
    else:
        texts = [drafts] if isinstance(drafts, str) else drafts
        made = embed(texts, embedder, role="passage", store=store)
    if faults := model_faults(index, made, sides=("index", "drafts")):
        raise DataError(*faults)
    same_canaries(index, made)
    return made


def same_canaries(index: EmbeddingSet, made: EmbeddingSet) -> None:
    """Refuse another model under the same name, where both cards keep fixed texts.

    Raises
    ------
    DataError
        A fixed text has moved (cosine below 0.999).
    """
    worst = compare_canaries(index.model, made.model, None, None)
    if worst is not None and worst.changed:
        raise DataError(fault("language.errors.gate_canary", cosine=worst.cosine))


def key_of(key: Column | None, index: EmbeddingSet) -> Column | None:
    """The column ``key``, unless told otherwise."""
    return "key" if key is None and "key" in index.columns else key


def draft_key(key: Column | None, drafts: EmbeddingSet) -> str | None:
    """The column of the same name, if drafts have it."""
    name = key if isinstance(key, str) else "key"
    return name if name in drafts.columns else None


def languages_of(
    drafts: EmbeddingSet, language: Column, told: str | None, pages: SitePages
) -> Column:
    """The column of the same name, else the language told for all."""
    name = language if isinstance(language, str) else "language"
    if name in drafts.columns:
        return name
    if told is None or told == "auto":  # vectors have no script
        raise DataError(fault("language.errors.draft_language", known=", ".join(pages.languages)))
    return [told] * drafts.n
