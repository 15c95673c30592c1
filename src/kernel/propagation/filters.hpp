// The filter of each kind of rule: the values that the rule alone rules out, given the candidates.
// The definition is `propagate` of the kind's class in `rules/`; the tests compare the two.
//
// A filter calls `take(cell, removed)` for each cell, in an order that is part of the answer, and
// returns false if the rule cannot be satisfied or `take` returns false. Board removes values at
// once; Cutters lists them. The filters of loops and connected shapes are classes in loop.hpp and
// connected.hpp. The filter of lines is in cutters.hpp; Board, which reads the same lines again and
// again, remembers the sets of states between visits (cuts.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/elimination.hpp"
#include "model/model.hpp"
#include "propagation/combinations.hpp"

namespace caracol {

// How many more cells may get a counted value, and how many may lose it.
struct Slack {
    std::int32_t most = 0, least = 0;
};

inline Slack slack_of(const Model& model, const Count& count, const Mask* masks) {
    std::int32_t must = 0, may = 0;
    for (int i = count.cells.from; i < count.cells.to; ++i) {
        const Mask here = masks[model.cells[i]];
        may += (here & count.counted) != 0;
        must += (here & ~count.counted) == 0;
    }
    return {count.most - must, may - count.least};
}

// A count acts only when it has no slack left: either no further cell may have a counted value, or
// every cell that still may have one must.
template <class Take>
bool filter_count(const Model& model, const Count& count, Slack slack, const Mask* masks, Take take) {
    if (slack.most < 0 || slack.least < 0) return false;
    if (slack.most > 0 && slack.least > 0) return true;
    const int undecided = slack.most + slack.least + count.least - count.most;
    if (undecided == 0) return true;
    const Mask removed = slack.most == 0 ? count.counted : ~count.counted;
    for (int i = count.cells.from; i < count.cells.to; ++i) {
        const int cell = model.cells[i];
        const Mask here = masks[cell];
        if ((here & count.counted) && (here & ~count.counted) && !take(cell, here & removed)) return false;
    }
    return true;
}

// Every value must be part of a combination of candidates. Small rules look that up in a table.
template <class Take>
bool filter_allowed(const Model& model, const Table& rule, const Mask* masks, std::vector<Mask>& alive, Take take) {
    if (!rule.possible) return false;
    const std::int32_t* cells = model.cells.data() + rule.cells.from;
    const int many = rule.cells.size(), values = model.values;
    if (rule.supports && !rule.repeats) {
        unsigned known = 0;
        for (int place = 0; place < many; ++place) known |= unsigned(masks[cells[place]]) << (place * values);
        unsigned left = (*rule.supports)[known];
        if (left == known) return true;
        for (int place = 0; place < many; ++place, left >>= values) {
            const Mask lost = masks[cells[place]] & ~Mask(left);
            if (lost && !take(cells[place], lost)) return false;
        }
        return true;
    }
    find_alive(model, rule, masks, alive);
    for (int place = 0; place < many; ++place) {
        const Mask here = masks[cells[place]];
        const Mask lost = here & ~supported(model, rule, alive, place, here);
        if (lost && !take(cells[place], lost)) return false;
    }
    return true;
}

// Every value must be on a path of the automaton from its start to acceptance. `found` is scratch:
// nothing is removed before the whole line is read.
template <class Take>
bool filter_sequence(const Model& model, const Sequence& sequence, const Mask* masks, std::vector<Mask>& ahead,
                     std::vector<Elimination>& found, Take take) {
    const std::int32_t* cells = model.cells.data() + sequence.cells.from;
    found.clear();
    const bool kept = sequence.automaton->filter(
        sequence.cells.size(), [&](int place) { return masks[cells[place]]; }, ahead,
        [&](int place, Mask lost) { found.push_back({cells[place], lost}); });
    if (!kept) return false;
    for (const auto& [cell, removed] : found)
        if (!take(cell, removed)) return false;
    return true;
}

}  // namespace caracol
