"""The ways to mend that are compared, from the simplest to serve to the least simple."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from monosashi.embeddings import DataError, fault
from monosashi.language.choosing.abstaining import abstaining
from monosashi.language.choosing.ground import Ground
from monosashi.language.choosing.mending import Mend, Seen
from monosashi.language.repairs import Refittable
from monosashi.language.scored import (
    BlindScores,
    CosineScores,
    CSLSScores,
    FusedScores,
    MarginScores,
    OffsetScores,
    ScoreMethod,
    StandardisedScores,
)

Kind = Literal["none", "vectors", "scores", "routed", "indexes", "bridge"]
Scoring = Callable[[Seen], ScoreMethod]
NEIGHBOURS = 10
BRIDGE, NONE = "bridge", "none"
COMMON_MEAN = "global-mean"  # the contrast that every way which knows languages has to beat


@dataclass(frozen=True, eq=False)
class Way:
    """One way to mend.

    Attributes
    ----------
    name : str
        Of a repair of vectors, what ``repair fit --method`` takes.
    kind : str
        ``"vectors"`` rewrites vectors, ``"scores"`` scores, ``"routed"`` keeps both vectors,
        ``"indexes"`` searches every language apart, ``"bridge"`` translates queries.
    mend : name of a repair, or one that can be fitted again
    scoring : callable
        Fits a way to score to what may be seen; default the cosine.
    given : ScoreMethod or None
        One of the user's own: it sees all queries in the numbering of the whole corpus.
    tuned : bool
        Whether the strength of ``mend`` is chosen inside each fold.
    contrast : bool
        Measured for comparison only: it was not asked for, and is not taken.
    """

    name: str
    kind: Kind
    mend: Mend = None
    scoring: Scoring = lambda _: CosineScores()
    given: ScoreMethod | None = None
    tuned: bool = False
    contrast: bool = False


def _csls(seen: Seen) -> ScoreMethod:
    return CSLSScores(seen.probes, NEIGHBOURS)


def _margin(seen: Seen) -> ScoreMethod:
    return MarginScores(seen.probes, NEIGHBOURS)


def _csls_all(seen: Seen) -> ScoreMethod:
    return BlindScores(CSLSScores(seen.probes.as_one(), NEIGHBOURS))


def _margin_all(seen: Seen) -> ScoreMethod:
    return BlindScores(MarginScores(seen.probes.as_one(), NEIGHBOURS))


# from the simplest on: one constant vector a language in the index at hand; strengths chosen
# from answers; matrices; scores that a store does not compute; two copies of the vectors or an
# index a language; a translator
SHIPPED: tuple[Way, ...] = (
    Way(NONE, "none"),
    Way(COMMON_MEAN, "vectors", COMMON_MEAN),
    Way("centering", "vectors", "centering"),
    Way("pivot-shift", "vectors", "pivot-shift"),
    Way("shift", "vectors", "shift"),
    Way("query-centering", "vectors", "query-centering"),
    Way("centering:tuned", "vectors", "centering", tuned=True),
    Way("query-centering:tuned", "vectors", "query-centering", tuned=True),
    Way("lsar", "vectors", "lsar"),
    Way("lir", "vectors", "lir"),
    Way("all-but-top", "vectors", "all-but-top"),
    Way("leace", "vectors", "leace"),
    Way("offset", "scores", scoring=lambda seen: OffsetScores.fit(seen.fitting)),
    Way("z-norm", "scores", scoring=lambda _: StandardisedScores()),
    Way("csls-all", "scores", scoring=_csls_all),
    Way("margin-all", "scores", scoring=_margin_all),
    Way("csls-all+global-mean", "scores", COMMON_MEAN, _csls_all),
    Way("margin-all+global-mean", "scores", COMMON_MEAN, _margin_all),
    Way("csls", "scores", scoring=_csls),
    Way("margin", "scores", scoring=_margin),
    Way("csls+centering", "scores", "centering", _csls),
    Way("margin+centering", "scores", "centering", _margin),
    Way("routed+centering", "routed", "centering"),
    Way("routed+query-centering", "routed", "query-centering"),
    Way("fused", "indexes", scoring=lambda _: FusedScores()),
    Way("fused-abstaining", "indexes", scoring=abstaining),
)
ORDER = tuple(way.name for way in SHIPPED)
# they know no languages: what they gain is not shown to be a gain of language
BLIND = (COMMON_MEAN, "all-but-top", "csls-all", "margin-all", "csls-all+global-mean",
         "margin-all+global-mean")  # fmt: skip
# the same without languages: what corrects for hubs gains where there is no language, too
TWINS = {"csls": "csls-all", "margin": "margin-all", "csls+centering": "csls-all+global-mean",
         "margin+centering": "margin-all+global-mean"}  # fmt: skip


def contrasts(name: str) -> tuple[str, ...]:
    """The blind ways that a way has to beat before its gain is one of language.

    >>> contrasts("csls"), contrasts("none")
    (('global-mean', 'csls-all'), ())
    """
    if name in (NONE, *BLIND):
        return ()
    return (COMMON_MEAN, TWINS[name]) if name in TWINS else (COMMON_MEAN,)


def chosen_ways(
    ground: Ground,
    names: Sequence[str] | None,
    others: Mapping[str, ScoreMethod | Refittable],
    bridge: ScoreMethod | None,
) -> list[Way]:
    """The ways asked for, those of the user last; "none" and contrasts are always there.

    Raises
    ------
    DataError
        Names that are not known or that stand twice: all of them together.
    """
    known = {way.name: way for way in SHIPPED}
    bridged = names is not None and BRIDGE in names
    asked_for = ORDER if names is None else [name for name in names if name != BRIDGE]
    wanted = list(dict.fromkeys([NONE, *asked_for]))
    unknown = [name for name in wanted if name not in known]
    taken = [name for name in others if name in known or name == BRIDGE]
    faults = [fault("language.errors.unknown_way", given=name, known=", ".join([*ORDER, BRIDGE]))
              for name in unknown]  # fmt: skip
    faults += [fault("language.errors.taken_way", given=name) for name in taken]
    if bridged and bridge is None:
        faults.append(fault("language.errors.way_needs_bridge"))
    if faults:
        raise DataError(*faults)
    asked = has_query_side(ground)
    against = {other for name in (*wanted, *others, BRIDGE) for other in contrasts(name)}
    shipped = [known[name] for name in sorted({*wanted, *against}, key=ORDER.index)]
    usual = [way for way in shipped if names is not None or asked or not on_queries(way)]
    usual = [replace(_with_reference(way, ground), contrast=way.name not in {NONE, *asked_for})
             for way in usual]  # fmt: skip
    own = [_own(name, other) for name, other in others.items()]
    shown = names is None or bridge is not None
    translated = [Way(BRIDGE, "bridge", given=bridge)] if shown else []
    return [*usual, *own, *translated]


def _with_reference(way: Way, ground: Ground) -> Way:
    """Moves name the language that stays: one for all folds, the one with the most documents."""
    if way.mend not in {"pivot-shift", "shift"}:
        return way
    named = f"{way.mend}:{ground.languages[int(ground.held.layout.sizes.argmax())]}"
    return replace(way, name=named, mend=named)


def has_query_side(ground: Ground) -> bool:
    """Whether queries have vectors of their own."""
    return ground.queries is not None or ground.documents.query_vectors is not None


def on_queries(way: Way) -> bool:
    """Whether it takes the mean of queries."""
    return isinstance(way.mend, str) and way.mend.startswith("query-")


def _own(name: str, other: ScoreMethod | Refittable) -> Way:
    """A way to score has ``scores``; a repair can be fitted again."""
    if hasattr(other, "scores"):
        return Way(name, "scores", given=cast("ScoreMethod", other))
    if isinstance(other, Refittable):
        return Way(name, "vectors", other)
    raise DataError(fault("language.errors.not_a_way", given=name))
