/* The base game of Oriflamme and a single-observer search of it, as one would write them by hand in C: what
 * the kernels are measured against. Not used by anything else.
 *
 * It plays the rules roughly, not exactly: a choice with one candidate is asked for, nobody may choose the
 * acting card, a slot is a family's card of a round. Games are as long as those of the exact rules to within
 * 3 %, so times a game can be compared. Random numbers are those of engine/rng.py.
 *
 * State, actions and the order of choices: 10 kinds, 32 places each (front, back, 2 + column: on top of it),
 * then leave it, reveal it, 32 targets, 32 places to move to.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>

enum { MAX_PLAYERS = 5, ROUNDS = 6, KINDS = 10, SLOTS = 30 };

enum { ARCHER, SOLDIER, SPY, HEIR, ASSASSIN, DECREE, LORD, SHAPESHIFTER, AMBUSH, CONSPIRACY };

enum { UNPLAYED, FACE_DOWN, FACE_UP, DISCARDED };

enum { PLACE, REVEAL, TARGET, MOVE_TO, OVER };

enum {
    NOTHING = -1,
    LEAVE_IT = 320,
    REVEAL_IT = 321,
    TARGET_0 = 322,
    MOVE_TO_0 = 354,
    N_ACTIONS = 386,
    MAX_LEGAL = 128
};

typedef struct {
    int16_t points[5];
    uint16_t hand[5], aside[5];
    int8_t queue[30], kind[30], below[30], tokens[30], status[30];
    int8_t n_players, n_columns, round, placed, phase, to_move, first, pointer, actor, effect, picked;
} State;

static inline uint32_t rand_below(uint64_t *r, uint32_t n) {
    uint64_t x = *r + 0x9E3779B97F4A7C15ull;
    *r = x;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ull;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBull;
    x ^= x >> 31;
    return (uint32_t)(((x >> 32) * n) >> 32);
}

static inline int owner(int s) {
    return s / ROUNDS;
}

/* Take the top card off a column; what it covered is active, or the row closes. */
static void discard(State *s, int col) {
    int slot = s->queue[col];
    s->status[slot] = DISCARDED;
    s->tokens[slot] = 0;
    if (s->below[slot] != NOTHING) {
        s->queue[col] = s->below[slot];
        return;
    }
    s->n_columns--;
    for (int i = col; i < s->n_columns; i++)
        s->queue[i] = s->queue[i + 1];
    if (col < s->pointer)
        s->pointer--;
}

/* How many cards of a player lie in a column with one of them on top. */
static inline int kin(State *s, int col, int p) {
    int c = 0;
    if (col >= 0 && col < s->n_columns && owner(s->queue[col]) == p)
        for (int t = s->queue[col]; t != NOTHING; t = s->below[t])
            c++;
    return c;
}

/* Does another revealed card bear the name of the acting one? */
static inline int namesake(State *s) {
    for (int c = 0; c < s->n_columns; c++) {
        int t = s->queue[c];
        if (t != s->actor && s->status[t] == FACE_UP && s->kind[t] == s->kind[s->actor])
            return 1;
    }
    return 0;
}

static inline int can_target(State *s, int col) {
    int e = s->effect;
    if (col == s->pointer)
        return 0;
    if (e == ASSASSIN || e == DECREE)
        return 1;
    if (e == ARCHER)
        return col == 0 || col == s->n_columns - 1;
    if (col != s->pointer - 1 && col != s->pointer + 1)
        return 0;
    if (e == SHAPESHIFTER) {
        int t = s->queue[col];
        return s->status[t] == FACE_UP && s->kind[t] != SHAPESHIFTER;
    }
    return 1;
}

/* Resolve a text; 1: its player is asked for a target. */
static int begin_effect(State *s, int e) {
    int me = owner(s->actor);
    if (e == LORD)
        s->points[me] += 1 + kin(s, s->pointer - 1, me) + kin(s, s->pointer + 1, me);
    else if (e == HEIR) {
        if (!namesake(s))
            s->points[me] += 2;
    } else if (e == CONSPIRACY || e == AMBUSH)
        discard(s, s->pointer);
    else {
        s->effect = e;
        for (int c = 0; c < s->n_columns; c++)
            if (can_target(s, c)) {
                s->phase = TARGET;
                s->to_move = me;
                return 1;
            }
        if (e == ASSASSIN || e == DECREE)
            discard(s, s->pointer);
    }
    return 0;
}

static void eliminate(State *s, int col) {
    int me = owner(s->actor), slot = s->queue[col], v = owner(slot), is_ambush = s->kind[slot] == AMBUSH;
    s->points[me]++;
    discard(s, col);
    if (is_ambush)
        s->points[v] += v == me ? 1 : 4;
    if (is_ambush || s->effect == ASSASSIN)
        discard(s, s->pointer);
}

static int choose_target(State *s, int col) {
    int me = owner(s->actor), slot = s->queue[col];
    if (s->effect == SPY) {
        int v = owner(slot);
        if (v != me && s->points[v] > 0) {
            s->points[v]--;
            s->points[me]++;
        }
    } else if (s->effect == SHAPESHIFTER)
        return begin_effect(s, s->kind[slot]);
    else if (s->effect == DECREE) {
        s->picked = col;
        s->phase = MOVE_TO;
        return 1;
    } else
        eliminate(s, col);
    return 0;
}

static void move_column(State *s, int a, int b) {
    int moved = s->queue[a], step = b > a ? 1 : -1;
    for (int i = a; i != b; i += step)
        s->queue[i] = s->queue[i + step];
    s->queue[b] = moved;
    for (int i = 0; i < s->n_columns; i++)
        if (s->queue[i] == s->actor)
            s->pointer = i;
    discard(s, s->pointer);
}

static inline int reveal(State *s) {
    int t = s->actor, k = s->kind[t], me = owner(t);
    s->status[t] = FACE_UP;
    if (k == CONSPIRACY)
        s->points[me] += 2 * s->tokens[t];
    else if (k == AMBUSH)
        s->points[me]++;
    else
        s->points[me] += s->tokens[t];
    s->tokens[t] = 0;
    return begin_effect(s, k);
}

static inline void finish_card(State *s) {
    if (s->pointer < s->n_columns && s->queue[s->pointer] == s->actor)
        s->pointer++;
}

/* Go on to the next decision. */
static void run_on(State *s) {
    while (s->pointer < s->n_columns) {
        int t = s->queue[s->pointer];
        s->actor = t;
        if (s->status[t] == FACE_DOWN) {
            s->phase = REVEAL;
            s->to_move = owner(t);
            return;
        }
        if (begin_effect(s, s->kind[t]))
            return;
        finish_card(s);
    }
    s->round++;
    s->placed = 0;
    s->first = (s->first + 1) % s->n_players;
    s->to_move = s->first;
    s->phase = PLACE;
    if (s->round == ROUNDS) {
        s->phase = OVER;
        s->to_move = NOTHING;
    }
}

static inline void place(State *s, int a) {
    int me = s->to_move, k = a / 32, w = a % 32, slot = me * ROUNDS + s->round;
    s->hand[me] ^= 1 << k;
    s->kind[slot] = k;
    s->status[slot] = FACE_DOWN;
    s->below[slot] = NOTHING;
    s->tokens[slot] = 0;
    if (w >= 2) {
        s->below[slot] = s->queue[w - 2];
        s->queue[w - 2] = slot;
    } else {
        int at = s->n_columns;
        if (w == 0) {
            for (int i = s->n_columns; i > 0; i--)
                s->queue[i] = s->queue[i - 1];
            at = 0;
        }
        s->queue[at] = slot;
        s->n_columns++;
    }
    s->placed++;
    s->to_move = (me + 1) % s->n_players;
    if (s->placed == s->n_players) {
        s->pointer = 0;
        run_on(s);
    }
}

int legal_actions(State *s, int32_t *out) {
    int n = 0;
    switch (s->phase) {
    case PLACE: {
        int me = s->to_move, h = s->hand[me];
        for (int k = 0; k < KINDS; k++)
            if (h >> k & 1) {
                int b = k * 32;
                out[n++] = b;
                if (s->n_columns > 0)
                    out[n++] = b + 1;
                if (s->round > 0)
                    for (int c = 0; c < s->n_columns; c++)
                        if (owner(s->queue[c]) == me)
                            out[n++] = b + 2 + c;
            }
        break;
    }
    case REVEAL:
        out[0] = LEAVE_IT;
        out[1] = REVEAL_IT;
        n = 2;
        break;
    case TARGET:
        for (int c = 0; c < s->n_columns; c++)
            if (can_target(s, c))
                out[n++] = TARGET_0 + c;
        break;
    case MOVE_TO:
        for (int c = 0; c < s->n_columns; c++)
            if (c != s->picked)
                out[n++] = MOVE_TO_0 + c;
        break;
    }
    return n;
}

void apply(State *s, int a) {
    int asked = 0;
    switch (s->phase) {
    case PLACE:
        place(s, a);
        return;
    case REVEAL:
        if (a == LEAVE_IT)
            s->tokens[s->actor]++;
        else
            asked = reveal(s);
        break;
    case TARGET:
        asked = choose_target(s, a - TARGET_0);
        break;
    default:
        move_column(s, s->picked, a - MOVE_TO_0);
    }
    if (!asked) {
        finish_card(s);
        run_on(s);
    }
}

/* Shares of the win; ties are broken by columns held. */
static void utility(State *s, double *out) {
    int best = -1, w = 0;
    int sc[5];
    for (int p = 0; p < s->n_players; p++) {
        int v = s->points[p] * 64;
        for (int c = 0; c < s->n_columns; c++)
            if (owner(s->queue[c]) == p)
                v++;
        sc[p] = v;
        if (v > best) {
            best = v;
            w = 0;
        }
        if (v == best)
            w++;
    }
    for (int p = 0; p < s->n_players; p++)
        out[p] = sc[p] == best ? 1.0 / w : 0.0;
}

static inline void shuffle(int8_t *c, int n, uint64_t *r) {
    for (int i = n - 1; i > 0; i--) {
        int j = rand_below(r, i + 1);
        int8_t t = c[i];
        c[i] = c[j];
        c[j] = t;
    }
}

void deal(State *s, int players, uint64_t *r) {
    memset(s, 0, sizeof *s);
    memset(s->below, -1, 30);
    s->n_players = players;
    int8_t c[10];
    for (int p = 0; p < players; p++) {
        for (int i = 0; i < 10; i++)
            c[i] = i;
        shuffle(c, 10, r);
        s->points[p] = 1;
        for (int i = 0; i < 10; i++)
            if (i < 7)
                s->hand[p] |= 1 << c[i];
            else
                s->aside[p] |= 1 << c[i];
    }
}

/* Deal anew what the observer cannot see. */
static void determinize(State *s, int obs, uint64_t *r) {
    int8_t c[10];
    for (int p = 0; p < s->n_players; p++) {
        if (p == obs)
            continue;
        int known = 0;
        for (int t = p * 6; t < p * 6 + 6; t++)
            if (s->status[t] == FACE_UP || s->status[t] == DISCARDED)
                known |= 1 << s->kind[t];
        int n = 0;
        for (int k = 0; k < 10; k++)
            if (!(known >> k & 1))
                c[n++] = k;
        shuffle(c, n, r);
        for (int t = p * 6; t < p * 6 + 6; t++)
            if (s->status[t] == FACE_DOWN)
                s->kind[t] = c[--n];
        int h = 0, a = 0;
        for (int i = 0; i < n; i++)
            if (i < 3)
                a |= 1 << c[i];
            else
                h |= 1 << c[i];
        s->hand[p] = h;
        s->aside[p] = a;
    }
}

static int playout(State *s, uint64_t *r, int32_t *out) {
    int plies = 0;
    while (s->to_move >= 0) {
        int n = legal_actions(s, out);
        apply(s, out[rand_below(r, n)]);
        plies++;
    }
    return plies;
}

int64_t run_playouts(State *s, int players, int64_t games, uint64_t *r, int64_t *check) {
    int64_t plies = 0, ck = 0;
    int32_t out[MAX_LEGAL];
    for (int64_t g = 0; g < games; g++) {
        deal(s, players, r);
        plies += playout(s, r, out);
        for (int p = 0; p < players; p++)
            ck = (ck * 31 + s->points[p]) % 1000003;
        ck = (ck * 31 + s->n_columns) % 1000003;
    }
    *check = ck;
    return plies;
}

/* ---- single-observer information set Monte Carlo tree search ---- */

typedef struct {
    int32_t action, mover, first_child, next_sibling, visits, available;
    double total;
} Node;

int32_t search(State *root, int observer, int iterations, double c, uint64_t *r, Node *tree,
               int32_t *visits) {
    int32_t mark[N_ACTIONS] = {0}, out[MAX_LEGAL], path[512];
    State world, *s = &world;
    double reward[5];
    int n_nodes = 1;
    tree[0] = (Node){0, -1, -1, -1, 0, 0, 0.0};
    for (int stamp = 1; stamp <= iterations; stamp++) {
        *s = *root;
        determinize(s, observer, r);
        int node = 0, depth = 1, expanded = 0;
        path[0] = 0;
        while (!expanded && s->to_move >= 0) {
            int n = legal_actions(s, out);
            for (int i = 0; i < n; i++)
                mark[out[i]] = stamp;
            int known = 0, best = -1;
            double bound = -1e300;
            for (int ch = tree[node].first_child; ch >= 0; ch = tree[ch].next_sibling) {
                int a = tree[ch].action;
                if (mark[a] != stamp)
                    continue;
                mark[a] = -stamp;
                known++;
                Node *child = &tree[ch];
                child->available++;
                double score =
                    child->total / child->visits + c * sqrt(log((double)child->available) / child->visits);
                if (score > bound) {
                    bound = score;
                    best = ch;
                }
            }
            if (known < n) {
                int pick = rand_below(r, n - known);
                int a = -1;
                for (int i = 0; i < n; i++)
                    if (mark[out[i]] == stamp) {
                        if (pick == 0) {
                            a = out[i];
                            break;
                        }
                        pick--;
                    }
                best = n_nodes++;
                tree[best] = (Node){a, s->to_move, -1, tree[node].first_child, 0, 1, 0.0};
                tree[node].first_child = best;
                expanded = 1;
            }
            for (int i = 0; i < n; i++)
                mark[out[i]] = 0;
            node = best;
            path[depth++] = node;
            apply(s, tree[node].action);
        }
        playout(s, r, out);
        utility(s, reward);
        tree[0].visits++;
        for (int i = 1; i < depth; i++) {
            Node *passed = &tree[path[i]];
            passed->visits++;
            passed->total += reward[passed->mover];
        }
    }
    memset(visits, 0, sizeof(int32_t) * N_ACTIONS);
    for (int ch = tree[0].first_child; ch >= 0; ch = tree[ch].next_sibling)
        visits[tree[ch].action] = tree[ch].visits;
    return n_nodes;
}
