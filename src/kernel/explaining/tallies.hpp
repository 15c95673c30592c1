// Counts of one value at one moment: what each still needs, and where. Counterpart of `deduction/techniques/count_sets.py`.
#pragma once

#include <algorithm>
#include <map>
#include <vector>

#include "model/model.hpp"

namespace caracol {

class Tallies {
  public:
    struct Rule {
        std::int32_t number, value, least, most;
        Span cells;
        int first, end;  // the words of a set in which its cells are
        // At this moment:
        std::int32_t open = 0;  // number of undecided cells; a rule with none is ignored
        std::int32_t need = 0, room = 0;
    };
    using Members = std::vector<std::int32_t>;  // positions in `rules`

    explicit Tallies(const Model& model) : model_(model), words_((model.size + 63) / 64) {
        for (const Count& count : model.given())
            if (count.counted && single(count.counted))
                rules_.push_back(make_rule(count));
        for (const Rule& rule : rules_) possible_ &= rule.least <= rule.most;
        open_.resize(rules_.size() * words_);
        gather_families();
        gather_lines();
    }

    const std::vector<Rule>& rules() const { return rules_; }

    // Counts of the same value that share no cell: the rows, the columns, the regions.
    const std::vector<Members>& families() const { return families_; }

    // Counts of different values over the same cells.
    const std::vector<Members>& lines() const { return lines_; }

    // Whether lines fit into machine words and every count can be satisfied; if not, Python does the work.
    bool possible() const { return possible_; }

    int words() const { return words_; }

    // The undecided cells of a rule, as a set.
    const Mask* open(std::size_t rule) const { return open_.data() + rule * words_; }

    void look(const Mask* masks) {
        std::fill(open_.begin(), open_.end(), 0);
        for (std::size_t r = 0; r < rules_.size(); ++r) {
            Rule& rule = rules_[r];
            Mask* open = open_.data() + r * words_;
            const Mask value = Mask(1) << rule.value;
            int sure = 0;
            rule.open = 0;
            for (int i = rule.cells.from; i < rule.cells.to; ++i) {
                const std::int32_t cell = model_.cells[i];
                if (masks[cell] == value) {
                    ++sure;
                } else if (masks[cell] & value) {
                    ++rule.open;
                    open[cell >> 6] |= Mask(1) << (cell & 63);
                }
            }
            rule.need = rule.least - sure;
            rule.room = rule.most - sure;
        }
    }

  private:
    Rule make_rule(const Count& count) const {
        Rule rule{count.number, lowest(count.counted), count.least, count.most, count.cells, words_, 0};
        for (int i = count.cells.from; i < count.cells.to; ++i) {
            rule.first = std::min(rule.first, model_.cells[i] >> 6);
            rule.end = std::max(rule.end, (model_.cells[i] >> 6) + 1);
        }
        return rule;
    }

    void gather_families() {
        struct Family {
            std::vector<Mask> taken;
            Members members;
        };
        std::vector<std::pair<std::int32_t, std::vector<Family>>> of_value;
        for (std::size_t r = 0; r < rules_.size(); ++r) {
            const Rule& rule = rules_[r];
            if (rule.least < 1) continue;
            auto known = std::find_if(of_value.begin(), of_value.end(), [&](const auto& one) { return one.first == rule.value; });
            if (known == of_value.end()) known = of_value.insert(known, {rule.value, {}});
            std::vector<Mask> area(words_);
            for (int i = rule.cells.from; i < rule.cells.to; ++i)
                area[model_.cells[i] >> 6] |= Mask(1) << (model_.cells[i] & 63);
            const auto apart = [&](const Family& family) {
                if (family.members.size() == largest_family) return false;
                for (int w = 0; w < words_; ++w)
                    if (family.taken[w] & area[w]) return false;
                return true;
            };
            auto family = std::find_if(known->second.begin(), known->second.end(), apart);
            if (family == known->second.end()) family = known->second.insert(family, {std::vector<Mask>(words_), {}});
            for (int w = 0; w < words_; ++w) family->taken[w] |= area[w];
            family->members.push_back(static_cast<std::int32_t>(r));
        }
        for (auto& [value, families] : of_value)
            for (Family& family : families)
                if (family.members.size() > 1) {
                    families_.push_back(std::move(family.members));
                }
    }

    void gather_lines() {
        std::map<std::vector<std::int32_t>, std::size_t> known;
        std::vector<Members> lines;
        for (std::size_t r = 0; r < rules_.size(); ++r) {
            if (!rules_[r].least) continue;
            const auto cells = model_.cells.begin();
            const auto [at, fresh] =
                known.try_emplace({cells + rules_[r].cells.from, cells + rules_[r].cells.to}, lines.size());
            if (fresh) lines.emplace_back();
            Members& line = lines[at->second];
            // A region may be a column: the same count twice is still one.
            const auto same = [&](std::int32_t other) { return rules_[other].value == rules_[r].value; };
            if (std::none_of(line.begin(), line.end(), same)) line.push_back(static_cast<std::int32_t>(r));
        }
        for (Members& line : lines)
            if (line.size() > 1) {
                possible_ &= rules_[line[0]].cells.size() <= 64;
                lines_.push_back(std::move(line));
            }
    }

    static constexpr std::size_t largest_family = 64;  // so that it fits into a machine word

    const Model& model_;
    int words_;
    std::vector<Rule> rules_;
    std::vector<Mask> open_;
    std::vector<Members> families_, lines_;
    bool possible_ = true;
};

}  // namespace caracol
