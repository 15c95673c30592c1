// What is left of a rule, as numbers: two boards with the same open cells, the same candidates there
// and the same residues have the same continuations. Included by board.hpp.
#pragma once

namespace caracol {

// How many more cells may, and how many may not; more of either than there are undecided cells makes
// no difference.
inline void Board::residue_of_count(int c, Key& key) const {
    const Count& count = model_.counts[c];
    const auto [most, least] = slack_[c];
    const int undecided = most + least + count.least - count.most;
    const int more = std::min(most, undecided), fewer = std::min(least, undecided);
    if (count.cells.size() < 256) {
        key.push_back(static_cast<std::uint16_t>(more << 8 | fewer));
    } else {
        push(static_cast<Mask>(more) << 32 | static_cast<Mask>(fewer), key);
    }
}

// With two cells, one decided, the candidates of the other say everything.
inline void Board::residue_of_allowed(int a, Key& key) const {
    const Table& allowed = model_.alloweds[a];
    if (allowed.cells.size() <= 2 && !allowed.repeats) return;
    for (int i = allowed.cells.from; i < allowed.cells.to; ++i) {
        const Mask here = candidates_[model_.cells[i]];
        if (single(here)) key.push_back(static_cast<std::uint16_t>(lowest(here)));
    }
}

// The states in which the first open cell may be reached and the last one left, both only if they are
// on a path from start to acceptance; and the values decided in between, except for those that leave
// every state unchanged (the snail's blanks).
inline void Board::residue_of_reading(int r, Key& key) const {
    const Regular& reading = model_.readings[r];
    const Staircase& stairs = model_.stairs[reading.stairs];
    const int words = stairs.words(), length = reading.cells.size();
    const std::int32_t* cells = model_.cells.data() + reading.cells.from;
    const Mask* ahead = states_.data() + reading.states;
    const Mask* back = ahead + std::size_t(length + 1) * words;
    const auto open = [&](int place) { return !single(candidates_[cells[place]]); };
    int first = 0, last = length - 1;
    while (first < length && !open(first)) ++first;
    if (first == length) return;
    while (!open(last)) --last;
    for (int place : {first, last + 1})
        for (int w = 0; w < words; ++w) {
            const std::size_t at = std::size_t(place) * words + w;
            push(ahead[at] & back[at], key);
        }
    constexpr std::uint16_t gap = 0;
    for (int place = first + 1; place <= last; ++place) {
        if (open(place)) {
            key.push_back(gap);
            continue;
        }
        const int k = lowest(stairs.classes_of(candidates_[cells[place]]));
        const Mask* moves = stairs.of_class(k);
        // Checked for all reachable states, alive or not: a dead one could come to life.
        const Mask* met = ahead + std::size_t(place) * words;
        Mask moved = 0;
        for (int w = 0; w < words; ++w) moved |= met[w] & (~moves[w] | moves[words + w] | moves[2 * words + w]);
        if (moved) key.push_back(static_cast<std::uint16_t>(k + 1));
    }
}

// What was decided or, if the order does not matter, the state to which that leads.
inline void Board::residue_of_sequence(int s, Key& key) const {
    const Sequence& sequence = model_.sequences[s];
    const Automaton& automaton = *sequence.automaton;
    Automaton::States states(automaton.start(), automaton.start() + automaton.stride()), next;
    for (int i = sequence.cells.from; i < sequence.cells.to; ++i) {
        const Mask here = candidates_[model_.cells[i]];
        if (!single(here)) continue;
        if (automaton.commutes) {
            next.assign(automaton.stride(), 0);
            automaton.after(next.data(), states.data(), lowest(here));
            std::swap(states, next);
        } else {
            key.push_back(static_cast<std::uint16_t>(lowest(here)));
        }
    }
    if (automaton.commutes)
        for (std::size_t w = 0; w < states.size(); ++w)
            if (states[w]) key.push_back(static_cast<std::uint16_t>(w)), push(states[w], key);
}

inline void Board::push(Mask mask, Key& key) {
    for (int shift = 0; shift < 64; shift += 16) key.push_back(static_cast<std::uint16_t>(mask >> shift));
}

}  // namespace caracol
