"""Bots that misbehave, each in one way: `tests.bots.CRASH` and the others are specs."""

import os
import signal
import sys
import time
from collections.abc import Callable, Mapping

from ai.bot import Bot, BotType, Decision
from engine.game import Game
from engine.state import scratch
from engine.view import View


class Misbehaving:
    def __init__(self, act: Callable[[View], object]) -> None:
        self.act = act

    def decide(self, view: View, seed: int) -> Decision:
        answer = self.act(view)
        return Decision(view.legal_actions[0]) if answer is None else answer  # type: ignore[return-value]


def raising(error: BaseException) -> Callable[[View], object]:
    def act(view: View) -> object:
        raise error

    return act


def recurse(view: View) -> object:
    return recurse(view)


def exhaust(view: View) -> object:
    return bytearray(1 << 60)


def sleep(view: View) -> object:
    time.sleep(20)
    return None


def spin(view: View) -> object:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        pass
    return None


def stubborn(view: View) -> object:
    end = time.monotonic() + 20
    while time.monotonic() < end:
        try:
            while time.monotonic() < end:
                pass
        except BaseException:
            if time.monotonic() > end - 19.5:
                raise
    return None


def freeze(view: View) -> object:
    """Compiled code that holds the interpreter for good: no alarm reaches it."""
    sum(range(10**13))
    return None


def chatter(view: View) -> object:
    for stream in (sys.stdout, sys.__stdout__, sys.stderr):
        if stream is not None:
            stream.write("I am the best\n")
    os.write(1, b"below Python\n")
    os.write(2, b"below Python\n")
    return None


def end_process(view: View) -> object:
    os._exit(0)


def end_other(view: View) -> object:
    """End the process, but only where seat 1 asks, so that some games of a pairing are sound."""
    if view.seat == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return None


class Liar(int):
    """An integer that is not what it seems."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


class Unprintable(Exception):
    def __str__(self) -> str:
        raise RuntimeError("no")


def bot_type(name: str, act: Callable[[View], object]) -> BotType:
    def make(game: Game, options: Mapping[str, str]) -> Bot:
        return Misbehaving(act)

    return BotType(name, act.__doc__ or "Misbehaves.", (), make)


CRASH = bot_type("crash", raising(ValueError("a line\nand another")))
UNPRINTABLE = bot_type("unprintable", raising(Unprintable()))
EXIT = bot_type("exit", raising(SystemExit(3)))
INTERRUPT = bot_type("interrupt", raising(KeyboardInterrupt()))
RECURSE = bot_type("recurse", recurse)
MEMORY = bot_type("memory", exhaust)
SLEEPER = bot_type("sleeper", sleep)
SPINNER = bot_type("spinner", spin)
STUBBORN = bot_type("stubborn", stubborn)
FREEZER = bot_type("freezer", freeze)
CHATTER = bot_type("chatter", chatter)
ENDS_PROCESS = bot_type("ends-process", end_process)
ENDS_SOMETIMES = bot_type("ends-sometimes", end_other)
ILLEGAL = bot_type("illegal", lambda view: Decision(99))
LIAR = bot_type("liar", lambda view: Decision(Liar(99)))
TEXT = bot_type("text", lambda view: Decision("bet"))  # type: ignore[arg-type]
NOTHING = bot_type("nothing", lambda view: 7)
FIGURES = bot_type(
    "figures", lambda view: Decision(view.legal_actions[0], (0, 1), (5, 5), (float("nan"), 0.5))
)


def die_once(view: View) -> object:
    """End the process the first time anyone is asked, as if it were killed from outside."""
    try:
        os.close(os.open(os.environ["GONFALON_TEST_MARK"], os.O_CREAT | os.O_EXCL))
    except FileExistsError:
        return None
    os._exit(1)


DIES_ONCE = bot_type("dies-once", die_once)


def peek(view: View) -> object:
    """Look into the working room of the game, where the whole state was a moment ago."""
    other = int(scratch(view.game).rows[0]["card"][1 - view.seat])
    return Decision(view.legal_actions[int(other) % len(view.legal_actions)])


def count(view: View) -> object:
    """Keep something between decisions."""
    COUNTED.append(view)
    return Decision(view.legal_actions[len(COUNTED) % len(view.legal_actions)])


COUNTED: list[View] = []
PEEKER = bot_type("peeker", peek)
COUNTER = bot_type("counter", count)
