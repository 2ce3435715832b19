"""The browser client: the files that `web/` is built into, kept in memory with their compressed twins."""

import gzip
import mimetypes
from pathlib import Path
from typing import Any

from litestar import MediaType, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

BUILT = Path(__file__).parent / "web"
SCREENS = [
    "/",
    "/t/{rest:path}",
    "/rules",
    "/rules/{rest:path}",
    "/learn/{rest:path}",
    "/replay",
    "/replay/{rest:path}",
    "/pass",
]
"""Addresses of the client's own: they all get the same page, which looks at the address."""
FOREVER = "public, max-age=31536000, immutable"
"""Assets have a hash in their name."""

MISSING = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Tercet</title>
<p>The browser client is not built yet: run <code>make web</code>, which needs Node, and start the server again.</p>
<p lang="de">Die Browseroberfläche ist noch nicht gebaut: <code>make web</code>, dann den Server neu starten.</p></html>
"""


class BuiltFile:
    """A file of the client."""

    def __init__(self, path: Path) -> None:
        self.plain = path.read_bytes()
        self.media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
        if path.suffix == ".webmanifest":
            self.media_type = "application/manifest+json"
        squeezed = gzip.compress(self.plain, 9)
        self.gzipped = squeezed if len(squeezed) < 0.9 * len(self.plain) else None
        self.cache = FOREVER if path.parent.name == "assets" else "no-cache"

    def response(self, request: Request[Any, Any, Any]) -> Response[bytes]:
        """Compressed for whoever takes it so."""
        headers = {"cache-control": self.cache, "vary": "accept-encoding"}
        if self.gzipped is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(self.gzipped, media_type=self.media_type, headers=headers | {"content-encoding": "gzip"})
        return Response(self.plain, media_type=self.media_type, headers=headers)


FILES = {path.relative_to(BUILT).as_posix(): BuiltFile(path) for path in BUILT.rglob("*") if path.is_file()}


@get(SCREENS, sync_to_thread=False, include_in_schema=False)
def page(request: Request[Any, Any, Any]) -> Response[Any]:
    """The page."""
    if "index.html" not in FILES:
        return Response(MISSING, media_type=MediaType.HTML)
    return FILES["index.html"].response(request)


@get(["/assets/{name:str}", "/{name:str}"], sync_to_thread=False, include_in_schema=False)
def file(request: Request[Any, Any, Any], name: FromPath[str]) -> Response[bytes]:
    """What the page consists of."""
    found = FILES.get(request.url.path.removeprefix("/"))
    if found is None:
        raise NotFoundException
    return found.response(request)
