"""What a check could not compare, and why."""

from __future__ import annotations

from collections.abc import Sequence

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.errors import distinct
from monosashi.language.fitted import FittedRepair
from monosashi.language.freshness.canary import Canary
from monosashi.language.freshness.drift import Drift
from monosashi.language.freshness.index_card import IndexCard
from monosashi.language.freshness.seen import Seen
from monosashi.language.spread import LEAST_UNITS


def check_notices(
    repair: FittedRepair,
    seen: Seen,
    drift: Sequence[Drift],
    told: tuple[Fault, ...],
    *,
    asked: bool,
    own: tuple[bool, bool],
) -> tuple[Fault, ...]:
    """What was not compared, and why that may matter.

    ``own`` says whether documents, and queries, are those that the repair was fitted to.
    """
    found = list(told)
    found += [fault(f"language.notices.{name}")
              for name, same in zip(("own_sample", "own_queries"), own, strict=True)
              if same]  # fmt: skip
    found += seen.unchecked
    if fields := [name for name in seen.unknown_fields if name != "name"]:
        found.append(fault("language.notices.card_unknown", names=", ".join(fields)))
    found += [fault("language.notices.renamed_model", field=one.field, ours=one.fitted,
                    theirs=one.found) for one in seen.differences if one.state is None]  # fmt: skip
    if seen.canary is None:
        kept = "no_canary_now" if repair.model.canaries else "no_canary_kept"
        found.append(fault(f"language.notices.{kept}"))
    unjudged = [one for one in drift if not one.judged]
    if small := list(dict.fromkeys(one.language for one in unjudged if not one.all_alike)):
        found.append(fault("language.notices.languages_not_judged", ids=small, least=LEAST_UNITS))
    if alike := list(dict.fromkeys(one.language for one in unjudged if one.all_alike)):
        found.append(fault("language.notices.languages_alike", ids=alike))
    if repair.spread is None:
        found.append(fault("language.notices.no_spread"))
    if repair.queries is not None and not asked:
        found.append(fault("language.notices.queries_not_checked"))
    return distinct(found)


def check_reasons(
    drift: Sequence[Drift], queries: Sequence[Drift], index: IndexCard | None, canary: Canary | None
) -> dict[str, Fault]:
    """Why something is None."""
    found = {f"{side}.{one.language}.band": _not_judged(one)
             for side, rows in (("drift", drift), ("query_drift", queries))
             for one in rows if not one.judged}  # fmt: skip
    if canary is None:
        found["canary"] = fault("language.reasons.no_canaries")
    if index is None or index.n_docs is None:
        found["growth"] = fault("language.reasons.no_index_size")
    return found


def _not_judged(one: Drift) -> Fault:
    if one.all_alike:
        return fault("language.reasons.sample_alike", n=one.sample_units)
    return fault("language.reasons.sample_too_small", n=one.sample_units, least=LEAST_UNITS)
