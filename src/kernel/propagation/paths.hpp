// The paths formed by the chosen links of loops, updated at each change, with undo: visiting a loop
// then means visiting the changes, not the whole board.
//
// For loops that do not check nodes. The result is the same as that of `LoopCuts`, which is used for
// boards that have not been tracked.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/elimination.hpp"
#include "model/model.hpp"

namespace caracol {

class Paths {
  public:
    explicit Paths(const Model& model) : model_(model), at_(model.loops.size()) {
        std::int32_t nodes = 0;
        for (std::size_t l = 0; l < at_.size(); ++l)
            if (!model.loops[l].at_nodes) at_[l].nodes = nodes, nodes += model.loops[l].nodes, some_ = true;
        if (!some_) return;
        from_.assign(model.size + 2, 0);
        around_.assign(nodes + 2, 0);
        each_link([&](std::int32_t cell, const Link& link) {
            ++from_[cell + 2];
            ++around_[link.one + 2];
            ++around_[link.other + 2];
        });
        for (std::size_t i = 2; i < from_.size(); ++i) from_[i] += from_[i - 1];
        for (std::size_t i = 2; i < around_.size(); ++i) around_[i] += around_[i - 1];
        links_.resize(from_.back());
        ways_.resize(around_.back());
        each_link([&](std::int32_t cell, const Link& link) {
            links_[from_[cell + 1]++] = link;
            ways_[around_[link.one + 1]++] = {link.other, cell, link.place};
            ways_[around_[link.other + 1]++] = {link.one, cell, link.place};
        });
        nodes_.resize(nodes);
    }

    // Begins with these candidates, with everything still to be visited.
    void begin(const std::vector<Mask>& masks) {
        if (!some_) return;
        joined_.clear();
        for (std::size_t node = 0; node < nodes_.size(); ++node) nodes_[node] = {static_cast<std::int32_t>(node), 0};
        for (Known& known : at_) {
            known = {known.nodes};
            known.all = true;
        }
        for (int cell = 0; cell < model_.size; ++cell)
            for (int i = from_[cell]; i < from_[cell + 1]; ++i) {
                const Link& link = links_[i];
                const Mask inside = model_.loops[link.loop].inside;
                at_[link.loop].open += (masks[cell] & inside) && (masks[cell] & ~inside);
                at_[link.loop].empty += !masks[cell];
                if (!(masks[cell] & ~inside)) choose(link);
            }
    }

    void change(int cell, Mask old, Mask now) {
        for (int i = some_ ? from_[cell] : 0, to = some_ ? from_[cell + 1] : 0; i < to; ++i) {
            const Link& link = links_[i];
            const Mask inside = model_.loops[link.loop].inside;
            at_[link.loop].empty += old && !now;
            if (!(old & inside) || !(old & ~inside) || ((now & inside) && (now & ~inside))) continue;
            --at_[link.loop].open;
            if (!(now & ~inside)) choose(link);
        }
    }

    // Restores a cell from `now` to `old`; the last change comes first.
    void undo(int cell, Mask old, Mask now) {
        for (int i = some_ ? from_[cell + 1] : 0, to = some_ ? from_[cell] : 0; i-- > to;) {
            const Link& link = links_[i];
            const Mask inside = model_.loops[link.loop].inside;
            at_[link.loop].empty -= old && !now;
            if (!(old & inside) || !(old & ~inside) || ((now & inside) && (now & ~inside))) continue;
            ++at_[link.loop].open;
            if (!(now & ~inside)) leave(link);
        }
    }

    // Marks everything as visited: the board is as it was when it had been.
    void forget() {
        for (Known& known : at_) known.ends.clear(), known.all = false;
    }

    // Whether something of a loop, or all of it, is still to be visited.
    bool waits(int l) const { return at_[l].all || !at_[l].ends.empty(); }
    void look_again(int l, bool all) { at_[l].all = all; }

    // What a loop rules out that has not been reported before, in the order of its links; false if it
    // cannot be satisfied.
    bool cuts(int l, const std::vector<Mask>& masks, std::vector<Elimination>& found) {
        Known& known = at_[l];
        if (known.empty || known.crowded || (known.closed ? known.paths > 1 : !known.open)) return false;
        const Loop& loop = model_.loops[l];
        if (known.closed) {
            for (int i = loop.cells.from; known.open && i < loop.cells.to; ++i) {
                const std::int32_t cell = model_.cells[i];
                if (masks[cell] & ~loop.inside && masks[cell] & loop.inside) found.push_back({cell, masks[cell] & loop.inside});
            }
        } else if (known.paths > 1) {
            if (known.all) {
                known.ends.clear();
                for (int node = known.nodes; node < known.nodes + loop.nodes; ++node)
                    if (nodes_[node].chosen == 1 && node < nodes_[node].end) known.ends.push_back(node);
            }
            closing_.clear();
            for (const std::int32_t node : known.ends)
                for (int i = around_[node]; nodes_[node].chosen == 1 && i < around_[node + 1]; ++i) {
                    const auto [other, cell, place] = ways_[i];
                    if (other == nodes_[node].end && masks[cell] & ~loop.inside && masks[cell] & loop.inside)
                        closing_.push_back(place);
                }
            std::sort(closing_.begin(), closing_.end());
            closing_.erase(std::unique(closing_.begin(), closing_.end()), closing_.end());
            for (const std::int32_t place : closing_) {
                const std::int32_t cell = model_.cells[loop.cells.from + place];
                found.push_back({cell, masks[cell] & loop.inside});
            }
        }
        known.ends.clear();
        known.all = false;
        return true;
    }

  private:
    struct Link {
        std::int32_t loop, place, one, other;
    };
    struct Way {
        std::int32_t to, cell, place;
    };
    struct Node {
        std::int32_t end;         // of a path's end, or a node on no path: the other end
        std::int32_t chosen = 0;  // links
    };
    struct Known {
        std::int32_t nodes = 0;  // start of this loop's nodes
        std::int32_t open = 0;   // links that may be chosen or not
        std::int32_t empty = 0;  // links without candidates
        std::int32_t paths = 0, closed = 0;
        std::int32_t crowded = 0;  // links chosen at a node that already had two
        bool all = false;          // whether every path is to be visited
        std::vector<std::int32_t> ends = {};  // one end of each other path to visit
    };
    // The ends of the path that a link created; none if it closed one, or was one too many.
    struct Joined {
        std::int32_t one, other;
    };
    static constexpr Joined closing{-1, -1}, crowding{-2, -2};

    template <class Do>
    void each_link(Do each) const {
        for (std::size_t l = 0; l < at_.size(); ++l) {
            const Loop& loop = model_.loops[l];
            const std::int32_t* ends = model_.loop_ends.data() + loop.ends;
            for (int i = 0; !loop.at_nodes && i < loop.cells.size(); ++i)
                each(model_.cells[loop.cells.from + i],
                     Link{static_cast<std::int32_t>(l), i, at_[l].nodes + ends[2 * i], at_[l].nodes + ends[2 * i + 1]});
        }
    }

    void choose(const Link& link) {
        Known& known = at_[link.loop];
        Node &one = nodes_[link.one], &other = nodes_[link.other];
        ++one.chosen, ++other.chosen;
        if (known.crowded || one.chosen > 2 || other.chosen > 2) {
            ++known.crowded;
            joined_.push_back(crowding);
        } else if (one.end == link.other) {
            ++known.closed;
            joined_.push_back(closing);
        } else {
            known.paths += 3 - one.chosen - other.chosen;
            // A path that was the only one might have been closed.
            if (one.chosen + other.chosen == 2 && known.paths == 2) known.all = true;
            const Joined ends{one.end, other.end};
            nodes_[ends.one].end = ends.other;
            nodes_[ends.other].end = ends.one;
            known.ends.push_back(ends.one);
            joined_.push_back(ends);
        }
    }

    void leave(const Link& link) {
        Known& known = at_[link.loop];
        Node &one = nodes_[link.one], &other = nodes_[link.other];
        const Joined ends = joined_.back();
        joined_.pop_back();
        if (ends.one == crowding.one) {
            --known.crowded;
        } else if (ends.one == closing.one) {
            --known.closed;
        } else {
            known.paths -= 3 - one.chosen - other.chosen;
            nodes_[ends.one].end = link.one;
            nodes_[ends.other].end = link.other;
        }
        --one.chosen, --other.chosen;
    }

    const Model& model_;
    std::vector<Known> at_;  // by loop
    bool some_ = false;      // whether there are such loops
    std::vector<std::int32_t> from_, around_;  // where the links of each cell begin, and the ways of each node
    std::vector<Link> links_;
    std::vector<Way> ways_;
    std::vector<Node> nodes_;
    std::vector<Joined> joined_;
    std::vector<std::int32_t> closing_;
};

}  // namespace caracol
