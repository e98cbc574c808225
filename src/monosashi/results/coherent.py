"""Numbers for sentences: a value that its interval belongs to, or why there is no interval.

Jackknife intervals are freed of bias and can leave out the value of the sample: with few groups R²
lies too high. Side by side the two would contradict each other. Then the corrected value stands
with the interval, and that of the sample is named as such.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from monosashi.embeddings import Fault
from monosashi.results.estimate import Estimate
from monosashi.results.full_width import full_width
from monosashi.words import current_language, has_words, say
from monosashi.words.filling import ends, with_minus

DASH = "\N{EN DASH}"
MISSING = "_no_interval"
WORD = "_word"  # the key of what a code is called
# endings of what beside ``name_text`` says more about it, and how that is worded
ENDINGS = {"_sample_text": "groups", "_chance_text": "chance", "_samples_text": "several",
           MISSING: ""}  # fmt: skip


def left_out(value: float, low: float | None, high: float | None) -> bool:
    """Whether there is an interval and the value lies outside."""
    return low is not None and high is not None and not low <= value <= high


def belonging(
    value: float, low: float | None, high: float | None, corrected: float | None
) -> float:
    """The value, or the corrected one where the interval leaves the value out.

    The corrected value is cut to the interval, as that was cut to the possible range.

    >>> belonging(0.3, 0.2, 0.4, 0.31), belonging(0.3, 0.0, 0.1, -0.02)
    (0.3, 0.0)
    """
    if low is None or high is None or corrected is None or not left_out(value, low, high):
        return value
    return min(max(corrected, low), high)


def estimate_texts(
    name: str,
    held: Estimate | None,
    spec: str = ".3f",
    *,
    why: Fault | None = None,
    beside: Literal["sample", "chance"] = "sample",
) -> dict[str, Any]:
    """``name_text``, and what a sentence must add to it.

    That is ``name_sample_text`` where the interval leaves the value out (``name_chance_text`` of a
    share that lies too high by what chance adds, however many units there are), and
    ``name_no_interval`` (``why``) where there is none.

    >>> estimate_texts("icc", Estimate(0.3, 0.35, 0.45, 0.02, "jackknife", 4, 0.4))
    {'icc_text': '0.400 [0.350, 0.450]', 'icc_sample_text': '0.300'}
    """
    if held is None:
        return {f"{name}_text": DASH}
    low, high = held.low, held.high
    shown = belonging(held.value, low, high, held.bias_corrected)
    told = {f"{name}_text": interval_text(shown, low, high, spec)}
    if (low is None or high is None) and why is not None:
        return {**told, f"{name}{MISSING}": {"code": why.code, "values": dict(why.values)}}
    if shown == held.value:
        return told
    return {**told, f"{name}_{beside}_text": format(held.value, spec)}


def interval_text(value: float, low: float | None, high: float | None, spec: str) -> str:
    """``0.264 [0.231, 0.297]``, or the value alone."""
    if low is None or high is None:
        return format(value, spec)
    return f"{format(value, spec)} {ends(low, high, spec)}"


def listed_texts(
    name: str, held: Sequence[tuple[str, Estimate]], spec: str = ".3f"
) -> dict[str, str]:
    """Several estimates in a row, each after its name; samples beside where any was corrected."""
    shown = [(label, one, belonging(one.value, one.low, one.high, one.bias_corrected))
             for label, one in held]  # fmt: skip
    told = {f"{name}_text": ", ".join(f"{label} {interval_text(value, one.low, one.high, spec)}"
                                      for label, one, value in shown)}  # fmt: skip
    moved = [f"{label} {format(one.value, spec)}" for label, one, value in shown
             if value != one.value]  # fmt: skip
    return {**told, f"{name}_samples_text": ", ".join(moved)} if moved else told


def with_samples(numbers: Mapping[str, Any], language: str | None = None) -> Mapping[str, Any]:
    """Numbers of a finding, their texts completed in words.

    >>> with_samples({"a_text": "0.400 [0.350, 0.450]", "a_sample_text": "0.300"}, "en")["a_text"]
    '0.400 [0.350, 0.450; corrected for few groups, this sample: 0.300]'
    """
    worded = {}
    for key, more in numbers.items():
        ending = next((one for one in ENDINGS if key.endswith(one)), None)
        if ending is not None:
            name = f"{key.removesuffix(ending)}_text"
            text = with_minus(numbers[name])
            worded[name] = (_without(text, more, language) if ending == MISSING else
                            completed(text, ENDINGS[ending], more, language))  # fmt: skip
    worded |= {key: _word(value, language) for key, value in numbers.items()
               if key.endswith(WORD) and isinstance(value, str)}  # fmt: skip
    if (language or current_language()) == "ja":
        worded |= full_width(numbers)
    return {**numbers, **worded} if worded else numbers


def _word(key: str, language: str | None) -> str:
    """What a code is called, ``room.words.code``; a code that nobody named stays as it is."""
    return say(key, language) if has_words(key) else key.split(".", 2)[2]


def completed(text: str, kind: str, sample: str, language: str | None = None) -> str:
    """A number with its interval, and the value of the sample that the interval leaves out."""
    held = text if kind == "several" else text.removesuffix("]")
    return say(f"results.corrected.{kind}", language, text=held, more=with_minus(sample))


def _without(text: str, why: Mapping[str, Any], language: str | None) -> str:
    """A number and why it has no interval; sentences on methods say that it has none."""
    kind = "why" if ".methods." in why["code"] else "missing"
    told = say(why["code"], language, **why["values"])
    return say(f"results.corrected.{kind}", language, text=text, more=told)
