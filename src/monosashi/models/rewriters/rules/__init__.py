"""Rewritings by rules: no model, no network, the same on every machine. The axis is "surface"."""

from monosashi.models.rewriters.rules.rewriter import RulesRewriter

__all__ = ["RulesRewriter"]
