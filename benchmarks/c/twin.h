/* What the three twins share: the generator and the shuffle of tercet/games/kernel.py, and the call from Python. */

#include <stdint.h>
#include <string.h>

#define MOST_SEATS 8

/* Play `rounds` random rounds of so many players, each from its own seed, for at most `limit` moves. Write the moves of
   each round, negative if it was cut off, and its scores by seat. */
void play_rounds(const uint64_t *seeds, int64_t rounds, int64_t players, int64_t limit, int32_t *lengths,
                 int16_t (*points)[MOST_SEATS]);

static inline int rand_below(uint64_t *rng, int n)
{
    uint64_t z = *rng += 0x9E3779B97F4A7C15u;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return (int)(((z >> 32) * (uint64_t)n) >> 32);
}

static inline void shuffle(uint64_t *rng, int8_t *items, int n)
{
    for (int i = n - 1; i > 0; i--) {
        int j = rand_below(rng, i + 1);
        int8_t item = items[i];
        items[i] = items[j];
        items[j] = item;
    }
}

static inline int count_bits(uint64_t bits)
{
    return __builtin_popcountll(bits);
}

static inline int lowest_bit(uint64_t bits)
{
    return __builtin_ctzll(bits);
}

/* Return the number of the n-th bit that is set, counted from 0. */
static inline int nth_bit(uint64_t bits, int n)
{
    while (n-- > 0)
        bits &= bits - 1;
    return lowest_bit(bits);
}
