"""Language bias as long rows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict

from monosashi.language.pool_hubs import PoolHubs
from monosashi.language.results import Direction, LanguageBias, Pool
from monosashi.results import Estimate, Row, Tables


def bias_tables(bias: LanguageBias) -> Tables:
    """``recall``, ``guards``, ``geometry``, ``miss_kinds``, ``misses``, and ``pool_hubs``."""
    directions = bias.directions.values()
    return {
        "recall": [row for direction in directions for row in _recall(bias, direction)],
        "guards": [row for direction in directions for row in _guards(direction)],
        "geometry": _geometry(bias),
        "misses": [
            {"source": direction.source, "target": direction.target,
             **asdict(miss), "kinds": ", ".join(miss.kinds)}
            for direction in directions
            for miss in direction.examples
        ],
        "miss_kinds": [
            {"source": direction.source, "target": direction.target, "miss": kind.kind,
             "count": kind.count, **estimate_row(kind.share)}
            for direction in directions
            for kind in direction.miss_kinds
        ],
        **({} if bias.hubs is None else {"pool_hubs": hub_rows(bias.hubs)}),
    }  # fmt: skip


def hub_rows(hubs: PoolHubs) -> list[Row]:
    """One row a statistic."""
    rows: list[Row] = [{"quantity": name, **estimate_row(getattr(hubs, name))}
                       for name in ("skewness", "antihub_share", "top_share_ratio")]  # fmt: skip
    return [*rows, {"quantity": "max_occurrence", "value": hubs.max_occurrence}]


def estimate_row(estimate: Estimate | None) -> Row:
    """Value and interval as columns."""
    if estimate is None:
        return {"value": None, "low": None, "high": None, "n": None}
    return {"value": estimate.value, "low": estimate.low, "high": estimate.high, "n": estimate.n,
            "method": estimate.method}  # fmt: skip


def _recall(bias: LanguageBias, direction: Direction) -> Iterator[Row]:
    names = {"source": direction.source, "target": direction.target,
             "query_role": bias.query_role}  # fmt: skip
    for name, pool in (("target_only", direction.target_only), ("mixed", direction.mixed)):
        for metric, estimate in _metrics(pool):
            yield {**names, "pool": name, "metric": metric, **estimate_row(estimate),
                   "n_queries": pool.n_queries, "n_candidates": pool.n_candidates,
                   "ties": pool.ties}  # fmt: skip
    for k, estimate in direction.thinned.items():
        yield {**names, "pool": "thinned", "metric": f"recall@{k}", **estimate_row(estimate)}
    for name in ("drop", "language_drop", "candidates_drop"):
        lost = {f"recall@{k}": one for k, one in getattr(direction, f"{name}s").items()}
        lost["mrr"] = getattr(direction, f"mrr_{name}")
        for metric, estimate in lost.items():
            yield {**names, "pool": name, "metric": metric, **estimate_row(estimate)}


def _metrics(pool: Pool) -> Iterator[tuple[str, Estimate]]:
    for k, estimate in pool.recall.items():
        yield f"recall@{k}", estimate
    yield "mrr", pool.mrr
    yield "map", pool.map


def _guards(direction: Direction) -> Iterator[Row]:
    guards = direction.guards
    names = {"source": direction.source, "target": direction.target}
    for name in ("same_language_share", "nearest_wrong_closer", "cosine_translation",
                 "cosine_same_language", "cosine_cross_language",
                 "cosine_nearest_same_language"):  # fmt: skip
        yield {**names, "guard": name, **estimate_row(getattr(guards, name))}
    yield {**names, "guard": "neutral_share", "value": guards.neutral_share}
    for k, estimate in (guards.known_item or {}).items():
        yield {**names, "guard": f"known_item recall@{k}", **estimate_row(estimate)}


def _geometry(bias: LanguageBias) -> list[Row]:
    held = bias.geometry
    rows: list[Row] = [{"quantity": "centroid_norm", "language": name, "value": value}
                       for name, value in held.centroid_norms.items()]  # fmt: skip
    for name, values in (("centroid_cosine", held.centroid_cosines),
                         ("centroid_distance", held.centroid_distances)):  # fmt: skip
        rows += [{"quantity": name, "language": f"{a}, {b}", "value": value}
                 for (a, b), value in values.items()]  # fmt: skip
    return [*rows, {"quantity": "language_share", "value": held.language_share}]
