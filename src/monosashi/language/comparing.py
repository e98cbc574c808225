"""``compare_language_drops``: what mixing languages costs several models, paired over keys."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import ClassVar

import numpy as np

from monosashi.embeddings import DataError, fault
from monosashi.language.asking import Pair, asking_rows
from monosashi.language.layout import IntArray
from monosashi.language.outcomes import FloatArray
from monosashi.language.results import LanguageBias
from monosashi.ranking import hits
from monosashi.results import Estimate, Provenance, Result, Row, Tables, hidden
from monosashi.statistics.generators import as_generator
from monosashi.statistics.mean_interval import mean_interval
from monosashi.statistics.multiplicity import adjust_some, holm
from monosashi.statistics.sign_flips import sign_flips

ALL = "all"
PART, DIFFERENCE = (-1.0, 1.0), (-2.0, 2.0)


@dataclass(frozen=True, kw_only=True, repr=False)
class LanguageComparison(Result):
    """Language drops of several models on the same pages.

    Attributes
    ----------
    models : tuple of str
    n_keys : int
        Items that have a translation to find: what the intervals speak of.
    levels : model -> direction -> Estimate
        The language part of the drop in recall@1, ``"all"`` over the questions of all directions,
        beside ``"source->target"``. Below 0 where other languages stand in the way less.
    differences : rows ``model_a, model_b, direction, difference, low, high, p_value, p_adjusted,
        equal, method``
        a minus b, above 0 where a loses more; ``equal`` counts keys without any difference. p flips
        the signs of whole keys and is adjusted over the pairs of a direction (Holm).
    confidence : float
    """

    kind: ClassVar[str] = "language_comparison"
    models: tuple[str, ...]
    n_keys: int
    levels: Mapping[str, Mapping[str, Estimate]]
    differences: tuple[Row, ...]
    confidence: float
    sums: Mapping[str, FloatArray] = hidden(repr=False)
    counts: FloatArray = hidden(repr=False)

    def tables(self) -> Tables:
        """``language_drops`` and ``language_drop_differences``."""
        levels = [{"model": model, "direction": name, "value": one.value, "low": one.low,
                   "high": one.high, "n_keys": one.n}
                  for model, held in self.levels.items() for name, one in held.items()]  # fmt: skip
        return {"language_drops": levels, "language_drop_differences": list(self.differences)}

    def __repr__(self) -> str:
        told = ", ".join(f"{model} {held[ALL]:.3f}" for model, held in self.levels.items())
        return f"LanguageComparison({told})"


def compare_language_drops(
    results: Mapping[str, LanguageBias],
    *,
    confidence: float = 0.95,
    rng: int | np.random.Generator | None = None,
) -> LanguageComparison:
    """Compare models by the part of the drop that language costs, key by key.

    Differences are paired: the same pages, the same questions, the same keys. They speak of other
    items like these in this pool. What pages in each other's way add to the variance
    is not held: with three languages and 40 keys p was below .05 in 16 % of equal models.

    Parameters
    ----------
    results : mapping of model to LanguageBias
        Of the same pages, measured with the same directions.
    confidence : float
    rng : int or Generator, optional
        Of the sign flips, where all cannot be counted.

    Raises
    ------
    DataError
        Fewer than two models; models that were not asked the same questions (each is named).

    Notes
    -----
    Means of bounded values over keys, ``mean_interval``; p by flipping the signs of keys (Fisher
    1935), adjusted over pairs (Holm 1979).

    Examples
    --------
    >>> from monosashi.embeddings import EmbeddingSet
    >>> from monosashi.language import measure_language_bias
    >>> columns = {"slug": list("abcabc"), "lang": ["ja"] * 3 + ["en"] * 3}
    >>> def measured(tongue):
    ...     rows = [[*np.eye(3)[i], *(tongue * np.eye(2)[j])] for j in (0, 1) for i in range(3)]
    ...     pages = EmbeddingSet.from_arrays(rows, columns=columns)
    ...     return measure_language_bias(pages, key="slug", language="lang")
    >>> found = compare_language_drops({"strong": measured(2.0), "none": measured(0.0)})
    >>> found.differences[0]["difference"], found.n_keys
    (0.75, 3)
    """
    first = _checked(results)
    rows = {name: _columns(one) for name, one in results.items()}
    names, counts = list(rows[first]), {key: held[1] for key, held in rows[first].items()}
    sums = {model: {key: held[key][0] for key in names} for model, held in rows.items()}
    levels = {model: {key: _level(sums[model][key], counts[key], confidence) for key in names}
              for model in sums}  # fmt: skip
    seed = int(as_generator(rng).integers(2**62))
    differences = [row for key in names
                   for row in _differences(key, sums, counts[key], confidence, seed)]  # fmt: skip
    marks = "+".join(one.provenance.fingerprint for one in results.values())
    return LanguageComparison(
        provenance=Provenance(results[first].provenance.n, 0, marks,
                              settings={"models": list(results), "seed": seed}),
        models=tuple(results), n_keys=len(counts[ALL]), levels=levels,
        differences=tuple(differences), confidence=confidence,
        sums={model: held[ALL] for model, held in sums.items()}, counts=counts[ALL],
    )  # fmt: skip


def _checked(results: Mapping[str, LanguageBias]) -> str:
    """The name of the first model, where all were asked the same."""
    if len(results) < 2:
        raise DataError(fault("choosing.errors.two_models", n=len(results)))
    first, *others = results
    asked = _asked(results[first])
    if faults := [fault("choosing.errors.other_questions", first=first, second=name)
                  for name in others if _asked(results[name]) != asked]:  # fmt: skip
        raise DataError(*faults)
    return first


def _asked(found: LanguageBias) -> tuple[object, ...]:
    """Directions with their queries, and the ids of the rows that ask and answer."""
    sizes = tuple((pair, one.n, one.n_keys) for pair, one in found.directions.items())
    return found.languages, sizes, tuple(found.corpus.queries.ids[found.corpus.asked.rows])


def _columns(found: LanguageBias) -> dict[str, tuple[FloatArray, FloatArray]]:
    """Sum of the language part over the questions of every key, and their number."""
    units, n = found.corpus.units()
    held: dict[str, tuple[FloatArray, FloatArray]] = {ALL: (np.zeros(n), np.zeros(n))}
    for source, target in found.directions:
        pair = found.languages.index(source), found.languages.index(target)
        rows, lost = _lost(found, pair)
        sums: FloatArray = np.bincount(units[rows], weights=lost, minlength=n).astype(np.float64)
        counts: FloatArray = np.bincount(units[rows], minlength=n).astype(np.float64)
        held[f"{source}->{target}"] = sums, counts
        held[ALL] = held[ALL][0] + sums, held[ALL][1] + counts
    return {name: (s[c > 0], c[c > 0]) for name, (s, c) in held.items()}


def _lost(found: LanguageBias, pair: Pair) -> tuple[IntArray, FloatArray]:
    """The queries of a direction, and what language costs each of them."""
    rows, target = asking_rows(found.corpus, pair), pair[1]
    alone, mixed = (hits(found.ranks.ranks(pool)[rows, target], 1) for pool in ("pool", "mixed"))
    return rows, found.thinned.parts(rows, target, 1, (alone, mixed))[0]


def _level(sums: FloatArray, counts: FloatArray, confidence: float) -> Estimate:
    ends = mean_interval(sums, counts, confidence=confidence, bounds=PART)
    return Estimate(float(sums.sum() / counts.sum()), ends.low, ends.high,
                    _error(sums, counts), ends.method.replace("units", "keys"),
                    len(sums))  # fmt: skip


def _error(sums: FloatArray, counts: FloatArray) -> float | None:
    """Standard error of a ratio of sums over independent keys, linearised."""
    n = len(sums)
    if n < 2:
        return None
    left = sums - sums.sum() / counts.sum() * counts
    return float(np.sqrt((left**2).sum() * n / (n - 1)) / counts.sum())


def _differences(
    key: str, sums: Mapping[str, Mapping[str, FloatArray]], counts: FloatArray,
    confidence: float, seed: int,
) -> list[Row]:  # fmt: skip
    pairs = list(combinations(sums, 2))
    gaps = np.stack([sums[a][key] - sums[b][key] for a, b in pairs], axis=1)
    tests = sign_flips(gaps, rng=seed)
    adjusted = adjust_some([test.p_value for test in tests], holm)
    return [
        {"model_a": a, "model_b": b, "direction": key,
         **_difference(gaps[:, i], counts, confidence),
         "p_value": tests[i].p_value, "p_adjusted": adjusted[i]}
        for i, (a, b) in enumerate(pairs)
    ]  # fmt: skip


def _difference(gaps: FloatArray, counts: FloatArray, confidence: float) -> Row:
    ends = mean_interval(gaps, counts, confidence=confidence, bounds=DIFFERENCE)
    return {
        "difference": float(gaps.sum() / counts.sum()),
        "low": ends.low,
        "high": ends.high,
        "equal": int((gaps == 0).sum()),
        "method": ends.method.replace("units", "keys"),
    }
