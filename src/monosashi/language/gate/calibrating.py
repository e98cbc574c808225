"""From known scores to a threshold, judged on pages that had no part in it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from monosashi.language.gate.known_scores import KnownScores
from monosashi.language.gate.threshold import Aim, Expected, Threshold, Why, upper_limit

FOLDS, FEWEST_UNITS = 50, 10
ROUNDING = 1e-9  # the same cosine may come out of another product a little differently


def calibrate(
    known: KnownScores, aim: Aim, *, folds: int = FOLDS, rng: np.random.Generator
) -> Threshold:
    """Take the lowest threshold at which the aim is met with confidence.

    Where duplicates are known, the lower limit of the precision must reach the aim. Where none is
    known (inside one language, usually), only false alarms can be limited: at most 1 - precision
    of drafts without a duplicate may be flagged, and nobody knows what is found.
    A threshold by which cross-validation finds no known duplicate is withheld.

    Parameters
    ----------
    known : KnownScores
    aim : Aim
    folds : int
        At most, for the figures of ``held_out``; the threshold itself uses all pages. Many, since
        with fewer pages a higher threshold is needed for the same confidence: five parts, each
        calibrated on four fifths, made recall look lower than it is.
    rng : Generator
        Deals units to folds.
    """
    found, why = lowest(known, aim)
    basis = "precision" if known.n_known else "false_alarms"
    made = Threshold(found, basis, why)  # type: ignore[arg-type]
    if found is None:
        if why != "too_few":
            return made
        return replace(made, needed=aim.pairs_needed() if known.n_known else aim.pages_needed())
    return confirmed(with_figures(made, known, aim, _held_out(known, aim, folds, rng)))


def confirmed(made: Threshold) -> Threshold:
    """Nothing that pages without a part in it contradict: finding none of them says nothing."""
    told = made.held_out
    if told is None or told.recall is None or told.recall[0]:
        return made
    return replace(made, value=None, why="not_confirmed")


def with_figures(
    made: Threshold, known: KnownScores, aim: Aim, held_out: np.ndarray | None = None
) -> Threshold:
    """The threshold with what it does to known pages."""
    if made.value is None or not known.n:
        return made
    own = known.expected(np.full(known.n, made.value), aim)
    tested = None if held_out is None else _with_both(known.expected(held_out, aim), own)
    return replace(made, fitted=own, held_out=tested)


def _with_both(tested: Expected, own: Expected) -> Expected:
    """Thresholds differ between folds, which no binomial interval of recall allows for.

    So the interval holds that of the pages themselves as well; where nothing was found there is
    nothing to allow for.
    """
    if tested.recall is None or own.recall is None or not tested.recall[0]:
        return tested
    (value, low, high), (_, lowest_own, highest_own) = tested.recall, own.recall
    return replace(tested, recall=(value, min(low, lowest_own), max(high, highest_own)))


def lowest(known: KnownScores, aim: Aim) -> tuple[float | None, Why | None]:
    """The lowest threshold that meets the aim, or why none does."""
    if not known.n:
        return None, "no_known"
    levels = known.candidates()
    levels = np.append(levels, levels[-1] + ROUNDING)  # where every score lies below
    right, wrong = known.counts(levels)
    if not known.n_known:
        risk = 1 - aim.confidence
        good = upper_limit(wrong, known.n, risk) <= 1 - aim.precision
        enough = upper_limit(0, known.n, risk) <= 1 - aim.precision
    else:
        good = aim.least_precision(right, known.n_known, wrong, known.n) >= aim.precision
        perfect = aim.least_precision(known.n_known, known.n_known, 0, known.n)
        enough = perfect >= aim.precision
    if good.any():
        place = int(np.flatnonzero(good)[0])
        gap = levels[place] - levels[place - 1] if place else np.inf
        return float(levels[place] - min(ROUNDING, gap) / 2), None
    return None, "not_separable" if enough else "too_few"


def _held_out(
    known: KnownScores, aim: Aim, folds: int, rng: np.random.Generator
) -> np.ndarray | None:
    """(n,) threshold of every page's fold.

    None where pages are too few to be dealt, or where only some folds keep as many as a threshold
    needs: pages that no threshold was taken for would count as not found. Where scores of no fold
    can be told apart, everything is out of reach.
    """
    names, unit = np.unique(known.units, return_inverse=True)
    folds = min(folds, len(names) // 2)
    if len(names) < FEWEST_UNITS:
        return None
    fold = (rng.permutation(len(names)) % folds)[unit]
    made = [lowest(known.take(fold != number), aim) for number in range(folds)]
    open_ones = sum(level is None for level, _ in made)
    if 0 < open_ones < folds or any(why == "too_few" for _, why in made):
        return None
    return np.array([np.inf if level is None else level for level, _ in made])[fold]
