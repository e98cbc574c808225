"""What a learning curve of the centring holds."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import ClassVar

from monosashi.language.corpus import QueryRole
from monosashi.results import Result, Tables


@dataclass(frozen=True)
class CurvePoint:
    """One direction after centrings fitted to n documents of each language.

    Attributes
    ----------
    source, target : str
    n : int
    raw : float
        recall@1 in the mixed pool without any repair.
    recall, sd, lowest, highest : float
        recall@1 in the mixed pool over the repeats.
    worse_than_raw : float
        Share of the repeats that ended below ``raw``.
    """

    source: str
    target: str
    n: int
    raw: float
    recall: float
    sd: float
    lowest: float
    highest: float
    worse_than_raw: float


@dataclass(frozen=True)
class CentroidError:
    """How far the mean of n documents lies from the truth (vectors have length 1).

    Attributes
    ----------
    language : str
    n : int
    error : float
        Root mean square distance from the mean of the population, sqrt((1 - |c|^2) / n).
    distance : float
        Root mean square distance from the mean of all these documents, over the repeats; smaller,
        because the n are among them.
    """

    language: str
    n: int
    error: float
    distance: float


@dataclass(frozen=True, kw_only=True)
class LearningCurve(Result):
    """Search after centring against the number of documents it was fitted to.

    Attributes
    ----------
    query_role : str
    points : tuple of CurvePoint
        By n, then direction.
    centroids : tuple of CentroidError
    repeats : int
    """

    kind: ClassVar[str] = "learning curve"
    query_role: QueryRole
    points: tuple[CurvePoint, ...]
    centroids: tuple[CentroidError, ...]
    repeats: int

    def tables(self) -> Tables:
        """``learning_curve``: a row a direction and n; ``centroid_errors``: a language and n."""
        return {
            "learning_curve": [asdict(point) for point in self.points],
            "centroid_errors": [asdict(one) for one in self.centroids],
        }

    def __repr__(self) -> str:
        lines = [f"  {p.source} -> {p.target}, n {p.n}: {p.raw:.3f} -> {p.recall:.3f} "
                 f"(sd {p.sd:.3f})" for p in self.points]  # fmt: skip
        return "\n".join([f"LearningCurve ({self.query_role}, {self.repeats} repeats)", *lines])
