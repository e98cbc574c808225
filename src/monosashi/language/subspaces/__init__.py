"""Repairs that remove directions from vectors, or move languages onto one another."""

from monosashi.language.subspaces.all_but_the_top import AllButTheTop
from monosashi.language.subspaces.erasure import ConceptErasure
from monosashi.language.subspaces.pivot import PivotShift
from monosashi.language.subspaces.removal import LanguageSubspaceRemoval

__all__ = ["AllButTheTop", "ConceptErasure", "LanguageSubspaceRemoval", "PivotShift"]
