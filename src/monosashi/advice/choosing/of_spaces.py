"""Criteria of the vectors themselves: language, hubs, groups."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from monosashi.advice.choosing.criterion import Criterion, paired_rows
from monosashi.advice.choosing.of_search import influence_of
from monosashi.advice.choosing.scales import SHARE, SHARE_LOST, FloatArray
from monosashi.embeddings import Column, fault
from monosashi.embeddings.panel import Panel
from monosashi.hubs import measure_hubs
from monosashi.hubs.hubs import Hubs
from monosashi.language.comparing import ALL, LanguageComparison
from monosashi.results import Row
from monosashi.shape import ShapeComparison
from monosashi.shape.grouping import read_grouping
from monosashi.shape.paired import replicate

LIST = 10


def language_criterion(found: LanguageComparison) -> Criterion:
    """The language part of the drop in recall@1, over the questions of all directions."""
    rows = [{**{name: row[name] for name in _KEPT}, "exact": False,
             "identical": row["equal"] == found.n_keys}
            for row in found.differences if row["direction"] == ALL]  # fmt: skip
    moved = {model: influence_of(sums, found.counts) for model, sums in found.sums.items()}
    levels = {model: held[ALL] for model, held in found.levels.items()}
    return Criterion("language", "language", SHARE_LOST, "keys", levels, moved, rows)


_KEPT = ("model_a", "model_b", "difference", "low", "high", "p_value", "p_adjusted", "method")


def hubs_criterion(panel: Panel, confidence: float) -> Criterion:
    """Share of items in no list of the 10 nearest (cosine); the jackknife leaves items out."""
    least = LIST + 1  # an item is left out and its lists are refilled
    weight = ("antihubs", "hubs", SHARE_LOST, "items")
    if panel.n <= least:
        why = fault("choosing.reasons.few_items", n=panel.n, least=least + 1)
        return Criterion(*weight, {}, {}, [], dict.fromkeys(panel.names, why))
    zero = {name: fault("choosing.reasons.zero_vectors", count=len(one.zero_rows))
            for name, one in panel if len(one.zero_rows)}  # fmt: skip
    found = {name: measure_hubs(one, k=LIST, metric="cosine", references=False)
             for name, one in panel if name not in zero}  # fmt: skip
    moved = {name: _left_out(one) for name, one in found.items()}
    method = "paired delete-one jackknife, conservative"
    return Criterion(*weight, {name: one.antihub_share for name, one in found.items()}, moved,
                     paired_rows(moved, confidence, method), zero)  # fmt: skip


def _left_out(found: Hubs) -> FloatArray:
    """What every item does to the share: jackknife values around the share itself."""
    if found.without is None:
        return np.array([found.antihub_share.value])
    without = np.asarray(found.without["antihub_share"], dtype=np.float64)
    moved: FloatArray = found.antihub_share.value - (len(without) - 1) * (without - without.mean())
    return moved


def groups_criterion(panel: Panel, groups: Column, found: ShapeComparison) -> Criterion:
    """R² of the groups; the jackknife leaves groups out, and frees it of its bias."""
    grouping = read_grouping(panel.sets[0], groups)
    held = replicate(panel, grouping, ("r_squared",), "jackknife", np.random.default_rng(0))
    moved = {one.model: one.value * one.groups - (one.groups - 1) * one.replicates for one in held}
    levels = {model: known["r_squared"] for model, known in found.levels.items()}
    rows = [_shape_row(row) for row in found.differences if row["statistic"] == "r_squared"]
    return Criterion("r_squared", "groups", SHARE, "groups", levels, moved, rows)


def _shape_row(row: Mapping[str, object]) -> Row:
    """The difference freed of bias; it never varies where two models are the same."""
    same = row["p_value"] is None and row["difference"] == 0
    names = ("model_a", "model_b", "low", "high", "p_value", "p_adjusted")
    return {
        **{name: row[name] for name in names},
        "difference": row["bias_corrected"],
        "identical": same,
        "exact": False,
        "method": "paired delete-one-group jackknife",
    }
