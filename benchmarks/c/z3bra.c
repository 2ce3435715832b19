/* Z3BRA: random play as in tercet/lab/playout.py (play_turns), by other means.

   Cells are kept as bit sets, and moves are counted and picked instead of listed, except for trades. */

#include "twin.h"

enum { SEATS = 5, CELLS = 9, RESERVE = 6, VALUES = 13, COLOURS = 7, CARDS = 112, NONE = -1 };
enum { LINES = 8, COLUMN = 3, DIAGONAL = 6, ORDERS = 6, MOST_TRADES = 4 * CELLS * CELLS };
enum phase { PREPARE, CHOOSE, PLACE, UNCOVER, DISCARD, FOLD, REVIVE, OVER };

static const int LINE[LINES][3] = {{0, 1, 2}, {3, 4, 5}, {6, 7, 8}, {0, 3, 6}, {1, 4, 7}, {2, 5, 8}, {0, 4, 8}, {2, 4, 6}};
static const int LINE_CELLS[LINES] = {0007, 0070, 0700, 0111, 0222, 0444, 0421, 0124};
static const int ORDER[ORDERS][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
static int8_t VALUE[VALUES * COLOURS], COLOUR[VALUES * COLOURS];

typedef struct {
    uint64_t rng;
    enum phase phase;
    int players, seat, held, from_pile, taken, ender, draw_n, discards_n;
    int filled[SEATS], up[SEATS], reserve_n[SEATS];  /* filled, up: cells with a card, with an open card */
    int8_t area[SEATS][CELLS], reserve[SEATS][RESERVE];
    int8_t draw[CARDS], discards[CARDS];
} Round;

typedef struct {
    int8_t other, spot, cell;
} Trade;

static void fill_tables(void)
{
    for (int card = 0; card < VALUES * COLOURS; card++) {
        VALUE[card] = card % VALUES;
        COLOUR[card] = card / VALUES;
    }
}

static void deal(Round *r)
{
    int8_t cards[CARDS];
    int n = 0;
    for (int card = 0; card < VALUES * COLOURS; card++)
        for (int copy = 0; copy < (VALUE[card] >= 10 ? 2 : 1); copy++)
            cards[n++] = card;
    shuffle(&r->rng, cards, CARDS);
    n = 0;
    for (int seat = 0; seat < r->players; seat++) {
        for (int cell = 0; cell < CELLS; cell++)
            r->area[seat][cell] = cards[n++];
        for (int depth = RESERVE - 1; depth >= 0; depth--)
            r->reserve[seat][depth] = cards[n++];
        r->filled[seat] = (1 << CELLS) - 1;
        r->reserve_n[seat] = RESERVE;
    }
    r->discards[r->discards_n++] = cards[n++];
    r->draw_n = CARDS - n;
    for (int i = 0; i < r->draw_n; i++)
        r->draw[i] = cards[CARDS - 1 - i];
    r->held = r->taken = r->ender = NONE;
}

static void reshuffle(Round *r)
{
    int n = r->discards_n - 1;
    int8_t last = r->discards[n];
    shuffle(&r->rng, r->discards, n);
    for (int i = 0; i < n; i++)
        r->draw[i] = r->discards[n - 1 - i];
    r->discards[0] = last;
    r->discards_n = 1;
    r->draw_n = n;
}

static inline int have_common(const int8_t *area, int a, int b, int c)
{
    int x = area[a], y = area[b], z = area[c];
    return (COLOUR[x] == COLOUR[y] && COLOUR[y] == COLOUR[z]) || (VALUE[x] == VALUE[y] && VALUE[y] == VALUE[z]);
}

static inline int is_trio(const Round *r, int seat, int line)
{
    return (r->up[seat] & LINE_CELLS[line]) == LINE_CELLS[line] &&
           have_common(r->area[seat], LINE[line][0], LINE[line][1], LINE[line][2]);
}

/* Return the trios that may be discarded now, as a bit set of lines. */
static int due_trios(const Round *r, int seat)
{
    int due = 0;
    for (int line = 0; line < LINES; line++)
        if ((r->taken == NONE || LINE_CELLS[line] >> r->taken & 1) && is_trio(r, seat, line))
            due |= 1 << line;
    return due;
}

static int face_down(const Round *r, int seat)
{
    return r->filled[seat] & ~r->up[seat];
}

/* Find the colours and values, as bit sets, with which an open card on this cell completes a trio. */
static void find_wanted(const Round *r, int seat, int cell, int *colours, int *values)
{
    *colours = *values = 0;
    for (int line = 0; line < LINES; line++) {
        int others = LINE_CELLS[line] & ~(1 << cell);
        if (others == LINE_CELLS[line] || (r->up[seat] & others) != others)
            continue;
        int x = r->area[seat][lowest_bit(others)], y = r->area[seat][nth_bit(others, 1)];
        if (COLOUR[x] == COLOUR[y])
            *colours |= 1 << COLOUR[x];
        if (VALUE[x] == VALUE[y])
            *values |= 1 << VALUE[x];
    }
}

static int list_trades(const Round *r, int seat, Trade *trades)
{
    int n = 0;
    if (count_bits(r->up[seat]) < 2)
        return 0;
    for (int cells = r->filled[seat]; cells; cells &= cells - 1) {
        int cell = lowest_bit(cells), colours, values;
        find_wanted(r, seat, cell, &colours, &values);
        if (!(colours | values))
            continue;
        for (int other = 0; other < r->players; other++)
            for (int spots = other == seat ? 0 : r->up[other]; spots; spots &= spots - 1) {
                int spot = lowest_bit(spots), card = r->area[other][spot];
                int is_match = VALUE[card] == VALUE[r->held] || COLOUR[card] == COLOUR[r->held];
                if (is_match && (colours >> COLOUR[card] & 1 || values >> VALUE[card] & 1))
                    trades[n++] = (Trade){other, spot, cell};
            }
    }
    return n;
}

static void discard(Round *r, int card)
{
    r->discards[r->discards_n++] = card;
}

static void turn_all_up(Round *r, int seat)
{
    int fresh = face_down(r, seat), arisen = 0, best = 0, most = 0;
    r->up[seat] |= fresh;
    for (int line = 0; line < LINES; line++)
        if (LINE_CELLS[line] & fresh && is_trio(r, seat, line))
            arisen |= 1 << line;
    for (int some = arisen; some; some = (some - 1) & arisen) {
        int used = 0, worth = 0;
        for (int lines = some; lines; lines &= lines - 1) {
            int line = lowest_bit(lines);
            if (used & LINE_CELLS[line]) {
                worth = 0;
                break;
            }
            used |= LINE_CELLS[line];
            worth++;
            for (int k = 0; k < 3; k++)
                worth += 10 * VALUE[r->area[seat][LINE[line][k]]];
        }
        if (worth > most) {
            most = worth;
            best = some;
        }
    }
    for (int lines = best; lines; lines &= lines - 1)
        r->filled[seat] &= ~LINE_CELLS[lowest_bit(lines)];
}

static void end_turn(Round *r, int seat)
{
    r->taken = NONE;
    r->from_pile = 0;
    if (r->ender == NONE && face_down(r, seat) == 0)
        r->ender = seat;
    r->seat = seat + 1 == r->players ? 0 : seat + 1;
    r->phase = CHOOSE;
    if (r->seat == r->ender) {
        r->phase = OVER;
        for (int each = 0; each < r->players; each++)
            turn_all_up(r, each);
    } else if (r->draw_n == 0)
        reshuffle(r);
}

static void discard_or_end(Round *r, int seat)
{
    if (due_trios(r, seat))
        r->phase = DISCARD;
    else
        end_turn(r, seat);
}

static void revive_or_end(Round *r, int seat)
{
    if (r->filled[seat] && !r->up[seat])
        r->phase = REVIVE;
    else
        end_turn(r, seat);
}

static void exchange(Round *r, int seat, int cell, int card)
{
    discard(r, r->area[seat][cell]);
    r->area[seat][cell] = card;
    r->up[seat] |= 1 << cell;
    r->held = NONE;
}

static void swap(Round *r, int seat, int a, int b)
{
    int8_t card = r->area[seat][a];
    r->area[seat][a] = r->area[seat][b];
    r->area[seat][b] = card;
    if ((r->up[seat] >> a ^ r->up[seat] >> b) & 1)
        r->up[seat] ^= 1 << a | 1 << b;
}

static void fold(Round *r, int seat, int is_vertical)
{
    int step = is_vertical ? 3 : 1, across = is_vertical ? 1 : 3;
    for (int start = 0; start < 3 * across; start += across) {
        int gap = start;
        for (int cell = start; cell < start + 3 * step; cell += step)
            if (r->filled[seat] >> cell & 1) {
                if (gap != cell) {
                    swap(r, seat, gap, cell);
                    r->filled[seat] ^= 1 << gap | 1 << cell;
                }
                gap += step;
            }
    }
}

static void discard_trio(Round *r, int seat, int line, int order)
{
    for (int k = 0; k < 3; k++)
        discard(r, r->area[seat][LINE[line][ORDER[order][k]]]);
    r->filled[seat] &= ~LINE_CELLS[line];
    r->up[seat] &= ~LINE_CELLS[line];
    if (r->reserve_n[seat] > 0) {
        for (int gaps = LINE_CELLS[line]; gaps; gaps &= gaps - 1)
            r->area[seat][lowest_bit(gaps)] = r->reserve[seat][--r->reserve_n[seat]];
        r->filled[seat] |= LINE_CELLS[line];
    } else if (line >= DIAGONAL) {
        r->phase = FOLD;
        return;
    } else
        fold(r, seat, line < COLUMN);
    revive_or_end(r, seat);
}

/* Carry out the n-th swap of two cards of the area, in the order of their cells. */
static void make_swap(Round *r, int seat, int n)
{
    int later = r->filled[seat], first;
    for (;;) {
        first = lowest_bit(later);
        later &= later - 1;
        int pairs = count_bits(later);
        if (n < pairs)
            break;
        n -= pairs;
    }
    swap(r, seat, first, nth_bit(later, n));
}

static void choose(Round *r, int seat)
{
    int cards = count_bits(r->filled[seat]);
    int n = rand_below(&r->rng, 2 + cards * (cards - 1) / 2);
    if (n >= 2) {
        make_swap(r, seat, n - 2);
        r->phase = UNCOVER;
        return;
    }
    r->held = n == 0 ? r->draw[--r->draw_n] : r->discards[--r->discards_n];
    r->from_pile = n == 0;
    r->phase = PLACE;
}

static void place(Round *r, int seat)
{
    Trade trades[MOST_TRADES];
    int puts = count_bits(r->filled[seat]), first_trade = puts + r->from_pile;
    int n = rand_below(&r->rng, first_trade + list_trades(r, seat, trades));
    if (n >= puts && n < first_trade) {
        discard(r, r->held);
        r->held = NONE;
        r->phase = UNCOVER;
        return;
    }
    if (n < puts)
        exchange(r, seat, nth_bit(r->filled[seat], n), r->held);
    else {
        Trade trade = trades[n - first_trade];
        int card = r->area[trade.other][trade.spot];
        r->area[trade.other][trade.spot] = r->held;
        exchange(r, seat, trade.cell, card);
        r->taken = trade.cell;
    }
    discard_or_end(r, seat);
}

static int seats_preparing(const Round *r)
{
    int seats = 0;
    for (int seat = 0; seat < r->players; seat++)
        if (count_bits(r->up[seat]) < 2)
            seats |= 1 << seat;
    return seats;
}

static void flip(Round *r, int seat)
{
    int hidden = face_down(r, seat);
    r->up[seat] |= 1 << nth_bit(hidden, rand_below(&r->rng, count_bits(hidden)));
}

static void prepare(Round *r)
{
    int seats = seats_preparing(r);
    int n = count_bits(seats);
    flip(r, nth_bit(seats, n > 1 ? rand_below(&r->rng, n) : 0));
    if (!seats_preparing(r))
        r->phase = CHOOSE;
}

static void make_move(Round *r)
{
    int seat = r->seat, lines;
    switch (r->phase) {
    case PREPARE:
        prepare(r);
        break;
    case CHOOSE:
        choose(r, seat);
        break;
    case PLACE:
        place(r, seat);
        break;
    case UNCOVER:
        flip(r, seat);
        discard_or_end(r, seat);
        break;
    case REVIVE:
        flip(r, seat);
        end_turn(r, seat);
        break;
    case DISCARD:
        lines = due_trios(r, seat);
        int n = rand_below(&r->rng, count_bits(lines) * ORDERS);
        discard_trio(r, seat, nth_bit(lines, n / ORDERS), n % ORDERS);
        break;
    case FOLD:
        fold(r, seat, rand_below(&r->rng, 2) == 0);
        revive_or_end(r, seat);
        break;
    case OVER:
        break;
    }
}

static int score(const Round *r, int seat)
{
    int total = 0;
    for (int cells = r->filled[seat]; cells; cells &= cells - 1)
        total += VALUE[r->area[seat][lowest_bit(cells)]];
    for (int depth = 0; depth < r->reserve_n[seat]; depth++)
        total += VALUE[r->reserve[seat][depth]];
    return total;
}

void play_rounds(const uint64_t *seeds, int64_t rounds, int64_t players, int64_t limit, int32_t *lengths,
                 int16_t (*points)[MOST_SEATS])
{
    fill_tables();
    for (int64_t i = 0; i < rounds; i++) {
        Round r;
        int n = 0;
        memset(&r, 0, sizeof r);
        r.rng = seeds[i];
        r.players = (int)players;
        deal(&r);
        for (; n < limit && r.phase != OVER; n++)
            make_move(&r);
        lengths[i] = r.phase == OVER ? n : -n;
        for (int seat = 0; seat < r.players; seat++)
            points[i][seat] = score(&r, seat);
    }
}
