"""`monosashi related`: the pages beside every page, as JSON for a site."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Group, Parameter

from monosashi.cli.options import (
    OUTPUT,
    DataOptions,
    TextOptions,
    Words,
    named_path,
)
from monosashi.cli.site_options import SiteOptions

LISTS = Group("Lists", sort_key=2)
NONE, SITE = TextOptions(), SiteOptions()
PERCENTILE = 99.0


def related_command(
    index: Path,
    *,
    out: Annotated[Path, Parameter(group=OUTPUT, converter=named_path)],
    site: SiteOptions = SITE,
    floor: Annotated[float | Literal["auto"], Parameter(group=LISTS)] = "auto",
    percentile: Annotated[float, Parameter(group=LISTS)] = PERCENTILE,
    anew: Annotated[bool, Parameter(group=LISTS, negative="")] = False,
    refit_floor: Annotated[bool, Parameter(group=LISTS, negative="")] = False,
    title: str = "",
    data: DataOptions = DataOptions(),
    texts: TextOptions = NONE,
    json: Annotated[bool, Parameter(group=OUTPUT, negative="")] = False,
    words: Annotated[Words | None, Parameter(group=OUTPUT)] = None,
) -> int:
    """List the related pages of every page, in each language; of some pages there are none.

    Parameters
    ----------
    index
        The pages: a file or store of vectors, or a site to embed (--embedder).
    out
        Folder for result.json, report.html and tables/; a later run computes only what has changed.
    floor
        auto, or the cosine below which pages are unrelated.
    percentile
        For auto: nearer than so many percent of all pairs of pages.
    anew
        Compute everything, whatever stands in --out.
    refit_floor
        Measure the floors anew.
    title
        Title of the report.
    json
        Print one strict JSON object.
    words
        Language of the terminal.
    """
    from monosashi.advice.site_documents import RelatedDocument
    from monosashi.cli.chosen_models import chosen_embedder
    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.refused_values import option_values
    from monosashi.cli.related_screen import deliver_related
    from monosashi.cli.repair_path import drafts_line, reading
    from monosashi.cli.run_folder import check_out
    from monosashi.cli.shape_repeat import ShapeRepeat
    from monosashi.language.related import read_related, related
    from monosashi.language.related.find import check_lists
    from monosashi.words import choose_language, current_language

    choose_language(words or current_language())
    check_out(out)
    with option_values():
        check_lists(site.k, floor, percentile)
    earlier = read_related(out) if (out / "result.json").is_file() and not anew else None
    model = None if texts.embedder is None else chosen_embedder(texts.embedder)
    mend = site.mend()
    show_step("reading")
    pages = site.read(index, data, texts, model)
    clear_step()
    found = related(pages, language=site.language, key=site.key, repair=mend, k=site.k,
                    floor=floor, percentile=percentile, previous=earlier,
                    refit_floor=refit_floor, rng=site.seed)  # fmt: skip
    own = {**site.settings(), "floor": None if floor == "auto" else floor,
           "percentile": None if percentile == PERCENTILE else percentile,
           "title": title}  # fmt: skip
    repeat = ShapeRepeat("related", {"index": index}, {**own, **reading(data, texts)})
    document = RelatedDocument(
        provenance=found.provenance, related=found, title=title or index.name, source=index.name,
        command=repeat.command(out=out), created=now(),
    )  # fmt: skip
    following = drafts_line(index, {**site.known_by(), **reading(data, texts)},
                            by_script=texts.embedder is not None)  # fmt: skip
    deliver_related(document, out, repeat.settings(), following, json=json)
    return FINE
