// Trials inside a trial: where single rules do not refute a value, others are supposed on the way and
// refuted, and others inside of those. The twin of `deduction/nested.py`, and the tests hold the two together.
#pragma once

#include <algorithm>
#include <optional>
#include <utility>
#include <vector>

#include "trial.hpp"

namespace caracol {

struct Candidate {
    std::int32_t cell, value;
};
// A value that is supposed inside a trial, and what is supposed inside of that.
struct Supposed {
    std::int32_t cell, value;
    std::vector<Supposed> plan = {};
    bool operator==(const Supposed&) const = default;
};
using Plan = std::vector<Supposed>;  // what is supposed inside a trial, in order

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
    bool refutes(Candidate tried, const Plan& plan) {
        if (!plan.empty()) return follow(masks_, tried, plan, nullptr);
        trials_.begin(masks_);
        return trials_.refutes(tried.cell, tried.value);
    }

    // The links by which they do, beginning with any of the rules.
    std::optional<Links> chain(Candidate tried, const Plan& plan) {
        Links links;
        if (!follow(masks_, tried, plan, &links)) return std::nullopt;
        return trials_.used(std::move(links));
    }

    // What to suppose, if it is not more than `most` values: the shortest refutation inside is taken
    // first, and what turns out not to be needed is left out.
    std::optional<Plan> plan(Candidate tried, std::size_t most) {
        std::vector<std::int32_t> cells;
        for (const std::int32_t number : rules_) {
            const Span span = trials_.cells(number);
            cells.insert(cells.end(), model_.cells.begin() + span.from, model_.cells.begin() + span.to);
        }
        std::sort(cells.begin(), cells.end());
        cells.erase(std::unique(cells.begin(), cells.end()), cells.end());
        Plan found;
        trials_.begin(masks_);
        for (std::int32_t broken = trials_.settle(tried.cell, Mask(1) << tried.value, rules_, nullptr); broken < 0;) {
            const auto [cell, removed] = trials_.shortest(cells);
            if (cell < 0 || found.size() == most) return std::nullopt;
            found.push_back({cell, lowest(removed)});
            broken = trials_.settle(cell, ~removed, rules_, nullptr);
        }
        for (const Supposed& one : Plan(found.rbegin(), found.rend())) {
            Plan fewer = found;
            std::erase(fewer, one);
            if (refutes(tried, fewer)) found = std::move(fewer);
        }
        return found;
    }

  private:
    bool follow(const std::vector<Mask>& masks, Candidate tried, const Plan& plan, Links* links) {
        if (!(masks[tried.cell] >> tried.value & 1)) return false;
        trials_.begin(masks);
        std::int32_t broken = trials_.settle(tried.cell, Mask(1) << tried.value, rules_, links);
        for (std::size_t next = 0; next < plan.size() && broken < 0; ++next) {
            const auto& [cell, value, deeper] = plan[next];
            const Mask left = trials_.candidates(cell), supposed = Mask(1) << value;
            if (single(left) || !(left & supposed)) continue;
            Links inside;
            if (!refute({cell, value}, deeper, links ? &inside : nullptr)) return false;
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

    // Whether what is supposed on the way is refuted; trials begin where they began before.
    bool refute(Candidate supposed, const Plan& plan, Links* links) {
        if (!plan.empty()) {
            const std::vector<Mask> now = trials_.candidates();
            const bool broken = follow(now, supposed, plan, links);
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
