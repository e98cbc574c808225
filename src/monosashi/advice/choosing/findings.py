"""What a comparison of models says: the choice, or the separate questions."""

from __future__ import annotations

from typing import Any

from monosashi.advice.choosing.result import Choice, ModelComparison
from monosashi.results import Finding
from monosashi.words import current_language
from monosashi.words.criteria import with_criterion_words
from monosashi.words.filling import ends

NO_PREFERENCE = ("truncation", "size", "speed")  # costs that nobody weighs unasked


def chosen_verdict(found: ModelComparison) -> dict[str, Any] | None:
    """Code and numbers of the line on the choice, or on questions that stand apart; else None."""
    if found.choice is None:
        apart = any(one.code.startswith("choosing.questions") for one in _questions(found))
        return {"code": "choosing.verdicts.questions", "numbers": {}} if apart else None
    told = _choice(found, found.choice)
    name = told.code.removeprefix("choosing.").split("_")[0]
    return {"code": f"choosing.verdicts.{name}", "numbers": dict(told.numbers)}


def choosing_findings(found: ModelComparison) -> list[Finding]:
    """One finding: who is chosen and why, or which questions have which answer."""
    if found.choice is not None:
        return [_choice(found, found.choice)]
    return _questions(found)


def _choice(found: ModelComparison, choice: Choice) -> Finding:
    lead = next(row for row in choice.differences
                if {row["model_a"], row["model_b"]} == {choice.best, choice.rival})  # fmt: skip
    sign = 1.0 if lead["model_a"] == choice.best else -1.0
    low, high = (lead["low"], lead["high"])[:: int(sign)]
    reach = "" if low is None else " " + ends(sign * low, sign * high, "+.1f")
    numbers: dict[str, Any] = {
        "best": choice.best, "rival": choice.rival, "score": choice.scores[choice.best].value,
        "rival_score": choice.scores[choice.rival].value, "models": len(found.models),
        "lead": sign * lead["difference"],
        "lead_text": f"{sign * lead['difference']:+.1f}{reach}",
        "share": choice.win_shares[choice.best], "draws": choice.draws,
        "tied": ", ".join(name for name in choice.tied_with_best if name != choice.best),
        "criteria_by": choice.decided_by or "", "criteria_against": choice.against or "",
        "criteria_weights": {name: f"{share:.0%}" for name, share in choice.weights.items()},
        "others": ", ".join(dict.fromkeys(
            row["first"] for row in choice.sensitivity if row["first"] != choice.best)),
    }  # fmt: skip
    return _finding(_kind(choice), numbers)


def _finding(kind: str, numbers: dict[str, Any]) -> Finding:
    """With names of criteria in words; a report says them again in its own language."""
    return Finding(f"choosing.{kind}", "note", with_criterion_words(numbers, current_language()))


def _kind(choice: Choice) -> str:
    if choice.identical:
        return "identical"
    stable = "" if choice.stable else "_unstable"
    if not choice.decided:
        return f"tied{stable}"
    return f"chosen{'_against' if choice.against else ''}{stable}"


def _questions(found: ModelComparison) -> list[Finding]:
    """Who is surely behind in no criterion; where that is nobody, questions stand apart."""
    asked = {name: tied for name, tied in found.tied.items() if name not in NO_PREFERENCE}
    if not asked:
        return []
    if all(row["identical"] for row in found.differences if row["criterion"] in asked):
        return [_finding("all_identical", {"models": ", ".join(found.models)})]
    told = {name: tied for name, tied in asked.items() if len(tied) < len(found.models)}
    left = [model for model in found.models if all(model in tied for tied in told.values())]
    numbers = {
        "criteria_ahead": {name: " / ".join(tied) for name, tied in told.items()},
        "criteria_open": [name for name in asked if name not in told],
        "best": ", ".join(left), "left": len(left), "models": len(found.models),
    }  # fmt: skip
    if not told:
        return [_finding("none_ahead", numbers)]
    kind = "questions" if not left else "one_ahead" if len(left) == 1 else "several_left"
    return [_finding(kind if len(told) == len(asked) else f"{kind}_open", numbers)]
