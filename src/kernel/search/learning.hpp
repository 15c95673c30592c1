// A solver that learns from conflicts: clauses and "at most k of these", with standard techniques (two
// watched literals, the first unique implication point, activities, saved phases, restarts, and
// forgetting by the number of levels in a clause). It knows nothing about puzzles; encoding.hpp states
// their rules to it.
#pragma once

#include <algorithm>
#include <initializer_list>
#include <span>
#include <vector>

#include "search/limits.hpp"

namespace caracol {

using Literal = std::int32_t;  // twice a variable, plus one if it is negated

inline Literal negation(Literal literal) { return literal ^ 1; }
inline std::int32_t variable_of(Literal literal) { return literal >> 1; }

// Variables by activity, the most active first.
class Ranking {
  public:
    void add(double activity) {
        activity_.push_back(activity);
        place_.push_back(-1);
        put(static_cast<std::int32_t>(activity_.size()) - 1);
    }
    bool empty() const { return heap_.empty(); }
    void put(std::int32_t variable) {
        if (place_[variable] >= 0) return;
        place_[variable] = static_cast<std::int32_t>(heap_.size());
        heap_.push_back(variable);
        up(place_[variable]);
    }
    std::int32_t take() {
        const std::int32_t first = heap_[0], last = heap_.back();
        heap_.pop_back();
        place_[first] = -1;
        if (!heap_.empty()) {
            heap_[0] = last;
            place_[last] = 0;
            down(0);
        }
        return first;
    }
    void bump(std::int32_t variable) {
        if ((activity_[variable] += step_) > 1e100) {
            for (double& activity : activity_) activity *= 1e-100;
            step_ *= 1e-100;
        }
        if (place_[variable] >= 0) up(place_[variable]);
    }
    void fade() { step_ /= 0.92; }

  private:
    bool before(std::int32_t a, std::int32_t b) const { return activity_[a] > activity_[b]; }
    void set(std::int32_t place, std::int32_t variable) {
        heap_[place] = variable;
        place_[variable] = place;
    }
    void up(std::int32_t place) {
        const std::int32_t variable = heap_[place];
        for (; place > 0 && before(variable, heap_[(place - 1) / 2]); place = (place - 1) / 2)
            set(place, heap_[(place - 1) / 2]);
        set(place, variable);
    }
    void down(std::int32_t place) {
        const std::int32_t variable = heap_[place], many = static_cast<std::int32_t>(heap_.size());
        for (;;) {
            std::int32_t child = 2 * place + 1;
            if (child >= many) break;
            if (child + 1 < many && before(heap_[child + 1], heap_[child])) ++child;
            if (!before(heap_[child], variable)) break;
            set(place, heap_[child]);
            place = child;
        }
        set(place, variable);
    }

    std::vector<double> activity_;
    std::vector<std::int32_t> heap_, place_;
    double step_ = 1;
};

class Learner {
  public:
    enum class Result { found, none, limited };

    std::uint64_t decisions = 0, conflicts = 0, propagations = 0, deepest = 0;
    std::uint64_t work = 0;  // literals, clauses and counts visited: proportional to time

    // A new variable, as its positive literal; whether to try that first, and its activity before there
    // was any conflict.
    Literal fresh(bool first = false, double activity = 0) {
        if (!takes(bytes_of_variable)) return 0;
        const auto variable = static_cast<Literal>(assigned_.size());
        assigned_.emplace_back();
        phase_.push_back(!first);
        seen_.push_back(0);
        stamp_.push_back(0);
        value_.insert(value_.end(), 2, 0);
        watches_.resize(watches_.size() + 2);
        cards_of_.resize(cards_of_.size() + 2);
        ranking_.add(activity);
        return 2 * variable;
    }

    // Always try this first, whatever was found before.
    void prefer(Literal literal) {
        phase_[variable_of(literal)] = literal & 1;
        faithful_ = true;
    }

    bool possible() const { return possible_; }

    // Whether there was not enough memory for everything that was stated. Then nothing is solved.
    bool overfull() const { return overfull_; }
    // Whether there is memory for another learner.
    bool half_empty() const { return bytes_ < most_bytes / 2; }
    bool is_true(Literal literal) const { return value_[literal] > 0; }

    // Adds a clause. Only between questions.
    void add(std::span<const Literal> literals) {
        if (overfull_) return;
        go_back(0);
        clause_.assign(literals.begin(), literals.end());
        std::sort(clause_.begin(), clause_.end());
        std::size_t kept = 0;
        for (const Literal literal : clause_) {
            if (value_[literal] > 0 || (kept && clause_[kept - 1] == negation(literal))) return;
            if (value_[literal] < 0 || (kept && clause_[kept - 1] == literal)) continue;
            clause_[kept++] = literal;
        }
        clause_.resize(kept);
        if (clause_.empty()) {
            possible_ = false;
        } else if (clause_.size() == 1) {
            assign(clause_[0], no_reason);
        } else {
            attach(clause_, 0);
        }
    }
    void add(std::initializer_list<Literal> literals) { add(std::span(literals.begin(), literals.size())); }

    // At most this many of these are true; with a guard, only if that is true. Only before the first
    // question; no literal may occur twice.
    void at_most(std::vector<Literal> literals, std::int32_t most, Literal guard = no_guard) {
        if (overfull_) return;
        std::erase_if(literals, [&](Literal literal) {
            most -= value_[literal] > 0;
            return value_[literal] != 0;
        });
        const auto many = static_cast<std::int32_t>(literals.size());
        const auto guarded = [&](std::span<const Literal> clause) {
            if (guard == no_guard) return add(clause);
            guarded_clause_.assign(clause.begin(), clause.end());
            guarded_clause_.push_back(negation(guard));
            add(guarded_clause_);
        };
        if (most < 0) {
            guarded({});
        } else if (most == 0) {
            for (Literal& literal : literals) literal = negation(literal), guarded({&literal, 1});
        } else if (most == many - 1) {
            for (Literal& literal : literals) literal = negation(literal);
            guarded(literals);
        } else if (most < many) {
            if (!takes(sizeof(Card) + 4 * bytes_of_literal * literals.size())) return;
            const auto number = static_cast<std::int32_t>(cards_.size());
            const auto from = static_cast<std::int32_t>(card_literals_.size());
            card_literals_.insert(card_literals_.end(), literals.begin(), literals.end());
            cards_.push_back({from, from + many, most, 0, guard});
            for (Literal literal : literals) cards_of_[literal].push_back(number);
            if (guard != no_guard) {
                guarded_.resize(value_.size());
                guarded_[guard].push_back(number);
            }
        }
    }

    // Whether everything can be satisfied; `limited` when its work reaches this, or at a limit. It can be
    // called again, and continues with what it has learnt. With `assumed`: whether it can be satisfied
    // with all of these true.
    Result solve(std::uint64_t last_work, Limits& limits, const std::vector<Literal>& assumed = {}) {
        // What the last question also assumed need not be propagated again.
        std::size_t same = 0;
        while (same < assumed.size() && same < assumed_.size() && assumed[same] == assumed_[same]) ++same;
        go_back(static_cast<std::int32_t>(std::min(same, starts_.size())));
        assumed_ = assumed;
        std::uint64_t since_restart = 0;
        for (;;) {
            if (overfull_) return Result::limited;
            if (!possible_) return Result::none;
            const std::uint64_t before = work;
            const std::int32_t clash = propagate();
            if (limits.reached(static_cast<std::int64_t>(work - before) / 16 + 1)) return Result::limited;
            if (clash != no_reason) {
                ++conflicts;
                ++since_restart;
                if (calm_) note_best();
                if (level_now() == 0) {
                    possible_ = false;
                    return Result::none;
                }
                learn(clash);
                ranking_.fade();
                continue;
            }
            if (work >= last_work) return Result::limited;
            // If learned clauses get worse than before, this is not the place to search.
            const bool worse = since_restart >= shortest_run && recent_ > restart_margin * usual_;
            if (calm_ ? since_restart >= calm_run_ : worse) {
                since_restart = 0;
                recent_ = usual_;
                go_back(0);
                if (calm_) calm_run_ = shortest_calm * luby(++calm_runs_);
                if (conflicts >= mood_until_) change_mood();
                else if (calm_) aim();
                if (learnt_.size() > most_learnt_) forget();
                continue;
            }
            Literal next = -1;
            while (starts_.size() < assumed.size() && next < 0) {
                const Literal literal = assumed[starts_.size()];
                if (value_[literal] < 0) return Result::none;
                if (value_[literal] > 0) starts_.push_back(static_cast<std::int32_t>(trail_.size()));
                else next = literal;
            }
            while (!ranking_.empty() && next < 0) {
                const std::int32_t variable = ranking_.take();
                if (!value_[2 * variable]) next = 2 * variable + phase_[variable];
            }
            if (next < 0) return Result::found;
            ++decisions;
            starts_.push_back(static_cast<std::int32_t>(trail_.size()));
            deepest = std::max<std::uint64_t>(deepest, starts_.size());
            assign(next, no_reason);
        }
    }

  private:
    // A clause is in arena_ as its length, its number of levels (0: it was given), its literals.
    struct Watch {
        std::int32_t clause;
        Literal blocker;  // if this is true, the clause need not be visited
    };
    struct Card {
        std::int32_t from, to, most, held;
        Literal guard;
    };

    static constexpr std::int32_t no_reason = -1;  // a clause's place, or below it: -2 - card
    static constexpr Literal no_guard = -1;
    static constexpr std::uint64_t shortest_run = 50;
    static constexpr double restart_margin = 1.1;
    static constexpr std::uint64_t shortest_calm = 200, mood_step = 1000;  // conflicts

    // The memory that it may take, and about what it takes, with what vectors keep in reserve.
    static constexpr std::size_t most_bytes = 150'000'000;
    static constexpr std::size_t bytes_of_literal = 4, bytes_of_watch = 16, bytes_of_variable = 200;

    static std::int32_t as_reason(std::int32_t card) { return -2 - card; }

    // Whether there is memory for this much more; if not, there is none for anything from now on.
    bool takes(std::size_t bytes) {
        bytes_ += bytes;
        overfull_ = overfull_ || bytes_ > most_bytes;
        return !overfull_;
    }

    bool counts(const Card& card) const { return card.guard == no_guard || value_[card.guard] > 0; }

    std::int32_t level_now() const { return static_cast<std::int32_t>(starts_.size()); }

    void assign(Literal literal, std::int32_t reason) {
        const std::int32_t variable = variable_of(literal);
        value_[literal] = 1;
        value_[negation(literal)] = -1;
        assigned_[variable] = {level_now(), reason, static_cast<std::int32_t>(trail_.size())};
        trail_.push_back(literal);
        fetch(watches_[literal].data());
    }

    // Prefetches memory, which a third of the time was spent waiting for.
    static void fetch([[maybe_unused]] const void* memory) {
#if defined(__GNUC__)
        __builtin_prefetch(memory);
#endif
    }

    std::int32_t attach(const std::vector<Literal>& literals, std::int32_t levels) {
        takes(bytes_of_literal * (literals.size() + 2) + 2 * bytes_of_watch);
        const auto place = static_cast<std::int32_t>(arena_.size());
        arena_.push_back(static_cast<std::int32_t>(literals.size()));
        arena_.push_back(levels);
        arena_.insert(arena_.end(), literals.begin(), literals.end());
        watch(place);
        return place;
    }

    void watch(std::int32_t place) {
        const Literal one = arena_[place + 2], other = arena_[place + 3];
        watches_[negation(one)].push_back({place, other});
        watches_[negation(other)].push_back({place, one});
    }

    // Propagates everything; returns the violated clause or card, or no_reason.
    std::int32_t propagate() {
        while (head_ < trail_.size()) {
            const Literal now = trail_[head_++];
            ++propagations;
            work += 2 + watches_[now].size();
            std::int32_t clash = no_reason;
            if (!cards_.empty()) {
                work += cards_of_[now].size();
                full_.clear();
                over_.clear();
                // Every count is updated before anything else, so that undo may count backwards without knowing
                // how far this came.
                for (const std::int32_t number : cards_of_[now]) {
                    Card& card = cards_[number];
                    if (++card.held < card.most) continue;
                    if (!counts(card)) {
                        if (card.held > card.most) over_.push_back(number);
                    } else if (card.held > card.most) {
                        clash = as_reason(number);
                    } else {
                        full_.push_back(number);
                    }
                }
                if (static_cast<std::size_t>(now) < guarded_.size())
                    for (const std::int32_t number : guarded_[now]) {
                        if (cards_[number].held > cards_[number].most) clash = as_reason(number);
                        else if (cards_[number].held == cards_[number].most) full_.push_back(number);
                    }
                if (clash != no_reason) return clash;
                for (const std::int32_t number : over_)
                    if (!value_[cards_[number].guard]) assign(negation(cards_[number].guard), as_reason(number));
                for (const std::int32_t number : full_) {
                    work += static_cast<std::uint64_t>(cards_[number].to - cards_[number].from);
                    for (std::int32_t i = cards_[number].from; i < cards_[number].to; ++i)
                        if (!value_[card_literals_[i]]) assign(negation(card_literals_[i]), as_reason(number));
                }
            }
            clash = propagate_clauses(now);
            if (clash != no_reason) return clash;
        }
        return no_reason;
    }

    std::int32_t propagate_clauses(Literal now) {
        std::vector<Watch>& watches = watches_[now];
        const Literal wrong = negation(now);
        std::size_t kept = 0, next = 0;
        std::int32_t clash = no_reason;
        while (next < watches.size()) {
            const Watch watch = watches[next++];
            if (value_[watch.blocker] > 0) {
                watches[kept++] = watch;
                continue;
            }
            std::int32_t* literals = &arena_[watch.clause + 2];
            if (literals[0] == wrong) std::swap(literals[0], literals[1]);
            const Literal first = literals[0];
            if (first != watch.blocker && value_[first] > 0) {
                watches[kept++] = {watch.clause, first};
                continue;
            }
            const std::int32_t many = arena_[watch.clause];
            std::int32_t other = 2;
            while (other < many && value_[literals[other]] < 0) ++other;
            if (other < many) {
                std::swap(literals[1], literals[other]);
                watches_[negation(literals[1])].push_back({watch.clause, first});
                continue;
            }
            watches[kept++] = {watch.clause, first};
            if (value_[first] < 0) {
                clash = watch.clause;
                while (next < watches.size()) watches[kept++] = watches[next++];
            } else {
                assign(first, watch.clause);
            }
        }
        watches.resize(kept);
        return clash;
    }

    // Calls `each` with the true literals that led to `conclusion`, or to a conflict if it is -1.
    template <class Each>
    void explain(std::int32_t reason, Literal conclusion, Each each) {
        if (reason >= 0) {
            work += static_cast<std::uint64_t>(arena_[reason]);
            for (std::int32_t i = reason + 2, end = i + arena_[reason]; i < end; ++i)
                if (arena_[i] != conclusion) each(negation(arena_[i]));
            return;
        }
        const Card& card = cards_[as_reason(reason)];
        const std::int32_t before =
            conclusion < 0 ? static_cast<std::int32_t>(head_) : assigned_[variable_of(conclusion)].position;
        const bool of_guard = card.guard != no_guard && conclusion == negation(card.guard);
        if (card.guard != no_guard && !of_guard) each(card.guard);
        std::int32_t wanted = card.most + (conclusion < 0 || of_guard);
        work += static_cast<std::uint64_t>(card.to - card.from);
        for (std::int32_t i = card.from; i < card.to && wanted; ++i) {
            const Literal literal = card_literals_[i];
            if (value_[literal] > 0 && assigned_[variable_of(literal)].position < before) each(literal), --wanted;
        }
    }

    // Turns a conflict into a clause that would have prevented it, and backtracks to where it acts.
    void learn(std::int32_t clash) {
        lesson_.assign(1, 0);
        std::int32_t pending = 0;
        auto next = static_cast<std::int32_t>(trail_.size());
        Literal at = -1;
        std::int32_t reason = clash;
        do {
            explain(reason, at, [&](Literal cause) {
                const std::int32_t variable = variable_of(cause);
                if (seen_[variable] || !assigned_[variable].level) return;
                seen_[variable] = 1;
                ranking_.bump(variable);
                if (assigned_[variable].level == level_now()) ++pending;
                else lesson_.push_back(negation(cause));
            });
            while (!seen_[variable_of(trail_[--next])]) {}
            at = trail_[next];
            reason = assigned_[variable_of(at)].reason;
            seen_[variable_of(at)] = 0;
        } while (--pending > 0);
        lesson_[0] = negation(at);
        cleared_.assign(lesson_.begin() + 1, lesson_.end());
        cleared_.push_back(at);
        seen_[variable_of(at)] = 1;
        // A cause from a level that is not in the clause leads to a decision that is not.
        ++stamps_;
        for (const Literal literal : lesson_) stamp_[assigned_[variable_of(literal)].level] = stamps_;
        std::erase_if(lesson_, [&](Literal literal) { return literal != lesson_[0] && follows(literal); });
        for (const Literal literal : cleared_) seen_[variable_of(literal)] = 0;

        ++stamps_;
        std::int32_t levels = 0;
        for (const Literal literal : lesson_) {
            std::uint64_t& stamp = stamp_[assigned_[variable_of(literal)].level];
            levels += stamp != stamps_;
            stamp = stamps_;
        }
        recent_ += (levels - recent_) / 32;
        usual_ += (levels - usual_) / std::min<double>(static_cast<double>(conflicts), 4096);

        if (lesson_.size() == 1) {
            go_back(0);
            assign(lesson_[0], no_reason);
            return;
        }
        for (std::size_t i = 2; i < lesson_.size(); ++i)
            if (assigned_[variable_of(lesson_[i])].level > assigned_[variable_of(lesson_[1])].level) std::swap(lesson_[i], lesson_[1]);
        go_back(assigned_[variable_of(lesson_[1])].level);
        learnt_.push_back(attach(lesson_, levels));
        assign(lesson_[0], learnt_.back());
    }

    // Whether a literal of the learned clause is redundant: everything that led to it leads back to the
    // others. Intermediate results are stored in seen_.
    bool follows(Literal literal) {
        if (assigned_[variable_of(literal)].reason == no_reason) return false;
        const std::size_t noted = cleared_.size();
        waiting_.assign(1, negation(literal));
        bool covered = true;
        while (covered && !waiting_.empty()) {
            const Literal at = waiting_.back();
            waiting_.pop_back();
            explain(assigned_[variable_of(at)].reason, at, [&](Literal cause) {
                const std::int32_t variable = variable_of(cause);
                if (seen_[variable] || !assigned_[variable].level || !covered) return;
                if (assigned_[variable].reason == no_reason || stamp_[assigned_[variable].level] != stamps_) {
                    covered = false;
                    return;
                }
                seen_[variable] = 1;
                cleared_.push_back(cause);
                waiting_.push_back(cause);
            });
        }
        if (covered) return true;
        for (std::size_t i = noted; i < cleared_.size(); ++i) seen_[variable_of(cleared_[i])] = 0;
        cleared_.resize(noted);
        return false;
    }

    void go_back(std::int32_t level) {
        if (level_now() <= level) return;
        const auto bound = static_cast<std::size_t>(starts_[level]);
        while (trail_.size() > bound) {
            const Literal literal = trail_.back();
            trail_.pop_back();
            if (!cards_.empty() && trail_.size() < head_)
                for (const std::int32_t number : cards_of_[literal]) --cards_[number].held;
            const std::int32_t variable = variable_of(literal);
            value_[literal] = value_[negation(literal)] = 0;
            if (!faithful_) phase_[variable] = literal & 1;
            ranking_.put(variable);
        }
        head_ = std::min(head_, bound);
        starts_.resize(level);
    }

    // Alternates between calm and hasty: if solutions are many, it helps to stay near the board that came
    // furthest; if there is none, to give up soon and restart elsewhere.
    void change_mood() {
        calm_ = !calm_;
        mood_length_ += mood_step;
        mood_until_ = conflicts + mood_length_;
        best_ = 0;
    }
    // Remembers the board with the most assignments before a conflict.
    void note_best() {
        const std::size_t far = starts_.empty() ? 0 : static_cast<std::size_t>(starts_.back());
        if (far <= best_) return;
        best_ = far;
        best_phase_ = phase_;
        for (std::size_t i = 0; i < far; ++i) best_phase_[variable_of(trail_[i])] = trail_[i] & 1;
    }
    // Tries that first from now on.
    void aim() {
        if (!faithful_ && best_) std::copy(best_phase_.begin(), best_phase_.end(), phase_.begin());
        best_ = 0;
    }
    // The lengths of calm phases, one after the other: 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 …
    static std::uint64_t luby(std::uint64_t i) {
        std::uint64_t k = 1;
        while ((std::uint64_t(1) << k) - 1 < i) ++k;
        while ((std::uint64_t(1) << k) - 1 != i) {
            i -= (std::uint64_t(1) << (k - 1)) - 1;
            k = 1;
            while ((std::uint64_t(1) << k) - 1 < i) ++k;
        }
        return std::uint64_t(1) << (k - 1);
    }

    // Keeps the better half of the learned clauses. At level 0, where no reasons are needed.
    void forget() {
        std::sort(learnt_.begin(), learnt_.end(),
                  [&](std::int32_t a, std::int32_t b) { return arena_[a + 1] < arena_[b + 1]; });
        for (std::size_t i = learnt_.size() / 2; i < learnt_.size(); ++i)
            if (arena_[learnt_[i] + 1] > 2) arena_[learnt_[i]] = -arena_[learnt_[i]];
        for (auto& watches : watches_) watches.clear();
        learnt_.clear();
        std::size_t to = 0;
        for (std::size_t from = 0; from < arena_.size();) {
            const std::size_t length = static_cast<std::size_t>(std::abs(arena_[from])) + 2;
            if (arena_[from] > 0) {
                std::copy_n(arena_.begin() + static_cast<std::ptrdiff_t>(from), length,
                            arena_.begin() + static_cast<std::ptrdiff_t>(to));
                watch(static_cast<std::int32_t>(to));
                if (arena_[to + 1]) learnt_.push_back(static_cast<std::int32_t>(to));
                to += length;
            } else {
                bytes_ -= bytes_of_literal * length + 2 * bytes_of_watch;
            }
            from += length;
        }
        arena_.resize(to);
        most_learnt_ += 300;
    }

    std::vector<std::int8_t> value_;  // of each literal: 1 true, -1 false, 0 open
    // When and why a variable was assigned, side by side, because they are used together.
    struct Assigned {
        std::int32_t level = 0, reason = no_reason, position = 0;
        std::int32_t unused = 0;  // padding, so that none straddles two cache lines
    };
    std::vector<Assigned> assigned_;  // of each variable
    std::vector<std::int8_t> phase_, seen_;
    std::vector<std::uint64_t> stamp_;
    std::uint64_t stamps_ = 0;
    std::vector<Literal> trail_, clause_, lesson_, cleared_, waiting_, card_literals_, assumed_, guarded_clause_;
    std::vector<std::int32_t> starts_, arena_, learnt_, full_, over_;
    std::vector<std::vector<Watch>> watches_;  // for each literal, the clauses that watch its negation
    std::vector<Card> cards_;
    std::vector<std::vector<std::int32_t>> cards_of_;
    std::vector<std::vector<std::int32_t>> guarded_;  // for each literal, the cards that it guards
    Ranking ranking_;
    std::size_t head_ = 0, most_learnt_ = 1000;
    double recent_ = 0, usual_ = 0;
    std::uint64_t mood_until_ = mood_step, mood_length_ = mood_step, calm_run_ = shortest_calm, calm_runs_ = 1;
    std::size_t best_ = 0;
    std::vector<std::int8_t> best_phase_;
    std::size_t bytes_ = 0;
    bool possible_ = true, faithful_ = false, calm_ = false, overfull_ = false;
};

}  // namespace caracol
