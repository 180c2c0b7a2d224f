"""Sandtable without a screen: geometry, documents, edits, checks, rendering and the published systems."""

__version__ = "0.1.0"
