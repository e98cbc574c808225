"""What a user writes, held against the types of the installed wheel (``.ci/run``).

Without ``py.typed`` everything is Any there: each ``type: ignore`` is then one too many, and
mypy says so.
"""

from typing import assert_type

import numpy as np

import monosashi as ms
from monosashi.retrieval import Retrieval
from monosashi.shape import Shape

data = ms.EmbeddingSet.from_arrays(np.eye(4), ids=["a", "b", "c", "d"], columns={"g": [*"aabb"]})
shape = ms.measure_shape(data, "g", permutations=99)
assert_type(shape, Shape)
assert_type(shape.r_squared, ms.Estimate | None)
assert_type(ms.measure_rankings({"q": ["d"]}, {"q": {"d": 1}}), Retrieval)
assert_type(ms.Gate.load("gate.toml").check("audit").passed, bool)
ms.measure_shape(data, "g", permutation=99)  # type: ignore[call-arg]
ms.measure_shape(data, "g", center="mean")  # type: ignore[arg-type]
ms.Report(shape).render(5)  # type: ignore[arg-type]
shape.r_square  # type: ignore[attr-defined]  # noqa: B018
