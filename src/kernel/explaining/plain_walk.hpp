// A walk by single rules: at each step, the cheapest deduction from a count, a pair of neighbouring
// cells or any other single rule, or from all rules that join a cell to its neighbours. Counterpart
// of `Walk` in `deduction/walk/ladder.py`, as far as no other technique is needed.
#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>
#include <vector>

#include "model/bits.hpp"
#include "model/elimination.hpp"
#include "explaining/trial.hpp"

namespace caracol {

// The efforts of steps, in hundredths, so that equal efforts are equal.
struct PlainLooks {
    int none = 0, full = 0, all = 0;  // a count of zero, a full count, a count that needs all remaining cells
    int naked = 0;           // a full count that leaves cells with one of more than two values
    std::vector<int> alone;  // by rule, for other kinds; -1: by the number of its cells with a value of `telling`
    std::vector<int> known;  // by that number; the last one also for more
    int closed = 0;          // a closed loop, if each link that would close it too early is a separate step
    // Everything that a cell implies for its neighbours, if it has one of these values; -1: never used.
    int beside = -1;
    Mask telling = 0;
    int together = -1;  // what all ways to fill a group's cells agree on; -1: never used
    int together_but_one = -1;  // the same if something is known and the first rule needs all but one of its open cells
};

struct PlainStep {
    std::int32_t centre;  // the cell that implies its neighbours; -1: a single rule
    std::vector<std::int32_t> rules;
    std::vector<Elimination> cuts;
    int open;  // number of available steps of the same effort
};

// Rules that are close together on a board of two values, and all ways to fill their cells: bit *n*
// of a way is the value of cell *n*. Counterpart of `deduction/techniques/loops/patterns.py`.
struct Pattern {
    static constexpr std::size_t most_cells = 16;

    std::vector<std::int32_t> rules, cells = {};
    std::vector<std::uint32_t> ways = {};
    bool dirty = true;
    std::vector<Elimination> cuts = {};  // what all remaining ways agree on

    void look(const std::vector<Mask>& masks) {
        agree(masks, cuts);
        dirty = false;
    }

    void agree(const std::vector<Mask>& masks, std::vector<Elimination>& found) const {
        std::uint32_t may = 0, must = 0, always = ~0u, ever = 0;
        for (std::size_t place = 0; place < cells.size(); ++place) {
            may |= std::uint32_t(masks[cells[place]] >> 1 & 1) << place;
            must |= std::uint32_t(masks[cells[place]] == 2) << place;
        }
        for (const std::uint32_t way : ways)
            if (!(way & ~may) && !(must & ~way)) always &= way, ever |= way;
        found.clear();
        if (always & ~ever) return;  // no way is left
        for (std::uint32_t sure = may & ~must & (always | ~ever); sure; sure &= sure - 1) {
            const int place = std::countr_zero(sure);
            found.push_back({cells[place], Mask(always >> place & 1 ? 1 : 2)});
        }
    }
};

class PlainWalk {
  public:
    // Each group of rules has at most `Pattern::most_cells` cells.
    PlainWalk(const Model& model, Trials& trials, const std::vector<std::vector<int>>& groups)
        : model_(model), trials_(trials), open_(model.rules), watchers_(model.size), around_(model.size), patterns_at_(model.size) {
        std::vector<std::vector<std::uint32_t>> alone(model.rules);
        for (const std::vector<int>& group : groups) {
            Pattern pattern{{group.begin(), group.end()}};
            fill(pattern, alone);
            for (const std::int32_t cell : pattern.cells) patterns_at_[cell].push_back(static_cast<std::int32_t>(patterns_.size()));
            patterns_.push_back(std::move(pattern));
        }
        for (std::int32_t rule = 0; rule < model.rules; ++rule) {
            const Span cells = trials_.cells(rule);
            for (int i = cells.from; i < cells.to; ++i) watchers_[model.cells[i]].push_back(rule);
        }
    }

    // Take at most this many steps, none of more effort than given. The walk ends if a rule cannot be
    // satisfied. At first, only the `woken` rules can rule something out.
    std::vector<PlainStep> steps(std::vector<Mask>& masks, std::vector<int> woken, PlainLooks looks, int most_effort, std::size_t most) {
        std::vector<PlainStep> taken;
        looks_ = std::move(looks);
        for (Open& one : open_) one.cuts.clear(), one.apart.clear();
        for (Pattern& one : patterns_) one.dirty = true;
        std::vector<char> waits(model_.rules);
        while (taken.size() < most && !time_is_up(model_.rules)) {
            for (const std::int32_t rule : woken)
                if (!look(rule, masks)) return taken;
            PlainStep step;
            if (!cheapest(masks, most_effort, step)) return taken;
            woken.clear();
            std::fill(waits.begin(), waits.end(), 0);
            bool kept = true;
            for (const auto& [cell, removed] : step.cuts) {
                masks[cell] &= ~removed;
                kept &= masks[cell] != 0;
                for (const std::int32_t pattern : patterns_at_[cell]) patterns_[pattern].dirty = true;
                for (const std::int32_t rule : watchers_[cell])
                    if (!std::exchange(waits[rule], 1)) woken.push_back(rule);
            }
            taken.push_back(std::move(step));
            if (!kept) return taken;
        }
        return taken;
    }

  private:
    using Cuts = std::vector<Elimination>;

    struct Open {
        int effort = 0;
        Cuts cuts;  // none: it rules out nothing
        std::vector<Cuts> apart = {};  // if each of them is a separate step
    };

    static int removed_by(const Cuts& cuts) {
        int values = 0;
        for (const Elimination& cut : cuts) values += std::popcount(cut.removed);
        return values;
    }

    bool look(std::int32_t rule, const std::vector<Mask>& masks) {
        Open& here = open_[rule];
        if (!trials_.cuts(masks.data(), rule, here.cuts)) return false;
        here.apart.clear();
        if (here.cuts.empty()) return true;
        here.effort = effort(rule, masks, here.cuts);
        if (here.effort == looks_.full && trials_.count_at(rule) >= 0 && model_.values > 2) {
            // Cells in which several values are left come first; the others are a step of their own.
            const auto settles = [&](const Elimination& cut) { return std::has_single_bit(masks[cut.cell] & ~cut.removed); };
            if (std::all_of(here.cuts.begin(), here.cuts.end(), settles)) here.effort = looks_.naked;
            else here.cuts.erase(std::remove_if(here.cuts.begin(), here.cuts.end(), settles), here.cuts.end());
        }
        if (const std::int32_t loop = trials_.loop_at(rule); loop >= 0) {
            if (closed(model_.loops[loop], masks)) here.effort = looks_.closed;
            else for (const Elimination& cut : here.cuts) here.apart.push_back({cut});
        }
        return true;
    }

    // Whether the chosen links, which do not branch, are closed: none of them has a free end.
    bool closed(const Loop& loop, const std::vector<Mask>& masks) {
        ends_.assign(loop.nodes, 0);
        int chosen = 0;
        for (int i = 0; i < loop.cells.size(); ++i) {
            if (masks[model_.cells[loop.cells.from + i]] & ~loop.inside) continue;
            ++chosen;
            for (int end = 0; end < 2; ++end) ends_[model_.loop_ends[loop.ends + 2 * i + end]] ^= 1;
        }
        return chosen && std::find(ends_.begin(), ends_.end(), 1) == ends_.end();
    }

    int effort(std::int32_t rule, const std::vector<Mask>& masks, const Cuts& cuts) const {
        const std::int32_t number = trials_.count_at(rule);
        const Span cells = trials_.cells(rule);
        if (number < 0 && looks_.alone[rule] < 0) {
            std::size_t known = 0;
            for (int i = cells.from; i < cells.to; ++i) known += !(masks[model_.cells[i]] & ~looks_.telling);
            return looks_.known[std::min(known, looks_.known.size() - 1)];
        }
        if (number < 0) return looks_.alone[rule];
        const Mask counted = model_.counts[number].counted;
        if (!(cuts.front().removed & counted)) return looks_.all;
        for (int i = cells.from; i < cells.to; ++i)
            if (!(masks[model_.cells[i]] & ~counted)) return looks_.full;
        return looks_.none;
    }

    // The step to take: the one that says most of those with the least effort, the first of several.
    // False if there is none.
    bool cheapest(const std::vector<Mask>& masks, int most_effort, PlainStep& step) {
        int least = most_effort + 1;
        for (const Open& one : open_)
            if (!one.cuts.empty()) least = std::min(least, one.effort);
        // Steps of no less effort are not looked for if a single rule rules something out.
        if (looks_.beside >= 0 && looks_.beside < least && looks_.beside <= most_effort && beside(masks, step)) return true;
        if (looks_.together >= 0) {
            const auto tried = [&](int effort, bool but_one) {
                return effort < least && effort <= most_effort && together(masks, but_one, step);
            };
            if (tried(looks_.together_but_one, true) || tried(looks_.together, false)) return true;
        }
        if (least > most_effort) return false;
        const Cuts* best = nullptr;
        std::int32_t rule = -1;
        said_.clear();
        const auto say = [&](std::int32_t number, const Cuts& cuts) {
            said_.push_back(&cuts);
            if (!best || removed_by(cuts) > removed_by(*best)) best = &cuts, rule = number;
        };
        for (std::int32_t number = 0; number < model_.rules; ++number) {
            const Open& one = open_[number];
            if (one.cuts.empty() || one.effort != least) continue;
            if (one.apart.empty()) say(number, one.cuts);
            for (const Cuts& cuts : one.apart) say(number, cuts);
        }
        step = {-1, {rule}, *best, different()};
        return true;
    }

    // The ways to fill the cells of a pattern; those of each rule alone are computed once.
    void fill(Pattern& pattern, std::vector<std::vector<std::uint32_t>>& alone) {
        for (const std::int32_t rule : pattern.rules) {
            const Span span = trials_.cells(rule);
            pattern.cells.insert(pattern.cells.end(), model_.cells.begin() + span.from, model_.cells.begin() + span.to);
        }
        std::sort(pattern.cells.begin(), pattern.cells.end());
        pattern.cells.erase(std::unique(pattern.cells.begin(), pattern.cells.end()), pattern.cells.end());
        std::uint32_t known = 0;
        std::vector<std::uint32_t> found{0}, longer;
        std::vector<int> places;
        std::vector<Mask> masks(model_.size, model_.everything);
        Cuts none;
        for (const std::int32_t rule : pattern.rules) {
            const Span span = trials_.cells(rule);
            const int many = span.size();
            const std::int32_t* cells = model_.cells.data() + span.from;
            if (alone[rule].empty())
                for (std::uint32_t way = 0; way < 1u << many; ++way) {
                    for (int i = 0; i < many; ++i) masks[cells[i]] = Mask(1) << (way >> i & 1);
                    if (trials_.cuts(masks.data(), rule, none)) alone[rule].push_back(way);
                }
            places.clear();
            std::uint32_t area = 0;
            for (int i = 0; i < many; ++i) {
                places.push_back(static_cast<int>(std::lower_bound(pattern.cells.begin(), pattern.cells.end(), cells[i]) - pattern.cells.begin()));
                area |= 1u << places.back();
            }
            longer.clear();
            for (const std::uint32_t way : alone[rule]) {
                std::uint32_t here = 0;
                for (int i = 0; i < many; ++i) here |= (way >> i & 1) << places[i];
                for (const std::uint32_t one : found)
                    if (!((one ^ here) & known & area)) longer.push_back(one | here);
            }
            found.swap(longer);
            known |= area;
        }
        pattern.ways = std::move(found);
    }

    // Whether something is known about a group whose first rule needs all but one of its open cells.
    bool is_plain(const Pattern& pattern, const std::vector<Mask>& masks) const {
        const auto known = [&](std::int32_t cell) { return single(masks[cell]); };
        return std::any_of(pattern.cells.begin(), pattern.cells.end(), known) && needs_all_but_one(pattern.rules[0], masks);
    }

    // Whether a count needs all but one of its open cells.
    bool needs_all_but_one(std::int32_t rule, const std::vector<Mask>& masks) const {
        const std::int32_t number = trials_.count_at(rule);
        if (number < 0) return true;
        const auto& count = model_.counts[number];
        const Span cells = trials_.cells(rule);
        int open = 0, sure = 0;
        for (int i = cells.from; i < cells.to; ++i) {
            const Mask mask = masks[model_.cells[i]];
            open += !single(mask);
            sure += !(mask & ~count.counted);
        }
        return open - (count.least - sure) == 1;
    }

    // What all ways to fill the cells of some rules agree on, for groups of one of two kinds.
    bool together(const std::vector<Mask>& masks, bool but_one, PlainStep& step) {
        const Pattern* best = nullptr;
        said_.clear();
        for (Pattern& one : patterns_) {
            if (one.dirty) one.look(masks);
            if (one.cuts.empty() || is_plain(one, masks) != but_one) continue;
            said_.push_back(&one.cuts);
            if (!best || std::pair(-removed_by(one.cuts), one.rules[0]) < std::pair(-removed_by(best->cuts), best->rules[0])) best = &one;
        }
        if (best) step = {-1, best->rules, best->cuts, different()};
        return best;
    }

    // Everything that one cell implies for its neighbours, rule by rule.
    bool beside(const std::vector<Mask>& masks, PlainStep& step) {
        centres_.clear();
        for (std::int32_t rule = 0; rule < model_.rules; ++rule) {
            const Span cells = trials_.cells(rule);
            if (open_[rule].cuts.empty() || cells.size() != 2 || trials_.count_at(rule) >= 0) continue;
            const std::int32_t one = model_.cells[cells.from], another = model_.cells[cells.from + 1];
            for (const Elimination& cut : open_[rule].cuts) {
                const std::int32_t other = one == cut.cell ? another : one;
                if (!single(masks[other]) || !(masks[other] & looks_.telling)) continue;
                auto& [rules, cuts] = around_[other];
                if (rules.empty()) centres_.push_back(other);
                rules.push_back(rule);
                cuts.push_back(cut);
            }
        }
        std::int32_t best = -1;
        said_.clear();
        for (const std::int32_t centre : centres_) {
            if (around_[centre].rules.size() < 2) continue;
            said_.push_back(&around_[centre].cuts);
            const int more = best < 0 ? 1 : removed_by(around_[centre].cuts) - removed_by(around_[best].cuts);
            if (more > 0 || (!more && centre < best)) best = centre;
        }
        if (best >= 0) step = {best, around_[best].rules, around_[best].cuts, different()};
        for (const std::int32_t centre : centres_) around_[centre] = {};
        return best >= 0;
    }

    // The number of different steps among those available.
    int different() {
        const auto less = [](const Cuts* one, const Cuts* other) {
            return std::lexicographical_compare(one->begin(), one->end(), other->begin(), other->end(), [](const Elimination& a, const Elimination& b) {
                return std::pair(a.cell, a.removed) < std::pair(b.cell, b.removed);
            });
        };
        std::sort(said_.begin(), said_.end(), less);
        int count = 1;
        for (std::size_t i = 1; i < said_.size(); ++i) count += less(said_[i - 1], said_[i]);
        return count;
    }

    struct Around {
        std::vector<std::int32_t> rules;
        Cuts cuts;
    };

    const Model& model_;
    Trials& trials_;
    PlainLooks looks_;
    std::vector<Open> open_;  // by rule
    std::vector<std::vector<std::int32_t>> watchers_;
    std::vector<Around> around_;  // by cell
    std::vector<std::int32_t> centres_;
    std::vector<Pattern> patterns_;
    std::vector<std::vector<std::int32_t>> patterns_at_;  // by cell
    std::vector<const Cuts*> said_;
    std::vector<char> ends_;  // by node: whether an odd number of chosen links ends there
};

}  // namespace caracol
