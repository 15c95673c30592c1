// What each kind of rule cuts. Included by board.hpp, whose members these are.
#pragma once

namespace caracol {

// A count acts only when it has no slack left: either no further cell may have a counted value,
// or every cell that still may, must.
inline bool Board::sweep(int c) {
    const Count& count = model_.counts[c];
    const auto [most, least] = slack_[c];
    if (most < 0 || least < 0) return false;
    if (most > 0 && least > 0) return true;
    // may - must: how many cells are undecided.
    if (most + least + count.least - count.most == 0) return true;
    const Mask kept = most == 0 ? ~count.counted : count.counted;
    for (int i = count.cells.from; i < count.cells.to; ++i) {
        const int cell = model_.cells[i];
        const Mask here = candidates_[cell];
        if ((here & count.counted) && (here & ~count.counted) && !keep(cell, kept)) return false;
    }
    return true;
}

inline bool Board::filter(int a) {
    const Allowed& allowed = model_.alloweds[a];
    if (!allowed.possible) return false;
    if (allowed.supports && !allowed.repeats) {
        const std::int32_t* cells = model_.cells.data() + allowed.cells.from;
        const int many = allowed.cells.size(), values = model_.values;
        unsigned known = 0;
        for (int place = 0; place < many; ++place) known |= unsigned(candidates_[cells[place]]) << (place * values);
        unsigned left = (*allowed.supports)[known];
        if (left == known) return true;
        allowed_queued_[a] = 1;  // no need to wake itself
        bool possible = true;
        for (int place = 0; place < many && possible; ++place, left >>= values) {
            const Mask kept = left & model_.everything;
            if (kept != candidates_[cells[place]]) possible = keep(cells[place], kept);
        }
        allowed_queued_[a] = 0;
        return possible;
    }
    find_alive(model_, allowed, candidates_.data(), alive_);
    for (int place = 0; place < allowed.cells.size(); ++place) {
        const int cell = model_.cells[allowed.cells.from + place];
        const Mask kept = supported(model_, allowed, alive_, place, candidates_[cell]);
        if (kept != candidates_[cell]) {
            allowed_queued_[a] = !allowed.repeats;  // no need to wake itself
            const bool possible = keep(cell, kept);
            if (!allowed.repeats) allowed_queued_[a] = 0;
            if (!possible) return false;
        }
    }
    return true;
}

inline bool Board::follow(int s) {
    const Sequence& sequence = model_.sequences[s];
    const std::int32_t* cells = model_.cells.data() + sequence.cells.from;
    found_.clear();
    const bool kept = sequence.automaton->follow(
        sequence.cells.size(), [&](int place) { return candidates_[cells[place]]; }, ahead_,
        [&](int place, Mask lost) { found_.push_back({cells[place], lost}); });
    if (!kept) return false;
    sequence_queued_[s] = !sequence.repeats;  // what it cuts is no news to itself
    bool possible = true;
    for (std::size_t i = 0; i < found_.size() && possible; ++i) possible = keep(found_[i].cell, ~found_[i].removed);
    if (!sequence.repeats) sequence_queued_[s] = 0;
    return possible;
}

inline bool Board::close(int l) {
    found_.clear();
    const Loop& loop = model_.loops[l];
    if (!(loop.at_nodes ? loop_(model_, loop, candidates_.data(), found_) : paths_.cuts(l, candidates_, found_))) return false;
    for (const auto& [cell, removed] : found_)
        if (!keep(cell, ~removed)) return false;
    return true;
}

inline bool Board::cross(const Loop& loop) {
    found_.clear();
    if (!crossings_(model_, loop, candidates_.data(), found_)) return false;
    for (const auto& [cell, removed] : found_)
        if (!keep(cell, ~removed)) return false;
    return true;
}

inline bool Board::hold(int s) {
    found_.clear();
    if (!connected_(model_.shapes[s], candidates_.data(), found_)) return false;
    for (const auto& [cell, removed] : found_)
        if (!keep(cell, ~removed)) return false;
    return true;
}

inline bool Board::read(int r) {
    const Reading& reading = model_.readings[r];
    switch (model_.stairs[reading.stairs].words()) {
        case 1: return read_words<1>(reading, r);
        case 2: return read_words<2>(reading, r);
        case 4: return read_words<4>(reading, r);
        default: return read_words<0>(reading, r);
    }
}

// For each place, `ahead` is the set of states in which the automaton may come there from the
// start, and `back` the set of those from which it may still be accepted. A value may stay where
// it leads from one of the first to one of the second.
//
// Both are kept from one time to the next, together with the candidates they were made from
// (`seen`). So only what lies behind the first changed place (for `ahead`) and before the last
// one (for `back`) is made anew, and there only as far as it differs; and going back in the search
// needs no care, as candidates that came back are changed candidates.
template <int N>
bool Board::read_words(const Reading& reading, int r) {
    const Stairs& stairs = model_.stairs[reading.stairs];
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
        before<N>(next, back + std::size_t(place + 1) * words, stairs.of_set(now_[place], scratch_), words);
        Mask* known = back + std::size_t(place) * words;
        if (place <= first && same(next, known)) break;
        std::copy(next, next + words, known);
        check_from = std::min(check_from, std::max(place - 1, 0));
    }
    // Where it fails, nothing was checked: next time everything has to be.
    checked_[r] = accepted != 0;
    if (!accepted) return false;

    if (!reading.repeats) reading_queued_[r] = 1;  // what it cuts is no news to itself
    bool possible = true;
    for (int place = check_from; place <= check_to && possible; ++place) {
        const Mask here = now_[place];
        if (single(here)) continue;
        Mask lost = 0;
        for (Mask left = here; left; left &= left - 1) {
            const int k = lowest(left);
            if (!leads<N>(ahead + std::size_t(place) * words, back + std::size_t(place + 1) * words,
                          stairs.of_class(k), words))
                lost |= Mask(1) << k;
        }
        if (lost) {
            // Should these very candidates come back, they must count as news.
            seen[place] = 0;
            possible = keep(cells[place], ~stairs.values_of(lost));
        }
    }
    if (!reading.repeats) reading_queued_[r] = 0;
    if (!possible) checked_[r] = 0;
    return possible;
}

}  // namespace caracol
