"""The `sandtable` command: what a person or a script can do without the editor. One module for each task."""

from core.cli.commands import app, main

__all__ = ["app", "main"]
