/* ZATRE without pairs: random play as in tercet/lab/playout.py (play_turns), by other means.

   For each number of pips the open fields, on which such a tile fits, are kept as a bit set. The fields lie on a board
   of 17 x 17 with a rim, so that neighbours are found by adding. What players can know of each other is left out. */

#include "twin.h"

enum { SEATS = 6, PIPS = 6, TILES = 121, BAG = 120, SIDE = 17, SPACE = SIDE * SIDE, OFF = 0 };
enum { FIELDS = 193, LIGHTS = 32, DARK = FIELDS - LIGHTS, DARK_WORDS = 3, LIGHT_WORD = 3, WORDS = 4, CENTRE = 8 * SIDE + 8 };
enum { LIMIT = 12, SCORING = 10, BONUS_ROWS = 16, ROWS = TILES, TENS = 0, CROSSES = 3 };
enum { WEST = 0, NORTH = 2, WAYS = 4, TRIALS = WAYS * PIPS };

static const int STEP[WAYS] = {-1, 1, -SIDE, SIDE};

/* A field has a place on the board and a bit: the dark ones by rows in the first three words, the light ones in the
   fourth. */
static int16_t PLACE[WORDS * 64], BIT[SPACE];

typedef struct {
    uint64_t rng;
    int players, seat, is_over, is_opening, is_laying, bag_n;
    int held_n[SEATS];
    int8_t held[SEATS][PIPS + 1];
    int8_t bag[BAG];
    int8_t tile[SPACE], room[SPACE];
    uint64_t open[PIPS + 1][WORDS];  /* fields with at least this room */
    uint64_t fresh[WORDS];           /* tiles of the running turn */
    uint64_t excused;                /* those of them that may stay on a light field (T13) */
    int entries[SEATS][4];           /* filled boxes of each column of a sheet */
    int8_t sheet[SEATS][ROWS][3];
} Round;

static int is_field(int x, int y)
{
    int is_out_x = (x >= 4 && x <= 10 && x != 7), is_out_y = (y >= 4 && y <= 10 && y != 7);
    if (x >= 1 && x <= 13 && y >= 1 && y <= 13)
        return 1;
    return ((y == 0 || y == 14) && is_out_x) || ((x == 0 || x == 14) && is_out_y);
}

static int is_light(int x, int y)
{
    int is_inside = x >= 1 && x <= 13 && y >= 1 && y <= 13;
    if (is_inside)
        return (x == y || x + y == 14) && x != 7;
    return (y == 0 || y == 14) ? x == 6 || x == 8 : y == 6 || y == 8;
}

static void fill_tables(void)
{
    int dark = 0, light = LIGHT_WORD * 64;
    for (int place = 0; place < SPACE; place++)
        BIT[place] = -1;
    for (int y = 0; y < 15; y++)
        for (int x = 0; x < 15; x++)
            if (is_field(x, y)) {
                int bit = is_light(x, y) ? light++ : dark++, place = (y + 1) * SIDE + x + 1;
                PLACE[bit] = place;
                BIT[place] = bit;
            }
}

static inline int run(const Round *r, int place, int way, int *end)
{
    int pips = 0, step = STEP[way];
    for (place += step; r->tile[place]; place += step)
        pips += r->tile[place];
    *end = place;
    return pips;
}

static inline int run_sum(const Round *r, int place, int way)
{
    int end;
    return run(r, place, way, &end);
}

static inline int line_sum(const Round *r, int place, int way)
{
    int others = run_sum(r, place, way) + run_sum(r, place, way ^ 1);
    return others ? others + r->tile[place] : 0;
}

static inline void set_room(Round *r, int place, int room)
{
    int word = BIT[place] >> 6;
    uint64_t bit = 1ull << (BIT[place] & 63);
    if (room == r->room[place])
        return;
    r->room[place] = room;
    for (int pips = 1; pips <= PIPS; pips++)
        r->open[pips][word] = room >= pips ? r->open[pips][word] | bit : r->open[pips][word] & ~bit;
}

static inline int room_beside(int across, int down)
{
    int longer = across > down ? across : down;
    return longer > 0 && longer < LIMIT ? LIMIT - longer : 0;
}

/* Put a tile on the board, or take it off with 0, and update the room of its field and at the ends of its lines. */
static void put(Round *r, int place, int pips)
{
    int ends[WAYS], sums[WAYS];
    r->tile[place] = pips;
    for (int way = 0; way < WAYS; way++)
        sums[way] = run(r, place, way, &ends[way]);
    set_room(r, place, pips ? 0 : room_beside(sums[0] + sums[1], sums[2] + sums[3]));
    for (int way = 0; way < WAYS; way++) {
        int end = ends[way];
        if (BIT[end] < 0)
            continue;
        int along = run_sum(r, end, way) + run_sum(r, end, way ^ 1);
        set_room(r, end, room_beside(along, run_sum(r, end, way ^ 2) + run_sum(r, end, way ^ 3)));
    }
}

static inline int fits_on_dark(const Round *r, int pips)
{
    return (r->open[pips][0] | r->open[pips][1] | r->open[pips][2]) != 0;
}

static inline int fits(const Round *r, int pips)
{
    return fits_on_dark(r, pips) || r->open[pips][LIGHT_WORD];
}

static int smallest_held(const Round *r, int seat)
{
    int pips = 1;
    while (!r->held[seat][pips])
        pips++;
    return pips;
}

static int can_lay(const Round *r, int seat)
{
    return r->held_n[seat] > 0 && fits(r, smallest_held(r, seat));
}

/* Return the place of the first tile of this turn that is on a light field and in no line of 10, 11 or 12 (T12). */
static int first_owing(const Round *r)
{
    for (uint64_t fresh = r->fresh[LIGHT_WORD] & ~r->excused; fresh; fresh &= fresh - 1) {
        int place = PLACE[LIGHT_WORD * 64 + lowest_bit(fresh)];
        if (line_sum(r, place, WEST) < SCORING && line_sum(r, place, NORTH) < SCORING)
            return place;
    }
    return OFF;
}

static inline void mark(Round *r, int place, int is_fresh)
{
    uint64_t bit = 1ull << (BIT[place] & 63), *word = &r->fresh[BIT[place] >> 6];
    *word = is_fresh ? *word | bit : *word & ~bit;
}

static void try_tile(Round *r, int seat, int place, int pips)
{
    r->held[seat][pips]--;
    put(r, place, pips);
    mark(r, place, 1);
}

static void take_back(Round *r, int seat, int place)
{
    r->held[seat][r->tile[place]]++;
    put(r, place, 0);
    mark(r, place, 0);
}

/* T12: Return whether the seat can serve every owing tile with the `left` tiles that it still holds. */
static int can_serve(Round *r, int seat, int left)
{
    int owing = first_owing(r);
    if (owing == OFF || left == 0)
        return owing == OFF;
    for (int way = 0; way < WAYS; way++) {
        int end;
        run(r, owing, way, &end);
        for (int pips = 1; pips <= PIPS; pips++) {
            if (!r->held[seat][pips] || r->room[end] < pips)
                continue;
            if (left == 1 && run_sum(r, end, way) + run_sum(r, end, way ^ 1) + pips < SCORING)
                continue;
            try_tile(r, seat, end, pips);
            int is_served = can_serve(r, seat, left - 1);
            take_back(r, seat, end);
            if (is_served)
                return 1;
        }
    }
    return 0;
}

/* T12: Return whether the other of two tiles held can serve this one on this light field. */
static int last_can_serve(const Round *r, int seat, int place, int pips)
{
    int last = 1;
    while (r->held[seat][last] == (last == pips))
        last++;
    for (int way = 0; way < WAYS; way++) {
        int end, near = run(r, place, way, &end);
        int total = near + pips + last + run_sum(r, place, way ^ 1);
        if (BIT[end] < 0)
            continue;
        total += run_sum(r, end, way);
        if (total >= SCORING && total <= LIMIT &&
            run_sum(r, end, way ^ 2) + run_sum(r, end, way ^ 3) + last <= LIMIT)
            return 1;
    }
    return 0;
}

static int is_allowed(Round *r, int seat, int place, int pips, int is_excused, int is_owing)
{
    int left = r->held_n[seat] - 1;
    if (!is_owing) {
        if (BIT[place] < DARK || is_excused || LIMIT - r->room[place] + pips >= SCORING)
            return 1;
        if (left <= 1)
            return left == 1 && last_can_serve(r, seat, place, pips);
    }
    uint64_t excused = r->excused;
    try_tile(r, seat, place, pips);
    if (is_excused)
        r->excused |= 1ull << (BIT[place] & 63);
    int is_possible = can_serve(r, seat, left);
    take_back(r, seat, place);
    r->excused = excused;
    return is_possible;
}

/* Keep of a word of open fields those on which the tile may be laid. */
static uint64_t allowed_of(Round *r, int seat, int word, int pips, int is_excused, int is_owing)
{
    uint64_t open = r->open[pips][word], allowed = open;
    for (; open; open &= open - 1)
        if (!is_allowed(r, seat, PLACE[word * 64 + lowest_bit(open)], pips, is_excused, is_owing))
            allowed &= ~(open & -open);
    return allowed;
}

/* Find the legal fields of each number of pips that the seat holds; return how many moves these are. */
static int find_moves(Round *r, int seat, uint64_t moves[PIPS + 1][WORDS])
{
    int n = 0, is_owing = r->is_laying && first_owing(r) != OFF;
    for (int pips = 1; pips <= PIPS; pips++) {
        memset(moves[pips], 0, sizeof moves[pips]);
        if (!r->held[seat][pips])
            continue;
        if (!r->tile[CENTRE]) {
            moves[pips][BIT[CENTRE] >> 6] = 1ull << (BIT[CENTRE] & 63);
            n++;
            continue;
        }
        int is_excused = !fits_on_dark(r, pips);
        for (int word = 0; word < WORDS; word++) {
            int is_checked = is_owing || word == LIGHT_WORD;
            moves[pips][word] = is_checked ? allowed_of(r, seat, word, pips, is_excused, is_owing) : r->open[pips][word];
            n += count_bits(moves[pips][word]);
        }
    }
    return n;
}

static void draw_tiles(Round *r, int seat, int n)
{
    for (; n > 0 && r->bag_n > 0; n--) {
        r->held[seat][r->bag[--r->bag_n]]++;
        r->held_n[seat]++;
    }
}

static int is_first_fresh(const Round *r, int place, int way)
{
    for (place += STEP[way]; r->tile[place]; place += STEP[way])
        if (r->fresh[BIT[place] >> 6] >> (BIT[place] & 63) & 1)
            return 0;
    return 1;
}

static void score_turn(Round *r, int seat)
{
    int counts[4] = {0};
    for (int word = 0; word < WORDS; word++)
        for (uint64_t fresh = r->fresh[word]; fresh; fresh &= fresh - 1) {
            int place = PLACE[word * 64 + lowest_bit(fresh)], has_scored = 0;
            for (int way = WEST; way <= NORTH; way += 2) {
                int total = line_sum(r, place, way);
                if (total >= SCORING) {
                    has_scored = 1;
                    counts[total - SCORING] += is_first_fresh(r, place, way);
                }
            }
            counts[CROSSES] += has_scored && word == LIGHT_WORD;
        }
    if (r->is_opening && counts[0] + counts[1] + counts[2] > 0)
        counts[CROSSES]++;
    for (int box = 0; box < 3; box++)
        if (counts[box])
            r->sheet[seat][r->entries[seat][box]++][box] = counts[box];
    r->entries[seat][CROSSES] += counts[CROSSES];
    memset(r->fresh, 0, sizeof r->fresh);
    r->excused = 0;
}

static void end_turn(Round *r)
{
    score_turn(r, r->seat);
    r->is_laying = r->is_opening = 0;
    do {
        if (r->bag_n == 0) {
            r->is_over = 1;
            return;
        }
        r->seat = r->seat + 1 == r->players ? 0 : r->seat + 1;
        int held = r->held_n[r->seat];
        draw_tiles(r, r->seat, held < 2 ? 2 - held : !can_lay(r, r->seat));
    } while (!can_lay(r, r->seat));
}

static void make_move(Round *r)
{
    uint64_t moves[PIPS + 1][WORDS];
    int seat = r->seat, n = rand_below(&r->rng, find_moves(r, seat, moves)), pips = 1, word = 0;
    for (int here; n >= (here = count_bits(moves[pips][word])); n -= here)
        if (++word == WORDS) {
            word = 0;
            pips++;
        }
    int bit = nth_bit(moves[pips][word], n), place = PLACE[word * 64 + bit];
    if (word == LIGHT_WORD && !fits_on_dark(r, pips))
        r->excused |= 1ull << bit;
    try_tile(r, seat, place, pips);
    r->held_n[seat]--;
    r->is_laying = 1;
    if (!can_lay(r, seat))
        end_turn(r);
}

static int all_tiles(int8_t *tiles, int without)
{
    int n = 0;
    for (int pips = 1; pips <= PIPS; pips++)
        for (int copy = (pips == without); copy < (pips == 1 ? 21 : 20); copy++)
            tiles[n++] = pips;
    return n;
}

static void deal(Round *r)
{
    int8_t tiles[TILES];
    int tied = (1 << r->players) - 1, n = 0, lot = 0, kept[SEATS] = {0};
    shuffle(&r->rng, tiles, all_tiles(tiles, 0));
    while (tied & (tied - 1)) {
        int highest = 0, leaders = 0;
        for (int seats = tied; seats; seats &= seats - 1) {
            int seat = lowest_bit(seats), tile = tiles[n++];
            if (tile > kept[seat])
                kept[seat] = tile;
            if (tile > highest) {
                highest = tile;
                leaders = 0;
            }
            if (tile == highest)
                leaders |= 1 << seat;
        }
        tied = leaders;
    }
    r->seat = lowest_bit(tied);
    lot = kept[r->seat];
    shuffle(&r->rng, tiles, all_tiles(tiles, lot));
    for (int i = 0; i < BAG; i++)
        r->bag[i] = tiles[BAG - 1 - i];
    r->bag_n = BAG;
    r->is_opening = 1;
    r->held[r->seat][lot] = r->held_n[r->seat] = 1;
    draw_tiles(r, r->seat, 2);
}

static int score(const Round *r, int seat)
{
    static const int LINE_POINTS[3] = {1, 2, 4};
    int total = 0;
    for (int pips = 1; pips <= PIPS; pips++)
        total -= pips * r->held[seat][pips];
    for (int row = 0; row < ROWS; row++) {
        int points = 0, is_complete = 1;
        for (int box = 0; box < 3; box++) {
            points += r->sheet[seat][row][box] * LINE_POINTS[box];
            is_complete &= r->sheet[seat][row][box] > 0;
        }
        if (is_complete && row < BONUS_ROWS)
            points += 3 + row / 4;
        total += row < r->entries[seat][CROSSES] ? 2 * points : points;
    }
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
        for (; n < limit && !r.is_over; n++)
            make_move(&r);
        lengths[i] = r.is_over ? n : -n;
        for (int seat = 0; seat < r.players; seat++)
            points[i][seat] = score(&r, seat);
    }
}
