// What a table of allowed combinations leaves, shared by all callers.
#pragma once

#include <vector>

#include "model/model.hpp"

namespace caracol {

// The combinations with this value at this place, as bits.
inline const Mask* having(const Model& model, const Table& rule, int place, int value) {
    return model.allowed_bits.data() + rule.bits + std::size_t(place * model.values + value) * rule.words;
}

// The combinations that have a candidate at every place.
inline void find_alive(const Model& model, const Table& rule, const Mask* masks, std::vector<Mask>& alive) {
    alive.assign(rule.words, ~Mask(0));
    for (int place = 0; place < rule.cells.size(); ++place) {
        const Mask here = masks[model.cells[rule.cells.from + place]];
        for (int w = 0; w < rule.words; ++w) {
            Mask some = 0;
            for (Mask left = here; left; left &= left - 1) some |= having(model, rule, place, lowest(left))[w];
            alive[w] &= some;
        }
    }
}

// Which of some candidates at a place a live combination has.
inline Mask supported(const Model& model, const Table& rule, const std::vector<Mask>& alive, int place, Mask here) {
    Mask kept = 0;
    for (Mask left = here; left; left &= left - 1) {
        const Mask* mine = having(model, rule, place, lowest(left));
        for (int w = 0; w < rule.words; ++w)
            if (alive[w] & mine[w]) {
                kept |= left & -left;
                break;
            }
    }
    return kept;
}

}  // namespace caracol
