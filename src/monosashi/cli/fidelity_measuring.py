"""From files to the result of `monosashi fidelity`."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.options import DataOptions, TextOptions

if TYPE_CHECKING:
    from monosashi.embeddings import EmbeddingSet
    from monosashi.fidelity import Fidelity, GeneratorComparison

INTERVALS = {"auto": None, "yes": True, "no": False}


@dataclass(frozen=True)
class Wanted:
    """What is measured, and how."""

    paths: tuple[Path, ...]
    k: int
    metrics: str | None
    correct: Any
    metric: Any
    classes: str | None
    knob: str | None
    human: Path | None
    confidence: float
    seed: int
    data: DataOptions
    texts: TextOptions
    correction_intervals: str = "auto"
    store: Path | None = None

    def check(self) -> Wanted:
        """Refuse what cannot work before anything is read."""
        from monosashi.cli.wrong_usage import WrongUsageError

        if len(self.paths) < 2:
            raise WrongUsageError("cli.errors.fidelity_needs")
        if self.classes is not None and len(self.paths) > 2:
            raise WrongUsageError("cli.errors.fidelity_class")
        self.steps()
        return self

    @property
    def title(self) -> str:
        """The generators, against the reals."""
        from monosashi.cli.panels import file_stem

        names = ", ".join(file_stem(path) for path in self.paths[1:])
        return f"{names} / {file_stem(self.paths[0])}"

    def steps(self) -> list[float] | None:
        """The numbers of --knob."""
        from monosashi.cli.wrong_usage import WrongUsageError

        if self.knob is None:
            return None
        try:
            found = [float(part) for part in self.knob.split(",")]
        except ValueError:
            raise WrongUsageError("cli.errors.fidelity_knob", given=self.knob) from None
        if len(found) != len(self.paths) - 1:
            raise WrongUsageError("cli.errors.fidelity_steps", given=len(found),
                                  count=len(self.paths) - 1)  # fmt: skip
        return found

    def measured(self) -> Fidelity | GeneratorComparison:
        """Read every file and measure."""
        from monosashi.cli.names_in_file import names_in_file
        from monosashi.cli.panels import file_stem
        from monosashi.fidelity import DEFAULT_METRICS, compare_generators, measure_fidelity

        sets = self._sets()
        names = (
            DEFAULT_METRICS
            if self.metrics is None
            else [part.strip() for part in self.metrics.split(",")]
        )
        how = {"k": self.k, "metrics": names, "metric": self.metric, "rng": self.seed,
               "correct": None if self.correct == "none" else self.correct,
               "confidence": self.confidence,
               "correction_intervals": INTERVALS[self.correction_intervals],
               "store": self.store}  # fmt: skip
        called = [file_stem(path) for path in self.paths[1:]]
        with names_in_file(self.data, self.texts):
            if len(sets) == 2:
                return self._alone(measure_fidelity(*sets, classes=self.classes, **how), called)
            return compare_generators(*sets, names=called, knob=self.steps(),
                                      human=self._rates(), **how)  # fmt: skip

    def _alone(self, found: Fidelity, called: list[str]) -> Fidelity:
        """One generator: what compares several is checked, left out, and said to be."""
        from monosashi.fidelity.human import rates_of
        from monosashi.results import Finding

        rates_of(self._rates(), called)
        if self.knob is None and self.human is None:
            return found
        left_out = Finding("fidelity.one_generator", "warning", {"generators": 1})
        return replace(found, beside=(*found.beside, left_out))

    def _sets(self) -> list[EmbeddingSet]:
        from monosashi.cli.directions import with_direction
        from monosashi.cli.embedding import one_embedder

        made_by = one_embedder(self.texts, self.data)
        found = [self._read(path, made_by) for path in self.paths]
        named = [replace(one, model=found[0].model) if not one.model.name else one
                 for one in found]  # fmt: skip
        if self.metric != "cosine":
            return named
        return [with_direction(one, self.data) for one in named]

    def _read(self, path: Path, made_by: Any) -> EmbeddingSet:
        """One file; of a file without rows it is said that it has none."""
        from monosashi.cli.embedding import read_sets
        from monosashi.embeddings import DataError, fault

        try:
            return read_sets(path, self.data, self.texts, made_by, seed=self.seed)[0]
        except DataError:
            if _no_rows(path):
                raise DataError(fault("fidelity.errors.no_rows", path=path)) from None
            raise

    def _rates(self) -> dict[str, float] | None:
        """Error rates by generator, from a file of two columns."""
        if self.human is None:
            return None
        from monosashi.cli.human_rates import by_stem, read_rates

        return by_stem(read_rates(self.human), self.paths[1:])


def _no_rows(path: Path) -> bool:
    """Whether a file of arrays holds a table of 0 rows."""
    import numpy as np

    if path.suffix not in {".npy", ".npz"}:
        return False
    if path.suffix == ".npy":
        return len(np.load(path, mmap_mode="r", allow_pickle=False)) == 0
    with np.load(path, allow_pickle=False) as held:
        arrays = [held[name] for name in held.files]
    return any(one.ndim > 1 and len(one) == 0 for one in arrays)
