"""All ways on the same folds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from monosashi.embeddings import DataError, Fault, fault
from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.mending import mended
from monosashi.language.choosing.strengths import at, tune
from monosashi.language.choosing.trying import Tried, routed, try_way
from monosashi.language.choosing.ways import BRIDGE, NONE, Way
from monosashi.language.layout import IntArray
from monosashi.language.scored import Space

# told before each way: how many are done, of how many, and its name
Progress = Callable[[int, int, str], None]


@dataclass(frozen=True, eq=False)
class Trials:
    """What every way came to.

    Attributes
    ----------
    ways : tuple of Way
        In the order of simplicity; tuned ones carry the strength for use in their names.
    tried : mapping of name to Tried
        Without ways that could not be measured.
    strengths : mapping of name to strengths of the folds
    reasons : mapping of path to Fault
        Why a way could not be measured.
    raw : Space
    ground : Ground
    folds : (units,) int
    """

    ways: tuple[Way, ...]
    tried: Mapping[str, Tried]
    strengths: Mapping[str, tuple[float, ...]]
    reasons: Mapping[str, Fault]
    raw: Space
    ground: Ground
    folds: IntArray

    @classmethod
    def of(
        cls,
        ground: Ground,
        ways: Sequence[Way],
        folds: IntArray,
        progress: Progress | None = None,
    ) -> Trials:
        """Try all; what data do not allow is left out with its reason."""
        raw = mended(ground, None)
        course = _Course(ground, folds, raw)
        named = []
        for done, way in enumerate(ways):
            if progress is not None:
                progress(done, len(ways), way.name)
            named.append(course.run(way))
        return cls(tuple(named), course.tried, course.strengths, course.reasons, raw, ground, folds)


class _Course:
    """One after the other; a routed way uses the trial of its repair."""

    def __init__(self, ground: Ground, folds: IntArray, raw: Space) -> None:
        self.ground, self.folds, self.raw = ground, folds, raw
        self.tried: dict[str, Tried] = {}
        self.strengths: dict[str, tuple[float, ...]] = {}
        self.reasons: dict[str, Fault] = {}

    def run(self, way: Way) -> Way:
        """Try it, and name it as it would be deployed."""
        if way.name == BRIDGE and way.given is None:
            self.reasons[f"options.{BRIDGE}"] = fault("language.reasons.no_translator")
            return way
        try:
            return self._run(way)
        except DataError as error:
            if way.name == NONE:
                raise
            self.reasons[f"options.{way.name}"] = error.faults[0]
            return way

    def _run(self, way: Way) -> Way:
        if way.tuned:
            tuned = tune(self.ground, self.folds, way, self.raw)
            way = replace(at(way, tuned.strength), name=way.name, tuned=True)
            self.strengths[way.name] = tuned.strengths
            self.tried[way.name] = tuned.tried
        elif way.kind == "routed":
            held = self.tried.get(str(way.mend)) or try_way(self.ground, self.folds, way, self.raw)
            self.tried[way.name] = routed(held, self.tried[NONE])
        else:
            self.tried[way.name] = try_way(self.ground, self.folds, way, self.raw)
        return way
