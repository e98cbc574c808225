"""Tasks of `monosashi robustness`, rewritten at once, and what that takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from monosashi.cli.robustness_tasks import WordingOptions
    from monosashi.models.rewriters import RewriteSet
    from monosashi.robustness.tasks import Task

COUNTED = ("calls", "retries", "found", "texts_found", "sent", "received", "seconds")


def rewritten_tasks(
    wording: WordingOptions, tasks: Sequence[Task], store: Any, limits: Mapping[str, Any],
    preset: str | None = None,
) -> list[RewriteSet]:  # fmt: skip
    """Set after set; all of them together keep to the limits.

    Of a preset only its own transformations are made, since no other is looked at.

    Raises
    ------
    ServiceError
        A limit is reached, the service failed, or nearly nothing that it gave can be used.
    """
    from monosashi.cli.rewrite_options import asked_seeds, chosen_rewriter
    from monosashi.models.rewriters.rewriting import rewrite

    made = chosen_rewriter(wording.rewriter or "")
    names = asked_names(made, wording.transformations, preset)
    seeds = asked_seeds(wording.seeds, made)
    sets: list[RewriteSet] = []
    for task in tasks:
        for texts in _parts(task, wording):
            sets.append(rewrite(texts, transformations=names, rewriter=made, seeds=seeds,
                                store=store, dataset=task.name,
                                **left_of(limits, sets)))  # fmt: skip
    _refuse_unusable(sets)
    return sets


def asked_names(rewriter: Any, given: str | None, preset: str | None) -> list[str]:
    """What a rewriter is asked for: nothing that a preset would throw away.

    What of the preset the rewriter does not make is told by the finding of the preset. ``all``
    beside a preset is all of the preset.

    >>> from monosashi.models.rewriters.registry import named_rewriter
    >>> model = named_rewriter("openai:m?key_env=")
    >>> asked_names(named_rewriter("rules"), None, None), asked_names(model, None, "minimal")
    (['surface'], ['paraphrasing'])
    >>> asked_names(model, "all", "minimal"), asked_names(model, "all", None)
    (['paraphrasing'], ['all'])
    >>> asked_names(named_rewriter("rules"), "all", "support")
    ['typos', 'case', 'contractions', 'keywords', 'politeness']
    """
    from monosashi.cli.comma_lists import some_names
    from monosashi.cli.refused_values import option_values
    from monosashi.cli.rewrite_options import usual_names
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.models.rewriters.preparing import makes
    from monosashi.models.rewriters.registry import made_by
    from monosashi.models.rewriters.transformations import chosen
    from monosashi.robustness.runs.presets import PRESETS

    own = None if preset is None else PRESETS[preset].transformations
    names = some_names("--transformations", given,
                       usual_names(rewriter) if own is None else list(own))  # fmt: skip
    can = makes(rewriter)
    more = can if made_by(rewriter) == "recorded" else ()
    with option_values():
        known = chosen(names, own=more)
    if own is None:
        return names
    every = given is None or "all" in names
    wanted = [name for name in own if every or name in {one.name for one in known}]
    found = [name for name in wanted if name in can]
    if not found:
        code = "preset_unmade" if wanted else "preset_outside"
        raise WrongUsageError(f"robustness_run.errors.{code}", generator=rewriter.name,
                              ids=", ".join(names),
                              preset=preset, wanted=", ".join(own),
                              known=", ".join(can) or "–")  # fmt: skip
    return found


def _parts(task: Task, wording: WordingOptions) -> list[Mapping[str, Any]]:
    """Both sides of pairs together, so that they share a language; other fields alone."""
    held = task.to_rewrite(wording.side)
    if wording.first is not None:
        held = {name: one.take(range(min(wording.first, one.n))) for name, one in held.items()}
    return [held] if task.kind.paired else [{name: one} for name, one in held.items()]


def left_of(limits: Mapping[str, Any], sets: Sequence[Any]) -> dict[str, Any]:
    """Limits without what earlier sets of this run took.

    >>> left_of({"max_calls": 5, "max_cost": None}, [])
    {'max_calls': 5, 'max_cost': None}
    """
    found = dict(limits)
    for name, taken in (("max_calls", "calls"), ("max_cost", "cost")):
        spent = sum((one.spent or {}).get(taken) or 0 for one in sets)
        if found.get(name) is not None:
            found[name] = max(0, found[name] - spent)
    return found


def _refuse_unusable(sets: Sequence[RewriteSet]) -> None:
    from monosashi.embeddings import ServiceError, fault
    from monosashi.models.rewriters.summary import summarise_set
    from monosashi.words import say

    found = [summarise_set(one) for one in sets]
    if not found or not all(one.unusable for one in found):
        return
    reasons = Counter(row.status for one in sets for row in one.rows if not row.usable)
    raise ServiceError(fault(
        "rewriting.errors.unusable", generator=sets[0].generator,
        n=sum(one.n_usable for one in found), total=sum(one.n_rows for one in found),
        why=say(f"rewriting.status.{reasons.most_common(1)[0][0]}")))  # fmt: skip


def spent_together(sets: Sequence[Any]) -> dict[str, Any] | None:
    """What the sets that were made just now took; None where no service was asked."""
    from monosashi.models.rewriters import RewriteSet

    held = [one.spent for one in sets if isinstance(one, RewriteSet) and one.spent]
    if not held:
        return None
    costs = [one["cost"] for one in held if one.get("cost") is not None]
    return {**{name: sum(one[name] for one in held) for name in COUNTED},
            "cost": sum(costs) if costs else None}  # fmt: skip
