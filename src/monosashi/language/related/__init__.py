"""Related pages of every page of a site: of its language, of others, or none."""

from monosashi.language.related.find import related
from monosashi.language.related.reading import read_related
from monosashi.language.related.results import PageRelations, Related, RelatedPage

__all__ = ["PageRelations", "Related", "RelatedPage", "read_related", "related"]
