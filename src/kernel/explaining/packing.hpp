// Packing: cells that fall into few parts, each with room for one. Counterpart of `deduction/techniques/packing.py`.
//
// Only the steps with the fewest rules are returned, in the same order as in Python.
#pragma once

#include <algorithm>
#include <utility>
#include <vector>

#include "propagation/cutters.hpp"
#include "explaining/tallies.hpp"

namespace caracol {

// Cells split into parts, each with room for one. Cells are positions here, so that a set is a word.
class Cover {
  public:
    struct Part {
        Mask cells;
        std::int32_t group;  // or `alone`
    };
    using Way = std::vector<Part>;

    static constexpr std::int32_t alone = -1;

    // Every position with the groups that it belongs to, in order.
    std::vector<std::vector<Part>>& groups() { return groups_; }

    // The number of parts these cells need; `limit + 1` if it exceeds the limit.
    int fewest(Mask cells, int limit) const {
        if (!cells) return 0;
        if (limit <= 0) return 1;
        tick(1);
        int best = limit + 1;
        each_part(cells, [&](const Part& part) {
            best = std::min(best, 1 + fewest(cells & ~part.cells, best - 2));
            return best > 1;
        });
        return best;
    }

    // Every way to split these cells into this many parts, until `use` returns that it is enough.
    template <class Use>
    bool ways(Mask cells, int number, Way& way, Use use) const {
        if (!cells) return use(way);
        if (fewest(cells, number) > number) return true;
        const auto go_on = [&](const Part& part) {
            way.push_back(part);
            const bool more = ways(cells & ~part.cells, number - 1, way, use);
            way.pop_back();
            return more;
        };
        bool alone_too = true;
        const auto follow = [&](const Part& part) {
            alone_too &= part.group != alone;
            return go_on(part);
        };
        if (!each_part(cells, follow)) return false;
        return !alone_too || go_on({cells & -cells, alone});
    }

  private:
    // The maximal parts that the first of these cells can belong to; the cell alone if there is no
    // other.
    template <class Use>
    bool each_part(Mask cells, Use use) const {
        const std::vector<Part>& groups = groups_[lowest(cells)];
        bool any = false;
        for (std::size_t i = 0; i < groups.size(); ++i) {
            const Mask inside = groups[i].cells & cells;
            bool kept = !single(inside);
            for (std::size_t j = 0; j < groups.size() && kept; ++j) {
                const Mask other = groups[j].cells & cells;
                if (inside == other) kept = j >= i;
                else kept = (inside & ~other) != 0;
            }
            if (!kept) continue;
            any = true;
            if (!use(groups[i])) return false;
        }
        return any || use({cells & -cells, alone});
    }

    std::vector<std::vector<Part>> groups_;
};

class Packing {
  public:
    // A rule needs as many as its cells have parts.
    struct Packed {
        std::int32_t number, value, needed;
        std::vector<std::int32_t> blocks, alone;  // rules, and cells that are parts by themselves
        std::vector<Elimination> cuts;
    };

    // A candidate would leave a rule fewer parts than it needs.
    struct Squeezed {
        std::int32_t number, value, cell, assumed;  // the candidate is `assumed` in this cell
        std::int32_t needed, room;
        std::vector<std::int32_t> links, blocks;
    };

    Packing(const Model& model, const Tallies& tallies)
        : model_(model),
          tallies_(tallies),
          groups_of_(std::size_t(model.size) * model.values),
          barred_(groups_of_.size()),
          rules_of_(groups_of_.size()),
          place_(model.size),
          excluded_(std::size_t(model.values) * tallies.words()),
          left_(tallies.words()) {
        const auto& rules = tallies.rules();
        for (std::size_t r = 0; r < rules.size(); ++r) {
            const auto* cells = model.cells.data() + rules[r].cells.from;
            for (int i = 0; i < rules[r].cells.size(); ++i)
                rules_of_[at(rules[r].value, cells[i])].push_back(static_cast<std::int32_t>(r));
            if (rules[r].most == 1 && rules[r].least == 0)
                group(rules[r].number, rules[r].value, {cells, cells + rules[r].cells.size()});
        }
        for (const Table& pair : model.alloweds)
            if (pair.cells.size() == 2) bar(pair);
    }

    // `most_parts` limits what people can follow; at most `covers` of the same cells are tried.
    std::vector<Packed> packed(const Mask* masks, int most_parts, int most_covers) {
        std::vector<Packed> found;
        std::size_t fewest = ~std::size_t(0);
        if (groups_.empty()) return found;
        for (std::size_t r = 0; r < tallies_.rules().size(); ++r) {
            const auto& rule = tallies_.rules()[r];
            if (!rule.open || rule.need <= 0 || rule.need > most_parts || rule.open > 4 * rule.need) continue;
            const Mask everything = lay_out(tallies_.open(r), rule);
            if (cover_.fewest(everything, rule.need) != rule.need) continue;
            std::vector<std::vector<Elimination>> seen;
            int covers = 0;
            Cover::Way way;
            cover_.ways(everything, rule.need, way, [&](const Cover::Way& parts) {
                Packed step = make_step(r, parts, masks);
                const auto same = [&](const std::vector<Elimination>& cuts) { return equal(cuts, step.cuts); };
                if (!step.cuts.empty() && std::none_of(seen.begin(), seen.end(), same)) {
                    seen.push_back(step.cuts);
                    // One rule counts as two here, and a stretch is cheapest, however long.
                    const std::size_t blocks = in_stretch(step) ? 0 : std::max<std::size_t>(step.blocks.size(), 1);
                    if (blocks < fewest) fewest = blocks, found.clear();
                    if (blocks == fewest) found.push_back(std::move(step));
                }
                return ++covers < most_covers;
            });
        }
        return found;
    }

    std::vector<Squeezed> squeezed(const Mask* masks, int most_parts) {
        losers_.clear();
        needy_.assign(tallies_.rules().size(), 0);
        for (std::size_t r = 0; r < needy_.size(); ++r) {
            const auto& rule = tallies_.rules()[r];
            needy_[r] = rule.open && rule.need > 0 && rule.need <= most_parts;
        }
        std::vector<std::pair<std::int32_t, Squeezed>> found;
        std::size_t fewest = ~std::size_t(0);
        for (int value = 0; value < model_.values; ++value)
            for (int cell = 0; cell < model_.size; ++cell) {
                if (single(masks[cell]) || !(masks[cell] >> value & 1)) continue;
                list_losers(exclude(value, cell));
                tick(static_cast<std::int64_t>(losers_.size()) + 1);
                for (const std::int32_t r : losers_) {
                    const int need = squeezes(r, value, cell);
                    if (!need) continue;
                    Squeezed step = make_step(r, value, cell, need);
                    const std::size_t rules = count_rules(step);
                    if (rules < fewest) fewest = rules, found.clear();
                    if (rules == fewest) found.emplace_back(r, std::move(step));
                }
            }
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::vector<Squeezed> steps;
        for (auto& [rule, step] : found) steps.push_back(std::move(step));
        return steps;
    }

  private:
    struct Group {
        std::int32_t number;
        std::vector<std::int32_t> cells;
    };
    struct Bar {
        std::int32_t value, cell, number;
    };

    std::size_t at(int value, int cell) const { return std::size_t(value) * model_.size + cell; }
    static bool has(const Mask* set, int cell) { return set[cell >> 6] >> (cell & 63) & 1; }

    void group(std::int32_t number, int value, std::vector<std::int32_t> cells) {
        for (const std::int32_t cell : cells) groups_of_[at(value, cell)].push_back(static_cast<std::int32_t>(groups_.size()));
        groups_.push_back({number, std::move(cells)});
    }

    // Values that a pair of cells excludes; if it is the same value, at most one cell has it.
    void bar(const Table& pair) {
        const std::int32_t one = model_.cells[pair.cells.from], other = model_.cells[pair.cells.from + 1];
        const Mask* bits = model_.allowed_bits.data() + pair.bits;
        for (std::int32_t here = 0; here < model_.values; ++here)
            for (std::int32_t there = 0; there < model_.values; ++there) {
                const Mask* a = bits + std::size_t(here) * pair.words;
                const Mask* b = bits + std::size_t(model_.values + there) * pair.words;
                bool together = false;
                for (int w = 0; w < pair.words; ++w) together |= (a[w] & b[w]) != 0;
                if (together) continue;
                barred_[at(here, one)].push_back({there, other, pair.number});
                barred_[at(there, other)].push_back({here, one, pair.number});
                if (here == there) group(pair.number, here, {one, other});
            }
    }

    // Makes a cover of these cells of a rule; returns the set of all its positions.
    Mask lay_out(const Mask* set, const Tallies::Rule& rule) {
        cells_.clear();
        for (int w = rule.words.from; w < rule.words.to; ++w)
            for (Mask left = set[w]; left; left &= left - 1) {
                place_[w * 64 + lowest(left)] = static_cast<std::int32_t>(cells_.size());
                cells_.push_back(w * 64 + lowest(left));
            }
        auto& groups = cover_.groups();
        if (groups.size() < cells_.size()) groups.resize(cells_.size());
        for (std::size_t i = 0; i < cells_.size(); ++i) {
            groups[i].clear();
            for (const std::int32_t g : groups_of_[at(rule.value, cells_[i])]) {
                Mask inside = 0;
                for (const std::int32_t cell : groups_[g].cells)
                    if (has(set, cell)) inside |= Mask(1) << place_[cell];
                groups[i].push_back({inside, g});
            }
        }
        return (Mask(1) << cells_.size()) - 1;
    }

    // Whether the cells are laid out in one straight stretch, and some of them are settled.
    bool in_stretch(const Packed& step) const {
        if (step.alone.empty() || step.blocks.empty()) return false;
        for (std::size_t i = 2; i < cells_.size(); ++i)
            if (cells_[i] - cells_[i - 1] != cells_[1] - cells_[0]) return false;
        return true;
    }

    Packed make_step(std::size_t r, const Cover::Way& way, const Mask* masks) const {
        const auto& rule = tallies_.rules()[r];
        const Mask value = Mask(1) << rule.value;
        Packed step{rule.number, rule.value, rule.need, {}, {}, {}};
        for (const auto& [cells, group] : way) {
            if (group == Cover::alone) {
                const std::int32_t cell = cells_[lowest(cells)];
                step.alone.push_back(cell);
                step.cuts.push_back({cell, masks[cell] & ~value});
                continue;
            }
            step.blocks.push_back(groups_[group].number);
            for (const std::int32_t cell : groups_[group].cells)
                if (!single(masks[cell]) && (masks[cell] & value) && !has(tallies_.open(r), cell))
                    step.cuts.push_back({cell, value});
        }
        std::sort(step.alone.begin(), step.alone.end());
        std::sort(step.cuts.begin(), step.cuts.end(), [](const Elimination& a, const Elimination& b) { return a.cell < b.cell; });
        const auto twice = [](const Elimination& a, const Elimination& b) { return a.cell == b.cell; };
        step.cuts.erase(std::unique(step.cuts.begin(), step.cuts.end(), twice), step.cuts.end());
        return step;
    }

    static bool equal(const std::vector<Elimination>& some, const std::vector<Elimination>& others) {
        const auto same = [](const Elimination& a, const Elimination& b) { return a.cell == b.cell && a.removed == b.removed; };
        return std::equal(some.begin(), some.end(), others.begin(), others.end(), same);
    }

    // Notes the candidates that cannot hold with this one; returns their values.
    Mask exclude(int value, int cell) {
        std::fill(excluded_.begin(), excluded_.end(), 0);
        const int words = tallies_.words();
        Mask touched = 0;
        for (const Bar& bar : barred_[at(value, cell)]) {
            excluded_[bar.value * words + (bar.cell >> 6)] |= Mask(1) << (bar.cell & 63);
            touched |= Mask(1) << bar.value;
        }
        Mask* same = &excluded_[value * words];
        for (const std::int32_t r : rules_of_[at(value, cell)])
            if (tallies_.rules()[r].room == 1) {
                const Span within = tallies_.rules()[r].words;
                for (int w = within.from; w < within.to; ++w) same[w] |= tallies_.open(r)[w];
                touched |= Mask(1) << value;
            }
        same[cell >> 6] &= ~(Mask(1) << (cell & 63));
        return touched;
    }

    // Lists the needy rules that lose a cell to the candidate, given the values that it excludes.
    void list_losers(Mask touched) {
        for (const std::int32_t r : losers_) needy_[r] = 1;
        losers_.clear();
        const int words = tallies_.words();
        for (; touched; touched &= touched - 1)
            for (int w = 0; w < words; ++w)
                for (Mask left = excluded_[lowest(touched) * words + w]; left; left &= left - 1)
                    for (const std::int32_t r : rules_of_[at(lowest(touched), w * 64 + lowest(left))])
                        if (std::exchange(needy_[r], 0)) losers_.push_back(r);
    }

    // What a rule still needs if the candidate holds, provided that fewer parts are left for it (which
    // are then laid out); otherwise nothing.
    int squeezes(std::int32_t r, int value, int cell) {
        const auto& rule = tallies_.rules()[r];
        const Mask* open = tallies_.open(r);
        const Mask* excluded = &excluded_[rule.value * tallies_.words()];
        Mask lost = 0;
        int many = 0;
        for (int w = rule.words.from; w < rule.words.to; ++w) {
            lost |= open[w] & excluded[w];
            many += size(open[w] & ~excluded[w]);
        }
        if (!lost || many > 4 * rule.need) return 0;
        std::fill(left_.begin() + looked_at_.from, left_.begin() + looked_at_.to, 0);
        looked_at_ = rule.words;
        for (int w = rule.words.from; w < rule.words.to; ++w) left_[w] = open[w] & ~excluded[w];
        int need = rule.need;
        if (rule.value == value && has(open, cell)) {
            left_[cell >> 6] &= ~(Mask(1) << (cell & 63));
            --many, --need;
        }
        if (need <= 0 || many > 4 * need) return 0;
        everything_ = lay_out(left_.data(), rule);
        room_ = cover_.fewest(everything_, need);
        return room_ < need ? need : 0;
    }

    Squeezed make_step(std::int32_t r, int value, int cell, int need) const {
        const auto& rule = tallies_.rules()[r];
        Squeezed step{rule.number, rule.value, cell, value, need, room_, {}, {}};
        Cover::Way way;
        cover_.ways(everything_, room_, way, [&](const Cover::Way& parts) {
            for (const auto& part : parts)
                if (part.group != Cover::alone) step.blocks.push_back(groups_[part.group].number);
            return false;
        });
        std::vector<Mask> missing(tallies_.words());
        for (int w = 0; w < tallies_.words(); ++w) missing[w] = tallies_.open(r)[w] & ~left_[w];
        if (rule.value == value) missing[cell >> 6] &= ~(Mask(1) << (cell & 63));
        link(step, missing, r);
        return step;
    }

    // The rules by which the candidate excludes what is missing, those that exclude most first.
    void link(Squeezed& step, std::vector<Mask>& missing, std::int32_t r) const {
        const auto add = [&](std::int32_t number) {
            if (std::find(step.links.begin(), step.links.end(), number) == step.links.end()) step.links.push_back(number);
        };
        const std::size_t candidate = at(step.assumed, step.cell);
        while (std::any_of(missing.begin(), missing.end(), [](Mask word) { return word != 0; })) {
            int best = 0;
            std::int32_t number = 0, bar_cell = -1, rule = -1;
            for (const Bar& bar : barred_[candidate])
                if (!best && bar.value == step.value && has(missing.data(), bar.cell))
                    best = 1, number = bar.number, bar_cell = bar.cell;
            if (step.assumed == step.value)
                for (const std::int32_t other : rules_of_[candidate]) {
                    if (other == r || tallies_.rules()[other].room != 1) continue;
                    int many = 0;
                    for (int w = 0; w < tallies_.words(); ++w) many += size(missing[w] & tallies_.open(other)[w]);
                    if (many > best) best = many, number = tallies_.rules()[other].number, rule = other;
                }
            if (!best) return;
            add(number);
            if (rule >= 0)
                for (int w = 0; w < tallies_.words(); ++w) missing[w] &= ~tallies_.open(rule)[w];
            else
                missing[bar_cell >> 6] &= ~(Mask(1) << (bar_cell & 63));
        }
    }

    static std::size_t count_rules(const Squeezed& step) {
        std::vector<std::int32_t> rules{step.number};
        for (const auto* several : {&step.links, &step.blocks})
            for (const std::int32_t number : *several)
                if (std::find(rules.begin(), rules.end(), number) == rules.end()) rules.push_back(number);
        return rules.size();
    }

    const Model& model_;
    const Tallies& tallies_;
    std::vector<Group> groups_;  // at most one cell of each has the value
    // For each candidate: its groups, what pairs exclude with it, and its counts.
    std::vector<std::vector<std::int32_t>> groups_of_;
    std::vector<std::vector<Bar>> barred_;
    std::vector<std::vector<std::int32_t>> rules_of_;
    std::vector<std::int32_t> place_, cells_, losers_;
    std::vector<char> needy_;  // whether a rule needs cells and is not among the losers
    std::vector<Mask> excluded_, left_;
    Span looked_at_ = {0, 0};  // the words of `left_` that are in use
    Cover cover_;
    Mask everything_ = 0;
    int room_ = 0;
};

}  // namespace caracol
