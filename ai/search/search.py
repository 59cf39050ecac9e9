"""Information set Monte Carlo tree search, of the parts that a plan names.

Each iteration draws a world that agrees with the view at the root, goes down among the children that are
legal in it, adds one, plays on, and backs the pay-offs up. What the trees are:

- single observer: one tree over the actions of all seats, as if all were seen; where choices are made at
  once, the figures of each stand where the first of them was made;
- multi observer: a tree a seat, over what that seat has seen since the root, all in one table by key;
- keyed: a node is all that the seat to move knows, whatever led there;
- determinized: a tree a world, as if it were the only one; visits at the root are added up;
- flat: no tree below the root.

Sources: Cowling, Powley, Whitehouse, "Information Set Monte Carlo Tree Search", 2012 (single and multi
observer, determinized); Lanctot, Lisy, Bowling, "Search in Imperfect Information Games using Online Monte
Carlo Counterfactual Regret Minimization", 2014 (keyed); Cowling, Whitehouse, Powley, "Emergent Bluffing
and Inference with Monte Carlo Tree Search", 2015 (worlds in which the searcher's own cards are drawn).
"""

from ai.search.halving import begin_halving, go_on_halving, rounds_of
from ai.search.hints import NO_HINTS, OPEN, SECRET
from ai.search.keys import begin_folds, digest, fold_events, head_of
from ai.search.node import ROOT, add_child, collect, follow, plant
from ai.search.payoff import add_up, make_payoff, stretch
from ai.search.phases import (
    BACK_UP,
    DETERMINIZE,
    EXPAND,
    PLAYOUT,
    SELECT,
    begin_laps,
    end_laps,
    lap,
    note_step,
)
from ai.search.plan import DETERMINIZED, FLAT, KEYED, PUCT, UCB1
from ai.search.playout import forget_moves, make_policy
from ai.search.prior import make_candidate
from ai.search.room import (
    ALIVE,
    BEGUN,
    DONE,
    ENDED,
    FULL,
    HEAD,
    HIGH,
    LOW,
    NODES,
    PASSED,
    PAUSE,
    PAUSED,
    ROUNDS,
    SEARCH,
    STAMP,
    STRANGER,
    TURN,
    WORLD,
)
from ai.search.selection import mark_legal, select
from ai.search.worlds import make_draw
from engine.jit import inlined, nanoseconds, part

BETWEEN_LOOKS = 16
"""Iterations between two looks at the clock: they overrun by a millisecond at most, and cost nothing."""


@part
def begin_search(plan, nodes, actions, seat, order, progress, extras):
    """Plant the root."""
    plant(nodes, ROOT)
    progress[NODES] = 1
    progress[HEAD] = ROOT
    progress[BEGUN] = nanoseconds() if plan.duration > 0 else 0
    if plan.halving == 1:
        begin_halving(plan, nodes, actions, seat, order, progress)
    forget_moves(plan, extras)


@part
def goes_on(plan, nodes, actions, order, progress):
    """Is there another iteration to do?"""
    if plan.duration > 0 and progress[DONE] > 0 and progress[DONE] % BETWEEN_LOOKS == 0:
        progress[PASSED] = nanoseconds() - progress[BEGUN]
    if plan.halving == 1:
        if progress[ROUNDS] == 0:
            return False
        return go_on_halving(plan, nodes, order, progress, rounds_of(len(actions)))
    if plan.duration > 0:
        return progress[PASSED] < plan.duration
    return progress[DONE] < plan.iterations


@part
def wants_world(plan, nodes, progress):
    """Is a new world to be drawn? In a determinized search it gets a tree of its own."""
    if plan.halving == 1:
        return progress[TURN] % progress[ALIVE] == 0
    if plan.tree != DETERMINIZED:
        return True
    if plan.duration > 0:
        due = progress[WORLD] * plan.duration // plan.worlds
        new = progress[WORLD] < plan.worlds and progress[PASSED] >= due
    else:
        new = progress[DONE] * plan.worlds >= progress[WORLD] * plan.iterations
    if new:
        if progress[WORLD] > 0:
            place = progress[NODES]
            progress[NODES] += 1
            plant(nodes, place)
            nodes[place].sibling = progress[HEAD]
            progress[HEAD] = place
        progress[WORLD] += 1
    return new


def make_search(game, hints=NO_HINTS):
    """Bind the search to the rules of a game, and to what it may know of that game beside them."""
    to_act, legal_actions, apply, observe = game.to_act, game.legal_actions, game.apply, game.observe
    listen, secrecy, stage = game.listen, hints.secrecy, hints.stage
    draw_world, write_ceiling = make_draw(game, hints)
    candidate, write_pay = make_candidate(hints), make_payoff(game, hints)
    policy, note, learn_moves = make_policy(game, hints)

    @part
    def hear(state, folds, stranger, log):
        """Begin the keys of all seats."""
        if log is not None:
            listen(state, log)
            begin_folds(folds, len(folds), stranger)

    @part
    def enter(place, state, mover, plan, nodes, keys, folds, progress, log, extras):
        """The place in its tree of the seat to move."""
        if log is not None:
            key = folds[mover]
        elif extras is None or plan.tree != KEYED:
            return place
        else:
            observe(state, mover, extras.seen[0])
            key = digest(extras.words, 0, len(extras.words))
        fresh = progress[NODES]
        place = head_of(keys, nodes, key, progress[SEARCH], fresh)
        if place == fresh:
            progress[NODES] += 1
        return place

    @part
    def step_down(
        state,
        place,
        mover,
        rule,
        legal,
        n,
        plan,
        nodes,
        mark,
        span,
        odds,
        offered,
        depth,
        progress,
        rng,
        extras,
    ):
        """The child of a node to go to, a new one perhaps; and whether it is new."""
        progress[STAMP] += 2
        stamp = progress[STAMP]
        mark_legal(mark, legal, n, stamp)
        reach = span[HIGH] - span[LOW]
        width = plan.c * reach
        best, known, bound, passed = select(
            nodes, place, mover, mark, stamp, rule, width, reach, plan, rng, odds, offered, depth, extras
        )
        if known == n:
            return best, False
        if known > 0:
            if plan.widen > 0.0 and known >= plan.widen * float(passed) ** plan.power:
                return best, False
            if reach > 0.0 and bound >= span[LOW] + plan.urgency * reach:
                return best, False
        i, prior = candidate(state, mover, mark, legal, n, stamp, n - known, plan, rng, extras)
        best = progress[NODES]
        progress[NODES] += 1
        add_child(nodes, place, best, legal[i], mover, prior if rule == PUCT else 0.0)
        if extras is not None:
            odds[depth] = 1.0
        return best, True

    @part
    def rule_of(plan, kind, extras):
        """How a choice of a kind is made in the tree; a plain search has one rule."""
        if extras is None:
            return UCB1
        return plan.rule if kind == OPEN else plan.secret

    @part
    def play(state, action, told, folds, log):
        """Apply an action; in a tree, tell the seats what they see of it."""
        if log is None:
            apply(state, action, None)
        elif told:
            apply(state, action, log)
            fold_events(log, folds, len(folds))
        else:
            apply(state, action, None)

    @part
    def is_cut(state, plan, left_at, extras):
        """Has the playout lasted for as many stages as the plan says?"""
        if extras is None:
            return False
        return plan.cut >= 0 and stage(state) - left_at >= plan.cut

    @part
    def stage_of(state, extras):
        """The stage of the game, where somebody asks."""
        return 0 if extras is None else stage(state)

    @inlined
    def search(root, seat, plans, actions, rng, room, log, extras, phases):
        """Search until the plan's budget is spent; write the figures of `actions`, the root's legal ones.

        `root` is the record of the view of `seat`, in a one-element array. Answers ENDED; or FULL if all
        nodes are taken: grow the room and call again, it goes on where it was; or PAUSED where `progress`
        asks for a pause: call again with that put off.
        """
        plan = plans[0]
        nodes, legal, path, progress, order = room.nodes, room.legal, room.path, room.progress, room.order
        states, span, pay, folds = room.states, room.span, room.pay, room.folds
        state = states[0]
        if progress[NODES] == 0:
            begin_search(plan, nodes, actions, seat, order, progress, extras)
            write_ceiling(span, plan, root, seat, extras)
        answer = ENDED
        while goes_on(plan, nodes, actions, order, progress):
            if progress[NODES] + len(pay) + 2 >= len(nodes):
                answer = FULL
                break
            if progress[DONE] >= progress[PAUSE]:
                answer = PAUSED
                break
            begin_laps(phases)
            if wants_world(plan, nodes, progress):
                progress[STRANGER] = draw_world(
                    states, root, seat, len(pay), span, plan, rng, room.items, extras
                )
            states[0] = states[1]
            stranger = progress[STRANGER]
            hear(state, folds, stranger, log)
            lap(phases, DETERMINIZE)
            place = progress[HEAD]
            trail = place
            depth = 0
            plies = 0
            left_at = 0
            inside = True
            mover = to_act(state)
            while mover >= 0:
                told = inside
                if inside:
                    n = legal_actions(state, legal)
                    note_step(phases, n)
                    if depth > 0 or stranger >= 0:
                        place = enter(
                            place, state, mover, plan, nodes, room.keys, folds, progress, log, extras
                        )
                    kind = secrecy(state)
                    rule = rule_of(plan, kind, extras)
                    if depth == 0 and plan.halving == 1:
                        child = order[progress[TURN] % progress[ALIVE]]
                        nodes[child].available += 1
                        new = False
                        rule = UCB1
                    else:
                        child, new = step_down(
                            state,
                            place,
                            mover,
                            rule,
                            legal,
                            n,
                            plan,
                            nodes,
                            room.mark,
                            span,
                            room.odds,
                            room.offered,
                            depth,
                            progress,
                            rng,
                            extras,
                        )
                    path[depth] = child
                    room.ways[depth] = rule
                    depth += 1
                    inside = not new and depth < len(path) and plan.tree != FLAT
                    action = int(nodes[child].action)
                    if kind == OPEN:
                        trail = child
                    elif inside and log is None and plan.tree != KEYED:
                        trail = follow(nodes, trail, progress[NODES], action, mover)
                        if trail == progress[NODES]:
                            progress[NODES] += 1
                    if kind != SECRET:
                        place = trail
                    phase = EXPAND if new else SELECT
                    if not inside:
                        left_at = stage_of(state, extras)
                else:
                    if is_cut(state, plan, left_at, extras):
                        break
                    n = legal_actions(state, legal)
                    action = policy(
                        state, mover, legal, n, plan, extras, plies, span[LOW], span[HIGH] - span[LOW], rng
                    )
                    phase = PLAYOUT
                note(mover, action, plan, extras, plies)
                plies += 1
                play(state, action, told, folds, log)
                mover = to_act(state)
                if told:
                    lap(phases, phase)
            write_pay(state, mover < 0, plan, pay, room.tallies, extras)
            lap(phases, PLAYOUT)
            stretch(span, pay)
            add_up(
                nodes,
                path,
                room.ways,
                room.odds,
                room.offered,
                depth,
                pay,
                seat,
                plan,
                span,
                extras,
            )
            learn_moves(plan, extras, plies, pay)
            progress[DONE] += 1
            progress[TURN] += 1
            lap(phases, BACK_UP)
            end_laps(phases, depth)
        collect(nodes, progress[HEAD], seat, room.mark, actions, room.visits, room.totals)
        return answer

    return search
