"""One model on one task: the score of every wording beside the original on the same records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import Fault
from monosashi.robustness.cube_row import CubeRow
from monosashi.robustness.runs.space import Space
from monosashi.robustness.runs.wordings import Wording
from monosashi.robustness.tasks.scored import FloatArray, IntArray, Scored
from monosashi.robustness.tasks.scoring import Scorer
from monosashi.robustness.tasks.task import BoolArray, Task
from monosashi.robustness.tasks.vectors import with_direction

POINTS = 100.0
Vectors = npt.NDArray[np.floating]


@dataclass(frozen=True, eq=False)
class Cell:
    """A model on a task under one wording.

    Attributes
    ----------
    original, transformed : Scored
        On the same records.
    before, after : mapping of field to vectors
        Of the rewritten fields, all records.
    keep : mapping of field to (n,) bool
    n_undefined : int
        Kept records of which a vector is zero: they leave both sides, too.
    n_truncated : int or None
        Rewritten texts that the model does not read whole.
    original_draws, transformed_draws : (k,) float64
        Scores, in points, of draws of records; the same draws for all models and wordings.
    """

    model: str
    task: Task
    wording: Wording
    original: Scored
    transformed: Scored
    before: Mapping[str, Vectors]
    after: Mapping[str, Vectors]
    keep: Mapping[str, BoolArray]
    n_undefined: int
    n_truncated: int | None
    original_draws: FloatArray
    transformed_draws: FloatArray

    @property
    def whole(self) -> bool:
        """Whether both scores are there."""
        return self.original.value is not None and self.transformed.value is not None

    @property
    def reason(self) -> Fault | None:
        """Why there is a hole."""
        return self.original.reason or self.transformed.reason

    def loss(self) -> float | None:
        """Original minus transformed, in points."""
        if self.original.value is None or self.transformed.value is None:
            return None
        return POINTS * (self.original.value - self.transformed.value)

    def unit_losses(self) -> tuple[IntArray, FloatArray] | None:
        """Rows of the unit field and what each loses, where scores are means of records."""
        a, b = self.original.per_unit, self.transformed.per_unit
        if a is None or b is None:
            return None
        return self.original.units, POINTS * (a - b)

    def row(self, metric: str, chance: float) -> CubeRow:
        """The row of the cube; a score that one side lacks is a hole on both."""
        task, wording = self.task, self.wording
        scores = [POINTS * one.value if self.whole and one.value is not None else None
                  for one in (self.original, self.transformed)]  # fmt: skip
        return CubeRow(
            model=self.model, dataset=task.name, transformation=wording.transformation,
            axis=wording.axis, generator=wording.generator, dataset_group=task.group,
            language=task.language, task=task.kind.name, metric=metric, seed=str(wording.seed),
            original=scores[0], transformed=scores[1], chance=chance, n=wording.n,
            n_failed=wording.n_failed, n_unchanged=wording.n_unchanged,
            n_truncated=self.n_truncated,
        )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Measuring:
    """One model on one task.

    Attributes
    ----------
    space : Space
    scorer : Scorer
    chosen : (k, n) int
        Rows of the unit field: draws with replacement.
    """

    model: str
    task: Task
    space: Space
    scorer: Scorer
    chosen: IntArray

    def cells(self, wordings: Sequence[Wording]) -> list[Cell]:
        """Every wording; the original is scored once for the same records."""
        roles = self.task.kind.fields
        base = {name: self.space.of(self.task.fields[name].joined, role)
                for name, role in roles.items()}  # fmt: skip
        known: dict[bytes, tuple[Scored, FloatArray]] = {}
        return [self._cell(one, base, known) for one in wordings]

    def _cell(
        self,
        wording: Wording,
        base: Mapping[str, Vectors],
        known: dict[bytes, tuple[Scored, FloatArray]],
    ) -> Cell:
        roles = self.task.kind.fields
        after = {name: self.space.of(texts, roles[name]) for name, texts in wording.texts.items()}
        keep = _pointing(self.task, wording.keep, base, after)
        key = b"".join(keep[name].tobytes() for name in roles)
        if key not in known:
            known[key] = self._scored(base, keep)
        transformed, draws = self._scored({**base, **after}, keep)
        return Cell(
            model=self.model,
            task=self.task,
            wording=wording,
            original=known[key][0],
            transformed=transformed,
            before={name: base[name] for name in after},
            after=after,
            keep=keep,
            n_undefined=sum(int((wording.keep[name] & ~keep[name]).sum()) for name in after),
            n_truncated=self._truncated(wording),
            original_draws=known[key][1],
            transformed_draws=draws,
        )

    def _scored(
        self, vectors: Mapping[str, Vectors], keep: Mapping[str, BoolArray]
    ) -> tuple[Scored, FloatArray]:
        scored = self.scorer(vectors, keep)
        return scored, POINTS * scored.draws(self.chosen, self.task.n)

    def _truncated(self, wording: Wording) -> int | None:
        """Rewritten texts that are not read whole; None where no tokenizer is known."""
        counts: list[int] = []
        for name, texts in wording.texts.items():
            asked = [text for text, was in zip(texts, wording.asked[name], strict=True) if was]
            count = self.space.truncated(asked, self.task.kind.fields[name])
            if count is None:
                return None
            counts.append(count)
        return sum(counts)


def _pointing(
    task: Task,
    keep: Mapping[str, BoolArray],
    base: Mapping[str, Vectors],
    after: Mapping[str, Vectors],
) -> dict[str, BoolArray]:
    """Kept records whose vectors point somewhere, before and after."""
    held = {name: mask & with_direction(base[name]) for name, mask in keep.items()}
    for name, vectors in after.items():
        held[name] &= with_direction(vectors)
    if task.kind.paired:
        both = held["left"] & held["right"]
        held = {"left": both, "right": both}
    return held


def draws_of_records(n: int, draws: int, rng: np.random.Generator) -> IntArray:
    """(draws, n) rows, drawn with replacement."""
    made: IntArray = rng.integers(0, n, size=(draws, n), dtype=np.int64)
    return made


def about(cell: Cell) -> dict[str, Any]:
    """Which cell a row is of."""
    wording = cell.wording
    return {
        "model": cell.model,
        "dataset": cell.task.name,
        "transformation": wording.transformation,
        "generator": wording.generator,
        "seed": wording.seed,
    }
