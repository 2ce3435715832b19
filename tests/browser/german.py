"""Find English words on a page that is shown in German."""

import re

from playwright.sync_api import Page

WORDS = (
    "Add Again And Back Cards? Choose Close Confirm Continue Copy Decline Deal Discard Draw Everybody First Friends "
    "Game Go Help Home Invite Join Lay Learn Leave Less Light Look Make Menu More Move Next Nobody None Of Open "
    "Places? Play Players? Points? Put Ready Replay Reserve Result Rounds? Rules Score Seats? Share Speed Stack Step "
    "Swap Table Take The Tiles? Time To Total Trade Turn Waiting Watch With You Your"
)
"""English words that are not German ones too, as Hand, Name, Start and Bot are."""

ENGLISH = re.compile(rf"(?<![\w-])({'|'.join(WORDS.split())})(?![\w-])", re.IGNORECASE)
VISIBLE_TEXT = """() => {
    const parts = [document.title, document.body.innerText];
    for (const element of document.querySelectorAll("body *:not([lang=en])"))
        for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"])
            if (element.getAttribute(name) && element.checkVisibility()) parts.push(element.getAttribute(name));
    return parts.join("\\n");
}"""
"""Every text that is shown or read by a screen reader, except on the switch to English itself."""


def english_lines(page: Page) -> list[str]:
    """Return the lines that contain English words."""
    lines: list[str] = page.evaluate(VISIBLE_TEXT).splitlines()
    return sorted({line for line in lines if ENGLISH.search(line)})
