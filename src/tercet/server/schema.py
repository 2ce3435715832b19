"""Generate JSON Schema, the browser client's TypeScript types and OpenAPI from the structs of the protocol.

`make protocol` writes them, so that a message is defined only once.
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
from tercet.server import profile_messages, puzzle_messages, today_messages
from tercet.server.app import create_app
from tercet.server.settings import Settings

Schema = dict[str, Any]

FROM_CLIENTS = (
    msg.FromClient,
    msg.NewTable,
    msg.Join,
    msg.FindPlayers,
    msg.PlayAgain,
    msg.Forget,
    msg.Enter,
    msg.Study,
    msg.ReplayQuestion,
    msg.Hint,
    msg.LookBack,
    msg.Practice,
    msg.RecordPractice,
    msg.Attempt,
    msg.RecordAttempt,
    *profile_messages.FROM_CLIENTS,
    *today_messages.FROM_CLIENTS,
    *puzzle_messages.FROM_CLIENTS,
)
"""The messages of clients, over the socket and over REST."""

TO_CLIENTS = (
    msg.ToClient,
    msg.GameInfo,
    msg.Readiness,
    msg.ServerInfo,
    msg.Listing,
    msg.Forgotten,
    msg.Seated,
    msg.Snapshot,
    *get_args(msg.AnyRecord),
    msg.Studied,
    msg.Replayed,
    msg.Advice,
    msg.Afterthought,
    msg.OddInWords,
    msg.Attempted,
    *get_args(msg.ReviewPart),
    msg.RulesPage,
    msg.Found,
    msg.Health,
    msg.Problem,
    *profile_messages.TO_CLIENTS,
    *today_messages.TO_CLIENTS,
    *puzzle_messages.TO_CLIENTS,
)
"""The messages to clients."""

UNIONS = ("FromClient", "ToClient", "AnyCommand", "AnyEvent", "AnyTable", "AnyRecord", "ReviewPart")
"""The unions of `messages` that keep their name in the schema."""


def generated_files() -> dict[str, str]:
    """Return the text of each generated file, by its path in the repository."""
    schema = protocol()
    return {
        "docs/protocol.schema.json": to_json(schema),
        "docs/openapi.json": to_json(create_app(Settings()).openapi_schema.to_schema()),
        "web/src/protocol.ts": typescript(schema),
    }


def write(folder: Path) -> None:
    """Write the generated files below a folder."""
    for place, text in generated_files().items():
        path = folder / place
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def to_json(value: Any) -> str:
    """Return indented JSON."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


# --- JSON Schema


def protocol() -> Schema:
    """Return a JSON Schema document that defines every message by its name."""
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
        "$defs": {**unions, **{name: name_unions(part, unions) for name, part in parts.items()}},
    }


def structs_in(kinds: tuple[Any, ...]) -> Iterator[type[msgspec.Struct]]:
    """Yield the structs in these types and in their fields, each once, outer ones first."""
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
    """Add the docstrings below the fields in the source to the schema: msgspec adds only those of structs."""
    for each in reversed(struct.__mro__[: struct.__mro__.index(msgspec.Struct)]):
        body = ast.parse(dedent(inspect.getsource(each))).body[0]
        assert isinstance(body, ast.ClassDef)
        for field, below in zip(body.body, body.body[1:], strict=False):
            match field, below:
                case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(words))):
                    schema["properties"][name]["description"] = inspect.cleandoc(words)


def always_sent(schema: Schema, struct: type[msgspec.Struct]) -> list[str]:
    """Return the fields that every message from the server has: fields with a default may be sent nevertheless."""
    config = struct.__struct_config__
    absent = [
        field.encode_name
        for field in msgspec.structs.fields(struct)
        if field.default is UNSET or (config.omit_defaults and not is_required(field))
    ]
    return [name for name in schema["properties"] if name not in absent]


def is_required(field: msgspec.structs.FieldInfo) -> bool:
    return field.default is NODEFAULT and field.default_factory is NODEFAULT


def name_unions(schema: Any, unions: dict[str, Schema]) -> Any:
    """Return the schema with named unions replaced by references."""
    if isinstance(schema, list):
        return [name_unions(each, unions) for each in schema]
    if not isinstance(schema, dict):
        return schema
    for name, union in unions.items():
        if schema.get("anyOf") == union["anyOf"]:
            rest = {key: value for key, value in schema.items() if key not in ("anyOf", "discriminator")}
            return {"$ref": f"#/$defs/{name}", **rest}
    return {key: name_unions(value, unions) for key, value in schema.items()}


# --- TypeScript


def typescript(schema: Schema) -> str:
    """Return TypeScript types for a JSON Schema document."""
    parts = [
        "// The messages between client and server, made from the server's structs by `make protocol`. Do not edit."
    ]
    for name, part in schema["$defs"].items():
        if "properties" in part:
            parts.append(comment(part) + f"export interface {name} {{\n{members(part)}}}")
        else:
            parts.append(
                comment(part) + f"export type {name} =\n  | " + "\n  | ".join(map(type_name, part["anyOf"])) + ";"
            )
    return "\n\n".join(parts) + "\n"


def members(part: Schema) -> str:
    """Return the fields of an interface, one per line; `?` marks one that may be absent."""
    return "".join(
        comment(field, "  ") + f"  {name}{'' if name in part['required'] else '?'}: {type_name(field)};\n"
        for name, field in part["properties"].items()
    )


def type_name(schema: Schema) -> str:
    """Return the TypeScript type of a schema.

    >>> type_name({"type": "array", "items": {"anyOf": [{"type": "integer"}, {"type": "null"}]}})
    '(number | null)[]'
    """
    match schema:
        case {"$ref": reference}:
            return str(reference).rsplit("/", 1)[1]
        case {"enum": values}:
            return " | ".join(json.dumps(value) for value in values)
        case {"anyOf": kinds}:
            return " | ".join(type_name(kind) for kind in kinds)
        case {"type": "array", "prefixItems": items}:
            return f"[{', '.join(type_name(item) for item in items)}]"
        case {"type": "array"}:
            item = schema.get("items", {})
            return f"({type_name(item)})[]" if "anyOf" in item or "enum" in item else f"{type_name(item)}[]"
        case {"type": "object"}:
            return f"{{ [key: string]: {type_name(schema.get('additionalProperties', {}))} }}"
        case {"type": kind}:
            return "number" if kind == "integer" else str(kind)
    return "unknown"


def comment(schema: Schema, indent: str = "") -> str:
    """Return the description of a type or a field as a comment."""
    words = " ".join(schema.get("description", "").split())
    return f"{indent}/** {words} */\n" if words else ""


if __name__ == "__main__":
    write(Path(sys.argv[1]))
