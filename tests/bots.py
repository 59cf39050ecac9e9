"""Bots that misbehave, each in one way: `tests.bots.CRASH` and the others are specs."""

import os
import signal
import subprocess
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


LONG = 120
"""Seconds: what no test waits for."""


def raising(error: BaseException) -> Callable[[View], object]:
    def act(view: View) -> object:
        raise error

    return act


def recurse(view: View) -> object:
    return recurse(view)


def exhaust(view: View) -> object:
    return bytearray(1 << 60)


def sleep(view: View) -> object:
    time.sleep(LONG)
    return None


def oversleep(view: View) -> object:
    """Leave a mark, so that it is known when to wake it, and sleep."""
    with open(os.environ["GONFALON_TEST_MARK"], "a", encoding="ascii"):
        time.sleep(LONG)
    return None


def spin(view: View) -> object:
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        pass
    return None


def stubborn(view: View) -> object:
    end = time.monotonic() + LONG
    while time.monotonic() < end:
        try:
            while time.monotonic() < end:
                pass
        except BaseException:
            if time.monotonic() > end - LONG + 0.5:
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
SLEEPER, OVERSLEEPER = bot_type("sleeper", sleep), bot_type("oversleeper", oversleep)
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


FORKED: list[int] = []


def fork(view: View) -> object:
    """Make a copy of the process; both answer."""
    FORKED.append(os.fork())
    return None


def fork_and_raise(view: View) -> object:
    FORKED.append(os.fork())
    if FORKED[-1] == 0:
        raise SystemExit(5)
    return None


def fork_and_stay(view: View) -> object:
    """Leave a copy of the process behind, which never comes back."""
    pid = os.fork()
    if pid == 0:
        while True:
            time.sleep(60)
    with open(os.environ["GONFALON_TEST_MARK"], "a", encoding="ascii") as file:
        file.write(f"{pid}\n")
    return None


def swallow(view: View) -> object:
    """Wait for ever, whatever is raised."""
    while True:
        try:
            while True:
                time.sleep(60)
        except BaseException:
            pass


def deaf(view: View) -> object:
    """Wait for ever where no alarm is heard."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM, signal.SIGPROF})
    while True:
        time.sleep(60)


def alarm_off(view: View) -> object:
    signal.setitimer(signal.ITIMER_REAL, 0)
    time.sleep(0.6)
    return None


def halt(view: View) -> object:
    """Be stopped for a while by someone else, as by Ctrl-Z and `fg`."""
    subprocess.Popen(["sh", "-c", f"sleep 1; kill -CONT {os.getpid()}"])
    os.kill(os.getpid(), signal.SIGSTOP)
    return None


def halt_for_ever(view: View) -> object:
    while True:
        os.kill(os.getpid(), signal.SIGSTOP)


def read_input(view: View) -> object:
    sys.stdin.read()
    os.read(0, 1)
    return None


FORK, FORK_AND_RAISE = bot_type("fork", fork), bot_type("fork-and-raise", fork_and_raise)
FORK_AND_STAY = bot_type("fork-and-stay", fork_and_stay)
SWALLOWER, DEAF = bot_type("swallower", swallow), bot_type("deaf", deaf)
ALARM_OFF, HALTED = bot_type("alarm-off", alarm_off), bot_type("halted", halt)
HALTS_FOR_EVER, READER = bot_type("halts-for-ever", halt_for_ever), bot_type("reader", read_input)


class Trap(int):
    """A number that does something whatever it is asked."""

    act: Callable[[], object] = staticmethod(lambda: None)

    def _spring(self, *_: object) -> object:
        return type(self).act()

    __int__ = __index__ = __eq__ = __lt__ = __abs__ = __bool__ = _spring  # type: ignore[assignment]
    __str__ = __repr__ = __format__ = __hash__ = __float__ = __len__ = _spring  # type: ignore[assignment]


def fail() -> object:
    raise SystemExit(7)


def loop() -> object:
    while True:
        pass


class Raises(Trap):
    act = staticmethod(fail)


class Loops(Trap):
    act = staticmethod(loop)


def nameless() -> object:
    """An object whose type has no name to tell; made when asked, since pytest looks at all that is here."""

    class Named(type):
        def __getattribute__(cls, name: str) -> object:
            raise SystemExit(7)

    return Named("Nameless", (), {})()


class RaisingReal(float):
    def __float__(self) -> float:
        raise SystemExit(7)

    __eq__ = __float__  # type: ignore[assignment]
    __hash__ = float.__hash__


class MyDecision(Decision):
    def __getattribute__(self, name: str) -> object:
        raise SystemExit(7)


class WeirdText(str):
    def __format__(self, spec: str) -> str:
        raise SystemExit(7)

    __str__ = __format__  # type: ignore[assignment]


class WeirdError(Exception):
    def __str__(self) -> str:
        return WeirdText("text")


class LoopingError(Exception):
    def __str__(self) -> str:
        loop()
        return ""


def with_figures(value: object, work: object = 0) -> Callable[[View], object]:
    return lambda view: Decision(view.legal_actions[0], (0,), (1,), (value,), work)  # type: ignore[arg-type]


RAISING_ACTION = bot_type("raising-action", lambda view: Decision(Raises(0)))
LOOPING_ACTION = bot_type("looping-action", lambda view: Decision(Loops(0)))
HUGE_ACTION = bot_type("huge-action", lambda view: Decision(10**6000))
RAISING_ANSWER = bot_type("raising-answer", lambda view: Raises(0))
NAMELESS_ANSWER = bot_type("nameless-answer", lambda view: nameless())
OWN_DECISION = bot_type("own-decision", lambda view: object.__new__(MyDecision))
RAISING_VALUE = bot_type("raising-value", with_figures(RaisingReal(0.5)))
RAISING_WORK = bot_type("raising-work", with_figures(0.5, Raises(3)))
RAISING_ROW = bot_type("raising-row", lambda view: Decision(view.legal_actions[0], Raises(3)))  # type: ignore[arg-type]
WEIRD_ERROR, LOOPING_ERROR = (
    bot_type("weird-error", raising(WeirdError())),
    bot_type("looping-error", raising(LoopingError())),
)
