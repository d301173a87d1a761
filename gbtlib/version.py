"""The version of gbtlib and of the workbench; pyproject.toml reads it here."""

__version__ = "0.1.0"
