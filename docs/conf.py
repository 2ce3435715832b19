"""The documentation site: Sphinx's settings, the text of project files as pages, and drawn examples beside the rules.

`make docs` builds it. Pages are the Markdown files of this folder, as they are. The files of `PROJECT_PAGES` are
outside of it: each has a page in `project/` that gets the file's text when the site is built.
"""

import os
import re
from html import escape
from pathlib import Path

from sphinx.application import Sphinx

import tercet
from tercet.pictures.examples import draw_example, examples
from tercet.rules_text import RULE

DOCS = Path(__file__).parent
ROOT = DOCS.parent
PROJECT_PAGES = {
    "project/security": ROOT / "SECURITY.md",
    "project/contributing": ROOT / "CONTRIBUTING.md",
    "project/changes": ROOT / "CHANGELOG.md",
    "project/benchmarks": ROOT / "benchmarks" / "README.md",
}
NOTEBOOKS = re.compile(r"```{toctree}\n:caption: Notebooks\n.*?```\n", re.DOTALL)
"""The part of the front page that lists the notebooks."""
DRAWINGS = "_drawings"
"""The folder of the site with the examples beside the rules."""
LINK = re.compile(r"\]\((?![a-z]+:|#)([^)#\s]+)(#[^)]*)?\)")
"""A link to a file, with the part after the # if there is one."""

project = "Tercet"
copyright = "the Tercet contributors, MIT licence"
version = release = tercet.__version__

extensions = ["myst_nb", "sphinx.ext.autodoc"]
myst_heading_anchors = 4  # links to headings, as in the repository
myst_enable_extensions = ["attrs_inline"]
nb_execution_mode = "off"  # notebooks are run by their tests; the site shows what they have stored

default_role = "code"  # docstrings write code in single backticks, as Markdown does
autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_default_options = {"members": True}
python_maximum_signature_line_length = 100

html_theme = "furo"
html_title = f"Tercet {version}"
html_static_path = ["_static"]
templates_path = ["_templates"]
html_css_files = ["site.css"]
html_copy_source = False
html_domain_indices = False  # the page of modules has a script in itself, which the server's policy forbids
html_show_sphinx = False
html_permalinks_icon = "#"
smartquotes = False


def prepare_page(app: Sphinx, page: str, source: list[str]) -> None:
    """Give pages of `project/` the text of their files, pages of rules their drawings, and links the site's pages."""
    if page == app.config.root_doc and not list((DOCS / "notebooks").glob("*.ipynb")):
        source[0] = NOTEBOOKS.sub("", source[0])  # Sphinx's warning about an empty list cannot be suppressed
    file = PROJECT_PAGES.get(page, DOCS / f"{page}.md")
    if page in PROJECT_PAGES:
        source[0] = file.read_text("utf-8")
    if page.startswith("rules/"):
        source[0] = with_drawings(source[0], page)
    if file.exists():
        source[0] = with_links_of_site(source[0], file, DOCS / f"{page}.md")


def with_links_of_site(text: str, file: Path, page: Path) -> str:
    """Return a file's text with its links as its page needs them."""
    pages = {target: DOCS / f"{name}.md" for name, target in PROJECT_PAGES.items()}

    def rewritten(link: re.Match[str]) -> str:
        target = (file.parent / link[1]).resolve()
        return f"]({Path(os.path.relpath(pages.get(target, target), page.parent)).as_posix()}{link[2] or ''})"

    return LINK.sub(rewritten, text)


def with_drawings(text: str, page: str) -> str:
    """Return a page of rules with the examples of each rule below it."""
    game, language = game_and_language(page)

    def drawn(rule: re.Match[str]) -> str:
        figures = [
            f'  <figure><img src="../{DRAWINGS}/{rule[1]}-{number}.{language}.svg" alt="">'
            f"<figcaption>{escape(getattr(example.note, language))}</figcaption></figure>\n\n"
            for number, example in enumerate(examples().get(game, {}).get(rule[1], ()), 1)
        ]
        return f"{rule[0].rstrip()}\n\n{''.join(figures)}" if figures else rule[0]

    return RULE.sub(drawn, text)


def game_and_language(page: str) -> tuple[str, str]:
    """Return whose rules a page has, and in which language.

    >>> game_and_language("rules/z3bra.de"), game_and_language("rules/triple")
    (('z3bra', 'de'), ('triple', 'en'))
    """
    game, _, language = page.removeprefix("rules/").partition(".")
    return game, language or "en"


def write_drawings(app: Sphinx, error: Exception | None) -> None:
    """Write all examples as pictures into the site."""
    folder = Path(app.outdir, DRAWINGS)
    folder.mkdir(exist_ok=True)
    for rules in examples().values():
        for rule, drawings in rules.items():
            for number, example in enumerate(drawings, 1):
                for language in ("en", "de"):
                    drawing = folder / f"{rule}-{number}.{language}.svg"
                    drawing.write_text(draw_example(example, language), "utf-8")


def setup(app: Sphinx) -> None:
    """Register what this file adds to Sphinx."""
    app.connect("source-read", prepare_page)
    app.connect("build-finished", write_drawings)
