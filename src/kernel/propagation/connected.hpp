// The filter of connected shapes: the counterpart of `Connected.propagate` in `rules/connected.py`,
// in the same order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/elimination.hpp"
#include "model/model.hpp"

namespace caracol {

class ConnectedCuts {
  public:
    // What the rule rules out; false if it cannot be satisfied.
    bool operator()(const Connected& shape, const Mask* masks, std::vector<Elimination>& found) {
        const int cells = static_cast<int>(shape.sorted.size());
        places_.assign(cells, {});
        int may = 0, must = 0, last = -1, start = -1;
        for (int place = 0; place < cells; ++place) {
            const Mask here = masks[shape.sorted[place]];
            if (!here) return false;
            if (!(here & shape.inside)) continue;
            places_[place].may = true;
            ++may, last = place;
            if (here & ~shape.inside) continue;
            places_[place].must = places_[place].holds = true;
            ++must;
            if (start < 0) start = place;
        }
        if (!must) {
            if (shape.some && !may) return false;
            if (shape.some && may == 1) {
                const std::int32_t cell = shape.sorted[last];
                found.push_back({cell, masks[cell] & ~shape.inside});
            }
            return true;
        }
        follow(shape, start);
        for (int place = 0; place < cells; ++place) {
            if (!places_[place].may || places_[place].order >= 0) continue;
            if (places_[place].must) return false;
            found.push_back({shape.sorted[place], masks[shape.sorted[place]] & shape.inside});
        }
        for (int place = 0; place < cells; ++place)
            if (places_[place].needed && !places_[place].must)
                found.push_back({shape.sorted[place], masks[shape.sorted[place]] & ~shape.inside});
        return true;
    }

  private:
    struct Place {
        bool may = false, must = false;
        bool holds = false;   // whether it or a place below it must be inside
        bool needed = false;  // whether every path to some place that must be inside passes it
        std::int32_t order = -1, lowest = 0;
        std::int32_t above = -1, next = 0;  // where the walk came from, and its next neighbour
    };

    // Depth first: a place is needed if some part below it has no other path to the start.
    void follow(const Connected& shape, std::int32_t start) {
        std::int32_t visited = 0, at = start;
        enter(shape, start, -1, visited);
        while (at >= 0) {
            Place& here = places_[at];
            if (here.next < shape.links[at + 1]) {
                const std::int32_t other = shape.neighbours[here.next++];
                Place& there = places_[other];
                if (!there.may) continue;
                if (there.order < 0) {
                    enter(shape, other, at, visited);
                    at = other;
                } else {
                    here.lowest = std::min(here.lowest, there.order);
                }
                continue;
            }
            if (here.above >= 0) {
                Place& above = places_[here.above];
                above.lowest = std::min(above.lowest, here.lowest);
                if (here.holds) {
                    above.holds = true;
                    if (here.lowest >= above.order) above.needed = true;
                }
            }
            at = here.above;
        }
    }

    void enter(const Connected& shape, std::int32_t place, std::int32_t above, std::int32_t& visited) {
        places_[place].order = places_[place].lowest = visited++;
        places_[place].above = above;
        places_[place].next = shape.links[place];
    }

    std::vector<Place> places_;
};

}  // namespace caracol
