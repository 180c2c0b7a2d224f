"""The game kernel: state, actions, flow of decisions, dice, log, record. Knows no game."""

from core.engine.actions import Action, IllegalActionError
from core.engine.dice import Dice
from core.engine.flow import Decision, Game, Procedure, Turn, active_sides, apply, legal_actions, started
from core.engine.log import Entry, Modifier
from core.engine.state import Frame, Result, State

__all__ = [
    "Action",
    "Decision",
    "Dice",
    "Entry",
    "Frame",
    "Game",
    "IllegalActionError",
    "Modifier",
    "Procedure",
    "Result",
    "State",
    "Turn",
    "active_sides",
    "apply",
    "legal_actions",
    "started",
]
