"""Games as records: the choices that were made, from which everything else can be played again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Generic

from core.engine.actions import Action, IllegalActionError
from core.engine.dice import Dice
from core.engine.flow import Game, apply
from core.engine.state import BoardT, State

SNAPSHOT_EVERY = 64


@dataclass(frozen=True, slots=True)
class Origin:
    """What a game was started from: the system and its version, the scenario and its content, the dice."""

    system: str
    version: int
    scenario: str
    scenario_hash: str
    seed: int
    script: tuple[int, ...] = ()

    @property
    def dice(self) -> Dice:
        """The dice at the start."""
        return Dice(self.seed, 0, self.script)


@dataclass
class Session(Generic[BoardT]):
    """A game being played: its state, its choices so far, and the way back."""

    game: Game[BoardT]
    origin: Origin
    start: State[BoardT]
    actions: list[Action] = field(default_factory=list)
    _snapshots: dict[int, State[BoardT]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.state = self.start
        self._snapshots[0] = self.start

    def do(self, action: Action) -> State[BoardT]:
        """Carry out an action; IllegalActionError leaves everything as it was."""
        self.state = apply(self.game, self.state, action)
        self.actions.append(action)
        if len(self.actions) % SNAPSHOT_EVERY == 0:
            self._snapshots[len(self.actions)] = self.state
        return self.state

    def rewind(self, length: int) -> State[BoardT]:
        """Go back to the moment after the first `length` actions."""
        if not 0 <= length <= len(self.actions):
            raise ValueError(f"the game has {len(self.actions)} actions, there is no moment {length}")
        nearest = max(at for at in self._snapshots if at <= length)
        state = self._snapshots[nearest]
        for action in self.actions[nearest:length]:
            state = apply(self.game, state, action)
        self.actions = self.actions[:length]
        self._snapshots = {at: snapshot for at, snapshot in self._snapshots.items() if at <= length}
        self.state = state
        return state


def replay(
    game: Game[BoardT],
    origin: Origin,
    start: Callable[[Dice], State[BoardT]],
    actions: Sequence[Action],
) -> Session[BoardT]:
    """Play a record again; IllegalActionError names the first choice that does not fit."""
    if (origin.system, origin.version) != (game.id, game.version):
        raise IllegalActionError(
            f"the record is of {origin.system} version {origin.version}, "
            f"this is {game.id} version {game.version}: replay it with that version"
        )
    session = Session(game, origin, start(origin.dice))
    for number, action in enumerate(actions, 1):
        try:
            session.do(action)
        except IllegalActionError as error:
            raise IllegalActionError(f"action {number} of the record ({action}): {error}") from error
    return session
