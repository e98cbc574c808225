"""From every quantity to points: 0 to 100, higher is better, whichever models are compared.

A scale that stretched from the worst to the best of the models given would change with every model
that is added or left out, and so would the choice among the others. These do not.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

FloatArray = npt.NDArray[np.float64]
SMALLEST, SLOWEST = 64.0, 1.0  # bytes a vector with 100 points; texts a second with 0
DOUBLING = 10.0  # points for twice the bytes, or twice the speed


@dataclass(frozen=True)
class Scale:
    """How a quantity becomes points.

    Attributes
    ----------
    name : "share", "share_lost", "points_lost", "bytes" or "speed"
    slope : float
        Points for one unit of the quantity; its sign says whether more is better. Of logarithmic
        scales only the sign counts.
    """

    name: str
    slope: float

    @property
    def higher_is_better(self) -> bool:
        """Whether more of the quantity is better."""
        return self.slope > 0

    def points(self, values: npt.ArrayLike) -> FloatArray:
        """Points of values, cut to 0 and 100.

        >>> SHARE_LOST.points([-0.02, 0.1]).tolist(), BYTES.points(1024.0).tolist()
        ([100.0, 90.0], 60.0)
        """
        held = np.asarray(values, dtype=np.float64)
        if self.name == "bytes":
            found = 100.0 - DOUBLING * np.log2(held / SMALLEST)
        elif self.name == "speed":
            found = DOUBLING * np.log2(np.maximum(held, SLOWEST) / SLOWEST)
        else:
            found = self.slope * held + (100.0 if self.slope < 0 else 0.0)
        return np.clip(found, 0.0, 100.0)


SHARE, SHARE_LOST = Scale("share", 100.0), Scale("share_lost", -100.0)
POINTS_LOST = Scale("points_lost", -1.0)
BYTES, SPEED = Scale("bytes", -1.0), Scale("speed", 1.0)
