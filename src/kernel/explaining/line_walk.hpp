// A walk over a board whose rules are lines of one colour: at each step, the cheapest available
// argument. Counterpart of `Walk` in `deduction/walk/ladder.py` with `genres/nonogram/techniques.py`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/elimination.hpp"
#include "explaining/runs.hpp"

namespace caracol::runs {

// In hundredths, so that equal efforts are equal.
struct Efforts {
    std::vector<int> looks;  // by technique
    int run = 0, round = 0;  // cost of each run, and of each round, beyond the first

    int of(const Argument& argument) const {
        return looks[argument.technique] + run * std::max(0, static_cast<int>(argument.runs.size()) - 1) +
               round * std::max(0, argument.depth - 1);
    }
};

struct Step {
    std::int32_t rule;
    Argument argument;
    int open;  // number of available steps of the same effort
};

class LineWalk {
  public:
    struct Clue {
        std::vector<std::int32_t> cells;
        std::vector<int> runs;
    };

    LineWalk(int size, std::vector<Clue> clues, Efforts efforts)
        : clues_(std::move(clues)), efforts_(std::move(efforts)), watchers_(size), open_(clues_.size()) {
        for (std::size_t rule = 0; rule < clues_.size(); ++rule)
            for (const std::int32_t cell : clues_[rule].cells) watchers_[cell].push_back(static_cast<std::int32_t>(rule));
    }

    // Take at most this many steps, none of more effort than given, on masks of blank (1), painted (2)
    // or either (3); `cuts_of` returns what a rule rules out, and whether it can be satisfied. If one
    // cannot, the walk ends. At first, only the `woken` rules can rule something out.
    template <class CutsOf>
    std::vector<Step> steps(std::vector<Mask>& masks, std::vector<int> woken, int most_effort, std::size_t most,
                            CutsOf cuts_of) {
        std::vector<Step> taken;
        std::vector<char> waits(clues_.size());
        while (taken.size() < most && !time_is_up(static_cast<std::int64_t>(clues_.size()))) {
            for (const std::int32_t rule : woken)
                if (!look(rule, masks, cuts_of)) return taken;
            const Named* best = cheapest(most_effort);
            if (!best) return taken;
            taken.push_back({best->rule, best->argument, count_});
            woken.clear();
            std::fill(waits.begin(), waits.end(), 0);
            const auto changes = best->cuts;  // copied, because looking again replaces the step
            for (const auto& [cell, removed] : changes) {
                masks[cell] &= ~Mask(removed);
                for (const std::int32_t rule : watchers_[cell])
                    if (!std::exchange(waits[rule], 1)) woken.push_back(rule);
            }
        }
        return taken;
    }

  private:
    using Changes = std::vector<std::pair<std::int32_t, int>>;  // cells and the values removed

    struct Named {
        std::int32_t rule;
        int effort;
        Argument argument;
        Changes cuts;
    };

    template <class CutsOf>
    bool look(std::int32_t rule, const std::vector<Mask>& masks, CutsOf& cuts_of) {
        open_[rule].clear();
        if (!cuts_of(rule, removed_)) return false;
        if (removed_.empty()) return true;
        const auto& cells = clues_[rule].cells;
        Places known[4] = {}, wanted[4] = {};
        for (std::size_t place = 0; place < cells.size(); ++place)
            known[masks[cells[place]]] |= bit(static_cast<int>(place));
        for (const Elimination& cut : removed_) {
            const auto at = std::find(cells.begin(), cells.end(), cut.cell) - cells.begin();
            wanted[cut.removed] |= bit(static_cast<int>(at));
        }
        Line line(static_cast<int>(cells.size()), clues_[rule].runs, known[2], known[1]);
        for (Argument& argument : line.arguments(wanted[1], wanted[2])) {
            Named named{rule, efforts_.of(argument), std::move(argument), {}};
            for (Places left = named.argument.painted; left; left &= left - 1)
                named.cuts.emplace_back(cells[std::countr_zero(left)], 1);
            for (Places left = named.argument.blanks; left; left &= left - 1)
                named.cuts.emplace_back(cells[std::countr_zero(left)], 2);
            open_[rule].push_back(std::move(named));
        }
        return true;
    }

    // Return the step to take: the one that says most of those with the least effort, the first of
    // several. The number of different ones is stored in count_.
    const Named* cheapest(int most_effort) {
        int least = most_effort + 1;
        for (const auto& several : open_)
            for (const Named& one : several) least = std::min(least, one.effort);
        if (least > most_effort) return nullptr;
        const Named* best = nullptr;
        said_.clear();
        for (const auto& several : open_)
            for (const Named& one : several)
                if (one.effort == least) {
                    said_.push_back(&one.cuts);
                    if (!best || one.cuts.size() > best->cuts.size()) best = &one;
                }
        std::sort(said_.begin(), said_.end(), [](const Changes* one, const Changes* other) { return *one < *other; });
        count_ = 1;
        for (std::size_t i = 1; i < said_.size(); ++i) count_ += *said_[i] != *said_[i - 1];
        return best;
    }

    std::vector<Clue> clues_;  // by rule
    Efforts efforts_;
    std::vector<std::vector<std::int32_t>> watchers_;
    std::vector<std::vector<Named>> open_;  // by rule
    std::vector<Elimination> removed_;
    std::vector<const Changes*> said_;
    int count_ = 0;
};

}  // namespace caracol::runs
