import pytest

from engine.errors import SpecError
from tournament.settings import Settings, cores, settings


def test_the_environment_is_read() -> None:
    given = {"GONFALON_ARCHIVE": "x.db", "GONFALON_CONCURRENCY": "3", "GONFALON_COLOUR": "never"}
    assert settings(given) == Settings("x.db", 3, "never")


def test_without_any_there_are_defaults() -> None:
    assert settings({}) == Settings("gonfalon.db", cores(), "auto")
    assert settings({"NO_COLOR": "1", "GONFALON_COLOUR": "always"}).colour == "never"


@pytest.mark.parametrize("value", ["0", "-1", "many", "257", "²", ""])
def test_a_number_of_games_at_a_time_is_bounded(value: str) -> None:
    if not value:
        assert settings({"GONFALON_CONCURRENCY": value}).concurrency == cores()
        return
    with pytest.raises(SpecError, match="from 1 to 256"):
        settings({"GONFALON_CONCURRENCY": value})


def test_a_colour_that_is_none_is_refused() -> None:
    with pytest.raises(SpecError, match="did you mean 'always'"):
        settings({"GONFALON_COLOUR": "alway"})
