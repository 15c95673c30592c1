// Parts of a board that break a loop or a shape by themselves: the counterpart of `refuted` in
// `rules/loop.py` and `rules/connected.py`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "model/model.hpp"

namespace caracol {

class Nets {
  public:
    // A cell has a value inside the rule's set, or one outside.
    struct Fact {
        std::int32_t cell;
        bool inside;
    };
    using Part = std::vector<Fact>;

    // Nodes whose number of links is not two or none; or every loop but one, with a link of another.
    void refuted(const Model& model, const Loop& loop, const std::vector<Mask>& candidates,
                 const std::vector<std::uint8_t>& board, std::vector<Part>& parts) {
        const std::int32_t* cells = model.cells.data() + loop.cells.from;
        const std::int32_t* ends = model.loop_ends.data() + loop.ends;
        const int links = loop.cells.size();
        group_.assign(links, none);
        at_.assign(std::size_t(2) * loop.nodes, none);
        degree_.assign(loop.nodes, 0);
        for (int link = 0; link < links; ++link) {
            if (!(loop.inside >> board[cells[link]] & 1)) continue;
            group_[link] = unseen;
            for (int end = 0; end < 2; ++end) {
                const std::int32_t node = ends[2 * link + end];
                at_[std::size_t(2) * node + (degree_[node]++ > 0)] = link;
            }
        }
        if (std::any_of(degree_.begin(), degree_.end(), [](std::int32_t many) { return many && many != 2; })) {
            std::vector<Part> at_nodes(loop.nodes);
            for (int link = 0; link < links; ++link)
                for (int end = 0; end < 2; ++end)
                    at_nodes[ends[2 * link + end]].push_back({cells[link], group_[link] == unseen});
            for (int node = 0; node < loop.nodes; ++node)
                if (degree_[node] && degree_[node] != 2) parts.push_back(std::move(at_nodes[node]));
            return;
        }
        std::vector<Part> loops;
        for (int first = 0; first < links; ++first) {
            if (group_[first] != unseen) continue;
            Part& here = loops.emplace_back();
            int link = first, node = ends[2 * first];
            do {
                group_[link] = static_cast<std::int32_t>(loops.size());
                here.push_back({cells[link], true});
                node = ends[2 * link] == node ? ends[2 * link + 1] : ends[2 * link];
                const std::int32_t* both = &at_[std::size_t(2) * node];
                link = both[0] == link ? both[1] : both[0];
            } while (group_[link] == unseen);
        }
        if (loops.size() < 2) return;
        // Links that are certain can be left out.
        std::vector<int> surely;
        for (int link = 0; link < links; ++link)
            if (group_[link] > 0 && !(candidates[cells[link]] & ~loop.inside)) surely.push_back(link);
        for (std::size_t i = 0; i < loops.size(); ++i) {
            const auto other = std::find_if(surely.begin(), surely.end(), [&](int link) {
                return group_[link] != static_cast<std::int32_t>(i + 1);
            });
            const std::int32_t cell = loops[i ? i - 1 : loops.size() - 1][0].cell;
            parts.push_back(loops[i]);
            parts.back().push_back({other != surely.end() ? cells[*other] : cell, true});
        }
    }

    // Every part but the largest: a cell of it, one of the largest, and no way out of the part.
    void refuted(const Connected& shape, const std::vector<Mask>& candidates, const std::vector<std::uint8_t>& board,
                 std::vector<Part>& parts) {
        const auto cells = static_cast<int>(shape.sorted.size());
        group_.assign(cells, none);
        for (int place = 0; place < cells; ++place)
            if (shape.inside >> board[shape.sorted[place]] & 1) group_[place] = unseen;
        std::vector<std::vector<int>> pieces;
        for (int first = 0; first < cells; ++first) {
            if (group_[first] != unseen) continue;
            std::vector<int>& piece = pieces.emplace_back(1, first);
            group_[first] = static_cast<std::int32_t>(pieces.size());
            for (std::size_t next = 0; next < piece.size(); ++next)
                for (int i = shape.links[piece[next]]; i < shape.links[piece[next] + 1]; ++i)
                    if (const int other = shape.neighbours[i]; group_[other] == unseen) {
                        group_[other] = group_[first];
                        piece.push_back(other);
                    }
        }
        if (pieces.size() < 2) return;
        // Cells that are certain can be left out.
        const auto anchor = [&](const std::vector<int>& piece) {
            const auto surely = std::find_if(piece.begin(), piece.end(), [&](int place) {
                return !(candidates[shape.sorted[place]] & ~shape.inside);
            });
            return Fact{shape.sorted[surely == piece.end() ? piece[0] : *surely], true};
        };
        const auto largest = std::max_element(pieces.begin(), pieces.end(), [](const auto& one, const auto& other) {
            return one.size() < other.size();
        });
        for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
            if (piece == largest) continue;
            Part& part = parts.emplace_back(Part{anchor(*piece), anchor(*largest)});
            for (const int place : *piece)
                for (int i = shape.links[place]; i < shape.links[place + 1]; ++i)
                    if (group_[shape.neighbours[i]] == none) part.push_back({shape.sorted[shape.neighbours[i]], false});
        }
    }

  private:
    static constexpr std::int32_t none = -1, unseen = 0;

    std::vector<std::int32_t> group_;  // of each link or cell: none if it is outside
    std::vector<std::int32_t> at_, degree_;  // two links of each node, and their number
};

}  // namespace caracol
