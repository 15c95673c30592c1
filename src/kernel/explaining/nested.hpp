// Trials inside a trial: if single rules do not refute a value, other values are assumed on the way
// and refuted, and others inside of those. Counterpart of `deduction/techniques/nested_trials.py`;
// the tests compare the two.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "search/limits.hpp"
#include "explaining/trial.hpp"

namespace caracol {

// An assumed value, and the values assumed inside that, in order.
struct Candidate {
    std::int32_t cell, value;
    std::vector<Candidate> inside = {};
    bool operator==(const Candidate&) const = default;
};
using Plan = std::vector<Candidate>;

class NestedTrials {
  public:
    NestedTrials(const Model& model, Trials& trials, const std::vector<Mask>& masks, const std::vector<std::int32_t>& rules)
        : model_(model), trials_(trials), masks_(masks), rules_(rules) {
        trials_.allow_none();
        for (const std::int32_t number : rules) trials_.allow(number);
    }
    NestedTrials(const NestedTrials&) = delete;
    ~NestedTrials() { trials_.allow_all(); }

    // Whether these rules refute a value with this plan, which may be empty.
    bool refutes(const Candidate& tried, const Plan& plan) {
        if (!plan.empty()) return follow(masks_, tried, plan, nullptr);
        trials_.begin(masks_);
        return trials_.refutes(tried.cell, tried.value);
    }

    // The links of that refutation, beginning with any of the rules.
    std::optional<Links> chain(const Candidate& tried, const Plan& plan) {
        Links links;
        if (!follow(masks_, tried, plan, &links)) return std::nullopt;
        return trials_.used(std::move(links));
    }

    // What to assume, if it is at most `most` values: the shortest refutation inside is taken first,
    // and whatever proves unnecessary is left out.
    std::optional<Plan> plan(const Candidate& tried, std::size_t most) {
        Plan found;
        if (!extend(tried.cell, Mask(1) << tried.value, most, found)) return std::nullopt;
        for (const Candidate& one : Plan(found.rbegin(), found.rend())) {
            Plan fewer = found;
            std::erase(fewer, one);
            if (refutes(tried, fewer)) found = std::move(fewer);
        }
        return found;
    }

    // The position of the first of these values that some plan of any length refutes, without nesting
    // inside what it assumes. -1: none, or the limits were reached.
    std::ptrdiff_t first_refutable(const std::vector<Candidate>& doubts, Limits& limits) {
        std::vector<Mask> fitting(model_.size);
        for (std::size_t place = 0; place < doubts.size() && !limits.reached(each_trial); ++place) {
            const auto& [cell, value, inside] = doubts[place];
            if (fitting[cell] >> value & 1) continue;
            trials_.begin(masks_);
            if (trials_.settle(cell, Mask(1) << value, rules_, nullptr) >= 0 || trials_.wears_away(rules_))
                return static_cast<std::ptrdiff_t>(place);
            // A value that is now the only one of its cell would leave no less if it were tried.
            for (int here = 0; here < model_.size; ++here)
                if (single(trials_.candidates(here))) fitting[here] |= trials_.candidates(here);
        }
        return -1;
    }

    // What to assume if a cell has one of these values, as far as it leads: whether a rule breaks.
    // Otherwise, the candidates left are those of the trials.
    bool extend(std::int32_t tried, Mask kept, std::size_t most, Plan& found) {
        std::vector<std::int32_t> cells;
        for (const std::int32_t number : rules_) {
            const Span span = trials_.cells(number);
            cells.insert(cells.end(), model_.cells.begin() + span.from, model_.cells.begin() + span.to);
        }
        std::sort(cells.begin(), cells.end());
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
        trials_.begin(masks_);
        for (std::int32_t broken = trials_.settle(tried, kept, rules_, nullptr); broken < 0;) {
            const auto [cell, removed] = trials_.shortest(cells);
            if (cell < 0 || found.size() == most) return false;
            found.push_back({cell, lowest(removed)});
            broken = trials_.settle(cell, ~removed, rules_, nullptr);
        }
        return true;
    }

  private:
    static constexpr std::int64_t each_trial = 1000;  // so that limits check the clock each time

    bool follow(const std::vector<Mask>& masks, const Candidate& tried, const Plan& plan, Links* links) {
        if (!(masks[tried.cell] >> tried.value & 1)) return false;
        trials_.begin(masks);
        std::int32_t broken = trials_.settle(tried.cell, Mask(1) << tried.value, rules_, links);
        for (std::size_t next = 0; next < plan.size() && broken < 0; ++next) {
            const std::int32_t cell = plan[next].cell, value = plan[next].value;
            const Mask left = trials_.candidates(cell), supposed = Mask(1) << value;
            if (single(left) || !(left & supposed)) continue;
            Links inside;
            if (!refute(plan[next], links ? &inside : nullptr)) return false;
            if (links) {
                inside = trials_.used(std::move(inside));
                const std::int32_t last = inside.back().rule;
                links->push_back({last, {{cell, supposed}}, std::move(inside)});
            }
            broken = trials_.settle(cell, ~supposed, rules_, links);
        }
        if (broken >= 0 && links) links->push_back({broken, {}});
        return broken >= 0;
    }

    // Whether what is assumed on the way is refuted; trials begin where they began before.
    bool refute(const Candidate& supposed, Links* links) {
        if (!supposed.inside.empty()) {
            const std::vector<Mask> now = trials_.candidates();
            const bool broken = follow(now, supposed, supposed.inside, links);
            trials_.begin(now);
            return broken;
        }
        if (!links) return trials_.refutes(supposed.cell, supposed.value);
        auto found = trials_.refuted(supposed.cell, supposed.value, Trials::unlimited);
        if (found) *links = std::move(*found);
        return found.has_value();
    }

    const Model& model_;
    Trials& trials_;
    const std::vector<Mask>& masks_;
    const std::vector<std::int32_t>& rules_;
};

}  // namespace caracol
