"""A record read field by field as plain integers and lists: several times faster than NumPy's own access."""

from functools import cache
from typing import Any

import numpy as np

_CODES = {("i", 1): "b", ("i", 2): "h", ("i", 4): "i", ("i", 8): "q", ("u", 8): "Q", ("f", 8): "d"}


@cache
def _layout(dtype: np.dtype[Any]) -> dict[str, tuple[int, int, str, bool]]:
    """By field: where its bytes begin and end, what they are, and whether they are many."""
    found = {}
    for name, field in (dtype.fields or {}).items():
        kind, offset = field[:2]
        base = kind.base
        found[name] = (offset, offset + kind.itemsize, _CODES[base.kind, base.itemsize], kind.shape != ())
    return found


class Fields:
    """What a record holds, by `fields["name"]`: an int, or a list of ints."""

    __slots__ = ("_layout", "_view")

    def __init__(self, data: bytes, dtype: np.dtype[Any]) -> None:
        """Read these bytes as that type."""
        self._view = memoryview(data)
        self._layout = _layout(dtype)

    def __getitem__(self, name: str) -> Any:
        """One field."""
        begin, end, code, many = self._layout[name]
        values = self._view[begin:end].cast(code)  # type: ignore[call-overload]
        return values.tolist() if many else values[0]


def fields(row: Any) -> Any:
    """A record, or what is one already, as Fields."""
    return row if isinstance(row, Fields) else Fields(row.tobytes(), row.dtype)
