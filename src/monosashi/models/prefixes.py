"""What is put before queries and passages; they are two roles only where that differs."""

from __future__ import annotations

from dataclasses import dataclass

from monosashi.embeddings import DataError, fault
from monosashi.models.embedder import Role


@dataclass(frozen=True)
class Prefixes:
    """The words before a query and before a passage.

    >>> Prefixes("query: ", "passage: ").roles, Prefixes("", "").roles
    (('query', 'passage'), ())
    """

    query: str
    passage: str

    @property
    def roles(self) -> tuple[Role, ...]:
        """Both roles, or none."""
        return ("query", "passage") if self.query != self.passage else ()

    def of(self, role: Role) -> str:
        """The prefix of a role.

        Raises
        ------
        DataError
            The prefixes differ and ``role`` is neither query nor passage.
        """
        if not self.roles:
            return self.passage
        check_role(role, self.roles)
        return self.query if role == "query" else self.passage


def check_role(role: str, roles: tuple[Role, ...]) -> None:
    """Refuse a role that the model does not have."""
    if role not in roles:
        choices = ", ".join(roles)
        raise DataError(
            fault("embeddings.errors.bad_choice", name="role", given=role, choices=choices)
        )
