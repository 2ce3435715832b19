"""The page that greets whoever opens the address in a browser."""

from litestar import MediaType, get

PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tercet</title>
<h1>Tercet</h1>
<p>Z3BRA, ZATRE and TRIPLE³: this server is running.</p>
<p>Programs find the games at <a href="/api/games">/api/games</a> and the interface at
<a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""


@get("/", media_type=MediaType.HTML, sync_to_thread=False, include_in_schema=False)
def page() -> str:
    """A word of welcome."""
    return PAGE
