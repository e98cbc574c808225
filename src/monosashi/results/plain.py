"""Turn results into plain values that strict JSON can hold."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import numpy as np

from monosashi.embeddings import Fault, ModelCard


def plain(value: Any) -> Any:
    """Dataclasses to dicts, arrays to lists, numpy scalars to Python; NaN and inf are a bug."""
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float | np.floating):
        return _finite(float(value))
    if isinstance(value, np.ndarray | list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, np.generic):
        return value.item()
    return _compound(value)


def _compound(value: Any) -> Any:
    if isinstance(value, Fault):
        return {"code": value.code, "text": value.say("en"), "values": plain(value.values)}
    if isinstance(value, ModelCard):
        return value.to_dict()
    if isinstance(value, Mapping):
        return {_key(key): plain(item) for key, item in value.items()}
    if is_dataclass(value):
        shown = [f.name for f in fields(value) if not f.metadata.get("hidden")]
        return {name: plain(getattr(value, name)) for name in shown}
    return str(value)


def _key(key: Any) -> str:
    return "->".join(key) if isinstance(key, tuple) else str(key)


def _finite(value: float) -> float:
    if not math.isfinite(value):
        raise ArithmeticError("a result holds NaN or infinity: give None and a reason instead")
    return value
