"""Can these numbers be trusted: the lines of that list."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from monosashi.report.blocks import Fact
from monosashi.report.card_entries import card_entries
from monosashi.report.numerals import number
from monosashi.report.sentences import reason_sentence
from monosashi.report.tongue import Tongue
from monosashi.report.trust_retrieval import (
    asked_size,
    design_notices,
    retrieval_facts,
    system_names,
)

Document = Mapping[str, Any]
# what was read whole, though not in one piece
GROUPED = ("shape", "comparison", "pairwise", "agreement", "probe", "dose", "spread_correlation",
           "input_output")  # fmt: skip
MODELLESS = frozenset({"scores", "raters"})  # what a document of robustness counts
MADE_BY_NONE = frozenset({"rewrites", "fidelity_benchmark"})  # results of no model
WHOLE = ("models.notices.windowed",)


def trust(document: Document, tongue: Tongue) -> list[Fact]:
    """What was measured, by what, and what is missing from it."""
    makers = (
        _items,
        _groups,
        _shuffled,
        _queries,
        _model,
        _dropped,
        _embedded,
        _neighbours,
        _random,
        _skipped,
    )
    facts = [fact for maker in makers if (fact := maker(document, tongue)) is not None]
    return [*facts[:1], *retrieval_facts(document, tongue), *facts[1:]]


def size(document: Document, tongue: Tongue) -> str:
    """How many vectors of how many dimensions, or how many items of several models."""
    data = document["data"]
    if document.get("results", {}).get("comparison"):
        models = len(document["results"]["comparison"]["models"])
        return tongue.say("trust_items.several", n=number(data["n"]), models=models)
    if document.get("results", {}).get("agreement"):
        return tongue.say("trust_items.several", n=number(data["n"]), models=2)
    if "queries" in data:
        return asked_size(data, tongue)
    if data.keys() & MODELLESS:
        return _scored_size(data, tongue)
    if data.get("dimension") is None:
        name = "a_side" if "points_a_side" in data else "objects"
        return tongue.say(f"trust_items.{name}", n=number(data["n"]))
    return tongue.say("trust_items.value", n=number(data["n"]), dimension=data["dimension"])


def _scored_size(data: Mapping[str, Any], tongue: Tongue) -> str:
    """Scores before and after rewriting, or what people rated."""
    if "raters" in data:
        return tongue.say("trust_items.ratings", n=number(data["n"]), raters=data["raters"])
    return tongue.say("trust_items.scores", n=number(data["n"]), **data["scores"])


def _items(document: Document, tongue: Tongue) -> Fact | None:
    data = document.get("data", {})
    if "n" not in data:
        return None
    values = [size(document, tongue)]
    if data.get("source"):
        values.append(str(data["source"]))
    return Fact(tongue.say("trust_items.name"), values)


def _groups(document: Document, tongue: Tongue) -> Fact | None:
    results = document["results"]
    held = (results.get(name) for name in GROUPED)
    shape: Document = next((part for part in held if part), {})
    if not shape.get("n_groups"):
        return None
    kind = "pairs" if shape is results.get("pairwise") else "value"
    values = [tongue.say(f"trust_groups.{kind}", groups=number(shape["n_groups"]))]
    test = shape.get("permutation")
    if test:
        kind = "exact" if test["exact"] else "random"
        arrangements = number(test["permutations"])
        smallest = number(test["smallest_p"])
        values.append(tongue.say(f"trust_p.{kind}", arrangements=arrangements, smallest=smallest))
    return Fact(tongue.say("trust_groups.name"), values)


def _shuffled(document: Document, tongue: Tongue) -> Fact | None:
    """Which labels could change places in the tests."""
    shape = document["results"].get("shape") or {}
    test = shape.get("permutation")
    if not test:
        return None
    scheme = str(test["scheme"]).replace(" ", "_")
    asked = (shape.get("provenance") or {}).get("settings", {})
    names = {f"{how}_name": _column(asked.get(how), tongue) for how in ("whole", "within", "order")}
    said = tongue.say(f"trust_shuffled.{scheme}", **names)
    return Fact(tongue.say("trust_shuffled.name"), [said])


def _column(given: Any, tongue: Tongue) -> str:
    """A column by its name; those that an audit adds have a name in words."""
    text = str(given or "").strip("_")
    if text in {"key", "language"}:
        return tongue.say(f"columns.{text}")
    return f" {text} " if tongue.language == "ja" else text


def _queries(document: Document, tongue: Tongue) -> Fact | None:
    if "queries" in document.get("data", {}):
        said = tongue.say("trust_queries.independent_queries")
        return Fact(tongue.say("trust_queries.name"), [said])
    language = document["results"].get("language")
    if not language:
        return None
    searched = "language_search" in document["results"]
    role = "titles_beside" if searched else str(language["query_role"]).replace(" ", "_")
    return Fact(tongue.say("trust_queries.name"), [tongue.say(f"trust_queries.{role}")])


def _model(document: Document, tongue: Tongue) -> Fact | None:
    comparison = document["results"].get("comparison")
    if comparison:
        return Fact(tongue.say("trust_model.several"), list(comparison["models"]))
    if names := system_names(document["results"]):
        ranked = document.get("data", {}).get("depth") is not None
        kind = "ranked" if ranked else "several"
        return Fact(tongue.say(f"trust_model.{kind}"), names)
    data = document.get("data", {})
    if several := _several(document["results"], data):
        return Fact(tongue.say("trust_model.several"), several)
    if "n" not in data or data.keys() & MODELLESS or document["results"].keys() & MADE_BY_NONE:
        return None  # neither a formula, scores, drawn points nor texts nobody embedded have one
    card = document.get("data", {}).get("model") or {}
    known = {name: value for name, value in card.items() if value not in (None, [], "")}
    if not known:
        return Fact(tongue.say("trust_model.name"), [tongue.say("trust_model.unknown")])
    if "compression" in known:
        known["compression"] = tongue.compression(str(known["compression"]))
    rest = " · ".join(card_entries(known, tongue))
    values = [str(known.get("name", tongue.say("unnamed_model"))), rest]
    return Fact(tongue.say("trust_model.name"), [value for value in values if value])


def _several(results: Mapping[str, Any], data: Mapping[str, Any]) -> list[str]:
    """Models beside each other: two that may agree, or one for each set."""
    if agreement := results.get("agreement"):
        return [agreement["model_a"], agreement["model_b"]]
    models = data.get("models")
    return list(models) if isinstance(models, Mapping) and "rewrites" not in results else []


def _dropped(document: Document, tongue: Tongue) -> Fact | None:
    data = document.get("data", {})
    if "n" not in data:
        return None
    others = [n for n in data.get("notices", [])
              if n not in design_notices([n]) and n.get("code") not in WHOLE]  # fmt: skip
    said = (reason_sentence(notice, tongue.language) for notice in others)
    notices = list(dict.fromkeys(said))  # queries and documents may have the same
    return Fact(tongue.say("trust_dropped.name"), notices or [tongue.say("trust_dropped.none")])


def _embedded(document: Document, tongue: Tongue) -> Fact | None:
    """How texts were turned into vectors, where nothing of them was left out."""
    notices = [reason_sentence(notice, tongue.language)
               for notice in document.get("data", {}).get("notices", [])
               if notice.get("code") in WHOLE]  # fmt: skip
    return Fact(tongue.say("trust_embedded.name"), notices) if notices else None


def _neighbours(document: Document, tongue: Tongue) -> Fact | None:
    results = document["results"]
    agreement = (results.get("comparison") or {}).get("agreement") or [{}]
    k = (results.get("hubs") or agreement[0]).get("k")
    asked = document.get("data", {}).get("documents") is not None
    if not (k or results.get("language") or asked):
        return None
    said = [tongue.say("trust_neighbours.exact")]
    if k:
        said.append(tongue.say("trust_neighbours.lists", k=k))
    return Fact(tongue.say("trust_neighbours.name"), [tongue.join(said)])


def _random(document: Document, tongue: Tongue) -> Fact | None:
    settings = document.get("settings", {})
    if "rng" not in settings:
        return None
    seed = settings["rng"]
    value = tongue.say("trust_random.value", seed=str(seed or 0))
    return Fact(tongue.say("trust_random.name"), [value])


def _skipped(document: Document, tongue: Tongue) -> Fact | None:
    reasons = [reason_sentence(item, tongue.language) for item in document.get("skipped", [])]
    return Fact(tongue.say("trust_skipped.name"), reasons) if reasons else None
