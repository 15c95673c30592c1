// What must be known for what a reading rules out: nothing, the cells that have one value (the
// blank, say), or some others beside the cell. A genre makes names of it.
#pragma once

#include <vector>

#include "trial.hpp"

namespace caracol {

class Evidence {
  public:
    // What is said of a cut; the Python side has the same numbers.
    enum Said : std::int32_t {
        settles = 1,    // it leaves the value alone
        excludes = 2,   // it takes the value away
        nothing = 4,    // it follows where nothing is known
        value = 8,      // it follows from the cells that have the value
        before = 16,    // the cell before it surely has another value
        after = 32,     // the cell behind it surely has another value
        one_side = 64,  // both do, and it follows from the value and from one of them
        between = 128,  // some cell before it and some cell behind it surely have another value
        finishes = 256  // all cells that are open are left the value, and some have another
    };

    Evidence(const Model& model, Trials& trials) : model_(model), trials_(trials), seen_(model.size) {}

    // For each cut of a reading, in the order of the cuts.
    void look(const Mask* masks, std::int32_t number, int blank, std::vector<std::int32_t>& said) {
        said.clear();
        number_ = number;
        cells_ = trials_.cells(number);
        const Mask value_bit = Mask(1) << blank;
        if (!trials_.cuts(masks, number, cuts_) || cuts_.empty()) return;
        const int length = cells_.size();
        int first = length, last = -1, open = 0;  // cells that surely have another value
        bool all = true;
        place_.resize(model_.size);
        for (int place = 0; place < length; ++place) {
            const Mask here = masks[cell(place)];
            place_[cell(place)] = place;
            open += !single(here);
            if (!(here & value_bit)) first = std::min(first, place), last = place;
        }
        for (const auto& [cell, removed] : cuts_) all &= (masks[cell] & ~removed) == value_bit;
        const bool finished = all && last >= 0 && open == static_cast<int>(cuts_.size());
        follow(masks, 0, -1, bare_);
        bool blanks_known = false;
        for (const auto& [cut_cell, removed] : cuts_) {
            const int place = place_[cut_cell];
            const bool settled = (masks[cut_cell] & ~removed) == value_bit;
            std::int32_t here = settled ? settles : removed & value_bit ? excludes : 0;
            if (finished) here |= finishes;
            if (!(removed & ~bare_[place])) {
                here |= nothing;
            } else if (!finished && here) {
                if (!blanks_known) follow(masks, value_bit, -1, from_value_), blanks_known = true;
                if (!(removed & ~from_value_[place])) here |= value;
                else here |= beside(masks, value_bit, place, removed, settled, first, last);
            }
            said.push_back(here);
        }
    }

  private:
    std::int32_t cell(int place) const { return model_.cells[cells_.from + place]; }

    std::int32_t beside(const Mask* masks, Mask value_bit, int place, Mask removed, bool settled, int first, int last) {
        const auto other = [&](int at) { return at >= 0 && at < cells_.size() && !(masks[cell(at)] & value_bit); };
        std::int32_t found = 0;
        if (other(place - 1)) found |= before;
        if (other(place + 1)) found |= after;
        if (first < place && last > place) found |= between;
        if (settled && (found & before) && (found & after))
            for (const int at : {place - 1, place + 1}) {
                if (found & one_side) break;
                follow(masks, value_bit, at, from_side_);
                if (!(removed & ~from_side_[place])) found |= one_side;
            }
        return found;
    }

    // What the reading rules out at each place where only the cells with this value are known, and
    // the one at `also`, if there is one.
    void follow(const Mask* masks, Mask known, int also, std::vector<Mask>& found) {
        for (int place = 0; place < cells_.size(); ++place) {
            const Mask here = masks[cell(place)];
            seen_[cell(place)] = (here == known && known) || place == also ? here : model_.everything;
        }
        found.assign(cells_.size(), 0);
        if (!trials_.cuts(seen_.data(), number_, supposed_)) return;
        for (const auto& [cut_cell, removed] : supposed_) found[place_[cut_cell]] = removed;
    }

    const Model& model_;
    Trials& trials_;
    Span cells_;
    std::int32_t number_ = 0;
    std::vector<Mask> seen_, bare_, from_value_, from_side_;
    std::vector<std::int32_t> place_;
    std::vector<Cut> cuts_, supposed_;
};

}  // namespace caracol
