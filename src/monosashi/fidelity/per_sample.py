"""What every single point got, and the lists worth looking at."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
import numpy.typing as npt

from monosashi.embeddings import EmbeddingSet
from monosashi.fidelity.balls import Balls
from monosashi.fidelity.copies import Copying
from monosashi.fidelity.sides import Sides
from monosashi.results import Row

LISTED = 50
TEXT_LENGTH = 200


@dataclass(frozen=True)
class PerSample:
    """One value for every real or generated point, in the order given.

    Attributes
    ----------
    held : (n,) array
        Generated points in the ball of each real; 0: nothing like it was generated.
    radius : (n,) array
        Distance of each real to its k-th nearest other real.
    balls : (m,) array
        Reals whose ball holds each generated point; 0: it looks like no real.
    fidelity : (m,) array
        What each generated point adds to clipped density, ``min(c / k, 1)`` over clipped balls.
    copying : Copying or None
    flagged : mapping of name to (m,) bool array
        Generated points that the filter of the correction sets aside.
    """

    held: npt.NDArray[np.float64]
    radius: npt.NDArray[np.float64]
    balls: npt.NDArray[np.float64]
    fidelity: npt.NDArray[np.float64]
    copying: Copying | None
    flagged: dict[str, npt.NDArray[np.bool_]] = field(default_factory=dict)

    @classmethod
    def of(cls, balls: Balls, k: int, flagged: Any = None) -> PerSample:
        """Broadcast the counts of distinct points to all."""
        counts = balls.counts(k)
        ours, theirs = balls.real.points.kind, balls.generated.kind
        share = np.minimum(counts.in_clipped_balls / k, 1)
        return cls(counts.held[ours], balls.real.near.radius(k)[ours],
                   counts.in_real_balls[theirs], share[theirs], Copying.of(balls),
                   dict(flagged or {}))  # fmt: skip

    @property
    def uncovered(self) -> npt.NDArray[np.int64]:
        """Reals whose ball is empty, the most typical (smallest ball) first."""
        rows = np.flatnonzero(self.held == 0)
        return rows[np.argsort(self.radius[rows], kind="stable")]

    @property
    def outside(self) -> npt.NDArray[np.int64]:
        """Generated points in no ball of a real."""
        return np.flatnonzero(self.balls == 0)

    @property
    def hubs(self) -> npt.NDArray[np.int64]:
        """Generated points by the number of balls that hold them, most first."""
        return np.argsort(-self.balls, kind="stable").astype(np.int64)


def listed(data: EmbeddingSet, rows: npt.NDArray[np.int64], **values: Any) -> list[Row]:
    """Rows ``index, id, …, text`` of the first points of a list."""
    texts = data.columns.get("text")
    found: list[Row] = []
    for row in rows[:LISTED].tolist():
        shown: Row = {"index": row, "id": str(data.ids[row])}
        shown |= {name: _plain(held[row]) for name, held in values.items()}
        if texts is not None:
            shown["text"] = str(texts[row])[:TEXT_LENGTH]
        found.append(shown)
    return found


def lists(sides: Sides, points: PerSample) -> dict[str, list[Row]]:
    """Reals that nothing resembles, points that resemble nothing, hubs, closest copies."""
    found = {
        "uncovered": listed(sides.real, points.uncovered, radius=points.radius),
        "outside": listed(sides.generated, points.outside),
        "crowding": listed(sides.generated, points.hubs[points.balls[points.hubs] > 0],
                           balls=points.balls.astype(np.int64)),
    }  # fmt: skip
    copying = points.copying
    if copying is not None:
        near = sides.real.ids[copying.nearest]
        found["copies"] = listed(
            sides.generated, copying.closest(LISTED), real=near, distance=copying.distance,
            spacing=copying.spacing, closer=copying.closer,
        )  # fmt: skip
    return found


def _plain(value: Any) -> Any:
    return value.item() if isinstance(value, np.generic) else value
