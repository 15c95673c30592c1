// Trials: a value is assumed, and rules fire one by one until one of them breaks.
//
// Unlike Board, which only computes what is left, this records which rule removed what, in an order
// that is part of the answer: it is the counterpart of `deduction/walk/board.py` and
// `deduction/techniques/trials.py`, and the tests compare the two.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "propagation/cutters.hpp"
#include "propagation/paths.hpp"
#include "explaining/watches.hpp"

namespace caracol {

// A rule that fired, and what it removed; the last link of a chain removed nothing: it broke.
struct Link {
    std::int32_t rule;
    std::vector<Elimination> cuts;
    std::vector<Link> inside = {};  // the chain that refutes the removed values, if they were assumed
};

using Links = std::vector<Link>;

struct Chain {
    std::int32_t cell, value;
    Links links;
};

class Trials {
  public:
    explicit Trials(const Model& model)
        : model_(model),
          cutters_(model),
          watches_(model, cutters_),
          words_((model.size + 63) / 64),
          areas_(std::size_t(model.rules) * words_),
          queued_((model.rules + 63) / 64),
          allowed_(model.rules),
          slack_(model.given_counts),
          paths_(model),
          loop_stale_(model.loops.size(), 1),
          needed_(words_) {
        for (std::int32_t number = 0; number < model.rules; ++number) {
            places_.push_back({cutters_.count_at(number), cutters_.reading_at(number), cutters_.loop_at(number)});
            for (int i = cutters_.cells(number).from; i < cutters_.cells(number).to; ++i)
                areas_[std::size_t(number) * words_ + (model.cells[i] >> 6)] |= Mask(1) << (model.cells[i] & 63);
        }
    }

    // What one rule rules out; false if it cannot be satisfied.
    bool cuts(const Mask* masks, std::int32_t number, std::vector<Elimination>& found) {
        return cutters_.cuts(masks, number, found);
    }

    Span cells(std::int32_t number) const { return cutters_.cells(number); }
    std::int32_t count_at(std::int32_t number) const { return places_[number].count; }
    std::int32_t loop_at(std::int32_t number) const { return places_[number].loop; }

    // All trials from now on begin with these candidates; `quiet`: loops rule out nothing there.
    void begin(const std::vector<Mask>& masks, bool quiet = false) {
        masks_ = masks;
        stale_.assign(model_.readings.size(), 1);
        loop_stale_.assign(model_.loops.size(), !quiet);
        paths_.begin(masks);
        followed_.clear();
        tally(masks, slack_);
    }

    // Trials may be limited to some rules; `allow_all` ends the limit, `allow` widens it.
    void allow_all() { limited_ = false; }
    void allow_none() {
        limited_ = true;
        std::fill(allowed_.begin(), allowed_.end(), 0);
    }
    void allow(std::int32_t number) { allowed_[number] = 1; }

    // The chain by which a value breaks a rule, without irrelevant rules; nothing if no rule breaks, or
    // if `most` rules fired before.
    std::optional<Links> refuted(int cell, int value, std::size_t most) {
        const std::int32_t broken = fire(cell, value, most);
        if (broken < 0) return std::nullopt;
        slice(broken);
        Links links;
        for (const Fired& fired : trail_)
            if (fired.kept) links.push_back({fired.rule, cuts_of(fired)});
        links.push_back({broken, {}});
        return links;
    }

    // The number of rules in such a chain; 0 if there is none.
    std::size_t rules_to_refute(int cell, int value, std::size_t most) {
        const std::int32_t broken = fire(cell, value, most);
        return broken < 0 ? 0 : slice(broken);
    }

    // The chain without unnecessary rules.
    Links shrunk(int cell, int value, Links best) {
        const std::vector<std::int32_t> rules = rules_of(best);
        for (std::size_t i = rules.size(); i-- > 0;) {
            const std::vector<std::int32_t> now = rules_of(best);
            if (std::find(now.begin(), now.end(), rules[i]) == now.end()) continue;
            allow_none();
            for (std::int32_t number : now)
                if (number != rules[i]) allow(number);
            if (auto again = refuted(cell, value, unlimited)) best = std::move(*again);
        }
        allow_all();
        return used(std::move(best));
    }

    // The links with only those cuts that a later link depends on.
    Links used(Links links) {
        std::fill(needed_.begin(), needed_.end(), 0);
        Links kept;
        for (std::size_t i = links.size(); i-- > 0;) {
            Link& link = links[i];
            std::erase_if(link.cuts, [&](const Elimination& cut) { return !is_needed(cut.cell); });
            if (link.cuts.empty() && !kept.empty()) continue;
            if (link.inside.empty()) need(link.rule);
            need(link.inside);
            kept.push_back(std::move(link));
        }
        std::reverse(kept.begin(), kept.end());
        return kept;
    }

    // Whether rules break, beginning with those at the cell.
    bool refutes(int cell, int value) { return fire(cell, value, unlimited) >= 0; }

    // Permanently removes all values of a cell but these, and lets rules fire, starting with these in
    // this order, until nothing changes: later trials begin there. Returns the rule that breaks, or -1.
    // Links for what fired are appended.
    std::int32_t settle(int cell, Mask kept, const std::vector<std::int32_t>& rules, Links* links) {
        start();
        if (!keep(cell, kept, -1)) tally(tried_, now_);
        std::fill(queued_.begin(), queued_.end(), 0);
        waiting_ = rules;
        for (const std::int32_t number : rules) queued_[number >> 6] |= Mask(1) << (number & 63);
        const std::int32_t broken = run(unlimited);
        masks_ = tried_;
        slack_ = now_;
        stale_ = news_;
        for (std::size_t l = 0; l < loop_stale_.size(); ++l) loop_stale_[l] = paths_.waits(static_cast<int>(l));
        followed_.clear();
        if (links)
            for (const Fired& fired : trail_) links->push_back({fired.rule, cuts_of(fired)});
        return broken;
    }

    // The candidates that trials begin with.
    Mask candidates(int cell) const { return masks_[cell]; }
    const std::vector<Mask>& candidates() const { return masks_; }

    // Of the trials with the allowed rules, which rule out nothing beforehand: the cell and the value of
    // the one with the fewest links, the first of several; a cell below 0 means none.
    Elimination shortest(const std::vector<std::int32_t>& cells) {
        Elimination best{-1, 0};
        std::size_t fewest = unlimited;
        fitting_.assign(model_.size, 0);
        for (const std::int32_t cell : cells) {
            if (single(masks_[cell])) continue;
            for (Mask left = masks_[cell] & ~fitting_[cell]; left; left &= left - 1) {
                const std::int32_t broken = fire(cell, lowest(left), unlimited);
                if (broken < 0) {
                    note_fitting();
                    continue;
                }
                const std::size_t links = links_used(broken, fewest);
                if (links < fewest) fewest = links, best = {cell, left & -left};
            }
        }
        return best;
    }

    // Whether a rule breaks when everything that trials refute is removed for good, again and again, by
    // the allowed rules, which rule out nothing beforehand.
    bool wears_away(const std::vector<std::int32_t>& rules) {
        fitting_.assign(model_.size, 0);
        int quiet = 0;
        for (int cell = 0; quiet < model_.size; cell = cell + 1 == model_.size ? 0 : cell + 1) {
            ++quiet;
            if (single(masks_[cell])) continue;
            Mask gone = 0;
            for (Mask left = masks_[cell] & ~fitting_[cell]; left; left &= left - 1)
                if (fire(cell, lowest(left), unlimited) < 0) note_fitting();
                else gone |= left & -left;
            if (!gone) continue;
            if (settle(cell, ~gone, rules, nullptr) >= 0) return true;
            fitting_.assign(model_.size, 0);  // more is known now: what did not break before may break
            quiet = 0;
        }
        return false;
    }

    struct Bounds {
        std::size_t longest;  // maximum rules in a short chain
        std::size_t reach;    // maximum rules that fire in a trial
        std::size_t shrunk;   // number of chains to shorten as far as possible
        std::size_t margin;   // chains this much longer than the best are not tried
    };

    // Chains that refute a candidate; the shortest ones are shortened further.
    std::vector<Chain> chains(const std::vector<Mask>& masks, const Bounds& bounds) {
        struct Failing {
            std::size_t size;
            std::int32_t cell, value;
        };
        std::vector<Failing> failing;
        begin(masks);
        const bool quiet = all_quiet();
        fitting_.assign(model_.size, 0);
        if (solution_within(masks))
            for (int cell = 0; cell < model_.size; ++cell) fitting_[cell] = Mask(1) << solution_[cell];
        allow_all();
        for (int cell = 0; cell < model_.size; ++cell) {
            if (single(masks[cell])) continue;
            for (Mask left = masks[cell] & ~fitting_[cell]; left; left &= left - 1) {
                const int value = lowest(left);
                const std::int32_t broken = fire(cell, value, bounds.reach);
                if (broken >= 0) failing.push_back({slice(broken), cell, value});
                else if (broken == all_kept && quiet) note_fitting();
            }
        }
        std::stable_sort(failing.begin(), failing.end(),
                         [](const Failing& a, const Failing& b) { return a.size < b.size; });
        std::vector<Chain> found;
        std::size_t best = bounds.longest;
        for (std::size_t i = 0; i < failing.size() && i < bounds.shrunk; ++i) {
            const auto [size, cell, value] = failing[i];
            if (size > best + bounds.margin) break;
            Links shorter = shrunk(cell, value, *refuted(cell, value, bounds.reach));
            const std::size_t now = rules_of(shorter).size();
            if (now <= best) {
                best = now;
                found.push_back({cell, value, std::move(shorter)});
            }
        }
        return found;
    }

    static constexpr std::size_t unlimited = ~std::size_t(0);

    // A known solution: what agrees with it breaks nothing, so it need not be tried.
    void know(const std::vector<std::uint8_t>& solution) { solution_ = solution; }

    static std::vector<std::int32_t> rules_of(const Links& links) {
        std::vector<std::int32_t> found;
        for (const Link& link : links)
            if (std::find(found.begin(), found.end(), link.rule) == found.end()) found.push_back(link.rule);
        return found;
    }

  private:
    // The position of a rule among the counts, the lines or the loops; -1: it is another kind.
    struct Place {
        std::int32_t count, reading, loop;
    };

    struct Fired {
        std::int32_t rule;
        Span cuts;  // in trail_cuts_
        bool kept;
    };

    // Lets rules fire in the order of waking, beginning with those at a cell that gets a value; returns
    // the rule that breaks, or why there is none.
    std::int32_t fire(int cell, int assumed, std::size_t most) {
        start();
        if (!keep(cell, Mask(1) << assumed, -1)) tally(tried_, now_);
        tick(static_cast<std::int64_t>(waiting_.size()));
        return run(most);
    }

    void start() {
        tried_ = masks_;
        now_ = slack_;
        news_ = stale_;
        for (; !followed_.empty(); followed_.pop_back()) paths_.undo(followed_.back().cell, followed_.back().old, followed_.back().now);
        paths_.forget();
        for (std::size_t l = 0; l < loop_stale_.size(); ++l) paths_.look_again(static_cast<int>(l), loop_stale_[l]);
        trail_.clear();
        trail_cuts_.clear();
        std::fill(queued_.begin(), queued_.end(), 0);
        waiting_.clear();
    }

    std::int32_t run(std::size_t most) {
        for (std::size_t next = 0; next < waiting_.size(); ++next) {
            const std::int32_t number = waiting_[next];
            queued_[number >> 6] &= ~(Mask(1) << (number & 63));
            if (limited_ && !allowed_[number]) continue;
            const auto [count, reading, loop] = places_[number];
            if (count >= 0) {
                // Most woken counts are far from their bounds.
                if (now_[count].most > 0 && now_[count].least > 0) continue;
            } else if (reading >= 0) {
                if (!news_[reading]) continue;
                news_[reading] = 0;
            }
            if (loop >= 0 && !model_.loops[loop].at_nodes) {
                found_.clear();
                if (!paths_.cuts(loop, tried_, found_)) return number;
            } else if (!cutters_.cuts(tried_.data(), number, count >= 0 ? now_[count] : Slack{}, found_)) {
                return number;
            }
            if (found_.empty()) continue;
            tick(static_cast<std::int64_t>(found_.size()));
            const auto from = static_cast<std::int32_t>(trail_cuts_.size());
            trail_cuts_.insert(trail_cuts_.end(), found_.begin(), found_.end());
            trail_.push_back({number, {from, static_cast<std::int32_t>(trail_cuts_.size())}, false});
            if (trail_.size() > most) return too_long;
            const std::int32_t but = cutters_.again(number) ? -1 : number;
            for (const auto& [cell, removed] : found_)
                if (!keep(cell, ~removed, but)) return number;
        }
        return all_kept;
    }

    static constexpr std::int32_t all_kept = -1, too_long = -2;

    bool solution_within(const std::vector<Mask>& masks) const {
        if (solution_.empty()) return false;
        for (int cell = 0; cell < model_.size; ++cell)
            if (!(masks[cell] >> solution_[cell] & 1)) return false;
        return true;
    }

    // Whether no rule rules out anything before a trial; notes which lines do.
    bool all_quiet() {
        bool quiet = true;
        for (std::int32_t number = 0; number < model_.rules; ++number) {
            tick(1);
            const bool here = cutters_.cuts(masks_.data(), number, found_) && found_.empty();
            if (places_[number].reading >= 0) stale_[places_[number].reading] = !here;
            if (places_[number].loop >= 0) loop_stale_[places_[number].loop] = !here;
            quiet &= here;
        }
        return quiet;
    }

    // A trial has ended without a contradiction: a trial of any other value that is now the only one of
    // its cell would leave all this, so it would break no rule either.
    void note_fitting() {
        for (const auto& [cell, removed] : trail_cuts_)
            if (single(tried_[cell])) fitting_[cell] |= tried_[cell];
    }

    // Removes everything but `kept`, and wakes the rules at the cell but one; false: nothing is left.
    bool keep(int cell, Mask kept, std::int32_t but) {
        const Mask old = tried_[cell], now = old & kept, lost = old & ~now;
        tried_[cell] = now;
        for (Mask left = lost; left; left &= left - 1)
            for (const std::int32_t count : watches_.counts(cell, lowest(left))) --now_[count].least;
        if (single(now) && now && lost && !single(old))
            for (const std::int32_t count : watches_.counts(cell, lowest(now))) --now_[count].most;
        for (const auto& [count, counted] : watches_.several(cell)) {
            now_[count].least -= (old & counted) && !(now & counted);
            now_[count].most -= (old & ~counted) && !(now & ~counted);
        }
        for (const auto& [reading, rule, singles, alike] : watches_.reads(cell))
            if (rule != but) news_[reading] |= (lost & singles) || ((lost & alike) && !(now & alike));
        if (!loop_stale_.empty() && now != old) {
            paths_.change(cell, old, now);
            followed_.push_back({cell, old, now});
        }
        for (auto [word, bits] : watches_.rules(cell)) {
            bits &= ~queued_[word];
            if (but >> 6 == word) bits &= ~(Mask(1) << (but & 63));
            queued_[word] |= bits;
            for (; bits; bits &= bits - 1) waiting_.push_back(word * 64 + lowest(bits));
        }
        return now != 0;
    }

    // The distance of each count from its bounds.
    void tally(const std::vector<Mask>& masks, std::vector<Slack>& slack) const {
        for (std::int32_t c = 0; c < model_.given_counts; ++c) slack[c] = slack_of(model_, model_.counts[c], masks.data());
    }

    void need(std::int32_t number) {
        for (int w = 0; w < words_; ++w) needed_[w] |= areas_[std::size_t(number) * words_ + w];
    }
    void need(const Links& links) {
        for (const Link& one : links) {
            need(one.inside);
            need(one.rule);
        }
    }
    bool is_needed(int cell) const { return needed_[cell >> 6] >> (cell & 63) & 1; }

    // Keeps the part of the trail that may matter for the broken rule; returns the number of its rules.
    std::size_t slice(std::int32_t broken) {
        std::fill(needed_.begin(), needed_.end(), 0);
        need(broken);
        several_.assign(1, broken);
        for (std::size_t i = trail_.size(); i-- > 0;) {
            Fired& fired = trail_[i];
            for (int c = fired.cuts.from; c < fired.cuts.to && !fired.kept; ++c)
                fired.kept = is_needed(trail_cuts_[c].cell);
            if (!fired.kept) continue;
            need(fired.rule);
            if (std::find(several_.begin(), several_.end(), fired.rule) == several_.end()) several_.push_back(fired.rule);
        }
        return several_.size();
    }

    // The number of links of a chain that later ones depend on.
    std::size_t links_used(std::int32_t broken, std::size_t most) {
        std::fill(needed_.begin(), needed_.end(), 0);
        need(broken);
        std::size_t links = 1;
        for (std::size_t i = trail_.size(); i-- > 0 && links < most;) {
            const Fired& fired = trail_[i];
            bool used = false;
            for (int c = fired.cuts.from; c < fired.cuts.to && !used; ++c) used = is_needed(trail_cuts_[c].cell);
            if (!used) continue;
            need(fired.rule);
            ++links;
        }
        return links;
    }

    std::vector<Elimination> cuts_of(const Fired& fired) const {
        return {trail_cuts_.begin() + fired.cuts.from, trail_cuts_.begin() + fired.cuts.to};
    }

    const Model& model_;
    Cutters cutters_;
    Watches watches_;
    int words_;
    std::vector<Mask> areas_;  // the cells of each rule
    std::vector<Place> places_;
    std::vector<Mask> queued_;  // rules, as bits
    std::vector<std::int32_t> waiting_;
    std::vector<char> allowed_;
    bool limited_ = false;
    std::vector<Mask> masks_, tried_;
    std::vector<Mask> fitting_;  // for each cell, the values known to break nothing
    std::vector<std::uint8_t> solution_;
    std::vector<Slack> slack_, now_;
    // Lines that may rule something out: one whose cells have lost no value that it distinguishes since
    // its last visit is not visited again.
    std::vector<char> stale_, news_;
    // Loops, as far as they were followed, and the changes on the way, which `start` undoes.
    struct Change {
        std::int32_t cell;
        Mask old, now;
    };
    Paths paths_;
    std::vector<char> loop_stale_;
    std::vector<Change> followed_;
    std::vector<std::int32_t> several_;
    std::vector<Fired> trail_;
    std::vector<Elimination> trail_cuts_, found_;
    std::vector<Mask> needed_;
};

}  // namespace caracol
