// The smallest reason: the fewest groups of rules that refute a candidate, over all of them.
//
// The implicit hitting set method (OCUS: Gamba, Bogaerts, Guns), made fast in four ways:
// - a board that satisfies some rules and has a doubted value shows that every reason for that value
//   includes one of the rules it breaks. It counts for every doubted value on it;
// - boards are sought near the solution, so they break few rules, and small sets say much;
// - each candidate has its own smallest hitting set, found by branching with disjoint sets as the
//   bound, and only the candidate with the smallest is examined;
// - a set that falls short is enlarged by what it left out until it does refute, so that one look
//   gives several disjoint sets.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

#include "search/encoding.hpp"

namespace caracol {

struct Doubt {
    std::int32_t cell, value;
};

struct Smallest {
    bool finished = false;  // nothing smaller than what was found, or than `below`, exists
    // Before that, a reason of which no group can be left out, if one was found.
    std::int32_t doubt = -1;
    std::vector<std::int32_t> groups;
    std::uint64_t looks = 0;  // boards that were sought
};

// The smallest set that intersects all of some sets.
class Hitting {
  public:
    using Set = std::vector<std::int32_t>;

    explicit Hitting(std::int32_t members) : taken_(members), barred_(members), marked_(members) {}

    std::uint64_t nodes = 0;
    std::uint64_t most_nodes = countless;  // gives up there, without a result
    bool gave_up() const { return nodes > most_nodes; }

    // Whether this many members can meet all these sets; `found` is then such a choice.
    bool enough(const std::vector<const Set*>& sets, std::int32_t size, Set& found) {
        chosen_.clear();
        if (!meets(sets, size)) return false;
        found = chosen_;
        return true;
    }

    // How many of these sets are disjoint: at least that many members are needed.
    std::int32_t apart(const std::vector<const Set*>& sets) {
        std::int32_t found = 0;
        ++marks_;
        for (const Set* set : sets) {
            if (std::any_of(set->begin(), set->end(), [&](std::int32_t one) { return marked_[one] == marks_; })) continue;
            ++found;
            for (const std::int32_t member : *set) marked_[member] = marks_;
        }
        return found;
    }

  private:
    bool meets(const std::vector<const Set*>& sets, std::int32_t left) {
        if (++nodes > most_nodes) return false;
        // Disjoint sets need a member each.
        const Set* next = nullptr;
        std::size_t fewest = 0;
        std::int32_t apart = 0;
        ++marks_;
        for (const Set* set : sets) {
            std::size_t open = 0;
            bool met = false, touched = false;
            for (const std::int32_t member : *set) {
                met |= taken_[member];
                touched |= marked_[member] == marks_;
                open += !barred_[member];
            }
            if (met) continue;
            if (!next || open < fewest) next = set, fewest = open;
            if (touched) continue;
            if (++apart > left) return false;
            for (const std::int32_t member : *set)
                if (!barred_[member]) marked_[member] = marks_;
        }
        if (!next) return true;
        if (!fewest) return false;
        // Members tried first in a set are excluded for the rest of it.
        const std::size_t barred_before = order_.size();
        for (const std::int32_t member : *next) {
            if (barred_[member]) continue;
            taken_[member] = 1;
            chosen_.push_back(member);
            const bool found = meets(sets, left - 1);
            taken_[member] = 0;
            if (found) {
                release(barred_before);
                return true;
            }
            chosen_.pop_back();
            barred_[member] = 1;
            order_.push_back(member);
        }
        release(barred_before);
        return false;
    }

    void release(std::size_t to) {
        for (; order_.size() > to; order_.pop_back()) barred_[order_.back()] = 0;
    }

    std::vector<char> taken_, barred_;
    std::vector<std::uint64_t> marked_;
    std::uint64_t marks_ = 0;
    Set chosen_, order_;
};

class SmallestReason {
  public:
    using Set = Hitting::Set;

    // `groups` has a group for each rule; `solution` satisfies all rules; no doubt agrees with it.
    SmallestReason(const Model& model, const std::vector<Mask>& candidates, const std::vector<std::int32_t>& groups,
                   const std::vector<std::uint8_t>& solution, const std::vector<Doubt>& doubts, Limits& limits)
        : model_(model),
          groups_(groups),
          doubts_(doubts),
          limits_(limits),
          encoding_(model, candidates.data(), false, limits, &groups),
          hitting_(static_cast<std::int32_t>(encoding_.guards.size())),
          broken_(encoding_.guards.size()),
          open_(encoding_.guards.size()),
          sets_of_(doubts.size()),
          smallest_(doubts.size()) {
        for (int cell = 0; cell < model.size; ++cell)
            if (!single(candidates[cell])) encoding_.learner.prefer(encoding_.literal(cell, solution[cell]));
        const auto mark = [&](const auto& rule) {
            for (int i = rule.cells.from; i < rule.cells.to; ++i)
                if (!single(candidates[model.cells[i]])) open_[groups[rule.number]] = 1;
        };
        std::ranges::for_each(model.given(), mark);
        std::ranges::for_each(model.alloweds, mark);
        std::ranges::for_each(model.readings, mark);
        std::ranges::for_each(model.sequences, mark);
    }

    // The smallest reason with fewer than `below` groups. After this much work, it gives up with the
    // smallest reason found so far.
    Smallest find(std::int32_t below, std::uint64_t work) {
        Smallest found;
        hitting_.most_nodes = work / work_of_a_node;
        std::vector<char> stale(doubts_.size(), 1);
        std::vector<std::int32_t> least(doubts_.size(), 0);
        for (;;) {
            // The doubt that seems cheapest to refute, and the smallest set that may do it. Nothing larger
            // than the answer is tried: only sets known to be too small grow.
            std::int32_t doubt = -1;
            for (;;) {
                doubt = -1;
                for (std::size_t d = 0; d < doubts_.size(); ++d)
                    if (least[d] < below && (doubt < 0 || least[d] < least[doubt])) doubt = static_cast<std::int32_t>(d);
                if (doubt < 0) {
                    found.finished = !limits_.reached();
                    return found;
                }
                if (!stale[doubt]) break;
                const std::int32_t apart = hitting_.apart(sets_of_[doubt]);
                const std::uint64_t before = hitting_.nodes;
                if (apart > least[doubt]) least[doubt] = apart;
                else if (hitting_.enough(sets_of_[doubt], least[doubt], smallest_[doubt])) stale[doubt] = 0;
                else ++least[doubt];
                if (hitting_.gave_up() || limits_.reached(static_cast<std::int64_t>(hitting_.nodes - before) + 1)) return found;
            }
            Set held = smallest_[doubt];
            std::int32_t chain = 0;  // disjoint sets: a reason for this doubt has no fewer groups
            for (bool first = true;; first = false, ++chain) {
                ++found.looks;
                if (encoding_.learner.work + work_of_a_node * hitting_.nodes > work) return found;
                const auto answer = ask(held, doubt, -1, work);
                if (answer == Learner::Result::limited) return found;
                if (answer == Learner::Result::none) {
                    if (!first) {
                        if (chain < below) improve(held, doubt, below, work, found);
                        break;
                    }
                    found.finished = true;
                    found.doubt = doubt;
                    found.groups = held;
                    return found;
                }
                look();
                grow(held, doubt, work);
                sets_.push_back(std::make_unique<Set>());
                for (std::size_t group = 0; group < broken_.size(); ++group)
                    if (broken_[group]) sets_.back()->push_back(static_cast<std::int32_t>(group));
                for (std::size_t d = 0; d < doubts_.size(); ++d)
                    if (board_[doubts_[d].cell] == doubts_[d].value) {
                        // Small sets first: they bound best.
                        auto& mine = sets_of_[d];
                        const auto smaller = [](const Set* one, const Set* other) { return one->size() < other->size(); };
                        mine.insert(std::upper_bound(mine.begin(), mine.end(), sets_.back().get(), smaller), sets_.back().get());
                        stale[d] = 1;
                    }
                held.insert(held.end(), sets_.back()->begin(), sets_.back()->end());
            }
        }
    }

  private:
    // Whether a board satisfies these groups, and one more, and has the doubted value.
    Learner::Result ask(const Set& held, std::int32_t doubt, std::int32_t more, std::uint64_t work) {
        assumed_.clear();
        assumed_.push_back(encoding_.literal(doubts_[doubt].cell, doubts_[doubt].value));
        for (const std::int32_t group : held) assumed_.push_back(encoding_.guards[group]);
        if (more >= 0) assumed_.push_back(encoding_.guards[more]);
        return encoding_.learner.solve(work, limits_, assumed_);
    }

    // Removes whatever is unnecessary from what refutes a doubt; a better reason becomes the bound.
    void improve(Set left, std::int32_t doubt, std::int32_t& below, std::uint64_t work, Smallest& found) {
        Set needed;
        while (!left.empty()) {
            if (static_cast<std::int32_t>(needed.size()) + 1 >= below) return;
            const std::int32_t group = left.back();
            left.pop_back();
            Set tried = left;
            tried.insert(tried.end(), needed.begin(), needed.end());
            const std::uint64_t until = std::min(work, encoding_.learner.work + enough);
            if (ask(tried, doubt, -1, until) != Learner::Result::none) needed.push_back(group);
        }
        below = static_cast<std::int32_t>(needed.size());
        found.doubt = doubt;
        found.groups = needed;
    }

    // Takes the board that was found, and determines which groups it breaks.
    void look() {
        board_ = encoding_.solution();
        std::fill(broken_.begin(), broken_.end(), 0);
        for (const Count& count : model_.given()) {
            std::int32_t many = 0;
            for (int i = count.cells.from; i < count.cells.to; ++i) many += count.counted >> board_[model_.cells[i]] & 1;
            if (many < count.least || many > count.most) broken_[groups_[count.number]] = 1;
        }
        for (const Table& allowed : model_.alloweds) {
            bool kept = false;
            for (int w = 0; w < allowed.words && !kept; ++w) {
                Mask left = ~Mask(0);
                for (int place = 0; place < allowed.cells.size(); ++place) {
                    const int value = board_[model_.cells[allowed.cells.from + place]];
                    left &= model_.allowed_bits[allowed.bits + std::size_t(place * model_.values + value) * allowed.words + w];
                }
                kept = left != 0;
            }
            if (!kept) broken_[groups_[allowed.number]] = 1;
        }
        for (const Regular& reading : model_.readings) {
            const Staircase& stairs = model_.stairs[reading.stairs];
            const int words = stairs.words();
            states_.assign(stairs.start(), stairs.start() + words);
            next_.resize(words);
            for (int i = reading.cells.from; i < reading.cells.to; ++i) {
                const Mask classes = stairs.classes_of(Mask(1) << board_[model_.cells[i]]);
                after<0>(next_.data(), states_.data(), stairs.of_set(classes, scratch_), words);
                std::swap(states_, next_);
            }
            Mask accepted = 0;
            for (int w = 0; w < words; ++w) accepted |= states_[w] & stairs.accept()[w];
            if (!accepted) broken_[groups_[reading.number]] = 1;
        }
        for (const Sequence& sequence : model_.sequences) {
            const auto mask_at = [&](int place) { return Mask(1) << board_[model_.cells[sequence.cells.from + place]]; };
            if (!sequence.automaton->filter(sequence.cells.size(), mask_at, states_, [](int, Mask) {}))
                broken_[groups_[sequence.number]] = 1;
        }
    }

    // Adds as many groups as can be satisfied without much work.
    void grow(Set kept, std::int32_t doubt, std::uint64_t work) {
        std::vector<char> listed(broken_.size());
        for (const std::int32_t group : kept) listed[group] = 1;
        const auto list = [&] {
            for (std::size_t group = 0; group < broken_.size(); ++group)
                if (open_[group] && !broken_[group] && !listed[group]) kept.push_back(static_cast<std::int32_t>(group)), listed[group] = 1;
        };
        list();
        for (std::size_t group = 0; group < broken_.size(); ++group) {
            if (!broken_[group]) continue;
            const std::uint64_t until = std::min(work, encoding_.learner.work + enough);
            if (ask(kept, doubt, static_cast<std::int32_t>(group), until) != Learner::Result::found) continue;
            look();
            list();
        }
    }

    static constexpr std::uint64_t work_of_a_node = 64;
    static constexpr std::uint64_t enough = 10'000;  // work, for one more group

    const Model& model_;
    const std::vector<std::int32_t>& groups_;
    const std::vector<Doubt>& doubts_;
    Limits& limits_;
    Encoding encoding_;
    Hitting hitting_;
    std::vector<std::uint8_t> board_;
    std::vector<char> broken_;  // groups that the board breaks
    std::vector<char> open_;    // groups with a cell that is not known yet
    std::vector<std::unique_ptr<Set>> sets_;
    std::vector<std::vector<const Set*>> sets_of_;  // for each doubt, those that its reasons must meet
    std::vector<Set> smallest_;
    std::vector<Literal> assumed_;
    std::vector<Mask> states_, next_, scratch_;
};

}  // namespace caracol
