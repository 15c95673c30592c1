// The filter of loops: the counterpart of `Loop.propagate` in `rules/loop.py`, in the same order.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/elimination.hpp"
#include "model/model.hpp"

namespace caracol {

class LoopCuts {
  public:
    // What the rule rules out; false if it cannot be satisfied.
    bool operator()(const Model& model, const Loop& loop, const Mask* masks, std::vector<Elimination>& found) {
        const int links = loop.cells.size();
        const std::int32_t* cells = model.cells.data() + loop.cells.from;
        const std::int32_t* ends = model.loop_ends.data() + loop.ends;
        if (!loop.at_nodes) return closing(loop, cells, ends, masks, found);
        state_.assign(links, gone);
        nodes_.assign(loop.nodes, {});
        int may = 0;
        for (int link = 0; link < links; ++link) {
            const Mask here = masks[cells[link]];
            if (!here) return false;
            if (!(here & loop.inside)) continue;
            const bool must = !(here & ~loop.inside);
            ++may;
            state_[link] = must ? chosen : open;
            for (int end = 0; end < 2; ++end) {
                Node& node = nodes_[ends[2 * link + end]];
                ++(must ? node.chosen : node.open);
            }
        }
        if (!may) return false;
        for (const Node& node : nodes_)
            if (node.chosen > 2 || (node.chosen == 1 && !node.open)) return false;
        int out = 0, into = 0;
        for (int link = 0; link < links; ++link) {
            if (state_[link] != open) continue;
            bool leave = false, take = false;
            for (int end = 0; end < 2; ++end) {
                const Node& node = nodes_[ends[2 * link + end]];
                leave |= node.chosen == 2 || (!node.chosen && node.open == 1);
                take |= node.chosen == 1 && node.open == 1;
            }
            if (leave && take) return false;
            if (leave) state_[link] = left_out, ++out;
            if (take) state_[link] = taken, ++into;
        }
        if (!close(loop, links, ends, out)) return false;
        if (out == may) return false;
        for (int link = 0; out && link < links; ++link)
            if (state_[link] == left_out) found.push_back({cells[link], masks[cells[link]] & loop.inside});
        for (int link = 0; into && link < links; ++link)
            if (state_[link] == taken) found.push_back({cells[link], masks[cells[link]] & ~loop.inside});
        return true;
    }

  private:
    enum State : std::uint8_t { gone, open, chosen, left_out, taken };

    struct Node {
        std::int32_t chosen = 0, open = 0;
        std::int32_t root = -1;  // towards the representative of its path
        std::int32_t free = -1;  // of a path, at its representative: one of its free ends
        std::int32_t other = -1; // of a free end: the other one of its path
        std::uint32_t seen = 0;  // the visit that this is about
    };

    // The same if nodes are not checked: only nodes at chosen links matter, and most have none.
    bool closing(const Loop& loop, const std::int32_t* cells, const std::int32_t* ends, const Mask* masks,
                 std::vector<Elimination>& found) {
        const int links = loop.cells.size();
        chosen_.resize(links);
        open_.resize(links);
        int number = 0, undecided = 0;
        bool empty = false;
        for (int link = 0; link < links; ++link) {
            const Mask here = masks[cells[link]];
            const bool may = here & loop.inside, need_not = here & ~loop.inside;
            empty |= !here;
            chosen_[number] = open_[undecided] = link;
            number += may && !need_not;
            undecided += may && need_not;
        }
        if (empty || !(number + undecided)) return false;
        if (nodes_.size() < std::size_t(loop.nodes)) nodes_.resize(loop.nodes);
        ++look_;
        int paths = 0, closed = 0;
        for (int i = 0; i < number; ++i) {
            for (int end = 0; end < 2; ++end) {
                Node& node = nodes_[ends[2 * chosen_[i] + end]];
                if (node.seen != look_) node = {0, 0, -1, -1, -1, look_}, ++paths;
                if (++node.chosen > 2) return false;
            }
            const std::int32_t one = name_of(ends[2 * chosen_[i]]), other = name_of(ends[2 * chosen_[i] + 1]);
            if (one == other) ++closed;
            else nodes_[one].root = other, --paths;
        }
        if (closed && paths > 1) return false;
        for (int i = 0; i < number && (!undecided || (!closed && paths > 1)); ++i)
            for (int end = 0; end < 2; ++end) {
                const std::int32_t here = ends[2 * chosen_[i] + end];
                if (nodes_[here].chosen != 1) continue;
                if (!undecided) return false;
                Node& path = nodes_[name_of(here)];
                if (path.free < 0) path.free = here;
                else nodes_[here].other = path.free, nodes_[path.free].other = here;
            }
        if (!closed && paths < 2) return true;
        for (int i = 0; i < undecided; ++i) {
            const int link = open_[i];
            const Node& node = nodes_[ends[2 * link]];
            if (closed || (node.seen == look_ && node.other == ends[2 * link + 1]))
                found.push_back({cells[link], masks[cells[link]] & loop.inside});
        }
        return true;
    }

    std::int32_t name_of(std::int32_t node) {
        while (nodes_[node].root >= 0) {
            const std::int32_t above = nodes_[node].root;
            if (nodes_[above].root >= 0) nodes_[node].root = nodes_[above].root;
            node = above;
        }
        return node;
    }

    // Removes links that would close a loop beside other chosen links; false if one is closed and there
    // are others, or if such a link was chosen.
    bool close(const Loop& loop, int links, const std::int32_t* ends, int& out) {
        int paths = 0, closed = 0;
        for (int link = 0; link < links; ++link) {
            if (state_[link] != chosen) continue;
            const std::int32_t one = name_of(ends[2 * link]), other = name_of(ends[2 * link + 1]);
            if (one == other) ++closed;
            else nodes_[one].root = other;
        }
        for (std::int32_t node = 0; node < loop.nodes; ++node) {
            if (!nodes_[node].chosen) continue;
            if (nodes_[node].root < 0) ++paths;
            if (nodes_[node].chosen != 1) continue;
            Node& path = nodes_[name_of(node)];
            if (path.free < 0) path.free = node;
            else nodes_[node].other = path.free, nodes_[path.free].other = node;
        }
        if (closed && paths > 1) return false;
        if (!closed && paths < 2) return true;
        for (int link = 0; link < links; ++link) {
            if (state_[link] != open && state_[link] != taken) continue;
            if (!closed && nodes_[ends[2 * link]].other != ends[2 * link + 1]) continue;
            if (state_[link] == taken) return false;
            state_[link] = left_out;
            ++out;
        }
        return true;
    }

    std::vector<State> state_;
    std::vector<Node> nodes_;
    std::vector<std::int32_t> chosen_, open_;
    std::uint32_t look_ = 0;
};

}  // namespace caracol
