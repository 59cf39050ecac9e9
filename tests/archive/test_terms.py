import tomllib

from hypothesis import given
from hypothesis import strategies as st

from archive.terms import joined, parted

TEXT = 'game = "kuhn"\ndeals = 3\n'


@given(st.text(), st.text().filter(lambda text: "#" not in text), st.lists(st.text()))
def test_texts_come_back(name, text, earlier):
    found = parted(name, joined(name, text, earlier))
    assert found == (text, tuple(each for each in dict.fromkeys(earlier) if each != text), True)


def test_the_stored_text_is_toml_of_the_last_spec():
    assert tomllib.loads(joined("n", TEXT, ["deals = 4\n"])) == tomllib.loads(TEXT)


def test_every_change_is_seen():
    stored = joined("name", TEXT, ["deals = 4\n"])
    assert not parted("other", stored)[2]
    for changed in (
        stored.replace("3", "5"),
        stored.replace("4", "5"),
        stored.rpartition("\n")[0],
        TEXT,
        "",
        stored + "\n",
    ):
        assert not parted("name", changed)[2]
