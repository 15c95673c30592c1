// The staircase automaton: states in a row, which a value keeps, lifts by one or lifts by two.
#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <vector>

#include "model/bits.hpp"

namespace caracol {

// What a set of values may do to a set of states: the masks of the states that may stay, rise, skip.
// Regular is linear, so the moves of several values are their moves joined by "or", and a cell with
// many candidates costs no more than a decided one.
// In memory: `words` words of stay, then of rise, then of skip.
using Moves = const Mask*;

// Values that move every state alike form one class: an "easy as ABC" clue distinguishes only its
// own letter, the blank and the rest, however many letters there are.
class Staircase {
  public:
    // `masks` holds start, accept, and the moves value by value, all in `words` words per set.
    Staircase(int values, int words, const std::vector<Mask>& masks) : words_(words), width_(3 * words) {
        const Mask* moves = &masks[std::size_t(2) * words];
        Mask members[most_values];
        int first[most_values];  // for each class, its first value
        for (int value = 0; value < values; ++value) {
            const Mask* mine = moves + value * width_;
            int k = 0;
            while (k < classes_ && !std::equal(mine, mine + width_, moves + first[k] * width_)) ++k;
            if (k == classes_) first[classes_] = value, members[classes_++] = 0;
            members[k] |= Mask(1) << value;
        }
        plain_ = classes_ == values;
        const bool join = classes_ <= 8 && (std::size_t(words) << classes_) <= most_joined;
        // One block of memory: start, accept, members, moves of each class, moves of each set.
        members_at_ = std::size_t(2) * words;
        single_at_ = members_at_ + classes_;
        joined_at_ = join ? single_at_ + classes_ * width_ : 0;
        memory_.resize(single_at_ + classes_ * width_ + (join ? width_ << classes_ : 0));
        std::copy(masks.begin(), masks.begin() + 2 * words, memory_.begin());
        std::copy(members, members + classes_, &memory_[members_at_]);
        for (int k = 0; k < classes_; ++k)
            std::copy_n(moves + first[k] * width_, width_, &memory_[single_at_ + k * width_]);
        if (join) join_moves();
        if (!plain_ && values <= 8) {
            class_sets_.resize(std::size_t(1) << values);
            for (std::size_t set = 1; set < class_sets_.size(); ++set) {
                int k = 0;
                while (!(members[k] >> lowest(set) & 1)) ++k;
                class_sets_[set] = static_cast<std::uint8_t>(class_sets_[set & (set - 1)] | 1 << k);
            }
        }
    }

    int words() const { return words_; }

    // The number of states, if they fit into one word.
    int width() const {
        Mask all = start()[0] | accept()[0];
        for (int k = 0; k < classes_; ++k) {
            Moves moves = of_class(k);
            all |= moves[0] | moves[1] | moves[1] << 1 | moves[2] | moves[2] << 2;
        }
        return std::bit_width(all);
    }
    const Mask* start() const { return memory_.data(); }
    const Mask* accept() const { return memory_.data() + words_; }

    Mask classes_of(Mask candidates) const {
        if (plain_) return candidates;
        if (!class_sets_.empty()) return class_sets_[candidates];
        Mask found = 0;
        for (int k = 0; k < classes_; ++k) found |= Mask((candidates & memory_[members_at_ + k]) != 0) << k;
        return found;
    }

    Mask values_of(Mask classes) const {
        if (plain_) return classes;
        Mask found = 0;
        for (; classes; classes &= classes - 1) found |= memory_[members_at_ + lowest(classes)];
        return found;
    }

    int class_of(int value) const { return lowest(classes_of(Mask(1) << value)); }

    Moves of_class(int k) const { return &memory_[single_at_ + k * width_]; }

    // The moves of every set of classes, one after the other, if such a table was built.
    Moves of_sets() const { return joined_at_ ? &memory_[joined_at_] : nullptr; }

    // The moves of a set of classes; `scratch` is used if no table was built.
    // Short, so that it is inlined.
    Moves of_set(Mask classes, std::vector<Mask>& scratch) const {
        return joined_at_ ? &memory_[joined_at_ + classes * width_] : joined(classes, scratch);
    }

  private:
    static constexpr std::size_t most_joined = 4096;  // words that a table's stays may take

    Moves joined(Mask classes, std::vector<Mask>& scratch) const {
        if (single(classes)) return of_class(lowest(classes));
        scratch.assign(width_, 0);
        for (; classes; classes &= classes - 1) {
            Moves moves = of_class(lowest(classes));
            for (std::size_t i = 0; i < width_; ++i) scratch[i] |= moves[i];
        }
        return scratch.data();
    }

    void join_moves() {
        for (std::size_t set = 1; set < std::size_t(1) << classes_; ++set) {
            const Mask* rest = &memory_[joined_at_ + (set & (set - 1)) * width_];
            Moves first = of_class(lowest(set));
            Mask* here = &memory_[joined_at_ + set * width_];
            for (std::size_t i = 0; i < width_; ++i) here[i] = rest[i] | first[i];
        }
    }

    int words_;
    std::size_t width_;  // words that moves take
    int classes_ = 0;
    bool plain_ = false;  // class i is value i: a cell's candidates are its set of classes
    std::size_t members_at_, single_at_, joined_at_;  // where they begin; joined_at_ is 0 for no table
    std::vector<Mask> memory_;
    std::vector<std::uint8_t> class_sets_;  // for each set of values, if there are few
};

// One run of a line: this many cells of the painted value, from a state in which it has not begun.
struct Run {
    int ready, length;
};

// The runs that an automaton requires, if it requires only runs of one value with at least one other
// cell between them; nothing for any other automaton.
inline std::optional<std::vector<Run>> runs_of(const Staircase& stairs, int painted) {
    const int words = stairs.words(), most = 64 * words;
    if (stairs.class_of(painted) == stairs.class_of(1 - painted)) return std::nullopt;
    const Moves paint = stairs.of_class(stairs.class_of(painted)), leave = stairs.of_class(stairs.class_of(1 - painted));
    // Whether the value may keep a state (0), lift it by one (1) or by two (2).
    const auto may = [&](Moves moves, int how, int state) {
        return state < most && (moves[how * words + state / 64] >> (state % 64) & 1);
    };
    const auto only = [&](const Mask* set, int state) {
        for (int w = 0; w < words; ++w)
            if (set[w] != (state / 64 == w ? Mask(1) << (state % 64) : 0)) return false;
        return true;
    };
    if (!only(stairs.start(), 0)) return std::nullopt;
    std::vector<Run> runs;
    for (int state = 0;;) {
        // Before a run, or at the end of the line.
        if (may(paint, 0, state) || may(paint, 2, state) || may(leave, 1, state) || may(leave, 2, state) ||
            !may(leave, 0, state))
            return std::nullopt;
        if (!may(paint, 1, state)) {
            if (!only(stairs.accept(), state)) return std::nullopt;
            return runs;
        }
        runs.push_back({state, 0});
        do ++state, ++runs.back().length;
        while (may(paint, 1, state) && !may(leave, 0, state) && !may(leave, 1, state) && !may(leave, 2, state) &&
               !may(paint, 0, state) && !may(paint, 2, state));
        if (may(leave, 0, state)) continue;  // the last run is over, and the rest is empty
        if (may(paint, 0, state) || may(paint, 1, state) || may(paint, 2, state) || may(leave, 2, state) ||
            !may(leave, 1, state))
            return std::nullopt;
        ++state;
        // After the gap, another run must come.
        if (!may(paint, 1, state)) return std::nullopt;
    }
}

// The values that an automaton reads repeatedly, in order, and their total number.
struct Round {
    std::vector<int> values;
    int total;
};

// The sequence that an automaton reads repeatedly, with any number of other values between, if that
// is all that it requires; nothing for any other automaton.
inline std::optional<Round> round_of(const Staircase& stairs, int values) {
    const int words = stairs.words();
    const auto has = [&](const Mask* set, int state) { return set[state / 64] >> (state % 64) & 1; };
    int total = 64 * words - 1;
    while (total > 0 && !has(stairs.accept(), total)) --total;
    Round round{{}, total};
    std::vector<int> order(total, -1);  // for each state, the value that lifts it
    for (int value = 0; value < values; ++value) {
        const Moves moves = stairs.of_class(stairs.class_of(value));
        const bool other = !has(moves + words, 0) && has(moves, 0);
        for (int state = 0; state <= total; ++state) {
            if (has(moves + 2 * words, state) || (has(moves, state) != 0) != other) return std::nullopt;
            if (!has(moves + words, state)) continue;
            if (other || state == total || order[state] >= 0) return std::nullopt;
            order[state] = value;
        }
    }
    for (int state = 0; state < total; ++state) {
        if (order[state] < 0 || !(state ? !has(stairs.start(), state) : has(stairs.start(), 0)) ||
            has(stairs.accept(), state))
            return std::nullopt;
        const auto known = std::find(round.values.begin(), round.values.end(), order[state]);
        if (known == round.values.end() && state == static_cast<int>(round.values.size()))
            round.values.push_back(order[state]);
        else if (order[state] != round.values[state % round.values.size()]) return std::nullopt;
    }
    return round.values.size() > 1 ? std::optional(round) : std::nullopt;
}

// The states after reading, from `states`; and those before reading that lead to `states`.
// N is the number of words if known at compile time, otherwise 0.
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

// Whether one of the states `from` can reach one of the states `to`.
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
