"""From files to the document of `monosashi hubs`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.hubs_options import CorrectionOptions, HubQueryOptions
from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.advice.hubs_document import HubsDocument
    from monosashi.cli.hubs_reading import HubSource
    from monosashi.embeddings import Gold
    from monosashi.hubs import Hubs, ReductionComparison
    from monosashi.results import Result


@dataclass(frozen=True)
class Wanted:
    """What is measured, and how."""

    paths: tuple[Path, ...]
    k: int
    metric: Any
    seed: int
    asked: HubQueryOptions
    corrections: CorrectionOptions
    data: DataOptions
    texts: TextOptions

    def check(self) -> Wanted:
        """Refuse options that do not go together, before anything is read."""
        from monosashi.cli.wrong_usage import WrongUsageError
        from monosashi.hubs.reductions import FITS

        own = self.corrections
        if not self.paths:
            raise WrongUsageError("cli.errors.hubs_needs")
        unknown = [name for name in own.names or () if name not in FITS]
        if unknown:
            raise WrongUsageError("cli.errors.hubs_method", given=", ".join(unknown),
                                  known=", ".join(FITS))  # fmt: skip
        if own.save is not None and (own.reduce is None or len(self.paths) > 1):
            raise WrongUsageError("cli.errors.hubs_save")
        if self.asked.gold is not None and not self.compares:
            raise WrongUsageError("cli.errors.hubs_gold")
        return self

    @property
    def compares(self) -> bool:
        """Whether corrections are measured."""
        own = self.corrections
        return own.compare or own.reduce is not None or own.methods is not None


def measured_document(wanted: Wanted, **about: Any) -> HubsDocument:
    """Read, measure, put together."""
    from monosashi.advice.hubs_document import hubs_document
    from monosashi.cli.hubs_reading import read_sources
    from monosashi.cli.names_in_file import names_in_file
    from monosashi.stores import read_gold

    gold = None if wanted.asked.gold is None else read_gold(wanted.asked.gold)
    sources = read_sources(wanted)
    with names_in_file(wanted.data, wanted.texts):
        hubs = {one.name: _hubs(one, wanted) for one in sources}
        compared = {one.name: _compared(one, wanted, gold) for one in sources} if (
            wanted.compares) else {}  # fmt: skip
        parts, skipped = _parts(sources, hubs, compared, wanted)
    several = len(sources) > 1
    cards = {one.name: one.data.model for one in sources} if several else None
    named = about.pop("title", "") or (", ".join(hubs) if several else sources[0].name)
    source = ", ".join(dict.fromkeys(path.name for path in wanted.paths))
    return hubs_document(parts, models=cards, skipped=skipped, title=named, source=source,
                         settings={"rng": wanted.seed}, **about)  # fmt: skip


def _hubs(one: HubSource, wanted: Wanted) -> Hubs:
    from monosashi.hubs import measure_hubs

    return measure_hubs(one.data, queries=one.queries, k=wanted.k, metric=wanted.metric,
                        references=len(wanted.paths) == 1, rng=wanted.seed)  # fmt: skip


def _compared(one: HubSource, wanted: Wanted, gold: Gold | None) -> ReductionComparison:
    from monosashi.hubs import compare_reductions, fit_reduction

    own, methods = wanted.corrections, wanted.corrections.names
    tried: list[Any] | None = None if methods is None else list(methods)
    if own.save is not None and own.reduce is not None:
        fitted = fit_reduction(own.reduce, one.data, k=own.correction_k or 2 * wanted.k,
                               metric=wanted.metric)  # fmt: skip
        fitted.save(own.save)
        tried = [fitted]
    return compare_reductions(one.data, methods=tried, k=wanted.k, correction_k=own.correction_k,
                              queries=one.queries, gold=gold, metric=wanted.metric)  # fmt: skip


def _parts(
    sources: list[HubSource],
    hubs: Mapping[str, Hubs],
    compared: Mapping[str, ReductionComparison],
    wanted: Wanted,
) -> tuple[dict[str, Result], dict[str, Any]]:
    """Sections: one set in full, several in one table; and what was left out."""
    from monosashi.embeddings import DataError
    from monosashi.hubs import find_unrelated_hubs, hub_sets

    if len(sources) > 1:
        return {"hub_sets": hub_sets(hubs, compared)}, {}
    (one,) = sources
    parts: dict[str, Result] = {"hubs": hubs[one.name]}
    skipped = {}
    try:
        parts["unrelated_hubs"] = find_unrelated_hubs(
            one.data, queries=one.queries, k=wanted.k, metric=wanted.metric
        )
    except DataError as error:
        skipped["unrelated_hubs"] = error.faults[0]
    if compared:
        found = compared[one.name]
        parts["reductions"] = found
        skipped |= {
            name: why for name, why in found.reasons.items()
            if name.startswith("effects.") and name.split(".")[1] not in found.effects
        }  # fmt: skip
    return parts, skipped
