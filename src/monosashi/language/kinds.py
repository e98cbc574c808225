"""Arguments of another kind than a function takes, named together before anything is done."""

from __future__ import annotations

from typing import Any

from monosashi.embeddings import Fault, fault
from monosashi.embeddings.kinds import kind_faults, refuse_kinds, told

__all__ = ["kind_faults", "refuse_kinds", "repair_faults", "told"]


def repair_faults(**given: Any) -> list[Fault]:
    """One fault for every named value that is neither None nor can ``apply`` itself to a set.

    >>> [one.say() for one in repair_faults(repair="fix")]
    ["repair must be FittedRepair, not 'fix' (str)."]
    """
    return [fault("embeddings.errors.wrong_kind", name=name, expected="FittedRepair",
                  given=told(value))
            for name, value in given.items()
            if value is not None and not callable(getattr(value, "apply", None))]  # fmt: skip
