"""The commands that follow one another when language is mended, each with the options of the last.

audit → repair compare → repair fit → repair apply → repair check → duplicates → related
"""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from monosashi.cli.options import DataOptions, TextOptions
from monosashi.cli.placeholders import placeholder
from monosashi.cli.shape_repeat import ShapeRepeat

MENDED, FITTED, COMPARED, BESIDE = "mended", "repair", "repair-compare", "related"
# a command about all documents measures no sample of them
OF_A_RUN = ("sample",)
# what a user has to fill in
BLANKS = ("index", "drafts", "queries", "gold")
# vectors for queries mean nothing to commands that ask with documents alone
OF_BOTH_SIDES = ("query_vectors",)


def reading(data: DataOptions, texts: TextOptions) -> dict[str, Any]:
    """How the documents were read, for a command that reads all of them."""
    from monosashi.cli.chosen_models import text_settings

    found = {**asdict(data), **text_settings(texts)}
    return {name: value for name, value in found.items() if name not in OF_A_RUN}


def compare_line(path: Path, options: Mapping[str, Any]) -> str:
    """Which mend is worth it, with the options of an audit."""
    return _line("repair compare", {"path": path}, options, out=COMPARED)


def fit_line(path: Path, options: Mapping[str, Any]) -> str:
    """Keep the mend that was taken."""
    return _line("repair fit", {"path": path}, options, out=FITTED)


def apply_line(repair: Path, path: Path, options: Mapping[str, Any]) -> str:
    """Into a folder, which holds every kind of column and needs no extra."""
    return _line("repair apply", {"repair": repair, "path": path}, options, out=MENDED)


def check_line(repair: Path, path: Path, options: Mapping[str, Any]) -> str:
    """Whether it fits; with query vectors, which are held against means of queries."""
    return _line("repair check", {"repair": repair, "path": path}, options)


def refresh_line(repair: Path, path: Path, options: Mapping[str, Any]) -> str:
    """Fit what no longer fits."""
    return _line("repair refresh", {"repair": repair, "path": path}, options)


def duplicates_line(path: Path, options: Mapping[str, Any]) -> str:
    """The site against itself: drafts have the same gate."""
    return _line("duplicates", {"drafts": path}, {"index": path, **_one_side(options)})


def drafts_line(index: Path, options: Mapping[str, Any], *, by_script: bool = False) -> str:
    """What is written next, before it is published; texts may tell their language by script."""
    return _line("duplicates", {"drafts": Path(placeholder("drafts"))},
                 {"index": index, "draft_language": "auto" if by_script else None,
                  **_one_side(options)})  # fmt: skip


def related_line(path: Path, options: Mapping[str, Any], out: Path | str = BESIDE) -> str:
    """The pages beside every page."""
    return _line("related", {"index": path}, _one_side(options), out=out)


def search_line(path: Path, options: Mapping[str, Any]) -> str:
    """Whether search finds the right pages: queries and answers are for the user to name."""
    asked = {name: placeholder(name) for name in ("queries", "gold")}
    return _line("retrieval", {"documents": path}, {**asked, **_one_side(options)})


def why_line(path: Path, options: Mapping[str, Any]) -> str:
    """Which layer failed the queries that miss their answer."""
    return _line("why", {"given": path}, _one_side(options))


def _one_side(options: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in options.items() if name not in OF_BOTH_SIDES}


def whole_index() -> Path:
    """``INDEX``, where nothing that was given holds all documents."""
    return Path(placeholder("index"))


def _line(name: str, files: dict[str, Path], options: Mapping[str, Any], **more: Any) -> str:
    told = ShapeRepeat(name, files, options).command(**more)
    for blank in map(placeholder, BLANKS):  # what is to be filled in stays bare
        told = told.replace(shlex.quote(blank), blank)
    return told
