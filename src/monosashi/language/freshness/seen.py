"""What cards and fixed texts say of a repair and the vectors of today."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from monosashi.embeddings import EmbeddingSet, Fault
from monosashi.language.fitted import FittedRepair
from monosashi.language.freshness.canary import Canary, compare_canaries
from monosashi.language.freshness.cards import (
    CardDifference,
    card_differences,
    not_comparable,
)
from monosashi.language.freshness.index_card import IndexCard
from monosashi.language.mendable import unchecked_notices

if TYPE_CHECKING:
    from monosashi.models import Embedder


@dataclass(frozen=True)
class Seen:
    """What cards and fixed texts say."""

    differences: list[CardDifference]
    canary: Canary | None
    unknown_fields: list[str]
    unchecked: tuple[Fault, ...] = ()

    @property
    def other_space(self) -> bool:
        """Whether vectors cannot be compared at all."""
        apart = {"model_mismatch", "dimension_mismatch", "role_mismatch"}
        return any(one.state in apart for one in self.differences)


def compare_cards(
    repair: FittedRepair, sample: EmbeddingSet, index: IndexCard | None, embedder: Embedder | None
) -> Seen:
    """Cards of the sample and of the index against that of the repair."""
    known = replace(sample.model, dimension=sample.dimension)
    canary = compare_canaries(repair.model, known, None if index is None else index.model, embedder)
    same = canary is not None and not canary.changed
    found = card_differences(repair.model, known, "sample", same_model=same)
    if index is not None:
        found += card_differences(repair.model, index.model, "index", same_model=same)
    return Seen(found, canary, not_comparable(repair.model, known),
                unchecked_notices(repair.model, known))  # fmt: skip
