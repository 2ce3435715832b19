"""The drawings and colours of the design (symbols.svg, room.svg, tokens.css), put into pictures that stand alone."""

import re
from importlib.resources import files


def read(name: str) -> str:
    """A file of this package."""
    return files(__package__).joinpath(name).read_text("utf-8")


def light_tokens(css: str) -> dict[str, str]:
    """The tokens with their values in the light theme, fit to stand in an attribute.

    >>> light_tokens("--ink: light-dark(#2A1F16, #F6ECDD); --print: #241A12;")
    {'ink': '#2A1F16', 'print': '#241A12'}
    """
    found = re.findall(r"--([\w-]+):\s*(?:light-dark\(([^,]+),[^)]*\)|([^;]+));", css)
    return {name: (light or plain).replace('"', "'") for name, light, plain in found}


TOKENS = light_tokens(read("tokens.css"))
DRAWING = re.compile(r'(<(symbol|pattern|radialGradient|filter|clipPath) id="([^"]+)".*?</\2>)', re.S)
DRAWN: dict[str, str] = {name: whole for whole, _, name in DRAWING.findall(read("symbols.svg") + read("room.svg"))}
"""The drawings by their ids."""

# What a drawing leaves open, by the first letter of its id; the colour of the piece fills it in.
OPEN = {
    "z": {"field": "z-{}", "stripe": "z-{}-2"},
    "t": {"edge": "t-{}-2", "wave": "t-{}-wave"},
}


def in_colour(symbol: str, colour: str) -> str:
    """The id of a symbol printed in a colour of its game.

    >>> in_colour("z-paper", "green")
    'z-paper-in-green'
    """
    return f"{symbol}-in-{colour}"


def defined(name: str) -> str:
    """The drawing behind an id, in its colour if it has one."""
    symbol, _, colour = name.partition("-in-")
    drawing = DRAWN[symbol].replace(f'id="{symbol}"', f'id="{name}"')
    for left_open, token in OPEN[symbol[0]].items() if colour else ():
        drawing = drawing.replace(f"var(--{left_open})", f"var(--{token.format(colour)})")
    return drawing


def definitions(drawing: str) -> str:
    """All that a drawing refers to, for its <defs>."""
    return "".join(defined(name) for name in sorted(set(re.findall(r'(?:href="|url\()#([\w-]+)', drawing))))


def coloured(drawing: str) -> str:
    """The same with values in place of tokens, as not every viewer knows custom properties.

    >>> coloured('<path fill="var(--ink)" stroke="var(--mark-gap,var(--paper))"/>')
    '<path fill="#2A1F16" stroke="#FFFAEF"/>'
    """
    known = re.sub(r"var\(--([\w-]+)\)", lambda match: TOKENS[match[1]], drawing)
    return re.sub(r"var\(--[\w-]+,([^()]*)\)", r"\1", known)
