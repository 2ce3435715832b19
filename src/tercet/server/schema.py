"""The protocol for programs, made from the structs: JSON Schema, the browser client's TypeScript types, OpenAPI.

`make protocol` writes them. Nothing in them is written by hand, so that a message has one definition only.
"""

import ast
import inspect
import json
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent
from typing import Any, get_args

import msgspec
from msgspec import NODEFAULT, UNSET

from tercet.server import messages as msg
from tercet.server.app import create_app
from tercet.server.settings import Settings

Schema = dict[str, Any]

FROM_CLIENTS = (msg.FromClient, msg.NewTable, msg.Join, msg.Enter, msg.Study, msg.ReplayQuestion)
"""What clients send, over the socket and over REST."""

TO_CLIENTS = (
    msg.ToClient,
    msg.GameInfo,
    msg.Listing,
    msg.Seated,
    msg.Snapshot,
    *get_args(msg.AnyRecord),
    msg.Studied,
    msg.Replayed,
    msg.RulesPage,
    msg.Found,
    msg.Health,
    msg.Problem,
)
"""What clients get."""

UNIONS = ("FromClient", "ToClient", "AnyCommand", "AnyEvent", "AnyTable", "AnyRecord")
"""The unions that have a name in `messages`, and keep it."""


def files() -> dict[str, str]:
    """Everything that is generated, by its place in the repository."""
    schema = protocol()
    return {
        "docs/protocol.schema.json": pretty(schema),
        "docs/openapi.json": pretty(create_app(Settings()).openapi_schema.to_schema()),
        "web/src/protocol.ts": typescript(schema),
    }


def write(folder: Path) -> None:
    """Write all of it below a folder."""
    for place, text in files().items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def pretty(value: Any) -> str:
    """JSON as people read it."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


# --- JSON Schema


def protocol() -> Schema:
    """One document that defines every message under its name."""
    structs = {struct.__name__: struct for struct in structs_in((*FROM_CLIENTS, *TO_CLIENTS))}
    sent_to_clients = set(structs_in(TO_CLIENTS))
    _, parts = msgspec.json.schema_components(list(structs.values()), ref_template="#/$defs/{name}")
    for name, struct in structs.items():
        describe_fields(parts[name], struct)
        if struct in sent_to_clients:
            parts[name]["required"] = always_sent(parts[name], struct)
    unions = {name: {"anyOf": [reference(struct) for struct in get_args(getattr(msg, name))]} for name in UNIONS}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "The protocol of Tercet",
        "description": "FromClient and ToClient are the messages of the socket; docs/protocol.md explains them all.",
        "$defs": {**unions, **{name: with_names(part, unions) for name, part in parts.items()}},
    }


def structs_in(kinds: tuple[Any, ...]) -> Iterator[type[msgspec.Struct]]:
    """The structs of which types are made, each once, every one before its parts."""
    seen, waiting = set(), list(kinds)
    while waiting:
        kind = waiting.pop(0)
        parts = list(get_args(kind))
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in seen:
            seen.add(kind)
            yield kind
            parts = [field.type for field in msgspec.structs.fields(kind)]
        waiting = parts + waiting


def reference(struct: type[msgspec.Struct]) -> Schema:
    return {"$ref": f"#/$defs/{struct.__name__}"}


def describe_fields(schema: Schema, struct: type[msgspec.Struct]) -> None:
    """Give the fields the words that stand below them in the source: msgspec knows of those of the struct only."""
    for each in reversed(struct.__mro__[: struct.__mro__.index(msgspec.Struct)]):
        body = ast.parse(dedent(inspect.getsource(each))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    schema["properties"][name]["description"] = inspect.cleandoc(words)


def always_sent(schema: Schema, struct: type[msgspec.Struct]) -> list[str]:
    """The fields that are there in every message from the server: a default need not mean that a field is left out."""
    config = struct.__struct_config__
    absent = [
        field.encode_name
        for field in msgspec.structs.fields(struct)
        if field.default is UNSET or (config.omit_defaults and not is_required(field))
    ]
    return [name for name in schema["properties"] if name not in absent]


def is_required(field: msgspec.structs.FieldInfo) -> bool:
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def with_names(schema: Any, unions: dict[str, Schema]) -> Any:
    """The same, with a union that has a name called by it."""
    if isinstance(schema, list):
        return [with_names(each, unions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    for name, union in unions.items():
        if schema.get("anyOf") == union["anyOf"]:
            rest = {key: value for key, value in schema.items() if key not in ("anyOf", "discriminator")}
            return {"$ref": f"#/$defs/{name}", **rest}
    return {key: with_names(value, unions) for key, value in schema.items()}


# --- TypeScript


def typescript(schema: Schema) -> str:
    """The same as types for the browser client."""
    parts = [
        "// The messages between client and server, made from the server's structs by `make protocol`. Do not edit."
    ]
    for name, part in schema["$defs"].items():
        if "properties" in part:
            parts.append(comment(part) + f"export interface {name} {{\n{members(part)}}}")
        else:
            parts.append(
                comment(part) + f"export type {name} =\n  | " + "\n  | ".join(map(spelled, part["anyOf"])) + ";"
            )
    return "\n\n".join(parts) + "\n"


def members(part: Schema) -> str:
    """The fields of an interface, a line each; `?` for one that may be absent."""
    return "".join(
        comment(field, "  ") + f"  {name}{'' if name in part['required'] else '?'}: {spelled(field)};\n"
        for name, field in part["properties"].items()
    )


def spelled(schema: Schema) -> str:
    """A type as TypeScript spells it.

    >>> spelled({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    match schema:
        case {"$ref": reference}:
            return str(reference).rsplit("/", 1)[1]
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": kinds}:
            return " | ".join(spelled(kind) for kind in kinds)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(spelled(item) for item in items)}]"
        case {"type": "array"}:
            item = schema.get("items", {})
            return f"({spelled(item)})[]" if "anyOf" in item or "enum" in item else f"{spelled(item)}[]"
        case {"type": "object"}:
            return f"{{ [key: string]: {spelled(schema.get('additionalProperties', {}))} }}"
        case {"type": kind}:
            return "number" if kind == "integer" else str(kind)
    return "unknown"


def comment(schema: Schema, indent: str = "") -> str:
    """What the source says about a type or a field."""
    words = " ".join(schema.get("description", "").split())
    return f"{indent}/** {words} */\n" if words else ""


if __name__ == "__main__":
    write(Path(sys.argv[1]))
