"""Whether a repair may be applied to vectors: same space, same model, not mended before."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from monosashi.embeddings import EmbeddingSet, Fault, ModelCard, fault
from monosashi.embeddings.card import same_mending
from monosashi.language.same_model import model_faults

if TYPE_CHECKING:
    from monosashi.language.fitted import Side


def apply_faults(fitted: ModelCard, data: EmbeddingSet, side: Side) -> list[Fault]:
    """What forbids mending ``data`` with a repair of vectors of ``fitted``."""
    told = fitted if data.model.mended is None else replace(fitted, mended=data.model.mended)
    faults = model_faults(told, data, sides=("repair", "vectors"), roles=side == "document")
    return [*faults, *mended_faults(fitted, data.model), *_text_faults(fitted, data.model)]


def mended_faults(fitted: ModelCard, found: ModelCard) -> list[Fault]:
    """Vectors are mended once; whoever fitted to mended ones means those."""
    if found.mended is None or same_mending(found.mended, fitted.mended):
        return []
    return [fault("language.errors.mended_already", mended=found.mended)]


def raw_faults(found: ModelCard) -> list[Fault]:
    """A repair that is kept is fitted to raw vectors."""
    return mended_faults(ModelCard(), found)


def unchecked_notices(fitted: ModelCard, found: ModelCard) -> tuple[Fault, ...]:
    """Say that nobody could check the model, where only one of both cards names it."""
    if (fitted.name is None) == (found.name is None):
        return ()
    return (fault("language.notices.model_unchecked", name=fitted.name or found.name),)


def mended_card(card: ModelCard, repair: str, *, normalised: bool) -> ModelCard:
    """The card of mended vectors."""
    told = repair if card.mended in (None, repair) else f"{card.mended}; {repair}"
    return replace(card, normalised=normalised, mended=told)


def _text_faults(fitted: ModelCard, found: ModelCard) -> list[Fault]:
    """Fixed texts that come out otherwise: another model under the same name.

    In another role the same model answers otherwise, so nothing is compared across roles.
    """
    from monosashi.language.freshness.canary import compare_canaries

    if (fitted.role, fitted.prefix, fitted.task) != (found.role, found.prefix, found.task):
        return []
    worst = compare_canaries(fitted, found, None, None)
    if worst is None or not worst.changed:
        return []
    return [fault("language.errors.apply_canary", cosine=worst.cosine, text=worst.text[:40])]
