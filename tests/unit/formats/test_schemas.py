"""The JSON Schemas: valid, helpful, in step with the code, and of one mind with pydantic."""

import copy
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import jsonschema
import jsonschema_rs
import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from core.formats.documents import from_raw, load, text_of
from core.formats.kinds import KINDS, Kind
from core.formats.reading import RawDocument
from core.formats.schemas import DRAFT, schema_files, schema_of
from core.formats.validation import schema_issues
from core.model.issue import DocumentError
from tests.samples import game_data, rich_board, rich_map, rich_scenario, system_data, tables_data

ROOT = Path(__file__).resolve().parents[3]
FORMATS = list(KINDS)
SAMPLES: dict[str, Callable[[], dict[str, Any]]] = {
    "sandtable.map": lambda: orjson.loads(text_of(rich_map())),
    "sandtable.board": lambda: orjson.loads(text_of(rich_board())),
    "sandtable.scenario": lambda: orjson.loads(text_of(rich_scenario(map_hash="0" * 64))),
    "sandtable.system": system_data,
    "sandtable.tables": tables_data,
    "sandtable.game": game_data,
}
REFERENCE = {name: jsonschema.Draft202012Validator(schema_of(kind)) for name, kind in KINDS.items()}
QUICK = {name: jsonschema_rs.validator_for(schema_of(kind)) for name, kind in KINDS.items()}

ODD_VALUES = [
    None, True, False, 0, 1, 2, -1, 5.0, 180.0, 2.5, 1e300, -1e300, 2**63, "", "x", "A B", "é", "0101", "_x",
    "#ff0000", "#FF0000", "rulebook", "rulebook ", "bogus 1", "x" * 101, "y" * 201, "flat", "180", [], [1],
    ["x"], [None], {}, {"x": 1}, {"x": None}, {"": "assumed"}, [[]], {"id": "x", "name": "X"}, [0] * 6,
]  # fmt: skip


def test_schema_files_are_as_the_code_says() -> None:
    """After a change of the formats: python3 run.py schema --write."""
    written = {path.name: path.read_text(encoding="utf-8") for path in (ROOT / "schemas").glob("*.json")}
    assert written == schema_files()


@pytest.mark.parametrize("name", FORMATS)
def test_schemas_are_valid_draft_2020_12(name: str) -> None:
    schema = schema_of(KINDS[name])
    assert schema["$schema"] == DRAFT
    jsonschema.Draft202012Validator.check_schema(schema)
    assert jsonschema_rs.meta.is_valid(schema)


def objects(schema: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    yield schema["title"], schema
    yield from schema.get("$defs", {}).items()


@pytest.mark.parametrize("name", FORMATS)
def test_every_object_and_every_field_says_what_it_is(name: str) -> None:
    schema = schema_of(KINDS[name])
    silent = [title for title, part in objects(schema) if not (part.get("title") and part.get("description"))]
    for title, part in objects(schema):
        for field, said in part.get("properties", {}).items():
            if not said.get("description") or not ("title" in said or "$ref" in said or "anyOf" in said):
                silent.append(f"{title}.{field}")
    assert silent == []


@pytest.mark.parametrize("name", FORMATS)
def test_every_object_refuses_unknown_fields(name: str) -> None:
    open_ones = [
        title
        for title, part in objects(schema_of(KINDS[name]))
        if "properties" in part and part.get("additionalProperties") is not False
    ]
    assert open_ones == []


@pytest.mark.parametrize("name", FORMATS)
def test_no_keyword_of_a_schema_is_unknown(name: str) -> None:
    """An unknown keyword is ignored by validators: a limit would be lost in silence."""
    known = {
        "$defs", "$id", "$ref", "$schema", "additionalProperties", "anyOf", "const", "default", "description",
        "enum", "examples", "exclusiveMinimum", "items", "maxItems", "maxLength", "maximum", "minItems",
        "minLength", "minimum", "pattern", "properties", "required", "title", "type",
    }  # fmt: skip
    assert set(keywords(schema_of(KINDS[name]))) <= known


def keywords(schema: dict[str, Any]) -> Iterator[str]:
    yield from schema
    inner = [*schema.get("$defs", {}).values(), *schema.get("properties", {}).values()]
    inner += schema.get("anyOf", [])
    inner += [
        schema[name] for name in ("items", "additionalProperties") if isinstance(schema.get(name), dict)
    ]
    for part in inner:
        yield from keywords(part)


@pytest.mark.parametrize("name", FORMATS)
def test_the_samples_are_valid(name: str) -> None:
    assert verdicts(name, SAMPLES[name]()) == (True, True, True)


def verdicts(name: str, data: Any) -> tuple[bool, bool, bool]:
    try:
        KINDS[name].model.model_validate(data, strict=True)
        fits = True
    except ValidationError:
        fits = False
    return fits, REFERENCE[name].is_valid(data), QUICK[name].is_valid(data)


def spots(data: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """The path of everything inside the data."""
    items = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for key, value in items:
        yield (*here, key)
        yield from spots(value, (*here, key))


def field_names(kind: Kind) -> list[str]:
    return [*kind.field_names, "no_such_field"]


@st.composite
def mutated(draw: st.DrawFn, name: str) -> Any:
    """A sample with one to three things deleted, replaced, added or doubled."""
    data = SAMPLES[name]()
    for _ in range(draw(st.integers(1, 3))):
        places = list(spots(data))
        *way, last = draw(st.sampled_from(places))
        holder = data
        for step in way:
            holder = holder[step]
        odd = copy.deepcopy(draw(st.sampled_from(ODD_VALUES)))
        match draw(st.sampled_from(["delete", "replace", "add", "double", "move"])):
            case "delete":
                del holder[last]
            case "replace":
                holder[last] = odd
            case "add" if isinstance(holder, dict):
                holder[draw(st.sampled_from(field_names(KINDS[name])))] = odd
            case "double" if isinstance(holder, list):
                holder.append(copy.deepcopy(holder[last]))
            case "move" if isinstance(holder, dict):
                other = draw(st.sampled_from(places))
                value = data
                for step in other:
                    value = value[step] if isinstance(value, dict | list) else value
                holder[last] = copy.deepcopy(value)
        if not data:
            break
    return data


@pytest.mark.parametrize("name", FORMATS)
def test_pydantic_and_both_validators_agree_on_damaged_documents(name: str) -> None:
    seen = set()

    @settings(max_examples=250)
    @given(mutated(name))
    def agree(data: Any) -> None:
        found = verdicts(name, data)
        seen.add(found)
        assert len(set(found)) == 1, found

    agree()
    assert seen == {(True, True, True), (False, False, False)}


@pytest.mark.parametrize("name", FORMATS)
def test_damaged_documents_get_messages_with_a_place(name: str) -> None:
    @settings(max_examples=150)
    @given(mutated(name))
    def explained(data: Any) -> None:
        if QUICK[name].is_valid(data):
            return
        issues = schema_issues(Path("x.json"), KINDS[name], data)
        assert issues
        for issue in issues:
            assert issue.code in {"FMT001", "FMT002", "FMT003", "FMT004", "FMT005"}
            assert issue.path
            assert exists(data, issue.path, missing=issue.code == "FMT001"), issue
            assert len(issue.message) < 400

    explained()


def exists(data: Any, path: str, *, missing: bool) -> bool:
    """Whether a place of a message is really in the file, apart from a field that is missing."""
    steps = path.replace("[", ".[").split(".")
    for i, step in enumerate(steps):
        if missing and i == len(steps) - 1:
            return isinstance(data, dict) and step not in data
        key = int(step[1:-1]) if step.startswith("[") else step
        try:
            data = data[key]
        except (KeyError, IndexError, TypeError):
            return False
    return True


@pytest.mark.parametrize("name", FORMATS[:3])
def test_documents_that_fit_their_schema_are_opened_or_explained_and_stay_stable(
    name: str, tmp_path: Path
) -> None:
    opened = 0

    @settings(max_examples=150)
    @given(mutated(name))
    def handled(data: Any) -> None:
        nonlocal opened
        if not QUICK[name].is_valid(data):
            return
        try:
            document = from_raw(RawDocument(Path("x.json"), KINDS[name], data, []))
        except DocumentError as error:
            assert error.issues
            return
        opened += 1
        text = text_of(document)
        (tmp_path / "x.json").write_text(text, encoding="utf-8")
        assert text_of(load(tmp_path / "x.json")) == text

    handled()
    assert opened


def test_an_id_ends_where_its_text_ends() -> None:
    """Python's own regular expressions would let a line end pass, and with it the reference validator."""
    data = SAMPLES["sandtable.map"]()
    data["id"] = "rich\n"
    fits, _, quick = verdicts("sandtable.map", data)
    assert (fits, quick) == (False, False)


def test_a_schema_is_written_as_readable_json() -> None:
    for text in schema_files().values():
        assert json.loads(text)["title"]
        assert max(map(len, text.splitlines())) < 500
