"""The drawings and colours of the design (symbols.svg, room.svg, tokens.css), for self-contained SVG documents."""

import re
from importlib.resources import files


def read(name: str) -> str:
    """Return the text of a file of this package."""
    return files(__package__).joinpath(name).read_text("utf-8")


def light_tokens(css: str) -> dict[str, str]:
    """Return the values of the tokens in the light theme, by name, with quotes that an attribute may contain.

    >>> light_tokens("--ink: light-dark(#2A1F16, #F6ECDD); --print: #241A12;")
    {'ink': '#2A1F16', 'print': '#241A12'}
    """
    found = re.findall(r"--([\w-]+):\s*(?:light-dark\(([^,]+),[^)]*\)|([^;]+));", css)
    return {name: (light or plain).replace('"', "'") for name, light, plain in found}


TOKENS = light_tokens(read("tokens.css"))
DRAWING = re.compile(r'(<(symbol|pattern|radialGradient|filter|clipPath) id="([^"]+)".*?</\2>)', re.S)
DRAWINGS: dict[str, str] = {name: whole for whole, _, name in DRAWING.findall(read("symbols.svg") + read("room.svg"))}
"""The drawings by their ids."""

# The custom properties that a symbol uses for the colour of its piece, by the first letter of its id, and the tokens
# that replace them.
COLOUR_TOKENS = {
    "z": {"field": "z-{}", "stripe": "z-{}-2"},
    "t": {"edge": "t-{}-2", "wave": "t-{}-wave"},
}


def in_colour(symbol: str, colour: str) -> str:
    """Return the id of a symbol in a colour of its game.

    >>> in_colour("z-paper", "green")
    'z-paper-in-green'
    """
    return f"{symbol}-in-{colour}"


def definition(name: str) -> str:
    """Return the drawing with an id, in the colour that the id names, if any."""
    symbol, _, colour = name.partition("-in-")
    drawing = DRAWINGS[symbol].replace(f'id="{symbol}"', f'id="{name}"')
    for property_name, token in COLOUR_TOKENS[symbol[0]].items() if colour else ():
        drawing = drawing.replace(f"var(--{property_name})", f"var(--{token.format(colour)})")
    return drawing


def definitions(drawing: str) -> str:
    """Return the definitions of all ids that a drawing refers to, for its <defs>."""
    return "".join(definition(name) for name in sorted(set(re.findall(r'(?:href="|url\()#([\w-]+)', drawing))))


def with_token_values(drawing: str) -> str:
    """Return a drawing with the values of its tokens, since not every SVG viewer supports custom properties.

    >>> with_token_values('<path fill="var(--ink)" stroke="var(--mark-gap,var(--paper))"/>')
    '<path fill="#2A1F16" stroke="#FFFAEF"/>'
    """
    known = re.sub(r"var\(--([\w-]+)\)", lambda match: TOKENS[match[1]], drawing)
    return re.sub(r"var\(--[\w-]+,([^()]*)\)", r"\1", known)
