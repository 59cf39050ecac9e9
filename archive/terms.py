"""The texts of a tournament's specs as the one text that is stored, and back.

Under the same terms more bots or fewer deals may be run later, so a stored game may be of an earlier spec.
The text that was last run stands first, as it is; those before follow, each as one line that is a comment
in TOML; the last line is a checksum over the tournament's name and all that, so that a change is seen.
"""

import json
from collections.abc import Iterable
from contextlib import suppress
from hashlib import blake2b

EARLIER, SUM = "#earlier ", "#sum "


def joined(name: str, text: str, earlier: Iterable[str]) -> str:
    """The stored text of a tournament."""
    others = [each for each in dict.fromkeys(earlier) if each != text]
    body = "\n".join([text, *(EARLIER + json.dumps(each) for each in others)])
    return f"{body}\n{SUM}{_sum(name, body)}"


def parted(name: str, stored: str) -> tuple[str, tuple[str, ...], bool]:
    """The text that was last run, those before it, and whether the checksum is right."""
    body, _, line = stored.rpartition("\n")
    if not line.startswith(SUM):
        return stored, (), False
    lines, earlier = body.split("\n"), list[str]()
    while len(lines) > 1 and lines[-1].startswith(EARLIER):
        with suppress(ValueError):
            earlier.insert(0, str(json.loads(lines.pop().removeprefix(EARLIER))))
    return "\n".join(lines), tuple(earlier), line == SUM + _sum(name, body)


def _sum(name: str, body: str) -> str:
    text = f"{name}\n{body}".encode("utf-8", "surrogatepass")
    return blake2b(text, digest_size=8, person=b"gonfalon spec").hexdigest()
