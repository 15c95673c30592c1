// How Board applies each kind of rule: it calls the filters of filters.hpp, loop.hpp and
// connected.hpp, and reads lines with what it remembers of them. Included by board.hpp; these are
// its members.
#pragma once

namespace caracol {

inline bool Board::sweep(int c) {
    return filter_count(model_, model_.counts[c], slack_[c], candidates_.data(),
                        [&](int cell, Mask removed) { return keep(cell, ~removed); });
}

inline bool Board::filter(int a) {
    const Table& allowed = model_.alloweds[a];
    allowed_queued_[a] = !allowed.repeats;  // it need not wake itself
    const bool possible = filter_allowed(model_, allowed, candidates_.data(), alive_,
                                         [&](int cell, Mask removed) { return keep(cell, ~removed); });
    if (!allowed.repeats) allowed_queued_[a] = 0;
    return possible;
}

inline bool Board::follow(int s) {
    const Sequence& sequence = model_.sequences[s];
    sequence_queued_[s] = !sequence.repeats;  // its own cuts are not news to it
    const bool possible = filter_sequence(model_, sequence, candidates_.data(), ahead_, found_,
                                          [&](int cell, Mask removed) { return keep(cell, ~removed); });
    if (!sequence.repeats) sequence_queued_[s] = 0;
    return possible;
}

// Applies the cuts that a filter has listed.
inline bool Board::take_found() {
    for (const auto& [cell, removed] : found_)
        if (!keep(cell, ~removed)) return false;
    return true;
}

inline bool Board::close(int l) {
    found_.clear();
    const Loop& loop = model_.loops[l];
    const bool possible = loop.at_nodes ? loop_(model_, loop, candidates_.data(), found_) : paths_.cuts(l, candidates_, found_);
    return possible && take_found();
}

inline bool Board::cross(const Loop& loop) {
    found_.clear();
    return crossings_(model_, loop, candidates_.data(), found_) && take_found();
}

inline bool Board::hold(int s) {
    found_.clear();
    return connected_(model_.shapes[s], candidates_.data(), found_) && take_found();
}

inline bool Board::read(int r) {
    const Regular& reading = model_.readings[r];
    switch (model_.stairs[reading.stairs].words()) {
        case 1: return read_words<1>(reading, r);
        case 2: return read_words<2>(reading, r);
        case 4: return read_words<4>(reading, r);
        default: return read_words<0>(reading, r);
    }
}

// For each place, `ahead` is the set of states that the automaton may reach there from the start, and
// `back` the set of those from which it may still accept. A value stays possible if it leads from one
// of the first to one of the second.
//
// Both are kept between visits, together with the candidates they were computed from (`seen`). So
// only what is after the first changed place (for `ahead`) and before the last one (for `back`) is
// recomputed, and only as far as it differs. Backtracking needs no special care, because restored
// candidates count as changed.
template <int N>
bool Board::read_words(const Regular& reading, int r) {
    const Staircase& stairs = model_.stairs[reading.stairs];
    const int words = N ? N : stairs.words(), length = reading.cells.size();
    const std::int32_t* cells = model_.cells.data() + reading.cells.from;
    Mask* seen = seen_.data() + reading.seen;
    Mask* ahead = states_.data() + reading.states;
    Mask* back = ahead + std::size_t(length + 1) * words;
    const auto same = [&](const Mask* a, const Mask* b) { return std::equal(a, a + words, b); };

    int first = length, last = -1;
    for (int place = 0; place < length; ++place) {
        now_[place] = stairs.classes_of(candidates_[cells[place]]);
        if (now_[place] != seen[place]) {
            first = std::min(first, place);
            last = place;
            seen[place] = now_[place];
        }
    }
    int check_from = first, check_to = last;
    if (!checked_[r]) {
        std::copy_n(stairs.start(), words, ahead);
        std::copy_n(stairs.accept(), words, back + std::size_t(length) * words);
        check_from = 0, check_to = length - 1;
    }

    Mask fixed[N ? N : 1];
    if (!N) next_.resize(words);
    Mask* next = N ? fixed : next_.data();
    for (int place = first; place < length; ++place) {
        if (!N) tick(words);
        after<N>(next, ahead + std::size_t(place) * words, stairs.of_set(now_[place], scratch_), words);
        Mask* known = ahead + std::size_t(place + 1) * words;
        if (place >= last && same(next, known)) break;
        std::copy(next, next + words, known);
        check_to = std::max(check_to, std::min(place + 1, length - 1));
    }
    const Mask* end = ahead + std::size_t(length) * words;
    Mask accepted = 0;
    for (int w = 0; w < words; ++w) accepted |= end[w] & stairs.accept()[w];
    for (int place = last; place >= 0; --place) {
        if (!N) tick(words);
        before<N>(next, back + std::size_t(place + 1) * words, stairs.of_set(now_[place], scratch_), words);
        Mask* known = back + std::size_t(place) * words;
        if (place <= first && same(next, known)) break;
        std::copy(next, next + words, known);
        check_from = std::min(check_from, std::max(place - 1, 0));
    }
    // If it fails, nothing was checked: next time, everything has to be.
    checked_[r] = accepted != 0;
    if (!accepted) return false;

    if (!reading.repeats) reading_queued_[r] = 1;  // its own cuts are not news to it
    bool possible = true;
    for (int place = check_from; place <= check_to && possible; ++place) {
        const Mask here = now_[place];
        if (single(here)) continue;
        if (!N) tick(words);
        Mask lost = 0;
        for (Mask left = here; left; left &= left - 1) {
            const int k = lowest(left);
            if (!leads<N>(ahead + std::size_t(place) * words, back + std::size_t(place + 1) * words,
                          stairs.of_class(k), words))
                lost |= Mask(1) << k;
        }
        if (lost) {
            // If these very candidates come back, they must count as news.
            seen[place] = 0;
            possible = keep(cells[place], ~stairs.values_of(lost));
        }
    }
    if (!reading.repeats) reading_queued_[r] = 0;
    if (!possible) checked_[r] = 0;
    return possible;
}

}  // namespace caracol
