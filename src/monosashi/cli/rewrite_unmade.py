"""What of the eight transformations a run leaves out that names none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from monosashi.cli.rewrite_options import RewriteWays
    from monosashi.models.rewriters.contract import Rewriter


def left_unmade(ways: RewriteWays, rewriter: Rewriter) -> list[str]:
    """Those that the rewriter does not make; rules and files of texts are not held against them.

    >>> from monosashi.cli.rewrite_options import RewriteWays
    >>> from monosashi.models.rewriters.registry import named_rewriter
    >>> left_unmade(RewriteWays(), named_rewriter("apertium"))
    ['paraphrasing', 'style_change', 'expansion', 'summarise', 'summarised_expansion']
    >>> left_unmade(RewriteWays(transformations="translation"), named_rewriter("apertium"))
    []
    """
    from monosashi.models.rewriters.contract import StepRewriter
    from monosashi.models.rewriters.preparing import makes
    from monosashi.models.rewriters.transformations import EIGHT

    if ways.transformations is not None or not isinstance(rewriter, StepRewriter):
        return []
    can = makes(rewriter)
    return [name for name in EIGHT if name not in can]


def unmade_lines(generator: str, names: list[str]) -> list[str]:
    """That they are left out, where there are any."""
    from monosashi.cli.layout import wrap
    from monosashi.words import say

    if not names:
        return []
    return wrap(say("rewriting.screen.unmade", generator=generator, names=", ".join(names)))
