"""One score before and after rewriting."""

from __future__ import annotations

from dataclasses import dataclass

TEXTS = ("model", "dataset", "transformation")  # what no row can do without
SCORES = ("original", "transformed")
COUNTS = ("n", "n_failed", "n_unchanged", "n_truncated")
OPTIONAL = ("dataset_group", "language", "task", "metric", "axis", "generator", "seed", "chance",
            *COUNTS)  # fmt: skip
EMPTY_GROUP = "all"


@dataclass(frozen=True)
class CubeRow:
    """A score of a model on a dataset, as it is and rewritten.

    Attributes
    ----------
    model, dataset, dataset_group, language, task, metric : str
    transformation, axis, generator : str
    seed : str
    original, transformed : float or None
        In points of 100; None is a hole.
    chance : float or None
        What a model that knows nothing would reach, in points of 100.
    n, n_failed, n_unchanged, n_truncated : int or None
        Texts that were to be rewritten, and what became of them.
    """

    model: str
    dataset: str
    transformation: str
    axis: str
    generator: str
    dataset_group: str = EMPTY_GROUP
    language: str = ""
    task: str = ""
    metric: str = ""
    seed: str = ""
    original: float | None = None
    transformed: float | None = None
    chance: float | None = None
    n: int | None = None
    n_failed: int | None = None
    n_unchanged: int | None = None
    n_truncated: int | None = None

    @property
    def key(self) -> tuple[str, ...]:
        """What may stand only once in a cube."""
        return (self.model, self.dataset, self.language, self.task, self.metric,
                self.transformation, self.generator, self.seed)  # fmt: skip

    @property
    def whole(self) -> bool:
        """Whether both scores are there."""
        return self.original is not None and self.transformed is not None
