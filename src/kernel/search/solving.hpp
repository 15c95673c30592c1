// The solutions of a model one by one, by a Learner and, between its turns, by message passing.
#pragma once

#include <optional>
#include <vector>

#include "search/beliefs.hpp"
#include "search/encoding.hpp"
#include "search/search.hpp"

namespace caracol {

// Counts as they are, and counts encoded as sums: either may be far faster, so they take turns, which
// costs little compared with the better one.
class Turns {
  public:
    // `turn` is the work of the first turn (Learner::work), `most_work` the most a learner may do.
    Turns(const Model& model, const Mask* candidates, std::uint64_t most_work, std::uint64_t turn, Limits& limits)
        : model_(model), candidates_(candidates), most_work_(most_work), turn_(turn), until_(turn), limits_(limits),
          plain_(model, candidates, false, limits) {}

    // Whether there is a solution. `again` repeats to a new encoding what was added to the other.
    // `meanwhile` is called between turns, with the work so far; if it returns true, this ends.
    template <class Again, class Meanwhile>
    Learner::Result solve(Again again, Meanwhile meanwhile) {
        for (;;) {
            if (limits_.reached()) return Learner::Result::limited;
            const auto result = now_->solve(std::min(until_, most_work_), limits_);
            if (result != Learner::Result::limited || until_ >= most_work_ || plain_.learner.overfull()) return result;
            if (now_ == &plain_ && Encoding::has_sums(model_) && plain_.learner.half_empty()) {
                if (!summed_) again(summed_.emplace(model_, candidates_, true, limits_));
                now_ = &*summed_;
            } else {
                now_ = &plain_;
                turn_ = 2 * turn_ + 1;
            }
            until_ = now_->learner.work + turn_;
            if (meanwhile(now_->learner.work)) return Learner::Result::limited;
        }
    }

    std::vector<std::uint8_t> solution() const { return now_->solution(); }

    template <class Use>
    void each(Use use) {
        use(plain_);
        if (summed_) use(*summed_);
    }

  private:
    const Model& model_;
    const Mask* candidates_;
    std::uint64_t most_work_, turn_, until_;
    Limits& limits_;
    Encoding plain_;
    std::optional<Encoding> summed_;
    Encoding* now_ = &plain_;
};

// Message passing beside a learner: it runs when a turn of the learner is over, for at most half as
// long. If there is probably hardly a solution besides the one the puzzle was made from, it would find
// nothing, and is not used.
class Guesses {
  public:
    Guesses(const Model& model, const Mask* candidates, Limits& limits)
        : model_(model), candidates_(candidates), limits_(limits) {}

    // A solution, if it finds one, after the learner has worked this long in total.
    std::optional<std::vector<std::uint8_t>> ask(std::uint64_t worked) {
        if (!asked_ && Beliefs::fits(model_)) {
            beliefs_.emplace(model_, candidates_);
            if (beliefs_->solutions(limits_) < least_solutions) beliefs_.reset();
        }
        asked_ = true;
        if (!beliefs_ || worked / 2 <= beliefs_->work) return std::nullopt;
        return beliefs_->find(worked / 2 - beliefs_->work, limits_);
    }

  private:
    static constexpr double least_solutions = 20;  // as a power of two

    const Model& model_;
    const Mask* candidates_;
    Limits& limits_;
    std::optional<Beliefs> beliefs_;
    bool asked_ = false;
};

// Counts solutions one by one, learning on the way.
inline void learn(const Model& model, const Mask* candidates, std::uint64_t most_work, std::uint64_t turn,
                  const Goals& goals, Limits& limits, Found& found) {
    Turns turns(model, candidates, most_work, turn, limits);
    Guesses guesses(model, candidates, limits);
    std::vector<std::vector<std::uint8_t>> known;
    std::optional<std::vector<std::uint8_t>> guess;
    const auto meanwhile = [&](std::uint64_t worked) {
        guess = guesses.ask(worked);
        if (!guess) return false;
        bool right = true;
        turns.each([&](Encoding& encoding) { right &= encoding.visit(*guess, limits); });
        if (!right) guess.reset();
        return right;
    };
    while (found.count < goals.limit) {
        guess.reset();
        const auto result = turns.solve(
            [&](Encoding& fresh) {
                for (const auto& solution : known) fresh.block(solution);
            },
            meanwhile);
        found.finished = result == Learner::Result::none;
        if (result != Learner::Result::found && !guess) break;
        ++found.count;
        known.push_back(guess ? *guess : turns.solution());
        turns.each([&](Encoding& encoding) { encoding.block(known.back()); });
    }
    turns.each([&](const Encoding& encoding) {
        found.nodes += encoding.learner.decisions;
        found.backtracks += encoding.learner.conflicts;
        found.wakeups += encoding.learner.propagations;
        found.deepest = std::max(found.deepest, encoding.learner.deepest);
    });
    if (known.size() > goals.keep) known.resize(goals.keep);
    found.solutions = std::move(known);
}

// The values that each cell has in some solution, into `seen`; true if these are all.
inline bool possible(const Model& model, const Mask* candidates, std::uint64_t most_work, std::uint64_t turn,
                     Limits& limits, std::vector<Mask>& seen) {
    Turns turns(model, candidates, most_work, turn, limits);
    for (;;) {
        const auto result = turns.solve([&](Encoding& fresh) { fresh.ask_beyond(seen); },
                                        [](std::uint64_t) { return false; });
        if (result != Learner::Result::found) return result == Learner::Result::none;
        const auto solution = turns.solution();
        for (int cell = 0; cell < model.size; ++cell) seen[cell] |= Mask(1) << solution[cell];
        turns.each([&](Encoding& encoding) { encoding.ask_beyond(seen); });
    }
}

}  // namespace caracol
