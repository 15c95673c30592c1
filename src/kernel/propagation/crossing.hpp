// A consequence of a loop that needs all its links together: it crosses every border an even number
// of times. If a single undecided link joins two parts of the net, the chosen links determine whether
// it is chosen.
//
// Only search uses it; explanations and plain Python do not.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/elimination.hpp"
#include "model/model.hpp"

namespace caracol {

class Crossings {
  public:
    // What is ruled out; false if the loop would cross some border an odd number of times.
    bool operator()(const Model& model, const Loop& loop, const Mask* masks, std::vector<Elimination>& found) {
        const int links = loop.cells.size();
        const std::int32_t* cells = model.cells.data() + loop.cells.from;
        const std::int32_t* ends = model.loop_ends.data() + loop.ends;
        // The undecided links at each node, as a linked list; and whether it has an odd number of chosen ones.
        nodes_.assign(loop.nodes, {});
        ways_.resize(std::size_t(2) * links);
        for (int link = 0; link < links; ++link) {
            const Mask here = masks[cells[link]];
            if (!(here & loop.inside)) continue;
            const bool chosen = !(here & ~loop.inside);
            for (int end = 0; end < 2; ++end) {
                Node& node = nodes_[ends[2 * link + end]];
                if (chosen) node.odd ^= 1;
                else ways_[2 * link + end] = node.first, node.first = 2 * link + end;
            }
        }
        time_ = 0;
        for (std::int32_t node = 0; node < loop.nodes; ++node) {
            if (nodes_[node].met) continue;
            if (nodes_[node].first < 0 ? nodes_[node].odd : !walk(node, cells, ends, masks, loop.inside, found))
                return false;
        }
        return true;
    }

  private:
    struct Node {
        std::int32_t first = -1;  // its next unexplored link
        std::int32_t met = 0;     // when the walk reached it; 0: not yet
        std::int32_t low = 0;     // the earliest node reached from here or beyond by other links
        std::int32_t by = -1;     // how the walk arrived: twice the link, plus its end
        std::uint8_t odd = 0;     // of this node and those beyond: whether they have an odd number of chosen ends
    };

    // Depth first from a node: a link is the only one between two parts if nothing beyond it leads back
    // before it.
    bool walk(std::int32_t node, const std::int32_t* cells, const std::int32_t* ends, const Mask* masks, Mask inside,
              std::vector<Elimination>& found) {
        nodes_[node].met = nodes_[node].low = ++time_;
        for (;;) {
            Node& here = nodes_[node];
            if (here.first >= 0) {
                const std::int32_t way = here.first, link = way >> 1;
                here.first = ways_[way];
                if (here.by >= 0 && here.by >> 1 == link) continue;
                const std::int32_t there = ends[way ^ 1];
                Node& next = nodes_[there];
                if (next.met) {
                    here.low = std::min(here.low, next.met);
                } else {
                    next.met = next.low = ++time_;
                    next.by = way;
                    node = there;
                }
                continue;
            }
            if (here.by < 0) return !here.odd;
            const std::int32_t link = here.by >> 1, back = ends[here.by];
            Node& before = nodes_[back];
            before.low = std::min(before.low, here.low);
            before.odd ^= here.odd;
            if (here.low > before.met) {
                const Mask mask = masks[cells[link]];
                found.push_back({cells[link], here.odd ? mask & ~inside : mask & inside});
                // Chosen or not, the link is decided: with it, the part beyond is even.
            }
            node = back;
        }
    }

    std::vector<Node> nodes_;
    std::vector<std::int32_t> ways_;  // the next link of the node, after each
    std::int32_t time_ = 0;
};

}  // namespace caracol
