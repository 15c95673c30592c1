// Consequences of several counts together that follow only by counting: a solver that learns clauses
// would need thousands of them.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "model/model.hpp"

namespace caracol {

// At least `wanted` of these blocks of cells have a cell with a counted value; none has two.
struct Blocks {
    Mask counted;
    std::int32_t wanted;
    std::vector<std::vector<std::int32_t>> blocks;
};

// `here` has `more` more cells with a counted value than `there`.
struct Balance {
    Mask counted;
    std::int32_t more;
    std::vector<std::int32_t> here, there;
};

class Implied {
  public:
    Implied(const Model& model, const std::vector<Mask>& candidates) : model_(model), candidates_(candidates) {
        std::map<Mask, std::vector<Family>> families;
        std::map<Mask, std::vector<const Count*>> groups;
        for (const Count& count : model.given()) {
            if (count.least == count.most && count.most > 1) join(families[count.counted], count);
            else if (count.most == 1 && count.cells.size() > 1) groups[count.counted].push_back(&count);
        }
        for (const auto& [counted, found] : families) {
            if (const auto alone = groups.find(counted); alone != groups.end()) pack(counted, found, alone->second);
            for (const Family& one : found)
                for (const Family& other : found)
                    if (&one != &other) balance(counted, one, other);
        }
    }

    std::vector<Blocks> packings;
    std::vector<Balance> balances;

  private:
    using Cells = std::vector<std::int32_t>;
    // Counts that share no cell, one after the other: all rows, all columns, all regions.
    using Family = std::vector<const Count*>;

    static constexpr int most_spare = 2;   // blocks that may stay empty
    static constexpr int longest = 3;      // times the cells of a line

    Cells cells_of(const Count& count) const {
        return {model_.cells.begin() + count.cells.from, model_.cells.begin() + count.cells.to};
    }
    bool open(std::int32_t cell, Mask counted) const { return candidates_[cell] & counted; }

    void join(std::vector<Family>& families, const Count& count) const {
        if (!families.empty()) {
            std::vector<char> taken(model_.size, 0);
            for (const Count* other : families.back())
                for (const std::int32_t cell : cells_of(*other)) taken[cell] = 1;
            const Cells cells = cells_of(count);
            if (std::none_of(cells.begin(), cells.end(), [&](int cell) { return taken[cell]; })) {
                families.back().push_back(&count);
                return;
            }
        }
        families.push_back({&count});
    }

    // Lines, and two neighbouring lines, split into blocks with room for one each.
    void pack(Mask counted, const std::vector<Family>& families, const std::vector<const Count*>& groups) {
        std::vector<std::vector<const Count*>> with(model_.size);
        for (const Count* group : groups)
            for (const std::int32_t cell : cells_of(*group)) with[cell].push_back(group);
        for (const Family& family : families)
            for (std::size_t i = 0; i < family.size(); ++i) {
                const Cells cells = cells_of(*family[i]);
                Cells backwards(cells.rbegin(), cells.rend());
                auto one = blocks_of(cells, with, counted), other = blocks_of(backwards, with, counted);
                keep({counted, family[i]->most, one.size() <= other.size() ? std::move(one) : std::move(other)});
                if (i + 1 == family.size()) break;
                const Cells next = cells_of(*family[i + 1]);
                Cells both;
                for (std::size_t at = 0; at < std::max(cells.size(), next.size()); ++at) {
                    if (at < cells.size()) both.push_back(cells[at]);
                    if (at < next.size()) both.push_back(next[at]);
                }
                const std::int32_t wanted = family[i]->most + family[i + 1]->most;
                keep({counted, wanted, blocks_of(both, with, counted)});
                // The same, one cell further on.
                keep({counted, wanted, blocks_of(both, with, counted, 2)});
            }
    }

    void keep(Blocks packing) {
        if (static_cast<std::int32_t>(packing.blocks.size()) - packing.wanted <= most_spare)
            packings.push_back(std::move(packing));
    }

    // In this order, each cell with as many of the others as one group has; for the first, only this many
    // of the first cells.
    std::vector<Cells> blocks_of(const Cells& cells, const std::vector<std::vector<const Count*>>& with,
                                 Mask counted, int first = 0) const {
        std::vector<char> left(model_.size, 0);
        for (const std::int32_t cell : cells) left[cell] = open(cell, counted);
        std::vector<Cells> blocks;
        for (const std::int32_t cell : cells) {
            if (!left[cell]) continue;
            Cells best{cell};
            for (const Count* group : with[cell]) {
                Cells block;
                for (const std::int32_t other : cells_of(*group))
                    if (left[other] && (!first || other == cells[0] || other == cells[1])) block.push_back(other);
                if (block.size() > best.size()) best = std::move(block);
            }
            first = 0;
            for (const std::int32_t other : best) left[other] = 0;
            std::sort(best.begin(), best.end());
            blocks.push_back(std::move(best));
        }
        return blocks;
    }

    // The lines of one family from the first up to each, without those of the other that are mostly inside
    // them: what is left of both are the cells along the border.
    void balance(Mask counted, const Family& lines, const Family& others) {
        std::vector<char> inside(model_.size, 0), taken(model_.size, 0);
        std::int32_t wanted = 0;
        std::size_t widest = 0;
        for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
            for (const std::int32_t cell : cells_of(*lines[i])) inside[cell] = 1;
            wanted += lines[i]->most;
            widest = std::max<std::size_t>(widest, lines[i]->cells.size());
            std::fill(taken.begin(), taken.end(), 0);
            Balance found{counted, wanted, {}, {}};
            std::size_t many = 0;
            for (const Count* other : others) {
                int in = 0, out = 0;
                const Cells cells = cells_of(*other);
                for (const std::int32_t cell : cells)
                    if (open(cell, counted)) ++(inside[cell] ? in : out);
                if (in <= out) continue;
                ++many;
                found.more -= other->most;
                for (const std::int32_t cell : cells) {
                    taken[cell] = 1;
                    if (!inside[cell] && open(cell, counted)) found.there.push_back(cell);
                }
            }
            if (!many || many == others.size()) continue;
            for (std::int32_t cell = 0; cell < model_.size; ++cell)
                if (inside[cell] && !taken[cell] && open(cell, counted)) found.here.push_back(cell);
            if (found.here.size() + found.there.size() <= longest * widest) balances.push_back(std::move(found));
        }
    }

    const Model& model_;
    const std::vector<Mask>& candidates_;
};

}  // namespace caracol
