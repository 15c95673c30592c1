// A model as clauses and counts for a Learner, and its solutions one by one.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <span>
#include <vector>

#include "learning.hpp"
#include "model.hpp"
#include "search.hpp"

namespace caracol {

class Encoding {
  public:
    // `sums`: counts are spelt out with variables for their partial sums, of which lessons can
    // then speak. That is slower, but on some hard boards lessons say far more.
    // At a limit it is broken off; nothing may then be asked of it.
    // With `groups`, a group for each rule, a rule holds only where its group's guard is true; and
    // what follows from several rules is left out, because it belongs to no group.
    Encoding(const Model& model, const Mask* candidates, bool sums, Limits& limits,
             const std::vector<std::int32_t>* groups = nullptr)
        : model_(model), candidates_(candidates, candidates + model.size), sums_(sums) {
        learner.add({yes_ = learner.fresh()});
        cells();
        if (groups)
            for (const std::int32_t group : *groups)
                while (static_cast<std::int32_t>(guards.size()) <= group) guards.push_back(learner.fresh());
        const auto begin = [&](const auto& rule) {
            if (groups) guard_ = guards[(*groups)[rule.number]];
        };
        for (const Count& count : groups ? model.given() : std::span<const Count>(model.counts))
            if (!limits.reached(count.cells.size())) begin(count), encode(count);
        for (const Allowed& allowed : model.alloweds)
            if (!limits.reached(allowed.cells.size())) begin(allowed), encode(allowed);
        for (const Reading& reading : model.readings)
            if (!limits.reached(std::int64_t(reading.cells.size()) * model.stairs[reading.stairs].words() * 64))
                begin(reading), encode(reading);
    }

    // Whether it makes a difference that counts are spelt out.
    static bool has_sums(const Model& model) {
        return std::any_of(model.counts.begin(), model.counts.end(),
                           [](const Count& count) { return worth_a_sum(count.cells.size(), count.most); });
    }

    std::vector<std::uint8_t> solution() const {
        std::vector<std::uint8_t> values(model_.size);
        for (int cell = 0; cell < model_.size; ++cell)
            for (Mask left = candidates_[cell]; left; left &= left - 1)
                if (learner.is_true(literal(cell, lowest(left)))) values[cell] = static_cast<std::uint8_t>(lowest(left));
        return values;
    }

    // Never find this solution again.
    void block(const std::vector<std::uint8_t>& values) {
        std::vector<Literal> clause;
        for (int cell = 0; cell < model_.size; ++cell)
            if (!single(candidates_[cell])) clause.push_back(negation(literal(cell, values[cell])));
        learner.add(clause);
    }

    // From now on only solutions in which some cell has a value that is not among these.
    void ask_beyond(const std::vector<Mask>& seen) {
        std::vector<Literal> clause;
        for (int cell = 0; cell < model_.size; ++cell)
            for (Mask left = candidates_[cell] & ~seen[cell]; left; left &= left - 1)
                clause.push_back(literal(cell, lowest(left)));
        learner.add(clause);
    }

    // Says: this cell has this value.
    Literal literal(int cell, int value) const {
        const Mask here = candidates_[cell], bit = Mask(1) << value;
        if (!(here & bit)) return no();
        if (single(here)) return yes_;
        const int rank = size(here & (bit - 1));
        return size(here) == 2 ? first_[cell] ^ (rank == 0) : first_[cell] + 2 * rank;
    }

    Learner learner;
    std::vector<Literal> guards;  // of each group of rules

  private:
    static constexpr int few = 5;   // of so many, a count is short enough as it is
    static constexpr int wide = 8;  // and so high, a sum would be too long

    static bool worth_a_sum(std::int32_t many, std::int32_t most) { return many > few && most > 1 && most <= wide; }

    Literal no() const { return negation(yes_); }

    void add(std::span<const Literal> literals) {
        if (guard_ < 0) return learner.add(literals);
        guarded_.assign(literals.begin(), literals.end());
        guarded_.push_back(negation(guard_));
        learner.add(guarded_);
    }
    void add(std::initializer_list<Literal> literals) { add(std::span(literals.begin(), literals.size())); }

    void at_most(std::vector<Literal> literals, std::int32_t most) {
        learner.at_most(std::move(literals), most, guard_);
    }

    void cells() {
        first_.resize(model_.size);
        const std::vector<double> tightness = tightnesses();
        for (int cell = 0; cell < model_.size; ++cell) {
            const Mask here = candidates_[cell] &= model_.everything;
            const int many = size(here);
            if (!many) learner.add({});
            if (many < 2) continue;
            first_[cell] = learner.fresh(true, tightness[cell]);  // a star or a letter says more than a blank
            if (many == 2) continue;  // one variable: the larger value, or the smaller
            std::vector<Literal> all;
            for (int i = 0; i < many; ++i) all.push_back(i ? learner.fresh(true, tightness[cell]) : first_[cell]);
            if (many > few) {
                learner.at_most(all, 1);
            } else {
                for (int i = 0; i < many; ++i)
                    for (int j = 0; j < i; ++j) learner.add({negation(all[i]), negation(all[j])});
            }
            learner.add(all);
        }
    }

    // For each cell how much the counts want of it. To begin where much has to go into few cells
    // saves every third clash of a small board.
    std::vector<double> tightnesses() const {
        std::vector<double> found(model_.size, 0.0);
        for (const Count& count : model_.counts) {
            int open = 0, wanted = count.least;
            for (int i = count.cells.from; i < count.cells.to; ++i) {
                const Mask here = candidates_[model_.cells[i]];
                if (here & ~count.counted) open += (here & count.counted) != 0;
                else --wanted;
            }
            if (wanted <= 0 || !open) continue;
            for (int i = count.cells.from; i < count.cells.to; ++i)
                found[model_.cells[i]] += static_cast<double>(wanted) / open;
        }
        return found;
    }

    // Says: this cell has one of these values.
    Literal literal_of(int cell, Mask values) {
        const Mask here = candidates_[cell], in = here & values, out = here & ~values;
        if (!in) return no();
        if (!out) return yes_;
        if (single(in)) return literal(cell, lowest(in));
        if (single(out)) return negation(literal(cell, lowest(out)));
        const auto [known, fresh] = sets_.try_emplace({cell, in}, 0);
        if (fresh) {
            const Literal some = known->second = learner.fresh();
            std::vector<Literal> clause{negation(some)};
            for (Mask left = in; left; left &= left - 1) {
                clause.push_back(literal(cell, lowest(left)));
                learner.add({some, negation(clause.back())});
            }
            learner.add(clause);
        }
        return known->second;
    }

    void encode(const Count& count) {
        std::vector<Literal> open;
        std::int32_t sure = 0;
        for (int i = count.cells.from; i < count.cells.to; ++i) {
            const Literal here = literal_of(model_.cells[i], count.counted);
            if (here == yes_) ++sure;
            else if (here != no()) open.push_back(here);
        }
        const std::int32_t least = count.least - sure, most = count.most - sure;
        const auto many = static_cast<std::int32_t>(open.size());
        if (most < 0 || least > many || least > most) {
            add({});
        } else if (model_.repeats || (sums_ && worth_a_sum(many, most))) {
            count_up(open, least, most);
        } else {
            if (least > 0) {
                std::vector<Literal> others;
                for (const Literal literal : open) others.push_back(negation(literal));
                at_most(std::move(others), many - least);
            }
            if (most < many) at_most(std::move(open), most);
        }
    }

    // With a variable for each "at least j of the first i", which says both that and its contrary.
    void count_up(const std::vector<Literal>& literals, std::int32_t least, std::int32_t most) {
        const auto many = static_cast<std::int32_t>(literals.size());
        const std::int32_t width = most < many ? most + 1 : std::max(least, 0);
        std::vector<Literal> before(width + 1, no()), after(width + 1);
        before[0] = yes_;
        for (std::int32_t i = 1; i <= many; ++i) {
            const Literal here = literals[i - 1];
            after[0] = yes_;
            for (std::int32_t j = 1; j <= width; ++j) {
                // What the end must be is known from the end backwards.
                const std::int32_t left = many - i;
                if (j > i || j > most) after[j] = no();
                else if (j <= least - left) after[j] = yes_;
                else after[j] = learner.fresh();
                add({negation(before[j]), after[j]});
                add({negation(here), negation(before[j - 1]), after[j]});
                add({negation(after[j]), before[j], here});
                add({negation(after[j]), before[j - 1]});
            }
            std::swap(before, after);
        }
    }

    void encode(const Allowed& allowed) {
        const int places = allowed.cells.size(), words = allowed.words;
        if (!allowed.possible) return add({});
        // The combinations that have this value at this place, as bits.
        const auto with = [&](int place, int value) {
            return model_.allowed_bits.data() + allowed.bits + std::size_t(place * model_.values + value) * words;
        };
        const auto cell_at = [&](int place) { return model_.cells[allowed.cells.from + place]; };
        if (places == 2) {
            // For two cells, naming the partners of each value is complete and needs no variables.
            for (int near = 0; near < 2; ++near)
                for (Mask left = candidates_[cell_at(near)]; left; left &= left - 1) {
                    const Mask* mine = with(near, lowest(left));
                    Mask partners = 0;
                    for (Mask other = candidates_[cell_at(1 - near)]; other; other &= other - 1) {
                        const Mask* theirs = with(1 - near, lowest(other));
                        for (int w = 0; w < words; ++w)
                            if (mine[w] & theirs[w]) partners |= other & -other;
                    }
                    if (partners != candidates_[cell_at(1 - near)])
                        add({negation(literal(cell_at(near), lowest(left))),
                                     literal_of(cell_at(1 - near), partners)});
                }
            return;
        }
        // A variable for each combination whose values are candidates still.
        std::vector<Literal> chosen;
        for (int t = 0; t < 64 * words; ++t) {
            std::vector<Literal> values;
            for (int place = 0; place < places; ++place)
                for (Mask left = candidates_[cell_at(place)]; left; left &= left - 1)
                    if (with(place, lowest(left))[t / 64] >> (t % 64) & 1)
                        values.push_back(literal(cell_at(place), lowest(left)));
            if (static_cast<int>(values.size()) < places) continue;
            chosen.push_back(learner.fresh());
            for (const Literal value : values) add({negation(chosen.back()), value});
        }
        add(chosen);
    }

    // One variable for each state that lies on a way from the start to acceptance.
    void encode(const Reading& reading) {
        const Stairs& stairs = model_.stairs[reading.stairs];
        const int words = stairs.words(), length = reading.cells.size();
        const auto mask_at = [&](int place) { return candidates_[model_.cells[reading.cells.from + place]]; };
        std::vector<Mask> alive(std::size_t(length + 1) * words), earlier(words), scratch;
        const auto at = [&](int place) { return alive.data() + std::size_t(place) * words; };
        std::copy_n(stairs.start(), words, at(0));
        for (int place = 0; place < length; ++place)
            after<0>(at(place + 1), at(place), stairs.of_set(stairs.classes_of(mask_at(place)), scratch), words);
        for (int w = 0; w < words; ++w) at(length)[w] &= stairs.accept()[w];
        for (int place = length - 1; place >= 0; --place) {
            before<0>(earlier.data(), at(place + 1), stairs.of_set(stairs.classes_of(mask_at(place)), scratch), words);
            for (int w = 0; w < words; ++w) at(place)[w] &= earlier[w];
        }
        if (model_.values == 2)
            if (const auto runs = runs_of(stairs, 1)) return encode_runs(reading, *runs, alive, words);
        if (model_.values > 2)
            if (const auto round = round_of(stairs, model_.values)) return encode_round(reading, *round, alive, words);
        const bool alone = one_way(stairs);
        std::vector<Literal> here = layer(at(0), words, alone), there;
        for (int place = 0; place < length; ++place) {
            there = layer(at(place + 1), words, alone);
            step(stairs, model_.cells[reading.cells.from + place], here, there);
            std::swap(here, there);
        }
    }

    // Runs of one value: where each can begin is a number in order ("at this place or later"), and
    // a cell belongs to a run, or lies between two, by clauses of two or three literals.
    void encode_runs(const Reading& reading, const std::vector<Run>& runs, const std::vector<Mask>& alive, int words) {
        const int length = reading.cells.size(), many = static_cast<int>(runs.size());
        if (!(alive[0] & 1)) return add({});  // no way leads through the line
        // later[i][p]: run i begins at place p or later.
        std::vector<std::vector<Literal>> later(many, std::vector<Literal>(length + 2, no()));
        for (int i = 0; i < many; ++i) {
            // It can begin at p where the state after its first cell is alive behind p.
            const auto can_begin = [&](int place) {
                const int state = runs[i].ready + 1;
                return place < length && (alive[std::size_t(place + 1) * words + state / 64] >> (state % 64) & 1);
            };
            int first = 0, last = length - 1;
            while (!can_begin(first)) ++first;
            while (!can_begin(last)) --last;
            std::vector<Literal>& mine = later[i];
            std::fill_n(mine.begin(), first + 1, yes_);
            for (int p = first + 1; p <= last; ++p) {
                // Where it cannot begin, "there or later" is the same as one place before.
                mine[p] = can_begin(p - 1) ? learner.fresh() : mine[p - 1];
                if (mine[p] != mine[p - 1] && mine[p - 1] != yes_) add({negation(mine[p]), mine[p - 1]});
            }
        }
        const auto from = [&](int i, int place) {
            return place <= 0 ? yes_ : place > length ? no() : later[i][place];
        };
        for (int i = 0; i + 1 < many; ++i)
            for (int p = 0; p < length; ++p) tie(negation(from(i, p)), from(i + 1, p + runs[i].length + 1));
        for (int p = 0; p < length; ++p) {
            const Literal painted = literal(model_.cells[reading.cells.from + p], 1);
            for (int i = 0; i <= many; ++i) {
                if (i < many) tie(negation(from(i, p - runs[i].length + 1)), from(i, p + 1), painted);
                // Behind run i - 1 and before run i.
                const Literal begun = i ? from(i - 1, p - runs[i - 1].length + 1) : no();
                tie(begun, i < many ? negation(from(i, p + 1)) : no(), negation(painted));
            }
        }
    }

    // Values read over and over: it is enough to know which comes next, and how many there are in
    // all. With a variable for each number that has been read, lessons would speak of too little.
    void encode_round(const Reading& reading, const Round& round, const std::vector<Mask>& alive, int words) {
        const int length = reading.cells.size(), many = static_cast<int>(round.values.size());
        if (!(alive[0] & 1)) return add({});  // no way leads through the line
        const auto next_at = [&](int place) {
            std::vector<char> open(many, 0);
            for (int state = 0; state <= round.total; ++state)
                if (alive[std::size_t(place) * words + state / 64] >> (state % 64) & 1) open[state % many] = 1;
            std::vector<Literal> names(many, no()), known;
            const bool one = std::count(open.begin(), open.end(), 1) == 1;
            for (int r = 0; r < many; ++r)
                if (open[r]) known.push_back(names[r] = one ? yes_ : learner.fresh());
            if (!one) add(known), at_most(known, 1);
            return names;
        };
        std::vector<Literal> read, here = next_at(0), there;
        for (int place = 0; place < length; ++place, std::swap(here, there)) {
            const int cell = model_.cells[reading.cells.from + place];
            there = next_at(place + 1);
            Mask others = candidates_[cell];
            for (const int value : round.values) others &= ~(Mask(1) << value);
            const Literal other = literal_of(cell, others);
            if (other != yes_) read.push_back(negation(other));
            for (int r = 0; r < many; ++r) {
                const int next = (r + 1) % many;
                const Literal value = literal(cell, round.values[r]);
                tie(negation(value), here[r]);
                tie(negation(value), there[next]);
                tie(negation(other), negation(here[r]), there[r]);
                tie(negation(other), here[r], negation(there[r]));
                tie(negation(here[r]), value, other);
                tie(negation(there[next]), value, other);
                tie(negation(here[r]), there[r], there[next]);
                tie(negation(there[next]), here[next], here[r]);
            }
        }
        std::int32_t left = round.total;
        std::vector<Literal> open, closed;
        for (const Literal literal : read) {
            if (literal == yes_) --left;
            else open.push_back(literal), closed.push_back(negation(literal));
        }
        const auto all = static_cast<std::int32_t>(open.size());
        if (left < 0 || left > all) return add({});
        at_most(std::move(open), left);
        at_most(std::move(closed), all - left);
    }

    // A clause, unless it holds anyway.
    void tie(Literal one, Literal other, Literal third = -1) {
        if (third < 0) third = no();
        if (one == yes_ || other == yes_ || third == yes_) return;
        clause_.clear();
        for (const Literal literal : {one, other, third})
            if (literal != no()) clause_.push_back(literal);
        add(clause_);
    }

    // The names of the states of one place, -1 where a state is not alive; one of them is true.
    std::vector<Literal> layer(const Mask* alive, int words, bool alone) {
        std::vector<Literal> names(std::size_t(64) * words, -1), known;
        int many = 0;
        for (int w = 0; w < words; ++w) many += size(alive[w]);
        for (int w = 0; w < words; ++w)
            for (Mask left = alive[w]; left; left &= left - 1)
                known.push_back(names[64 * w + lowest(left)] = many == 1 ? yes_ : learner.fresh());
        if (alone) at_most(known, 1);
        add(known);
        return names;
    }

    // Which states may follow which, and be before which, when this cell is read.
    void step(const Stairs& stairs, int cell, const std::vector<Literal>& here, const std::vector<Literal>& there) {
        const int states = static_cast<int>(here.size()), words = stairs.words();
        std::vector<char> goals(states), origins(states);  // bit d: up by d
        std::vector<Literal> clause;
        // Of state `from` (or `to`), the state that is d further (or back), where it is alive.
        const auto move = [&](Literal name, Literal reads, int state, int direction, int moves,
                             const std::vector<Literal>& others) {
            clause.assign({negation(name), negation(reads)});
            for (int d = 0; d < 3; ++d)
                if (moves >> d & 1) clause.push_back(others[state + direction * d]);
            add(clause);
        };
        for (Mask left = stairs.classes_of(candidates_[cell]); left; left &= left - 1) {
            const Literal reads = literal_of(cell, stairs.values_of(left & -left));
            const Moves moves = stairs.of_class(lowest(left));
            const auto open = [&](int from, int d) {
                return from >= 0 && from + d < states && here[from] >= 0 && there[from + d] >= 0 &&
                       (moves[d * words + from / 64] >> (from % 64) & 1);
            };
            for (int state = 0; state < states; ++state) {
                int up = 0, down = 0;
                for (int d = 0; d < 3; ++d) up |= open(state, d) << d, down |= open(state - d, d) << d;
                goals[state] |= up, origins[state] |= down;
                if (here[state] >= 0) move(here[state], reads, state, 1, up, there);
                if (there[state] >= 0) move(there[state], reads, state, -1, down, here);
            }
        }
        // A state is reached only from a state, and leads only to one: without these a dead end
        // in the line is found only by guessing.
        for (int state = 0; state < states; ++state) {
            if (here[state] >= 0) move(here[state], yes_, state, 1, goals[state], there);
            if (there[state] >= 0) move(there[state], yes_, state, -1, origins[state], here);
        }
    }

    // Whether it is always in one state only.
    bool one_way(const Stairs& stairs) const {
        int starts = 0;
        Mask several = 0;
        for (int w = 0; w < stairs.words(); ++w) {
            starts += size(stairs.start()[w]);
            for (Mask left = stairs.classes_of(model_.everything); left; left &= left - 1) {
                const Moves moves = stairs.of_class(lowest(left));
                const Mask stay = moves[w], rise = moves[stairs.words() + w], skip = moves[2 * stairs.words() + w];
                several |= (stay & rise) | (stay & skip) | (rise & skip);
            }
        }
        return starts == 1 && !several;
    }

    const Model& model_;
    std::vector<Mask> candidates_;
    bool sums_;
    Literal yes_ = 0;
    Literal guard_ = -1;  // of the rule that is told just now
    std::vector<Literal> guarded_, clause_;
    std::vector<Literal> first_;  // the variable of each open cell, or the first of them
    std::map<std::pair<int, Mask>, Literal> sets_;
};

// Counts as they are, and counts spelt out as sums: either may be the faster by far. So they take
// turns, and with turns the better one is never far away.
class Turns {
  public:
    // `turn` is the work of the first turn (Learner::work), `most_work` what a learner may do.
    Turns(const Model& model, const Mask* candidates, std::uint64_t most_work, std::uint64_t turn, Limits& limits)
        : model_(model), candidates_(candidates), most_work_(most_work), turn_(turn), until_(turn), limits_(limits),
          plain_(model, candidates, false, limits) {}

    // Whether there is a solution. `again` tells an encoding that is new what the other was told.
    template <class Again>
    Learner::Result solve(Again again) {
        for (;;) {
            if (limits_.reached()) return Learner::Result::limited;
            const auto result = now_->learner.solve(std::min(until_, most_work_), limits_);
            if (result != Learner::Result::limited || until_ >= most_work_) return result;
            if (now_ == &plain_ && Encoding::has_sums(model_)) {
                if (!summed_) again(summed_.emplace(model_, candidates_, true, limits_));
                now_ = &*summed_;
            } else {
                now_ = &plain_;
                turn_ = 2 * turn_ + 1;
            }
            until_ = now_->learner.work + turn_;
        }
    }

    std::vector<std::uint8_t> solution() const { return now_->solution(); }

    template <class Tell>
    void each(Tell tell) {
        tell(plain_);
        if (summed_) tell(*summed_);
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

// Counts solutions one by one, learning on the way.
inline void learn(const Model& model, const Mask* candidates, std::uint64_t most_work, std::uint64_t turn,
                  const Goals& goals, Limits& limits, Found& found) {
    Turns turns(model, candidates, most_work, turn, limits);
    std::vector<std::vector<std::uint8_t>> known;
    while (found.count < goals.limit) {
        const auto result = turns.solve([&](Encoding& fresh) {
            for (const auto& solution : known) fresh.block(solution);
        });
        found.finished = result == Learner::Result::none;
        if (result != Learner::Result::found) break;
        ++found.count;
        known.push_back(turns.solution());
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

// The values that each cell has in some solution, into `seen`; true where these are all.
inline bool possible(const Model& model, const Mask* candidates, std::uint64_t most_work, std::uint64_t turn,
                     Limits& limits, std::vector<Mask>& seen) {
    Turns turns(model, candidates, most_work, turn, limits);
    for (;;) {
        const auto result = turns.solve([&](Encoding& fresh) { fresh.ask_beyond(seen); });
        if (result != Learner::Result::found) return result == Learner::Result::none;
        const auto solution = turns.solution();
        for (int cell = 0; cell < model.size; ++cell) seen[cell] |= Mask(1) << solution[cell];
        turns.each([&](Encoding& encoding) { encoding.ask_beyond(seen); });
    }
}

}  // namespace caracol
