"""Run the notebooks of the documentation and store what they show: python tests/notebooks.py

What a cell shows is the same in every run, except in cells with the tag `varies`, whose numbers depend on the machine.
"""

import os
from pathlib import Path
from typing import Any

from nbclient import NotebookClient
from nbformat import reads, writes

FOLDER = Path(__file__).parents[1] / "docs" / "notebooks"
NOTEBOOKS = sorted(FOLDER.glob("*.ipynb"))
VARIES = "varies"
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1"}
"""Small matrices are multiplied faster on one thread where other tests use the other processors."""
SECONDS = 600
"""The longest time for a cell: more than a busy machine needs."""


def stored(notebook: Path) -> Any:
    """Return a notebook as it is in its file."""
    return reads(notebook.read_text("utf-8"), as_version=4)  # type: ignore[no-untyped-call]


def run(notebook: Path) -> Any:
    """Return the notebook as it is after all cells were run; raise CellExecutionError if one of them fails."""
    text = stored(notebook)
    client = NotebookClient(text, timeout=SECONDS, record_timing=False, resources={"metadata": {"path": str(FOLDER)}})
    return cleaned(client.execute(env=os.environ | ONE_THREAD))


def cleaned(notebook: Any) -> Any:
    """Remove what depends on the machine: the version of Python, and texts of objects that are shown as pictures."""
    notebook.metadata.pop("language_info", None)
    for cell in notebook.cells:
        for output in cell.get("outputs", ()):
            if len(output.get("data", {})) > 1:
                output["data"].pop("text/plain", None)
    return notebook


def shown(notebook: Any) -> list[tuple[str, Any]]:
    """Return the code of each cell with what it shows."""
    return [
        (cell.source, cell.outputs)
        for cell in notebook.cells
        if cell.cell_type == "code" and VARIES not in cell.metadata.get("tags", ())
    ]


if __name__ == "__main__":
    for path in NOTEBOOKS:
        path.write_text(writes(run(path)) + "\n", "utf-8")  # type: ignore[no-untyped-call]
