"""Everything that was asked for, read once for planning, running and exporting."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.models.rewriters.chat import ChatRewriter
from monosashi.models.rewriters.contract import Rewriter
from monosashi.models.rewriters.items import Invalid, Item, items_of
from monosashi.models.rewriters.languages import checked_targets
from monosashi.models.rewriters.preparing import chains_of
from monosashi.models.rewriters.recorded import RecordedRewriter
from monosashi.models.rewriters.registry import named_rewriter
from monosashi.models.rewriters.steps import Chain
from monosashi.models.rewriters.transformations import Order, Transformation, chosen


@dataclass(frozen=True)
class Wanted:
    """Texts, transformations, seeds and the rewriter."""

    items: tuple[Item, ...]
    transformations: tuple[Transformation, ...]
    rewriter: Rewriter
    seeds: tuple[int, ...]
    dataset: str
    targets: tuple[str, ...]
    order: Order

    @classmethod
    def of(
        cls, texts: Any, transformations: Sequence[str] | str, rewriter: Rewriter | str,
        seeds: Sequence[int], *, dataset: str, language: str | None, targets: Sequence[str],
        order: Order, invalid: Invalid = "error",
    ) -> Wanted:  # fmt: skip
        """Check all of it.

        Raises
        ------
        DataError
            Whatever cannot be used.
        """
        numbers = tuple(dict.fromkeys(seeds))
        if not numbers or any(type(seed) is not int or seed < 0 for seed in numbers):
            raise DataError(fault("rewriting.errors.seeds", given=list(seeds)))
        made = named_rewriter(rewriter) if isinstance(rewriter, str) else rewriter
        _check_recorded(made, numbers)
        own = made.offers() if isinstance(made, RecordedRewriter) else ()
        items, ways = items_of(texts, language, invalid), chosen(transformations, order, own)
        codes = checked_targets(targets) if isinstance(made, ChatRewriter) else tuple(targets)
        return cls(tuple(items), tuple(ways), made, numbers, dataset, codes, order)

    def chains(self) -> list[Chain]:
        """One for every text, transformation and seed."""
        return chains_of(self.items, self.transformations, self.seeds, self.rewriter,
                         dataset=self.dataset, targets=self.targets)  # fmt: skip


def _check_recorded(rewriter: Rewriter, seeds: Sequence[int]) -> None:
    """Refuse seeds of which a file holds nothing: every text would be missing."""
    held = rewriter.seeds() if isinstance(rewriter, RecordedRewriter) else []
    if held and not set(held) & set(seeds):
        raise DataError(fault("rewriting.errors.recorded_seeds", generator=rewriter.name,
                              given=", ".join(map(str, seeds)),
                              held=", ".join(map(str, held))))  # fmt: skip
