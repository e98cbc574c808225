"""Any Python function as an embedder."""

from __future__ import annotations

import hashlib
import inspect
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

from monosashi.embeddings import DataError, ModelCard, fault
from monosashi.models.blaming import failing_place
from monosashi.models.embedder import (
    BATCH,
    Role,
    Vectors,
    batches,
    checked_texts,
    checked_vectors,
)
from monosashi.models.function_answers import read_rows
from monosashi.models.refusals import plain, shown
from monosashi.models.remote_options import check_numbers
from monosashi.models.user_code import prints_on_stderr

BOTH: tuple[Role, ...] = ("query", "passage")


class CallableEmbedder:
    """A function from a list of texts to one row of numbers a text.

    Parameters
    ----------
    function : callable
        ``function(texts)``, or ``function(texts, role)`` where the second parameter is called
        ``role`` or has no default. Returns an (n, d) array or a list of n rows.
    name : str
        Name of the model; stands in cards and results.
    revision : str or None
        Change it whenever the vectors change. Without it the source text of a plain function
        stands in its place: a change in what the function calls is then not seen.
    roles : tuple of "query", "passage"
        Default: both if the function takes the role or the prefixes differ, else none.
    query_prefix, passage_prefix : str
        Put before every text of that role.
    dimension : int or None
        Width that is expected; default that of the first answer.
    batch : int
        Texts in one call.

    Attributes
    ----------
    worth_storing : bool
        False where neither a revision nor a source is known: a stored answer could be stale.

    Notes
    -----
    Vectors are kept as they come, without scaling. The number of rows, finite values and one
    width in all calls are checked; that the rows stand in the order of the texts cannot be. What
    the function prints goes to standard error. It gets a list of its own and may change it.

    Examples
    --------
    >>> letters = CallableEmbedder(lambda texts: [[len(t), t.count("a")] for t in texts],
    ...                            name="letters", revision="1")
    >>> letters.embed(["banana", "kiwi"]).tolist()
    [[6.0, 3.0], [4.0, 0.0]]
    """

    def __init__(
        self,
        function: Callable[..., Any],
        *,
        name: str,
        revision: str | None = None,
        roles: Sequence[Role] = (),
        query_prefix: str = "",
        passage_prefix: str = "",
        dimension: int | None = None,
        batch: int = BATCH,
    ) -> None:
        check_numbers(dimension=dimension, batch=batch)
        self.name, self.batch = name, batch
        self._function, self._takes_role = function, _takes_role(function)
        self._prefixes = {"query": query_prefix, "passage": passage_prefix}
        differs = self._takes_role or query_prefix != passage_prefix
        self.roles: tuple[Role, ...] = tuple(roles) or (BOTH if differs else ())
        self._dimension, self._seen = dimension, dimension
        self._revision = revision or _source_digest(function)
        self.worth_storing = self._revision is not None

    def card(self, role: Role = "passage") -> ModelCard:
        """Describe the space; the dimension is known after the first answer."""
        self._check(role)
        return ModelCard(
            name=self.name,
            revision=self._revision,
            dimension=self._seen,
            role=role if self.roles else None,
            prefix=self._prefixes[role],
        )

    def identity(self, role: Role = "passage") -> dict[str, Any]:
        """Name, revision, role and prefix decide the vector; the same before and after a call."""
        return {**self.card(role).to_dict(), "dimension": self._dimension}

    def embed(self, texts: Sequence[str], role: Role = "passage") -> Vectors:
        """(n, d) float32, as the function returned them.

        Raises
        ------
        DataError
            Unusable texts, or an answer with another number of rows, another width, NaN or
            infinity; or the function raised something (``__cause__``): its file and line are
            named.
        """
        self._check(role)
        rows = checked_texts(texts)
        made = np.concatenate(
            [
                self._ask(part, place * self.batch, role)
                for place, part in enumerate(batches(rows, self.batch))
            ]
        )
        return checked_vectors(made, name=self.name, n=len(rows), dimension=made.shape[1])

    def _ask(self, texts: list[str], first: int, role: Role) -> Vectors:
        prefixed = [self._prefixes[role] + text for text in texts]
        answer = self._called(prefixed, role)
        made = read_rows(answer, n=len(texts), first=first, width=self._seen, name=self.name)
        self._seen = made.shape[1]
        return made

    def _called(self, texts: list[str], role: Role) -> Any:
        try:
            with prints_on_stderr():
                return self._function(texts, role) if self._takes_role else self._function(texts)
        except (DataError, KeyboardInterrupt):
            raise
        except BaseException as error:  # the user's function may fail, or end, in any way
            what = shown(plain(f"{type(error).__name__}: {error}").rstrip(": "))
            place = failing_place(error, self._function)
            problem = fault("models.errors.function_failed", name=self.name, what=what, place=place)
            raise DataError(problem) from error

    def _check(self, role: Role) -> None:
        allowed = self.roles or BOTH
        if role not in allowed:
            raise DataError(fault("embeddings.errors.bad_choice", name="role", given=role,
                                  choices=", ".join(allowed)))  # fmt: skip


def import_callable(spec: str) -> Callable[..., Any]:
    """Import the function that ``"module:function"`` names; ``a.b:C.method`` works too.

    The current folder is searched last, after all installed modules.

    Raises
    ------
    DataError
        The text has another form, the module cannot be imported, or it holds no such function.

    Examples
    --------
    >>> import_callable("math:sqrt")(9.0)
    3.0
    """
    module, colon, path = spec.partition(":")
    if not (module and colon and path):
        raise DataError(fault("models.errors.callable_form", spec=spec))
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)
    try:
        with prints_on_stderr():
            found: Any = import_module(module)
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # the user's module may fail, or end, while it is imported
        raise DataError(fault("models.errors.callable_module", module=module,
                              why=f"{type(error).__name__}: {error}")) from error  # fmt: skip
    for part in path.split("."):
        found = getattr(found, part, None)
    if not callable(found):
        raise DataError(fault("models.errors.callable_function", module=module, function=path))
    return found  # type: ignore[no-any-return]


def _takes_role(function: Callable[..., Any]) -> bool:
    try:
        parameters = list(inspect.signature(function).parameters.values())
    except (TypeError, ValueError):  # some C functions have no signature
        return False
    placed = [p for p in parameters if p.kind in (p.POSITIONAL_ONLY, p.POSITIONAL_OR_KEYWORD)]
    return len(placed) > 1 and (placed[1].name == "role" or placed[1].default is placed[1].empty)


def _source_digest(function: Callable[..., Any]) -> str | None:
    """Methods, partials and closures hold state that their source does not show: None."""
    if not inspect.isfunction(function) or function.__closure__:
        return None
    try:
        source = inspect.getsource(function)
    except (OSError, TypeError):  # typed at a prompt
        return None
    return f"source {hashlib.sha256(source.encode()).hexdigest()[:16]}"
