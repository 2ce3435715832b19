"""Names that nobody can see, or that spill over the table, are refused; those of real people are not."""

import unicodedata
from collections.abc import Iterator

import pytest

from server.inside import ServerThread, serving
from server.playing import Rest
from tercet.server.names import BLANKS, LONGEST, clean_name
from tercet.server.problems import Declined

INVISIBLE = {
    "nothing": " ",
    "Hangul filler": "\u3164",
    "half-width Hangul filler": "\uffa0",
    "Hangul choseong filler": "\u115f",
    "Hangul jungseong filler": "\u1160",
    "two fillers": "\u115f\u1160",
    "empty Braille pattern": "\u2800",
    "zero-width space": "A\u200bda",
    "zero-width joiner": "Ad\u200da",
    "zero-width non-joiner": "Ad\u200ca",
    "joiners alone": "\u200d\u200d",
    "joiner at the end": "👩\u200d",
    "joiner between blanks": "\u2800\u200d\u2800",
    "word joiner": "Ada\u2060",
    "soft hyphen": "A\u00adda",
    "byte order mark": "\ufeffAda",
    "right-to-left override": "\u202eadA",
    "left-to-right mark": "Ada\u200e",
    "isolate": "\u2067Ada\u2069",
    "variation selector": "\ufe0f",
    "variation selector after a blank": "A \ufe0f",
    "Mongolian vowel separator": "A\u180eda",
    "tag characters": "Ada\U000e0041\U000e0064",
    "combining grapheme joiner": "A\u034fda",
    "Khmer inherent vowel": "A\u17b4",
    "empty note head": "\U0001d159",
    "private use": "\ue000",
    "surrogates of no character": "\U0000fffe",
    "control": "Ada\x07",
    "line separator alone": "\u2028",
    "no-break spaces alone": "\u00a0\u2003\u3000",
}

STACKED = {
    "five accents": "A" + 5 * "\u0301" + "da",
    "three different accents": "A\u0315\u0316\u0317da",
    "as long as possible": "Z" + "\u0300\u0316\u0321\u0334\u0340\u0345\u0350\u0360\u1dc0\u20d0\ufe20",
    "Thai": "ส" + 8 * "\u0e49",
    "enclosing": "A\u20dd\u20de\u20df",
    "Arabic": "م" + 6 * "\u064e",
    "without a letter": "\u0301Ada",
    "on a blank": "Ada \u0301",
}

REAL = {
    "English": "Ada Lovelace",
    "German": "Jürgen Groß",
    "Irish": "Séamus O’Brien-Ní",
    "Vietnamese": "Nguyễn Thị Ngọc Ánh",
    "Vietnamese, decomposed": unicodedata.normalize("NFD", "Nguyễn Thị Ngọc Ánh"),
    "Yoruba": "Ọlọ́runfẹ́mi",
    "Turkish": "İbrahim Işık",
    "Greek": "Ἀριστοτέλης",
    "Russian": "Фёдор Й.",
    "Thai": "กุ้งที่น้ำ",
    "Lao": "ບຸນມີ ສຸກ",
    "Hindi": "फ़ैज़ाँ श्रीमती",
    "Sinhala": "ශ්\u200dරීමතී",
    "Bengali": "র\u200d্যাব".replace("\u200d", ""),
    "Tamil": "ஸ்ரீ",
    "Burmese": "ကြွိုင်း",
    "Khmer": "ស្រីម៉ៅ",
    "Tibetan": "བསྒྲུབས",
    "Arabic": "مُحَمَّد عَبْدُ ٱللَّٰه",
    "Persian": "علی\u200cرضا",
    "Hebrew": "שָׁלוֹם כֹּהֵן",
    "Hebrew, three marks": "שָּׁ",
    "Chinese": "王小明",
    "Japanese": "がぎぐ ヴィ",
    "Korean": "김철수",
    "Amharic": "አበበ",
    "emoji": "🦓🎲",
    "family": "👨\u200d👩\u200d👧",
    "profession": "👩🏽\u200d⚕\ufe0f Ada",
    "heart": "Ada ❤\ufe0f",
    "keycap": "1\ufe0f\u20e3",
    "flag": "🇩🇪",
    "Scotland": "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
    "nods": "🙂\u200d↕\ufe0f",
    "punctuation": "?!",
    "real Braille": "⠁⠙⠁",
}


@pytest.mark.parametrize("name", INVISIBLE.values(), ids=INVISIBLE.keys())
def test_an_invisible_name_is_refused(name: str) -> None:
    with pytest.raises(Declined, match="everybody can see"):
        clean_name(name)


@pytest.mark.parametrize("name", STACKED.values(), ids=STACKED.keys())
def test_stacked_accents_are_refused(name: str) -> None:
    with pytest.raises(Declined, match="accents"):
        clean_name(name)


@pytest.mark.parametrize("name", REAL.values(), ids=REAL.keys())
def test_names_of_all_scripts_are_kept(name: str) -> None:
    assert clean_name(name) == unicodedata.normalize("NFC", name)


def test_blanks_are_reduced_and_composed_letters_counted() -> None:
    assert clean_name(" Ada\u00a0\u2003 L\u3000") == "Ada L"
    assert clean_name(24 * "e\u0301") == 24 * "é"
    with pytest.raises(Declined):
        clean_name((LONGEST // 2 + 1) * "\u0958")  # it is decomposed even in the composed form


def test_every_filler_is_refused_wherever_it_stands() -> None:
    for blank in BLANKS:
        for name in (blank, f"A{blank}", f"{blank}A", f"A{blank}A"):
            with pytest.raises(Declined):
                clean_name(name)


@pytest.fixture(scope="module")
def inside(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerThread]:
    with serving(tmp_path_factory.mktemp("names") / "tables.db") as server:
        yield server


@pytest.mark.parametrize("name", ["\u3164", "\u2800", "\u115f", "Z" + 8 * "\u0301"])
def test_the_server_refuses_them_to_hosts_and_guests(inside: ServerThread, name: str) -> None:
    rest = Rest(inside.url)
    made = rest.create("zatre", players=2, name="Ada")
    for path, body in (("/api/tables", {"game": "zatre"}), (f"/api/tables/{made['table']}/join", {})):
        answer = rest.http.post(path, json={**body, "name": name})
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_request")
    assert [seat["kind"] for seat in rest.get(f"/api/tables/{made['table']}")["table"]["seats"]] == ["human", "open"]
    rest.close()
