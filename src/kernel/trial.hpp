// Trials: a value is assumed, and rules fire one by one until one of them breaks.
//
// Other than Board, which only wants to know what is left, this keeps account of which rule took
// away what, in an order that is part of the answer: it is the twin of `explain/board.py` and
// `explain/trial.py`, and the tests hold the two together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "cutters.hpp"

namespace caracol {

// A rule that fired, and what it took away; the last link of a chain took nothing: it broke.
struct Link {
    std::int32_t rule;
    std::vector<Cut> cuts;
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
          words_((model.size + 63) / 64),
          areas_(std::size_t(model.rules) * words_),
          watch_from_(model.size + 2),
          queued_(model.rules),
          allowed_(model.rules),
          tallies_(model.counts.size()),
          needed_(words_) {
        for (std::int32_t number = 0; number < model.rules; ++number)
            for (int i = cutters_.cells(number).from; i < cutters_.cells(number).to; ++i) {
                const std::int32_t cell = model.cells[i];
                areas_[std::size_t(number) * words_ + (cell >> 6)] |= Mask(1) << (cell & 63);
                ++watch_from_[cell + 2];
            }
        for (int cell = 0; cell < model.size; ++cell) watch_from_[cell + 2] += watch_from_[cell + 1];
        watches_.resize(watch_from_[model.size + 1]);
        for (std::int32_t number = 0; number < model.rules; ++number) {
            const std::int32_t count = cutters_.count_at(number), reading = cutters_.reading_at(number);
            Watch watch{number, count, reading, 0, 0, 0};
            if (count >= 0) {
                const Count& rule = model.counts[count];
                watch.least = rule.least, watch.most = rule.most, watch.counted = rule.counted;
            }
            for (int i = cutters_.cells(number).from; i < cutters_.cells(number).to; ++i)
                watches_[watch_from_[model.cells[i] + 1]++] = watch;
        }
    }

    // What one rule rules out; false where it cannot be kept.
    bool cuts(const Mask* masks, std::int32_t number, std::vector<Cut>& found) {
        return cutters_.cuts(masks, number, found);
    }

    Span cells(std::int32_t number) const { return cutters_.cells(number); }

    // All trials from now on begin with these candidates.
    void begin(const std::vector<Mask>& masks) {
        masks_ = masks;
        stale_.assign(model_.readings.size(), 1);
        for (std::size_t c = 0; c < model_.counts.size(); ++c)
            tallies_[c] = cutters_.tally(masks.data(), model_.counts[c]);
    }

    // Rules may be limited to some; `allow_all` ends the limit, `allow` widens it.
    void allow_all() { limited_ = false; }
    void allow_none() {
        limited_ = true;
        std::fill(allowed_.begin(), allowed_.end(), 0);
    }
    void allow(std::int32_t number) { allowed_[number] = 1; }

    // The chain by which a value breaks a rule, without the rules that have nothing to do with it;
    // nothing where no rule breaks, or `most` rules fired before.
    std::optional<Links> refuted(int cell, int value, std::size_t most) {
        const std::int32_t broken = fire(cell, value, most);
        if (broken < 0) return std::nullopt;
        slice(broken);
        Links links;
        for (const Fired& fired : trail_)
            if (fired.kept)
                links.push_back({fired.rule, {trail_cuts_.begin() + fired.cuts.from, trail_cuts_.begin() + fired.cuts.to}});
        links.push_back({broken, {}});
        return links;
    }

    // The chain without the rules that it can do without.
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

    // The links with only those cuts that a later link looks at.
    Links used(Links links) {
        std::fill(needed_.begin(), needed_.end(), 0);
        Links kept;
        for (std::size_t i = links.size(); i-- > 0;) {
            Link& link = links[i];
            std::erase_if(link.cuts, [&](const Cut& cut) { return !is_needed(cut.cell); });
            if (link.cuts.empty() && !kept.empty()) continue;
            need(link.rule);
            kept.push_back(std::move(link));
        }
        std::reverse(kept.begin(), kept.end());
        return kept;
    }

    struct Bounds {
        std::size_t longest;  // rules of a chain that is still short
        std::size_t reach;    // rules that fire before a trial is given up
        std::size_t shrunk;   // chains that are made as short as possible
        std::size_t margin;   // a chain so much longer than the best is not tried
    };

    // Chains that refute a candidate, the shortest ones made as short as possible.
    std::vector<Chain> chains(const std::vector<Mask>& masks, const Bounds& bounds) {
        struct Failing {
            std::size_t size;
            std::int32_t cell, value;
        };
        std::vector<Failing> failing;
        begin(masks);
        for (std::size_t r = 0; r < model_.readings.size(); ++r)
            stale_[r] = !cutters_.cuts(masks_.data(), model_.readings[r].number, found_) || !found_.empty();
        allow_all();
        for (int cell = 0; cell < model_.size; ++cell) {
            if (single(masks[cell])) continue;
            for (Mask left = masks[cell]; left; left &= left - 1) {
                const int value = lowest(left);
                const std::int32_t broken = fire(cell, value, bounds.reach);
                if (broken >= 0) failing.push_back({slice(broken), cell, value});
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

    static std::vector<std::int32_t> rules_of(const Links& links) {
        std::vector<std::int32_t> found;
        for (const Link& link : links)
            if (std::find(found.begin(), found.end(), link.rule) == found.end()) found.push_back(link.rule);
        return found;
    }

  private:
    // A rule that looks at a cell; where it is a count or a reading, its place among these.
    struct Watch {
        std::int32_t rule, count, reading, least, most;
        Mask counted;
    };

    struct Fired {
        std::int32_t rule;
        Span cuts;  // in trail_cuts_
        bool kept;
    };

    // Lets rules fire, first woken first, beginning with those at a cell that is to have a value;
    // the rule that breaks, or -1.
    std::int32_t fire(int start, int assumed, std::size_t most) {
        tried_ = masks_;
        now_ = tallies_;
        news_ = stale_;
        trail_.clear();
        trail_cuts_.clear();
        std::fill(queued_.begin(), queued_.end(), 0);
        waiting_.clear();
        keep(start, Mask(1) << assumed, -1);
        for (std::size_t next = 0; next < waiting_.size(); ++next) {
            const Watch& watch = *waiting_[next];
            const std::int32_t number = watch.rule;
            queued_[number] = 0;
            if (limited_ && !allowed_[number]) continue;
            Cutters::Tally tally;
            if (watch.count >= 0) {
                tally = now_[watch.count];
                // Most counts that are woken are far from their bounds.
                if (tally.must < watch.most && tally.may > watch.least) continue;
            } else if (watch.reading >= 0) {
                if (!news_[watch.reading]) continue;
                news_[watch.reading] = 0;
            }
            if (!cutters_.cuts(tried_.data(), number, tally, found_)) return number;
            if (found_.empty()) continue;
            const auto from = static_cast<std::int32_t>(trail_cuts_.size());
            trail_cuts_.insert(trail_cuts_.end(), found_.begin(), found_.end());
            trail_.push_back({number, {from, static_cast<std::int32_t>(trail_cuts_.size())}, false});
            if (trail_.size() > most) return -1;
            for (const auto& [cell, removed] : found_)
                if (!keep(cell, ~removed, number)) return number;
        }
        return -1;
    }

    // Takes away everything but `kept`, and wakes the rules at the cell but one; false: nothing is left.
    bool keep(int cell, Mask kept, std::int32_t but) {
        const Mask old = tried_[cell], now = old & kept;
        tried_[cell] = now;
        for (int w = watch_from_[cell]; w < watch_from_[cell + 1]; ++w) {
            const Watch& watch = watches_[w];
            if (watch.count >= 0) {
                Cutters::Tally& tally = now_[watch.count];
                tally.may -= (old & watch.counted) && !(now & watch.counted);
                tally.must += (old & ~watch.counted) && !(now & ~watch.counted);
            } else if (watch.reading >= 0 && watch.rule != but && !news_[watch.reading]) {
                news_[watch.reading] = cutters_.tells_apart(watch.reading, old, now);
            }
            if (watch.rule == but || queued_[watch.rule]) continue;
            queued_[watch.rule] = 1;
            waiting_.push_back(&watch);
        }
        return now != 0;
    }

    void need(std::int32_t number) {
        for (int w = 0; w < words_; ++w) needed_[w] |= areas_[std::size_t(number) * words_ + w];
    }
    bool is_needed(int cell) const { return needed_[cell >> 6] >> (cell & 63) & 1; }

    // Keeps the part of the trail that may have to do with the rule that broke; how many rules that are.
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

    const Model& model_;
    Cutters cutters_;
    int words_;
    std::vector<Mask> areas_;  // the cells of each rule
    std::vector<std::int32_t> watch_from_;  // for each cell the rules that look at it
    std::vector<Watch> watches_;
    std::vector<char> queued_, allowed_;
    bool limited_ = false;
    std::vector<Mask> masks_, tried_;
    std::vector<Cutters::Tally> tallies_, now_;
    // Readings that may have something to say: one whose cells have lost nothing that it tells apart
    // since it was looked at is not looked at again.
    std::vector<char> stale_, news_;
    std::vector<const Watch*> waiting_;
    std::vector<std::int32_t> several_;
    std::vector<Fired> trail_;
    std::vector<Cut> trail_cuts_, found_;
    std::vector<Mask> needed_;
};

}  // namespace caracol
