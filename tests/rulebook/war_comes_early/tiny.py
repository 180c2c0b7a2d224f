"""Tiny boards for rulebook tests: all clear and German unless said otherwise, with real hex numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from core.engine import Dice, Frame, State, Turn
from core.games import load_system
from core.games.war_comes_early.board import Board
from core.games.war_comes_early.ground import make_ground
from core.games.war_comes_early.pieces import Piece, make_piece
from core.games.war_comes_early.reorganization import ASIDE
from core.games.war_comes_early.world import SIDES, World
from core.hexgrid.grid import Grid
from core.hexgrid.orientation import Orientation
from core.model.facts import Attributes
from core.model.map import Cell, Feature, Link, MapHead, MapModel, Place, Region
from core.model.scenario import Unit

SYSTEM = load_system("war_comes_early")
HOME_SIDES = {
    **dict.fromkeys(("germany", "italy", "hungary", "poland"), "german"),
    **dict.fromkeys(
        ("czechoslovakia", "soviet_union", "france", "britain", "romania", "yugoslavia"), "allied"
    ),
    **dict.fromkeys(("belgium", "denmark", "netherlands", "lithuania", "danzig", "switzerland"), ""),
    **dict.fromkeys(("luxembourg", "latvia", "estonia"), ""),
}
MARKERS = {  # [5.2]
    "anglo_french": ("belgium", "britain", "denmark", "france", "netherlands"),
    "czech": ("czechoslovakia",),
    "hungary": ("hungary",),
    "italy": ("italy",),
    "poland": ("poland",),
    "soviet_lith": ("lithuania", "soviet_union"),
    "yugo_rom": ("romania", "yugoslavia"),
}


def corps(nation: str = "germany", kind: str = "infantry", **values: object) -> Unit:
    return Unit("", kind, nation, "corps", attributes=Attributes({"af": 3, "df": 3, **values}))  # type: ignore[dict-item]


def army(nation: str = "germany", components: int = 2, **values: object) -> Unit:
    facts = {"af": 6, "df": 6, "ce": components, "components": components, **values}
    return Unit("", "infantry", nation, "army", attributes=Attributes(facts))  # type: ignore[arg-type]


def front() -> Unit:
    return Unit("", "infantry", "soviet_union", "front", attributes=Attributes({"ce": 5, "components": 5}))


class Tiny:
    """A world and a table, with the hex numbers of the printed map as names."""

    def __init__(
        self,
        units: Mapping[str, tuple[str, Unit]] | None = None,
        *,
        aside: Mapping[str, Unit] | None = None,
        waiting: Mapping[str, Unit] | None = None,
        columns: int = 8,
        rows: int = 8,
        turn: int = 3,
        campaign: int = 1938,
        country: Mapping[str, str] | None = None,
        terrain: Mapping[str, str] | None = None,
        features: Mapping[str, str] | None = None,
        cities: Iterable[str] = (),
        capitals: Iterable[str] = (),
        black_dots: Iterable[str] = (),
        sides: Mapping[str, str] | None = None,
        rails: Iterable[str] = (),
        edges: Mapping[str, str] | None = None,
        options: Mapping[str, object] | None = None,
    ) -> None:
        model = _map(columns, rows, country or {}, terrain or {}, features or {}, edges or {})
        for number in (*cities, *capitals):
            attributes = Attributes({"capital": True, "vp": 3} if number in capitals else {"vp": 1})
            model.places[number] = Place("city", model.numbers.parse(number), number, attributes)
        for number in black_dots:
            model.places[number] = Place("black_dot_city", model.numbers.parse(number), number)
        for side, kind in (sides or {}).items():
            model.hexsides[Link(model.side_numbers.parse(side), kind)] = Feature()
        for side in rails:
            model.paths[Link(model.side_numbers.parse(side), "railroad")] = Feature()
        home_sides = HOME_SIDES if campaign == 1938 else {"germany": "german", "poland": "polish"}
        ground = make_ground(model, SYSTEM)
        off_map = {**(aside or {}), **(waiting or {})}
        counters = {**{key: unit for key, (_, unit) in (units or {}).items()}, **off_map}
        pieces = {key: make_piece(key, replace(unit, name=key), {}) for key, unit in counters.items()}
        settings = {**{option.id: option.default for option in SYSTEM.options}, **(options or {})}
        markers = MARKERS if campaign == 1938 else {"poland": ("poland",)}
        last_turn = {1938: 10, 1939: 6}[campaign]
        self.world = World(ground, pieces, campaign, home_sides, settings, markers, last_turn)  # type: ignore[arg-type]
        self.board = Board(turn=turn, vp={"german": 50, "allied": 50})
        owners = (SIDES.get(home_sides.get(name, ""), "-") for name in ground.country)
        self.board.control = "".join(owners)
        for key, (number, _) in (units or {}).items():
            self.board.put(key, self.at(number))
        self.board.aside = {**dict.fromkeys(aside or {}, ASIDE), **dict.fromkeys(waiting or {}, "waiting")}

    def at(self, number: str) -> int:
        return self.world.ground.index[number]

    def unit(self, key: str) -> Piece:
        return self.world.pieces[key]

    def names(self, hexes: Iterable[int]) -> set[str]:
        return {self.world.ground.labels[h] for h in hexes}

    def control(self, number: str, mark: str) -> None:
        self.board.set_control(self.at(number), mark)

    def turn(self, *dice: int, **data: object) -> Turn[Board]:
        """A turn on this table, with dice that come first."""
        return Turn(State(self.board, Dice(0, 0, dice), (Frame("test", data),)))


def lines(turn: Turn[Board]) -> list[str]:
    """The log as text."""
    return [str(entry) for entry in turn.state.log.entries()]


def _map(
    columns: int,
    rows: int,
    country: Mapping[str, str],
    terrain: Mapping[str, str],
    features: Mapping[str, str],
    edges: Mapping[str, str],
) -> MapModel:
    """`country` is given by hex or, as "04xx", by column."""
    grid = Grid(Orientation.FLAT, columns, rows)
    model = MapModel({"map": MapHead("tiny", "Tiny", SYSTEM.id, grid)})
    names = {"germany", *country.values()}
    for name in names:
        status = "closed" if name == "switzerland" else "belligerent"
        home = {"home_supply": "germany"} if name == "danzig" else {}
        model.regions[name] = Region("country", name, Attributes({"status": status, **home}))
    for edge in set(edges.values()):
        model.regions[f"edge_{edge}"] = Region("map_edge", edge, Attributes({"edge": edge}))
    for h in grid.hexes():
        number = model.numbers.label(h)
        owner = country.get(number) or country.get(f"{number[:2]}xx") or "germany"
        regions = {owner, *({f"edge_{edges[number]}"} if number in edges else set())}
        sea = terrain.get(number) in ("all_sea", "all_lake")
        model.hexes[h] = Cell(
            terrain.get(number, "clear"),
            features=frozenset(filter(None, [features.get(number)])),
            regions=frozenset() if sea else frozenset(regions),
        )
    return model
