"""Everything that a run can be asked, checked before anything is embedded."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar, get_args

from monosashi.embeddings import DataError, EmbeddingSet, Fault, fault
from monosashi.models import Embedder
from monosashi.models import embedder as embedder_named
from monosashi.robustness.axes import transformation_named
from monosashi.robustness.runs.choice import checked_weights
from monosashi.robustness.runs.presets import PRESETS, Preset
from monosashi.robustness.runs.space import name_of
from monosashi.robustness.runs.wordings import Failed, Unchanged
from monosashi.robustness.tasks.kinds import KINDS
from monosashi.robustness.tasks.task import Task

Model = Embedder | EmbeddingSet
Name = TypeVar("Name", str, int)
STAGES = 3  # of which Page can test an order


def named_models(embedders: Any) -> dict[str, Model]:
    """Models by name, from lines, embedders, sets of vectors, or a mapping of names to these."""
    if isinstance(embedders, Mapping):
        return _checked({str(name): _made(one) for name, one in embedders.items()})
    listed = [embedders] if isinstance(embedders, str | EmbeddingSet) or hasattr(
        embedders, "embed") else list(embedders)  # fmt: skip
    made = list(_checked({i: _made(one) for i, one in enumerate(listed)}).values())
    names = [name_of(one) for one in made]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice or not names:
        raise DataError(fault("robustness_run.errors.models_twice" if twice else
                              "robustness_run.errors.no_models", ids=twice))  # fmt: skip
    return dict(zip(names, made, strict=True))


def _checked(made: Mapping[Name, Model]) -> dict[Name, Model]:
    """Refuse what cannot say which model it is, and so could not be told from another."""
    odd = [
        f"{name} ({type(one).__name__})"
        for name, one in made.items()
        if not isinstance(one, EmbeddingSet)
        and not all(hasattr(one, part) for part in ("embed", "roles", "card", "identity"))
    ]
    if odd:
        raise DataError(fault("robustness_run.errors.no_embedder", ids=odd))
    return dict(made)


def _made(given: Any) -> Model:
    return embedder_named(given) if isinstance(given, str) else given


def listed_tasks(task: Any) -> list[Task]:
    """One task or several, by different names."""
    tasks = [task] if isinstance(task, Task) else list(task)
    names = [one.name for one in tasks]
    twice = [name for name in dict.fromkeys(names) if names.count(name) > 1]
    if twice:
        raise DataError(fault("robustness_run.errors.names_twice", ids=twice))
    return tasks


def chosen_preset(name: str | None) -> Preset | None:
    """A preset by name."""
    if name is None:
        return None
    if name not in PRESETS:
        raise DataError(fault("robustness_run.errors.preset", given=name,
                              known=", ".join(PRESETS)))  # fmt: skip
    return PRESETS[name]


def check(tasks: Sequence[Task], *, side: str | None, failed: str, unchanged: str,
          weights: Mapping[str, float] | None) -> None:  # fmt: skip
    """Refuse options that mean nothing, all together."""
    told: list[Fault] = []
    sides = {name for kind in KINDS.values() for name in kind.sides}
    if side is not None and side not in sides:
        told.append(fault("robustness_run.errors.side", given=side,
                          known=", ".join(sorted(sides))))  # fmt: skip
    elif side is not None and tasks and not any(side in one.kind.sides for one in tasks):
        fitting = dict.fromkeys(name for one in tasks for name in one.kind.sides)
        told.append(fault("robustness_run.errors.side_unfit", given=side,
                          kinds=", ".join(dict.fromkeys(one.kind.name for one in tasks)),
                          known=", ".join(fitting)))  # fmt: skip
    for name, given, known in (("failed", failed, get_args(Failed)),
                               ("unchanged", unchanged, get_args(Unchanged))):  # fmt: skip
        if given not in known:
            told.append(fault("robustness_run.errors.option", name=name, given=given,
                              known=", ".join(known)))  # fmt: skip
    if not tasks:
        told.append(fault("robustness_run.errors.no_tasks"))
    if told:
        raise DataError(*told)
    if weights is not None:
        checked_weights(weights)


def check_dose(dose: Sequence[str] | None, transformations: Sequence[str]) -> None:
    """Refuse names that no rewritten text has: without them nothing would be tested, unseen."""
    if dose is None:
        return
    odd = [name for name in dose if transformation_named(name) not in transformations]
    if odd or len(set(dose)) < STAGES:
        raise DataError(fault("robustness_run.errors.dose_unknown", ids=odd or list(dose),
                              known=", ".join(dict.fromkeys(transformations))))  # fmt: skip
