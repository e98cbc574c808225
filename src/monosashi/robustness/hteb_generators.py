"""Which rewriter may stand beside HTEB's published numbers: one that is declared, no other."""

from __future__ import annotations

import re
from collections.abc import Sequence

from monosashi.embeddings import DataError, fault
from monosashi.robustness.axes import SURFACE, UNKNOWN_GENERATOR
from monosashi.robustness.cube import Cube

# the models that HTEB's published numbers and its code name, as their files are called
OWN = re.compile(r"gemma-?(?:3-27b|4-31b)(?:-(?:it|qat|int4|4bit|awq|gptq|w4a16))*")
NEVER = ("rules", "apertium", "command", UNKNOWN_GENERATOR)


def is_hteb_generator(name: str) -> bool:
    """Whether HTEB's own program, run with this model, is HTEB as published.

    The name of a model proves nothing by itself: anything may be served under it, with any
    prompts. It counts only where HTEB's program wrote the scores.

    >>> is_hteb_generator("cyankiwi/gemma-4-31B-it-AWQ-4bit"), is_hteb_generator("gemma-3-270m")
    (True, False)
    >>> is_hteb_generator("my-gemma-3-27b-distilled-1b")
    False
    """
    return OWN.fullmatch(name.rpartition("/")[2].lower()) is not None


def beside_hteb(cube: Cube, declared: Sequence[str]) -> tuple[str, ...]:
    """The generators of a cube that may stand beside HTEB's numbers.

    Those that were declared, and the own generator of HTEB in a file that HTEB's program wrote.

    Raises
    ------
    DataError
        A declared name that no row has, or that is rules, Apertium, another program or unknown.
    """
    known = {row.generator: row.axis for row in cube.rows if row.axis != SURFACE}
    faults = [fault("robustness.errors.hteb_unknown", name=name, known=", ".join(known) or "–")
              for name in declared if name not in known]  # fmt: skip
    faults += [fault("robustness.errors.hteb_never", name=name)
               for name in declared if name in known and _never(name)]  # fmt: skip
    if faults:
        raise DataError(*faults)
    chosen = {*declared, *cube.hteb}
    return tuple(name for name in known if name in chosen)


def _never(name: str) -> bool:
    return re.split(r"[:/ ]", name.lower(), maxsplit=1)[0] in NEVER
