// The candidates of every cell, what the rules remember about them, and backtracking.
#pragma once

#include <algorithm>
#include <vector>

#include "propagation/connected.hpp"
#include "propagation/crossing.hpp"
#include "propagation/filters.hpp"
#include "propagation/loop.hpp"
#include "model/model.hpp"
#include "propagation/paths.hpp"

namespace caracol {

using Key = std::vector<std::uint16_t>;

class Board {
  public:
    explicit Board(const Model& model)
        : model_(model),
          candidates_(model.size),
          open_((model.size + 63) / 64),
          slack_(model.counts.size()),
          seen_(model.seen_words),
          states_(model.state_words),
          checked_(model.readings.size(), 0),
          count_queued_(model.counts.size(), 0),
          allowed_queued_(model.alloweds.size(), 0),
          reading_queued_(model.readings.size(), 0),
          sequence_queued_(model.sequences.size(), 0),
          loop_queued_(model.loops.size(), 0),
          shape_queued_(model.shapes.size(), 0),
          paths_(model),
          rare_(model.rare()),
          only_counts_(model.alloweds.empty() && model.readings.empty() && !rare_) {
        std::size_t longest = 0;
        for (const Regular& reading : model.readings)
            longest = std::max<std::size_t>(longest, reading.cells.size());
        now_.resize(longest);
        weight_.resize(model.size);
    }

    enum class Counts { given, all };

    // Begins with these candidates, with every rule still to be visited; and with the counts that follow
    // from others and what loops cross, or without them. False if a rule obviously cannot be satisfied,
    // by its numbers alone.
    bool begin(const Mask* candidates, Counts counts) {
        forget();
        acting_ = counts == Counts::all ? static_cast<int>(model_.counts.size()) : model_.given_counts;
        crossing_ = counts == Counts::all && !model_.loops.empty();
        crossings_due_ = crossing_;
        failed_ = failed_count_ = none;
        weight_ = model_.watchers;
        std::fill(open_.begin(), open_.end(), 0);
        bool possible = true;
        for (int cell = 0; cell < model_.size; ++cell) {
            const Mask here = candidates[cell] & model_.everything;
            candidates_[cell] = here;
            if (!here) possible = false;
            if (!single(here)) open_[cell >> 6] |= Mask(1) << (cell & 63);
        }
        if (!possible) return false;
        paths_.begin(candidates_);
        for (int c = 0; c < acting_; ++c) {
            slack_[c] = slack_of(model_, model_.counts[c], candidates_.data());
            if (slack_[c].most < 0 || slack_[c].least < 0) return fail(model_.counts[c].number);
            if (slack_[c].most == 0 || slack_[c].least == 0) wake_count(c);
        }
        for (std::size_t a = 0; a < model_.alloweds.size(); ++a) wake_allowed(static_cast<int>(a));
        for (std::size_t r = 0; r < model_.readings.size(); ++r) wake_reading(static_cast<int>(r));
        for (std::size_t s = 0; s < model_.sequences.size(); ++s) wake_sequence(static_cast<int>(s));
        for (std::size_t l = 0; l < model_.loops.size(); ++l) wake_loop(static_cast<int>(l));
        for (std::size_t s = 0; s < model_.shapes.size(); ++s) wake_shape(static_cast<int>(s));
        return true;
    }

    // Makes good what an exception left half done: nothing is remembered.
    void recover() {
        forget();
        for (auto* queued : {&count_queued_, &allowed_queued_, &reading_queued_, &sequence_queued_, &loop_queued_, &shape_queued_})
            std::fill(queued->begin(), queued->end(), 0);
        std::fill(seen_.begin(), seen_.end(), 0);
        std::fill(checked_.begin(), checked_.end(), 0);
    }

    // Removes everything but `kept`; false if nothing is left.
    bool keep(int cell, Mask kept) {
        const Mask old = candidates_[cell], now = old & kept;
        if (now == old) return true;
        trail_.push_back({cell, old});
        candidates_[cell] = now;
        if (single(now)) open_[cell >> 6] &= ~(Mask(1) << (cell & 63));
        // Every counter is updated before anything can fail, so that undo may count backwards without
        // knowing how far this came.
        bool kept_all = now != 0;
        for (int w = model_.count_from[cell]; w < model_.count_from[cell + 1]; ++w) {
            const CountWatch& watch = model_.count_watch[w];
            const int less = ((old & watch.counted) != 0) - ((now & watch.counted) != 0);
            const int more = ((old & ~watch.counted) != 0) - ((now & ~watch.counted) != 0);
            if (!(less | more)) continue;
            Slack& slack = slack_[watch.count];
            slack.least -= less;
            slack.most -= more;
            if ((slack.least > 0 && slack.most > 0) || watch.count >= acting_) continue;
            if (slack.least < 0 || slack.most < 0) {
                failed_count_ = watch.count;
                kept_all = false;
            } else {
                wake_count(watch.count);
            }
        }
        paths_.change(cell, old, now);
        if (!kept_all) return false;
        if (only_counts_) return true;
        for (int w = model_.allowed_from[cell]; w < model_.allowed_from[cell + 1]; ++w)
            wake_allowed(model_.allowed_watch[w]);
        for (int w = model_.reading_from[cell]; w < model_.reading_from[cell + 1]; ++w)
            wake_reading(model_.reading_watch[w]);
        if (!rare_) return true;
        for (int w = model_.sequence_from[cell]; w < model_.sequence_from[cell + 1]; ++w)
            wake_sequence(model_.sequence_watch[w]);
        for (int w = model_.loop_from[cell]; w < model_.loop_from[cell + 1]; ++w) wake_loop(model_.loop_watch[w]);
        crossings_due_ = crossing_;
        for (int w = model_.shape_from[cell]; w < model_.shape_from[cell + 1]; ++w) wake_shape(model_.shape_watch[w]);
        return true;
    }

    // Removes everything but `kept` and propagates; false if a rule fails.
    bool assume(int cell, Mask kept) {
        ++wakeups;  // even if no rule watches the cell: this measures work
        if (keep(cell, kept)) return propagate();
        if (failed_count_ == none) return fail(none);
        const Count& count = model_.counts[failed_count_];
        failed_count_ = none;
        return blame(count);
    }

    // Lets the rules cut until nothing changes; false if one cannot be satisfied. Counts come first;
    // lines, loops and shapes last, because cheap rules may make expensive ones unnecessary.
    bool propagate() {
        for (;;) {
            if (!count_queue_.empty()) {
                const int c = count_queue_.back();
                count_queue_.pop_back();
                count_queued_[c] = 0;
                ++wakeups;
                if (!sweep(c)) return stuck(model_.counts[c]);
            } else if (!allowed_queue_.empty()) {
                const int a = allowed_queue_.back();
                allowed_queue_.pop_back();
                allowed_queued_[a] = 0;
                ++wakeups;
                if (!filter(a)) return stuck(model_.alloweds[a]);
            } else if (reading_next_ < reading_queue_.size()) {
                // First come, first served: the line woken last has the least news.
                const int r = reading_queue_[reading_next_++];
                reading_queued_[r] = 0;
                if (reading_next_ == reading_queue_.size()) reading_queue_.clear(), reading_next_ = 0;
                ++wakeups;
                if (!read(r)) return stuck(model_.readings[r]);
            } else if (!sequence_queue_.empty()) {
                const int s = sequence_queue_.back();
                sequence_queue_.pop_back();
                sequence_queued_[s] = 0;
                ++wakeups;
                if (!follow(s)) return stuck(model_.sequences[s]);
            } else if (!loop_queue_.empty()) {
                const int l = loop_queue_.back();
                loop_queue_.pop_back();
                loop_queued_[l] = 0;
                ++wakeups;
                if (!close(l)) return stuck(model_.loops[l]);
            } else if (!shape_queue_.empty()) {
                const int s = shape_queue_.back();
                shape_queue_.pop_back();
                shape_queued_[s] = 0;
                ++wakeups;
                if (!hold(s)) return stuck(model_.shapes[s]);
            } else if (crossings_due_) {
                crossings_due_ = false;
                for (const Loop& loop : model_.loops) {
                    ++wakeups;
                    if (!cross(loop)) return stuck(loop);
                }
            } else {
                return true;
            }
        }
    }

    std::size_t mark() const { return trail_.size(); }

    void undo(std::size_t mark) {
        forget_queues();
        while (trail_.size() > mark) {
            const auto [cell, old] = trail_.back();
            trail_.pop_back();
            const Mask now = candidates_[cell];
            candidates_[cell] = old;
            if (!single(old)) open_[cell >> 6] |= Mask(1) << (cell & 63);
            paths_.undo(cell, old, now);
            for (int w = model_.count_from[cell]; w < model_.count_from[cell + 1]; ++w) {
                const CountWatch& watch = model_.count_watch[w];
                Slack& slack = slack_[watch.count];
                slack.least += ((old & watch.counted) != 0) - ((now & watch.counted) != 0);
                slack.most += ((old & ~watch.counted) != 0) - ((now & ~watch.counted) != 0);
            }
        }
    }

    // The open cell with the fewest candidates for its weight, which grows with every failure of a rule
    // at it (dom/wdeg; Boussemart and others, 2004). -1: none open.
    int choose() const {
        int best = -1;
        std::uint64_t best_size = 0, best_weight = 0;
        for (std::size_t word = 0; word < open_.size(); ++word)
            for (Mask left = open_[word]; left; left &= left - 1) {
                const int cell = static_cast<int>(word * 64) + lowest(left);
                const std::uint64_t here = model_.values == 2 ? 2 : size(candidates_[cell]), weight = weight_[cell];
                if (best < 0 || here * best_weight < best_size * weight)
                    best = cell, best_size = here, best_weight = weight;
            }
        return best;
    }

    // Whether a count is satisfied however its undecided cells turn out.
    bool satisfied(int c) const {
        const Count& count = model_.counts[c];
        const auto [most, least] = slack_[c];
        const int undecided = most + least + count.least - count.most;
        return most >= undecided && least >= undecided;
    }

    // See residue.hpp.
    void residue_of_count(int c, Key& key) const;
    void residue_of_allowed(int a, Key& key) const;
    void residue_of_reading(int r, Key& key) const;
    void residue_of_sequence(int s, Key& key) const;
    static void push(Mask mask, Key& key);

    const std::vector<Mask>& candidates() const { return candidates_; }
    const Model& model() const { return model_; }
    const std::vector<Mask>& open() const { return open_; }
    int failed() const { return failed_; }  // the number of the rule that failed last

    struct Change {
        std::int32_t cell;
        Mask old;
    };
    const std::vector<Change>& trail() const { return trail_; }

    std::uint64_t wakeups = 0;

    static constexpr int none = -1;

  private:
    bool fail(int number) {
        failed_ = number;
        return false;
    }

    // This rule failed, unless its cut was too much for a count.
    template <class Rule>
    bool stuck(const Rule& rule) {
        if (failed_count_ == none) return blame(rule);
        const Count& count = model_.counts[failed_count_];
        failed_count_ = none;
        return blame(count);
    }

    template <class Rule>
    bool blame(const Rule& rule) {
        for (int i = rule.cells.from; i < rule.cells.to; ++i) ++weight_[model_.cells[i]];
        forget_queues();
        return fail(rule.number);
    }

    void wake_count(int c) {
        if (!count_queued_[c]) count_queued_[c] = 1, count_queue_.push_back(c);
    }
    void wake_allowed(int a) {
        if (!allowed_queued_[a]) allowed_queued_[a] = 1, allowed_queue_.push_back(a);
    }
    void wake_reading(int r) {
        if (!reading_queued_[r]) reading_queued_[r] = 1, reading_queue_.push_back(r);
    }

    void wake_sequence(int s) {
        if (!sequence_queued_[s]) sequence_queued_[s] = 1, sequence_queue_.push_back(s);
    }

    void wake_loop(int l) {
        if (!loop_queued_[l]) loop_queued_[l] = 1, loop_queue_.push_back(l);
    }

    void wake_shape(int s) {
        if (!shape_queued_[s]) shape_queued_[s] = 1, shape_queue_.push_back(s);
    }

    void forget_queues() {
        for (int c : count_queue_) count_queued_[c] = 0;
        for (int a : allowed_queue_) allowed_queued_[a] = 0;
        for (std::size_t i = reading_next_; i < reading_queue_.size(); ++i) reading_queued_[reading_queue_[i]] = 0;
        for (int s : sequence_queue_) sequence_queued_[s] = 0;
        for (int l : loop_queue_) loop_queued_[l] = 0;
        for (int s : shape_queue_) shape_queued_[s] = 0;
        count_queue_.clear();
        allowed_queue_.clear();
        sequence_queue_.clear();
        loop_queue_.clear();
        shape_queue_.clear();
        reading_queue_.clear();
        reading_next_ = 0;
        paths_.forget();
    }

    void forget() {
        forget_queues();
        trail_.clear();
    }

    bool sweep(int c);
    bool filter(int a);
    bool read(int r);
    bool follow(int s);
    bool close(int l);
    bool hold(int s);
    bool cross(const Loop& loop);
    bool take_found();
    template <int N>
    bool read_words(const Regular& reading, int r);

    const Model& model_;
    std::vector<Mask> candidates_;
    std::vector<Mask> open_;  // the cells with several candidates, as bits
    std::vector<Slack> slack_;
    std::vector<Change> trail_;
    std::vector<std::uint32_t> weight_;

    // What lines remember, see cuts.hpp.
    std::vector<Mask> seen_, states_, now_, scratch_, next_, alive_, ahead_;
    std::vector<char> checked_;

    std::vector<char> count_queued_, allowed_queued_, reading_queued_, sequence_queued_, loop_queued_, shape_queued_;
    std::vector<int> count_queue_, allowed_queue_, reading_queue_, sequence_queue_, loop_queue_, shape_queue_;
    LoopCuts loop_;
    Paths paths_;
    bool rare_;
    bool only_counts_;
    ConnectedCuts connected_;
    Crossings crossings_;
    bool crossing_ = false, crossings_due_ = false;  // whether crossings are used, and may rule something out
    std::vector<Elimination> found_;
    std::size_t reading_next_ = 0;
    int acting_ = 0;  // number of counts in use, the first ones
    int failed_ = none;
    int failed_count_ = none;
};

}  // namespace caracol

#include "propagation/cuts.hpp"
#include "propagation/residue.hpp"
