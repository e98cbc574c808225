"""The numbers that say how a service is asked, checked together."""

from __future__ import annotations

import math
from typing import Any

from monosashi.embeddings.errors import DataError, fault


def check_options(*, model: Any, timeout: Any, **counts: Any) -> None:
    """Refuse what cannot be a model, a time or a count (None is no count given).

    Raises
    ------
    DataError
        Lists all that are wrong.
    """
    wrong = [
        fault("models.errors.at_least", name=name, least=1, given=given)
        for name, given in counts.items()
        if given is not None and not (type(given) is int and given >= 1)
    ]
    if not isinstance(model, str) or not model.strip():
        wrong.append(fault("models.errors.no_model"))
    if type(timeout) not in {int, float} or not (math.isfinite(timeout) and timeout > 0):
        wrong.append(fault("models.errors.positive", name="timeout", given=timeout))
    if wrong:
        raise DataError(*wrong)
