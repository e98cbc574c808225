"""What several candidates of `monosashi rewrite select` can all make."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.cli.rewrite_options import RewriteWays
    from monosashi.models.rewriters.contract import Rewriter


def common_ways(ways: RewriteWays, made: Sequence[Rewriter]) -> RewriteWays:
    """The same ways; where no transformation is named, with those that every candidate makes.

    >>> from monosashi.cli.rewrite_options import RewriteWays
    >>> from monosashi.models.rewriters.registry import named_rewriter
    >>> both = [named_rewriter("openai:m?key_env="), named_rewriter("apertium")]
    >>> common_ways(RewriteWays(), both).transformations
    'backtranslation,translation,cross_translation'
    """
    from monosashi.cli.wrong_usage import WrongUsageError
    from monosashi.models.rewriters.preparing import makes
    from monosashi.models.rewriters.registry import made_by

    if ways.transformations is not None or all(made_by(one) == "rules" for one in made):
        return ways
    every = [makes(one) for one in made]
    common = [name for name in every[0] if all(name in held for held in every[1:])]
    if not common:
        known = "; ".join(f"{one.name}: {', '.join(held)}"
                          for one, held in zip(made, every, strict=True))  # fmt: skip
        raise WrongUsageError("rewriting.errors.nothing_common", known=known)
    return replace(ways, transformations=",".join(common))
