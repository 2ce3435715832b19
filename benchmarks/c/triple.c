/* TRIPLE³: random play as in tercet/lab/playout.py (play_race), by other means.

   Beside each hand it is known how many of its cards have each property, so that counting the moves does not look at
   the cards. */

#include "twin.h"

enum { SEATS = 4, CELLS = 9, CARDS = 64, PROPERTIES = 12, DEALT = CARDS - CELLS, FASTEST = 300, SLOWEST = 2000 };

static const int LINES[8][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};

/* For every set of cells that show a property: the cells on which a card makes a new triple (P8). */
static uint16_t FITTING[1 << CELLS];

typedef struct {
    uint64_t rng;
    int players, over;
    int stack_n[SEATS], hand_n[SEATS];
    int8_t stack[SEATS][DEALT], hand[SEATS][DEALT];
    int8_t grid[CELLS];
    uint16_t shown[PROPERTIES];
    int left[PROPERTIES];        /* cards of this property that players still have */
    int fitting[PROPERTIES];     /* cells on which a card of this property fits */
    int has[SEATS][PROPERTIES];  /* cards of this property in a hand */
} Round;

static void fill_table(void)
{
    for (int shown = 0; shown < 1 << CELLS; shown++)
        for (int line = 0; line < 8; line++)
            for (int k = 0; k < 3; k++) {
                int others = 1 << LINES[line][(k + 1) % 3] | 1 << LINES[line][(k + 2) % 3];
                int cell = 1 << LINES[line][k];
                if (!(shown & cell) && (shown & others) == others)
                    FITTING[shown] |= cell;
            }
}

static inline int property(int card, int k)
{
    return k == 0 ? card >> 4 : k == 1 ? 4 + (card >> 2 & 3) : 8 + (card & 3);
}

static inline void show(Round *r, int p, int cell)
{
    r->shown[p] ^= 1 << cell;
    r->fitting[p] = count_bits(FITTING[r->shown[p]]);
}

static void lay(Round *r, int card, int cell)
{
    int covered = r->grid[cell];
    for (int k = 0; k < 3; k++) {
        int p = property(card, k);
        if (covered < 0)
            show(r, p, cell);
        else if (property(covered, k) != p) {
            show(r, property(covered, k), cell);
            show(r, p, cell);
        }
        r->left[p]--;
    }
    r->grid[cell] = card;
}

static int is_stuck(const Round *r)
{
    for (int p = 0; p < PROPERTIES; p++)
        if (r->left[p] > 0 && r->fitting[p] > 0)
            return 0;
    return 1;
}

static void deal(Round *r)
{
    int8_t cards[CARDS], places[CELLS];
    for (int card = 0; card < CARDS; card++)
        cards[card] = card;
    shuffle(&r->rng, cards, CARDS);
    for (int p = 0; p < PROPERTIES; p++)
        r->left[p] = CARDS / 4;
    for (int cell = 0; cell < CELLS; cell++) {
        r->grid[cell] = -1;
        lay(r, cards[cell], cell);
    }
    int share = DEALT / r->players, n = CELLS;
    for (int seat = 0; seat < r->players; seat++) {
        r->stack_n[seat] = share;
        for (int depth = share - 1; depth >= 0; depth--)
            r->stack[seat][depth] = cards[n++];
    }
    for (int cell = 0; cell < CELLS; cell++)
        places[cell] = cell;
    shuffle(&r->rng, places, CELLS);
    for (int i = 0; n < CARDS; i++)
        lay(r, cards[n++], places[i]);
    r->over = is_stuck(r);
}

static int count_moves(const Round *r, int seat)
{
    int n = r->stack_n[seat];
    for (int p = 0; p < PROPERTIES; p++)
        n += r->has[seat][p] * r->fitting[p];
    return n;
}

static void take(Round *r, int seat, int n)
{
    while (n-- > 0) {
        int card = r->stack[seat][--r->stack_n[seat]];
        r->hand[seat][r->hand_n[seat]++] = card;
        for (int k = 0; k < 3; k++)
            r->has[seat][property(card, k)]++;
    }
}

static void play(Round *r, int seat, int i, int cell)
{
    int card = r->hand[seat][i];
    r->hand[seat][i] = r->hand[seat][--r->hand_n[seat]];
    for (int k = 0; k < 3; k++)
        r->has[seat][property(card, k)]--;
    lay(r, card, cell);
    r->over = r->hand_n[seat] + r->stack_n[seat] == 0 || is_stuck(r);
}

/* Carry out the n-th move: takes of 1, 2 ... cards, then the plays of each card by property and cell. */
static void make_move(Round *r, int seat, int n)
{
    if (n < r->stack_n[seat]) {
        take(r, seat, n + 1);
        return;
    }
    n -= r->stack_n[seat];
    for (int i = 0;; i++) {
        int card = r->hand[seat][i];
        for (int k = 0; k < 3; k++) {
            int p = property(card, k);
            if (n < r->fitting[p]) {
                play(r, seat, i, nth_bit(FITTING[r->shown[p]], n));
                return;
            }
            n -= r->fitting[p];
        }
    }
}

static int play_round(Round *r, int limit)
{
    int clock[SEATS], n = 0;
    deal(r);
    for (int seat = 0; seat < r->players; seat++)
        clock[seat] = FASTEST + rand_below(&r->rng, SLOWEST - FASTEST);
    while (n < limit && !r->over) {
        int seat = 0;
        for (int other = 1; other < r->players; other++)
            if (clock[other] < clock[seat])
                seat = other;
        int moves = count_moves(r, seat);
        if (moves > 0) {
            make_move(r, seat, rand_below(&r->rng, moves));
            n++;
        }
        clock[seat] += FASTEST + rand_below(&r->rng, SLOWEST - FASTEST);
    }
    return r->over ? n : -n;
}

void play_rounds(const uint64_t *seeds, int64_t rounds, int64_t players, int64_t limit, int32_t *lengths,
                 int16_t (*points)[MOST_SEATS])
{
    fill_table();
    for (int64_t i = 0; i < rounds; i++) {
        Round r;
        memset(&r, 0, sizeof r);
        r.rng = seeds[i];
        r.players = (int)players;
        lengths[i] = play_round(&r, (int)limit);
        for (int seat = 0; seat < r.players; seat++)
            points[i][seat] = r.stack_n[seat] + r.hand_n[seat];
    }
}
