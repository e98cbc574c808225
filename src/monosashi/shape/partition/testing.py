"""Permutation tests of the terms."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from monosashi.embeddings import Column, EmbeddingSet, Fault, fault
from monosashi.results import PermutationTest
from monosashi.shape.configuration import Array
from monosashi.shape.partition.blockwise import ManyLevelsByBlocks, RearrangedByBlocks
from monosashi.shape.partition.chance import Chance
from monosashi.shape.partition.effort import usual_permutations
from monosashi.shape.partition.fit import Fit
from monosashi.shape.partition.levels import ManyLevels, has_many_levels
from monosashi.shape.partition.moving import Moves, plan_moves, varies
from monosashi.shape.partition.rearranged import Rearranged
from monosashi.shape.partition.terms import Term
from monosashi.shape.partition.watched import Progress, watched
from monosashi.shape.permuting import permuted_values
from monosashi.statistics.permutation import conclude

LOST = 1e-12


@dataclass(frozen=True, eq=False)
class Tested:
    """Tests by term, why others have none, what chance gives, and how many random arrangements."""

    tests: dict[str, PermutationTest]
    reasons: dict[str, Fault]
    chance: Chance
    permutations: int


def f_of(fit: Fit, directions: Array) -> float | None:
    """(SS/df) over (SS of the residuals / their df); None when nothing is left over."""
    if not fit.ss_residual:
        return None
    between = fit.ss(directions) / int(directions.shape[1])
    return between / (fit.ss_residual / fit.df_residual)


def run_term_tests(
    fit: Fit, data: EmbeddingSet, within: Column | None, whole: Column | None, *,
    raw: bool, permutations: int | None, rng: np.random.Generator, progress: Progress | None = None,
) -> Tested:  # fmt: skip
    """Tests by term, and reasons for terms without one. One round of shuffling serves all."""
    chosen = usual_permutations(fit) if permutations is None else permutations
    moves = plan_moves(data, fit.terms, fit.cells, within, whole, permutations=chosen,
                       rng=rng)  # fmt: skip
    asked: dict[str, Array] = {}
    reasons: dict[str, Fault] = {}
    for term, directions in zip(fit.terms, fit.directions, strict=True):
        name = f"tests.{term.name}"
        if (why := _objection(fit, term, directions, moves)) is not None:
            reasons[name] = why
        elif directions is not None:
            asked[term.name] = directions
    if not asked:
        return Tested({}, reasons, Chance(moves.scheme, {}), chosen)
    columns = _kind_of(fit).of(fit, list(asked.values()), raw=raw)
    observed = columns.values(moves.in_place, moves.units)[0]
    values = permuted_values(moves, watched(columns, moves.total, progress), observed)
    tests = {name: conclude(moves, values[:, place], float(observed[place]), f_of(fit, a))
             for place, (name, a) in enumerate(asked.items())}  # fmt: skip
    return Tested(tests, reasons, Chance.of(moves.scheme, list(asked), values), chosen)


def _kind_of(fit: Fit) -> type[Rearranged | ManyLevels]:
    """How the sums are made: many levels or few, of rows that are held or read in blocks."""
    if has_many_levels(fit):
        return ManyLevels if fit.cloud.held else ManyLevelsByBlocks
    return Rearranged if fit.cloud.held else RearrangedByBlocks


def _objection(fit: Fit, term: Term, directions: Array | None, moves: Moves) -> Fault | None:
    """Why a term cannot be tested by these moves."""
    if (key := _in_the_model(term, directions)) is not None or directions is None:
        return fault(f"shape.reasons.{key}", name=term.name)
    spread = fit.design.basis / np.sqrt(fit.cells.counts)[:, None]
    if "whole" in moves.scheme and varies(term, moves.unit_of):
        key = "varies_in_units"
    elif moves.fixes(spread @ directions):
        key = {"free": "no_move", "within": "constant_in_blocks"}.get(moves.scheme, "fixed_units")
    elif fit.ss(directions) + fit.ss_residual <= LOST * fit.ss_total:
        key = "nothing_left"
    return None if key is None else fault(f"shape.reasons.{key}", name=term.name)


def _in_the_model(term: Term, directions: Array | None) -> str | None:
    if term.role == "covariate":
        return "covariate"
    if directions is None:
        return "contained"
    return None if directions.shape[1] else "aliased"
