"""Maps and scenarios as pictures: one drawing made from model and system, written as PNG, SVG or PDF."""

from core.render.api import render
from core.render.options import RenderOptions

__all__ = ["RenderOptions", "render"]
