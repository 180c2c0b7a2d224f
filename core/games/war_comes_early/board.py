"""The table: everything that changes during a game."""

from __future__ import annotations

from dataclasses import dataclass, field

NOBODY, GERMAN, ALLIED = "-", "g", "a"  # marks of control, one character for each hex


@dataclass(slots=True)
class Board:
    """Hexes are indexes of the Ground. Sets are kept as sorted tuples, so that equal tables look equal.

    `where` has the pieces on the map, `aside` why others are not: "aside" beside the map, "lost" and able
    to return, "out" for good.
    """

    turn: int = 1
    stacks: dict[int, tuple[str, ...]] = field(default_factory=dict)
    where: dict[str, int] = field(default_factory=dict)
    aside: dict[str, str] = field(default_factory=dict)
    due: dict[str, int] = field(default_factory=dict)
    control: str = ""
    breached: tuple[int, ...] = ()
    walls_scored: tuple[int, ...] = ()
    railheads: tuple[int, ...] = ()
    air_side: str = ""
    air: tuple[int, ...] = ()
    vp: dict[str, int] = field(default_factory=dict)
    violated: tuple[str, ...] = ()
    fallen: tuple[str, ...] = ()
    fell_on: dict[str, int] = field(default_factory=dict)  # the turn on which each fallen nation fell
    replaced_on: int = 0  # the last turn on which the free German replacement was taken [3.5]
    pool: tuple[str, ...] = ()  # national turn markers that have still to be drawn [5.2]
    track: tuple[str, ...] = ()  # the Turn Sequence Track: markers in the order of play [5.2, 5.3]
    german_phases: tuple[str, ...] = ()  # that the Germans have not used this turn [5.3]

    def copy(self) -> Board:
        """A table that can be changed without changing this one."""
        return Board(
            self.turn,
            dict(self.stacks),
            dict(self.where),
            dict(self.aside),
            dict(self.due),
            self.control,
            self.breached,
            self.walls_scored,
            self.railheads,
            self.air_side,
            self.air,
            dict(self.vp),
            self.violated,
            self.fallen,
            dict(self.fell_on),
            self.replaced_on,
            self.pool,
            self.track,
            self.german_phases,
        )

    def put(self, piece: str, h: int) -> None:
        """Put a piece on the map, or move it there."""
        if piece in self.where:
            self.take(piece, "")
        self.aside.pop(piece, None)
        self.where[piece] = h
        self.stacks[h] = tuple(sorted((*self.stacks.get(h, ()), piece)))

    def take(self, piece: str, why: str) -> None:
        """Take a piece off the map."""
        h = self.where.pop(piece)
        left = tuple(other for other in self.stacks[h] if other != piece)
        if left:
            self.stacks[h] = left
        else:
            del self.stacks[h]
        if why:
            self.aside[piece] = why

    def set_control(self, h: int, mark: str) -> None:
        """Give a hex to a side [3.6]."""
        self.control = f"{self.control[:h]}{mark}{self.control[h + 1 :]}"
