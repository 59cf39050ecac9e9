"""The vocabulary, as types.

game
    the rules, as a value; never one playing of them.
seat
    a place at the table, from 0.
state
    everything that is true now, hidden things too. Only the referee and a search's own worlds have one.
view
    what one seat may know: public facts, its own secrets, and the events it saw, in order.
event
    something that happened, as one 64-bit word; its card is seen by some seats, the rest by all.
action
    an integer that a seat may choose now.
decision
    an action with the reasons a bot gives for it.
deal
    the chance outcome a game starts from, as a row of small integers.
determinization
    one state that agrees with a view.
playout
    playing on from a state to the end, quickly.
returns
    a number a seat at the end of a game: the share of the win, 0 to 1, unless the game says otherwise.
score
    points within a game, which are compared to place the seats.
bot
    a program that decides.
fixture
    a scheduled game: its key, seats and seeds.
duplicate
    one deal played in every rotation of the seats: the unit of evidence.
replay
    the record of a finished game.
ledger
    the hash chain over all games of an archive.
"""

from typing import TypeAlias

Seat: TypeAlias = int
Action: TypeAlias = int
Seed: TypeAlias = int
EventWord: TypeAlias = int

NOBODY = -1
"""The seat to act when a game is over."""
