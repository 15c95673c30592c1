// The automaton of a reading: states in a row, of which a value keeps, lifts by one or lifts by two.
#pragma once

#include <cstddef>
#include <vector>

#include "bits.hpp"

namespace caracol {

// What a set of values may do to a set of states: the masks of the states that may stay, rise,
// skip. Reading is linear, so the moves of several values are their moves joined by "or",
// and a cell with many candidates costs no more than a decided one.
// In memory: `words` words of stay, then of rise, then of skip.
using Moves = const Mask*;

// Values that move every state alike are one class: an "easy as ABC" clue tells apart its own
// letter, the blank and the rest, however many letters there are.
struct Stairs {
    int words = 1;
    std::vector<Mask> start, accept;
    std::vector<Mask> members;  // for each class the values in it
    std::vector<Mask> single;   // for each class its moves
    std::vector<Mask> joined;   // for each set of classes its moves; empty where that is too many
    bool plain = false;         // class i is value i: a cell's candidates are its set of classes

    static constexpr std::size_t most_joined = 4096;  // words of stay a table may take

    int classes() const { return static_cast<int>(members.size()); }

    Mask classes_of(Mask candidates) const {
        if (plain) return candidates;
        Mask found = 0;
        for (int k = 0; k < classes(); ++k) found |= Mask((candidates & members[k]) != 0) << k;
        return found;
    }

    Mask values_of(Mask classes) const {
        if (plain) return classes;
        Mask found = 0;
        for (; classes; classes &= classes - 1) found |= members[lowest(classes)];
        return found;
    }

    Moves of_class(int k) const { return &single[std::size_t(k) * 3 * words]; }

    // The moves of a set of classes; `scratch` is used where no table was made.
    Moves of_set(Mask classes, std::vector<Mask>& scratch) const {
        if (!joined.empty()) return &joined[std::size_t(classes) * 3 * words];
        if (caracol::single(classes)) return of_class(lowest(classes));
        scratch.assign(std::size_t(3) * words, 0);
        for (; classes; classes &= classes - 1) {
            Moves moves = of_class(lowest(classes));
            for (int i = 0; i < 3 * words; ++i) scratch[i] |= moves[i];
        }
        return scratch.data();
    }

    // `moves` has, value by value, 3 * words words.
    void set_moves(int values, const std::vector<Mask>& moves) {
        const std::size_t width = std::size_t(3) * words;
        for (int value = 0; value < values; ++value) {
            const Mask* mine = &moves[value * width];
            int k = 0;
            while (k < classes() && !std::equal(mine, mine + width, of_class(k))) ++k;
            if (k == classes()) {
                members.push_back(0);
                single.insert(single.end(), mine, mine + width);
            }
            members[k] |= Mask(1) << value;
        }
        plain = classes() == values;
        if (classes() <= 8 && (std::size_t(words) << classes()) <= most_joined) join(width);
    }

  private:
    void join(std::size_t width) {
        joined.assign(width << classes(), 0);
        for (std::size_t set = 1; set < std::size_t(1) << classes(); ++set) {
            const Mask* rest = &joined[(set & (set - 1)) * width];
            Moves first = of_class(lowest(set));
            for (std::size_t i = 0; i < width; ++i) joined[set * width + i] = rest[i] | first[i];
        }
    }
};

// The states after reading, from `states`; and those before reading that lead to `states`.
// N is the number of words where it is known when compiling, 0 where it is not.
template <int N>
inline void after(Mask* to, const Mask* states, Moves moves, int words) {
    const int n = N ? N : words;
    Mask rise_carry = 0, skip_carry = 0;
    for (int i = 0; i < n; ++i) {
        const Mask rising = states[i] & moves[n + i], skipping = states[i] & moves[2 * n + i];
        to[i] = (states[i] & moves[i]) | rising << 1 | rise_carry | skipping << 2 | skip_carry;
        rise_carry = rising >> 63;
        skip_carry = skipping >> 62;
    }
}

template <int N>
inline void before(Mask* to, const Mask* states, Moves moves, int words) {
    const int n = N ? N : words;
    for (int i = 0; i < n; ++i) {
        const Mask next = i + 1 < n ? states[i + 1] : 0;
        to[i] = (states[i] & moves[i]) | ((states[i] >> 1 | next << 63) & moves[n + i]) |
                ((states[i] >> 2 | next << 62) & moves[2 * n + i]);
    }
}

// Whether one of the states `from` may come to one of the states `to`.
template <int N>
inline bool leads(const Mask* from, const Mask* to, Moves moves, int words) {
    const int n = N ? N : words;
    Mask found = 0;
    for (int i = 0; i < n; ++i) {
        const Mask next = i + 1 < n ? to[i + 1] : 0;
        found |= from[i] & ((to[i] & moves[i]) | ((to[i] >> 1 | next << 63) & moves[n + i]) |
                            ((to[i] >> 2 | next << 62) & moves[2 * n + i]));
    }
    return found != 0;
}

}  // namespace caracol
