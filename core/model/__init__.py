"""Maps, boards and scenarios as plain typed data in layers. No files, no Qt, no rules."""

from typing import TypeAlias

from core.model.board import BoardModel
from core.model.map import MapModel
from core.model.scenario import ScenarioModel

Model: TypeAlias = MapModel | BoardModel | ScenarioModel
