"""`monosashi rate read`: what the raters say, and how far they agree."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import Parameter

from monosashi.cli.options import OutputOptions
from monosashi.cli.robustness_options import MEASURE, StatisticsOptions

SCALE = "1,2,3,4,5"


def rate_read_command(
    path: Path,
    *,
    scale: Annotated[str, Parameter(group=MEASURE)] = SCALE,
    weights: Annotated[Literal["ordinal", "quadratic"], Parameter(group=MEASURE)] = "ordinal",
    alpha_level: Annotated[
        Literal["ordinal", "interval", "nominal"], Parameter(group=MEASURE)
    ] = "ordinal",
    statistics: StatisticsOptions = StatisticsOptions(),
    output: Annotated[OutputOptions, Parameter(name="*")] = OutputOptions(),
) -> int:
    """Put the filled sheets together: means, share of acceptable rewritings, agreement.

    Parameters
    ----------
    path
        Folder that rate make wrote, with the sheets filled in.
    scale
        Comma list of every answer that could be given, used or not.
    weights
        Of Gwet's AC2.
    alpha_level
        Of Krippendorff's alpha.
    """
    from monosashi.cli.comma_lists import listed_numbers
    from monosashi.cli.robustness_run import deliver_robustness, start
    from monosashi.robustness.rating import measure_ratings
    from monosashi.robustness.rating.files import read_sheets

    start(output)
    places = listed_numbers("--scale", scale)
    key, sheets = read_sheets(path)
    found = measure_ratings(key, sheets, scale=places, weights=weights, level=alpha_level,
                            confidence=statistics.confidence, rng=statistics.seed)  # fmt: skip
    given = {"scale": scale, "weights": weights, "alpha_level": alpha_level,
             **statistics.given()}  # fmt: skip
    return deliver_robustness("rate read", {"path": path}, given, {"ratings": found}, output)
