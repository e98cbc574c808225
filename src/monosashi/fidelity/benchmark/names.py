"""What can be judged: measures by name, and functions of the user."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from monosashi.embeddings import DataError, fault
from monosashi.fidelity.benchmark.rows import KINDS, Kind
from monosashi.fidelity.benchmark.samplers import Floats

Function = Callable[[Floats, Floats], Any]
KIND_OF: dict[str, Kind] = {
    "precision": "fidelity", "density": "fidelity", "clipped_density": "fidelity",
    "symmetric_precision": "fidelity", "precision_cover": "fidelity",
    "alpha_precision": "fidelity", "recall": "coverage", "coverage": "coverage",
    "clipped_coverage": "coverage", "symmetric_recall": "coverage", "recall_cover": "coverage",
    "beta_recall": "coverage",
}  # fmt: skip
CORRECTED = ("precision", "density", "coverage", "clipped_density", "clipped_coverage")
FORMS = ("plain", "filtered", "corrected")
PATTERN = re.compile(r"(?P<base>[a-z_]+)(@(?P<k>[1-9][0-9]*))?(:(?P<form>[a-z]+))?")
DEFAULT_K = 5


@dataclass(frozen=True)
class Judged:
    """One measure.

    Attributes
    ----------
    name : str
        As ``clipped_density@5:corrected``; for a function its own name.
    kind : "fidelity" or "coverage"
        Which questions it is asked.
    function : callable (real, generated) -> number, or None
        None is a measure of ours.
    base, k, form : str, int, str
        Of a measure of ours.
    """

    name: str
    kind: Kind
    function: Function | None = None
    base: str = ""
    k: int = DEFAULT_K
    form: str = "plain"


def read_metrics(metrics: Any, kinds: Mapping[str, Kind] | None = None) -> tuple[Judged, ...]:
    """Names, functions, or a mapping of names to functions.

    >>> [judged.kind for judged in read_metrics(["coverage", "clipped_density@3:corrected"])]
    ['coverage', 'fidelity']
    """
    given = list(_named(metrics))
    faults = [problem for _, one in given if (problem := _wrong(one)) is not None]
    if not given or len({name for name, _ in given}) < len(given):
        faults.append(fault("fidelity.errors.benchmark_names", names=[name for name, _ in given]))
    wanted = dict(kinds or {})
    if unknown := [name for name in wanted if name not in {known for known, _ in given}]:
        faults.append(fault("fidelity.errors.benchmark_kinds_of", given=unknown,
                            names=[name for name, _ in given]))  # fmt: skip
    if strange := [k for k in wanted.values() if k not in KINDS]:
        faults.append(fault("fidelity.errors.benchmark_kinds", given=strange))
    if faults:
        raise DataError(*faults)
    judged = (_ours(one) if isinstance(one, str) else Judged(name, "fidelity", one)
              for name, one in given)  # fmt: skip
    return tuple(replace(one, kind=wanted.get(one.name, one.kind)) for one in judged)


def _named(metrics: Any) -> list[tuple[str, Any]]:
    if isinstance(metrics, Mapping):
        return [(str(name), one) for name, one in metrics.items()]
    many = [metrics] if isinstance(metrics, str) or callable(metrics) else list(metrics)
    return [(one if isinstance(one, str) else getattr(one, "__name__", repr(one)), one)
            for one in many]  # fmt: skip


def _wrong(one: Any) -> Any:
    if callable(one):
        return None
    found = PATTERN.fullmatch(one) if isinstance(one, str) else None
    base, form = (found["base"], found["form"] or "plain") if found else ("", "")
    if base not in KIND_OF or form not in FORMS:
        return fault("fidelity.errors.benchmark_metric", given=one, known=list(KIND_OF))
    if form != "plain" and base not in CORRECTED:
        return fault("fidelity.errors.benchmark_form", given=one, known=list(CORRECTED))
    return None


def _ours(name: str) -> Judged:
    found = PATTERN.fullmatch(name)
    assert found is not None  # noqa: S101 - checked by _wrong
    base = found["base"]
    k = int(found["k"] or DEFAULT_K)
    return Judged(name, KIND_OF[base], None, base, k, found["form"] or "plain")


def code_of(function: Sequence[Any] | Function) -> str:
    """A digest that changes when a function's code does; empty where there is none to see."""
    import hashlib

    code = getattr(function, "__code__", None)
    if code is None:
        return ""
    seen = code.co_code + repr(code.co_names).encode() + repr(
        [c for c in code.co_consts if not hasattr(c, "co_code")]).encode()  # fmt: skip
    return hashlib.sha256(seen).hexdigest()[:16]
