"""The options that planning and rewriting share."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypedDict

from monosashi.embeddings import DataError, fault
from monosashi.models.rewriters.contract import Rewriter
from monosashi.models.rewriters.items import Invalid
from monosashi.models.rewriters.languages import TARGETS
from monosashi.models.rewriters.limits import MAX_UNUSABLE, Limits
from monosashi.models.rewriters.transformations import Order
from monosashi.models.rewriters.wanted import Wanted

SEEDS = (1337, 1338, 1339)
Store = str | Path | bool | None


class RewriteOptions(TypedDict, total=False):
    """Names and kinds of the options; ``rewrite`` says what each means."""

    transformations: Sequence[str] | str
    seeds: Sequence[int]
    store: Store
    dataset: str
    language: str | None
    targets: Sequence[str]
    order: Order
    invalid: Invalid
    max_calls: int | None
    max_cost: float | None
    price_in: float | None
    price_out: float | None
    max_unusable: int | None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What is asked for beside texts and rewriter: given, or as usual."""

    transformations: Sequence[str] | str = "all"
    seeds: Sequence[int] = SEEDS
    store: Store = None
    dataset: str = "texts"
    language: str | None = None
    targets: Sequence[str] = TARGETS
    order: Order = "expand_then_summarise"
    invalid: Invalid = "error"
    max_calls: int | None = None
    max_cost: float | None = None
    price_in: float | None = None
    price_out: float | None = None
    max_unusable: int | None = MAX_UNUSABLE

    def wanted(self, texts: Any, rewriter: Rewriter | str) -> Wanted:
        """Texts, transformations, seeds and rewriter, checked."""
        return Wanted.of(texts, self.transformations, rewriter, self.seeds, dataset=self.dataset,
                         language=self.language, targets=self.targets, order=self.order,
                         invalid=self.invalid)  # fmt: skip

    @property
    def limits(self) -> Limits:
        """What a run may take.

        Raises
        ------
        DataError
            A limit of money without both prices: it would not hold.
        """
        if self.max_cost is not None and None in {self.price_in, self.price_out}:
            raise DataError(fault("rewriting.errors.limit_needs_prices"))
        return Limits(self.max_calls, self.max_cost, self.price_in, self.price_out,
                      self.max_unusable)  # fmt: skip
