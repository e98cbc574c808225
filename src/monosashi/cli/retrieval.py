"""`monosashi retrieval`: are the known answers found, by which model, and how surely."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from monosashi.cli.audit import MEASURE
from monosashi.cli.next_lines import guard_line
from monosashi.cli.options import OutputOptions, at_least
from monosashi.cli.query_options import ASKED
from monosashi.cli.search_options import SearchOptions

KS, METRIC = "1,5,10", "ndcg@10"


def retrieval_command(
    *documents: Annotated[Path, Parameter(name="--documents")],
    search: SearchOptions = SearchOptions(),
    run: Annotated[str | None, Parameter(group=ASKED)] = None,
    k: Annotated[str, Parameter(group=MEASURE)] = KS,
    metric: Annotated[str, Parameter(group=MEASURE)] = METRIC,
    pool_sizes: Annotated[str | None, Parameter(group=MEASURE)] = None,
    seed: Annotated[int, at_least(0, MEASURE)] = 0,
    title: str = "",
    output: OutputOptions = OutputOptions(),
) -> int:
    """Search for known answers: recall, MRR, nDCG with intervals; of several, who is ahead.

    Parameters
    ----------
    documents
        Texts with --embedder A,B; or vectors, one file or saved set a model; or a BEIR folder.
        With --run: texts to show, not needed.
    run
        Ranked lists of any system instead of vectors: a comma list of TREC runs or jsonl files.
    k
        Comma list of the list lengths at which recall is taken.
    metric
        Which metric decides who is ahead: ndcg@10, recall@1, mrr, map.
    pool_sizes
        Comma list of numbers of documents at which the margin is also measured, e.g. 100,1000.
    seed
        Start of all random numbers.
    title
        Title of the report.
    """
    from dataclasses import replace

    from monosashi.cli.clock import now
    from monosashi.cli.exit_codes import FINE
    from monosashi.cli.output import deliver
    from monosashi.cli.progress import clear_step, show_step
    from monosashi.cli.repeat import Repeat
    from monosashi.cli.retrieval_measuring import (
        Asked,
        checked_metric,
        listed_ks,
        listed_sizes,
        measure,
    )
    from monosashi.cli.retrieval_sources import find_sources
    from monosashi.cli.run_folder import check_out

    search.start("retrieval", output)
    asked, language = search.asked, search.language
    sources = find_sources(documents, asked.queries, asked.gold, run)
    ks = listed_ks(k)
    wanted = Asked(ks, asked, checked_metric(metric, ks), seed, language, listed_sizes(pool_sizes))
    check_out(output.out)
    changed = {"k": None if k == KS else k, "metric": None if metric == METRIC else metric}
    own = {"run": run, "language": language, "pool_sizes": pool_sizes, **changed, "seed": seed,
           "title": title}  # fmt: skip
    repeat = Repeat("retrieval", documents, search.settings(own))
    show_step("retrieval")
    found = measure(sources, search.data, search.texts, wanted)
    clear_step()
    result = replace(found, title=title or default_title(found), source=sources.named(),
                     command=repeat.command(), created=now())  # fmt: skip
    deliver(result.to_dict(), result.tables(), output, settings=repeat.settings(),
            following=following(repeat, output))  # fmt: skip
    return FINE


def default_title(found: Any) -> str:
    """The names of the systems."""
    return " / ".join(name for name in found.systems if name)


def following(repeat: Any, output: OutputOptions) -> str:
    """Keep the result; when it is kept, guard it."""
    if output.out is None:
        return str(repeat.command(out="retrieval"))
    return guard_line(output.out)
