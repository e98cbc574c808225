"""The command to try after an inspection, with the options that the file needs."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from monosashi.cli.placeholders import command_line, placeholder
from monosashi.stores.addresses import shown_path
from monosashi.stores.inspecting.folders import beir_queries
from monosashi.stores.inspecting.usable import measurable
from monosashi.stores.texts import beir_corpus

if TYPE_CHECKING:
    from monosashi.stores.inspecting import Inspection, Questions

FEWEST = 2  # rows of an audit
# what --invalid drop leaves out and counts
MENDED_BY_DROP = ("embeddings.errors.non_finite", "embeddings.errors.empty_texts",
                  "embeddings.errors.no_vector_for", "embeddings.errors.no_text_for",
                  "stores.errors.blank_lines", "stores.errors.empty_pages",
                  "stores.errors.page_without_language")  # fmt: skip


def next_command(path: Path, found: Inspection, asked: Questions) -> str | None:
    """Read it as it is, drop what can be dropped, or look again with what an option can mend.

    None where only the user can mend it, and for a file of fewer than two rows.
    """
    if found.format == "result" and not found.faults:
        return _line("report", path, {})
    droppable = all(one.code in MENDED_BY_DROP for one in found.faults)
    if found.rows is None or not droppable:
        remedy = _remedy(found, asked)
        return _line("inspect", path, {**_asked(asked), **remedy}) if remedy else None
    dropped = {"invalid": "drop"} if found.faults else {}
    if found.gold is not None or found.run is not None:
        return _retrieval(path, found, dropped)
    if _measurable(found) < FEWEST:
        return None
    options = {name: found.found.get(name) for name in ("id", "wide", "groups", "key", "language")}
    if found.found.get("wide"):
        options |= {"id": asked.id, "key": None, "language": None}
    elif options["id"] in {"id", "ids", "_id"}:
        options["id"] = None
    joined = options.pop("key"), options.pop("language")
    pair = dict(zip(("key", "language"), joined, strict=True)) if all(joined) else {}
    if not pair and found.rows and not options["groups"]:
        options["groups"] = joined[1]  # languages without keys of translations are groups
    return _line("audit", path, {**_what(found, asked), **options, **pair, **dropped})


def _measurable(found: Inspection) -> int:
    """Rows that an audit would have, as far as can be told without embedding."""
    if found.vectors:
        return measurable(found.vectors)
    empty = min((row["empty"] for row in found.texts), default=0)
    return (found.rows or 0) - int(empty)


def _what(found: Inspection, asked: Questions) -> dict[str, Any]:
    """Vectors as they are named, or texts and a model that needs nothing."""
    if found.vectors:
        named = found.found.get("vectors")
        several = len(found.vectors) > 1 and not found.found.get("wide")
        chosen = named or (_choice(found) if several else None)
        return {"vectors": chosen, "query_vectors": asked.query_vectors or _queries(found, chosen)}
    text = found.found.get("text") or next((row["texts"] for row in found.texts), None)
    if text is None and any(one.code == "stores.errors.which_text" for one in found.notices):
        text = placeholder("column")
    return {"text": None if text == "text" else text, "embedder": "hashing",
            "encoding": asked.encoding, "default_language": asked.language}  # fmt: skip


def _choice(found: Inspection) -> str | None:
    """The first of several columns of vectors; a saved set needs no name."""
    return None if found.format == "saved" else str(found.vectors[0]["vectors"])


def _queries(found: Inspection, documents: str | None) -> str | None:
    """A column that is called like the documents' one, for queries."""
    names = [row["vectors"] for row in found.vectors]
    usual = (f"{documents}_q", f"{documents}_query", f"query_{documents}")
    return next((name for name in usual if name in names), None) if documents else None


def _retrieval(path: Path, found: Inspection, dropped: dict[str, str]) -> str:
    if found.format == "beir" and (gold := found.found.get("gold")):
        corpus, queries = beir_corpus(path), beir_queries(path)
        return _line("retrieval", corpus, {"queries": queries, "gold": path / gold,
                                           "embedder": "hashing", **dropped})  # fmt: skip
    if found.format == "beir":
        return _line("retrieval", path, {"embedder": "hashing", **dropped})
    if found.run is not None:
        return _line("retrieval", None, {"run": str(path), "gold": placeholder("qrels")})
    return _line(
        "retrieval",
        placeholder("documents"),
        {"queries": placeholder("queries"), "gold": str(path), "embedder": "hashing"},
    )


def _asked(asked: Questions) -> dict[str, Any]:
    """The options of this look."""
    return {"vectors": asked.vectors, "query_vectors": asked.query_vectors, "text": asked.text,
            "id": asked.id, "wide": asked.wide, "encoding": asked.encoding,
            "default_language": asked.language}  # fmt: skip


def _remedy(found: Inspection, asked: Questions) -> dict[str, str]:
    """Options that mend a fault: the encoding that it names, a language to fill in."""
    told = (one.values.get("encoding") for one in found.faults if found.format != "site")
    likely = next((name for name in told if name and name != asked.encoding), None)
    options = {"encoding": likely, "default_language": asked.language or _placeholder(found)}
    known = _asked(asked)
    return {name: value for name, value in options.items() if value not in {None, known[name]}}


def _placeholder(found: Inspection) -> str | None:
    """A language to fill in, when pages have none."""
    bare = any(one.code.endswith(".page_without_language") for one in found.faults)
    return placeholder("language") if bare else None


def _line(name: str, path: Path | str | None, options: dict[str, Any]) -> str:
    words = ["monosashi", name, *([] if path is None else [shown_path(path)])]
    for option, value in options.items():
        if value is not None:
            words += [f"--{option.replace('_', '-')}", str(value)]
    return command_line(words)
