// A model as clauses and counts for a Learner.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "search/beliefs.hpp"
#include "search/equation.hpp"
#include "search/implied.hpp"
#include "search/learning.hpp"
#include "model/model.hpp"
#include "search/nets.hpp"
#include "search/search.hpp"

namespace caracol {

class Encoding {
  public:
    // `sums`: counts are encoded with variables for their partial sums, which learned clauses can then
    // use. That is slower, but on some hard boards learned clauses say far more.
    // At a limit, it is aborted, and must not be used.
    // With `groups`, a group for each rule, a rule holds only if its group's guard is true; and
    // consequences of several rules are left out, because they belong to no group.
    Encoding(const Model& model, const Mask* candidates, bool sums, Limits& limits,
             const std::vector<std::int32_t>* groups = nullptr)
        : model_(model), candidates_(candidates, candidates + model.size), sums_(sums), shared_(model.size, -1) {
        learner.add({yes_ = learner.fresh()});
        if (!groups) share();
        cells();
        if (groups)
            for (const std::int32_t group : *groups)
                while (static_cast<std::int32_t>(guards.size()) <= group) guards.push_back(learner.fresh());
        const auto begin = [&](const auto& rule) {
            if (groups) guard_ = guards[(*groups)[rule.number]];
        };
        for (const Count& count : groups ? model.given() : std::span<const Count>(model.counts))
            if (!limits.reached(count.cells.size())) begin(count), encode(count);
        if (!groups && !model.repeats) {
            if (!shared_value_.empty()) add_up(limits);
            // The counts of a net are small and many, and imply nothing together except along its paths.
            if (!model.nets() && !limits.reached(model.size)) add_implied();
        }
        for (const Table& allowed : model.alloweds)
            if (!limits.reached(allowed.cells.size())) begin(allowed), encode(allowed);
        for (const Regular& reading : model.readings)
            if (!limits.reached(std::int64_t(reading.cells.size()) * model.stairs[reading.stairs].words() * 64))
                begin(reading), encode(reading);
        for (const Sequence& sequence : model.sequences)
            if (!limits.reached(std::int64_t(sequence.cells.size()) * sequence.automaton->words() * 64))
                begin(sequence), encode(sequence);
        for (const Loop& loop : model.loops)
            if (!limits.reached(loop.cells.size())) begin(loop), encode(loop);
        for (const Connected& shape : model.shapes)
            if (!limits.reached(shape.cells.size())) begin(shape), encode(shape);
    }

    // Whether there is a solution, see Learner::solve. Clauses say little about loops and shapes: a board
    // that breaks one is refused, and the question repeated.
    Learner::Result solve(std::uint64_t last_work, Limits& limits, const std::vector<Literal>& assumed = {}) {
        for (;;) {
            const auto result = learner.solve(last_work, limits, assumed);
            if (result != Learner::Result::found || !model_.nets() || !refuse()) return result;
        }
    }

    // Whether encoding counts as sums makes a difference.
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

    // Excludes this solution.
    void block(const std::vector<std::uint8_t>& values) {
        std::vector<Literal> clause;
        for (int cell = 0; cell < model_.size; ++cell)
            if (!single(candidates_[cell])) clause.push_back(negation(literal(cell, values[cell])));
        learner.add(clause);
    }

    // Whether these values satisfy all rules and are not blocked. The learner then continues near them.
    bool visit(const std::vector<std::uint8_t>& values, Limits& limits) {
        std::vector<Literal> all;
        for (int cell = 0; cell < model_.size; ++cell)
            if (!single(candidates_[cell])) all.push_back(literal(cell, values[cell]));
        return solve(countless, limits, all) == Learner::Result::found;
    }

    // From now on, only solutions in which some cell has a value that is not among these.
    void ask_beyond(const std::vector<Mask>& seen) {
        std::vector<Literal> clause;
        for (int cell = 0; cell < model_.size; ++cell)
            for (Mask left = candidates_[cell] & ~seen[cell]; left; left &= left - 1)
                clause.push_back(literal(cell, lowest(left)));
        learner.add(clause);
    }

    // The literal for "this cell has this value".
    Literal literal(int cell, int value) const {
        const Mask here = candidates_[cell], bit = Mask(1) << value;
        if (!(here & bit)) return no();
        if (single(here)) return yes_;
        if (shared_[cell] >= 0) return literal(shared_[cell], shared_value_[cell * model_.values + value]);
        const int rank = size(here & (bit - 1));
        return size(here) == 2 ? first_[cell] ^ (rank == 0) : first_[cell] + 2 * rank;
    }

    Learner learner;
    std::vector<Literal> guards;  // of each group of rules

  private:
    static constexpr int few = 5;   // up to this many, a count is short enough as it is
    static constexpr int wide = 8;  // from this height on, a sum would be too long

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

    // Two cells such that each value of one determines the value of the other, like the halves of a
    // magnet, share the variables of one of them: half as many, and learned clauses say more.
    void share() {
        std::vector<char> taken(model_.size, 0);
        for (const Table& allowed : model_.alloweds) {
            if (allowed.cells.size() != 2 || allowed.repeats || !allowed.possible) continue;
            const int one = model_.cells[allowed.cells.from], other = model_.cells[allowed.cells.from + 1];
            if (taken[one] || taken[other]) continue;
            const Mask here = candidates_[one] & model_.everything, there = candidates_[other] & model_.everything;
            if (size(here) != size(there) || single(here)) continue;
            Mask met = 0;
            bool paired = true;
            for (Mask left = here; left && paired; left &= left - 1) {
                const Mask partners = partners_of(allowed, 0, lowest(left), there);
                paired = partners && single(partners) && !(met & partners);
                met |= partners;
            }
            if (!paired) continue;
            if (shared_value_.empty()) shared_value_.resize(std::size_t(model_.size) * model_.values);
            for (Mask left = here; left; left &= left - 1)
                shared_value_[other * model_.values + lowest(partners_of(allowed, 0, lowest(left), there))] =
                    static_cast<std::uint8_t>(lowest(left));
            shared_[other] = one;
            taken[one] = taken[other] = 1;
        }
    }

    // The values among `there` that the other of two cells may have if this one has `value`.
    Mask partners_of(const Table& allowed, int near, int value, Mask there) const {
        const auto with = [&](int place, int at) {
            return model_.allowed_bits.data() + allowed.bits + std::size_t(place * model_.values + at) * allowed.words;
        };
        Mask partners = 0;
        for (Mask other = there; other; other &= other - 1)
            for (int w = 0; w < allowed.words; ++w)
                if (with(near, value)[w] & with(1 - near, lowest(other))[w]) partners |= other & -other;
        return partners;
    }

    void cells() {
        first_.resize(model_.size);
        std::vector<double> tightness = tightnesses();
        for (int cell = 0; cell < model_.size; ++cell)
            if (shared_[cell] >= 0) tightness[shared_[cell]] += tightness[cell];
        for (int cell = 0; cell < model_.size; ++cell) {
            const Mask here = candidates_[cell] &= model_.everything;
            const int many = size(here);
            if (!many) learner.add({});
            if (many < 2 || shared_[cell] >= 0) continue;
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

    // For each cell, how much the counts demand of it. Starting where much has to go into few cells saves
    // a third of the conflicts of a small board.
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

    // The literal for "this cell has one of these values".
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

    void encode(const Count& count);
    void count_literals(std::vector<Literal> open, std::int32_t least, std::int32_t most);
    void exactly(std::vector<Literal> open, std::int32_t wanted);
    void add_implied();
    Literal name_of(std::vector<Literal> some, std::map<std::vector<Literal>, Literal>& names);
    std::vector<std::pair<int, Mask>> counted_cells(const Count& count) const;
    void add_up(Limits& limits);
    std::int32_t rename_repeats(std::vector<Literal>& literals);
    void count_up(const std::vector<Literal>& literals, std::int32_t least, std::int32_t most);

    void encode(const Table& allowed) {
        const int places = allowed.cells.size(), words = allowed.words;
        if (!allowed.possible) return add({});
        // The combinations that have this value at this place, as bits.
        const auto with = [&](int place, int value) {
            return model_.allowed_bits.data() + allowed.bits + std::size_t(place * model_.values + value) * words;
        };
        const auto cell_at = [&](int place) { return model_.cells[allowed.cells.from + place]; };
        if (places == 2) {
            // For two cells, listing the partners of each value is complete and needs no variables.
            for (int near = 0; near < 2; ++near)
                for (Mask left = candidates_[cell_at(near)]; left; left &= left - 1) {
                    const Mask partners = partners_of(allowed, near, lowest(left), candidates_[cell_at(1 - near)]);
                    if (partners != candidates_[cell_at(1 - near)])
                        add({negation(literal(cell_at(near), lowest(left))),
                                     literal_of(cell_at(1 - near), partners)});
                }
            return;
        }
        const auto cells = std::span(model_.cells).subspan(allowed.cells.from, places);
        if (places <= few && std::ranges::all_of(cells, [&](int cell) { return size(candidates_[cell]) <= 2; }))
            return encode_small(allowed);
        // A variable for each combination whose values are still candidates.
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

    // For a few cells with two values each, forbid all minimal impossible combinations: then propagation
    // is complete, and no variables are needed.
    void encode_small(const Table& allowed) {
        std::vector<Mask> key{allowed.bits};
        for (int i = allowed.cells.from; i < allowed.cells.to; ++i) key.push_back(candidates_[model_.cells[i]]);
        const auto [known, fresh] = impossible_.try_emplace(std::move(key));
        if (fresh) known->second = impossible(allowed);
        for (const auto& way : known->second) {
            clause_.clear();
            for (const auto& [place, value] : way)
                clause_.push_back(negation(literal(model_.cells[allowed.cells.from + place], value)));
            add(clause_);
        }
    }

    // Pairs of a place and a value.
    using Way = std::vector<std::pair<int, int>>;

    std::vector<Way> impossible(const Table& allowed) const {
        const int places = allowed.cells.size(), words = allowed.words;
        int ways = 1;
        for (int place = 0; place < places; ++place) ways *= 3;
        // The digits of a way, in base 3, say for each cell: open, the lower value, the higher one.
        std::vector<char> possible(ways);
        std::vector<Mask> alive(words);
        std::vector<Way> found;
        Way way;
        for (int number = 0; number < ways; ++number) {
            std::fill(alive.begin(), alive.end(), ~Mask(0));
            way.clear();
            bool less = true;  // whether less would be possible
            for (int place = 0, rest = number, unit = 1; place < places; ++place, rest /= 3, unit *= 3) {
                const Mask here = candidates_[model_.cells[allowed.cells.from + place]];
                const Mask values = rest % 3 == 0 ? here : rest % 3 == 1 ? here & -here : here & (here - 1);
                for (int w = 0; w < words; ++w) {
                    Mask with = 0;
                    for (Mask left = values; left; left &= left - 1)
                        with |= model_.allowed_bits[allowed.bits + std::size_t(place * model_.values + lowest(left)) * words + w];
                    alive[w] &= with;
                }
                if (rest % 3 == 0) continue;
                less &= possible[number - rest % 3 * unit] && values;
                way.emplace_back(place, lowest(values));
            }
            possible[number] = std::any_of(alive.begin(), alive.end(), [](Mask word) { return word != 0; });
            if (!possible[number] && less) found.push_back(way);
        }
        return found;
    }

    void encode(const Regular& reading);
    void encode_runs(const Regular& reading, const std::vector<Run>& runs, const std::vector<Mask>& alive, int words);
    void encode_round(const Regular& reading, const Round& round, const std::vector<Mask>& alive, int words);
    void tie_sides(const Regular& reading, const Round& round, const std::vector<std::vector<Literal>>& due);
    void tie_side(const std::vector<std::int32_t>& line, std::size_t from, std::size_t to, const Round& round,
                  const std::vector<Literal>& before, const std::vector<Literal>& behind);
    void tie(Literal one, Literal other, Literal third = -1);
    std::vector<Literal> layer(const Mask* alive, int words, bool alone);
    void step(const Staircase& stairs, int cell, const std::vector<Literal>& here, const std::vector<Literal>& there);
    void encode(const Sequence& sequence);
    void encode_sets(const Sequence& sequence, const Mask* ends);

    // At least one link; and two or none at each node, unless other rules say so.
    void encode(const Loop& loop) {
        std::vector<std::vector<Literal>> nodes(loop.nodes);
        std::vector<Literal> some, others;
        for (int link = 0; link < loop.cells.size(); ++link) {
            const Literal here = literal_of(model_.cells[loop.cells.from + link], loop.inside);
            if (here == no()) continue;
            some.push_back(here);
            for (int end = 0; end < 2; ++end) nodes[model_.loop_ends[loop.ends + 2 * link + end]].push_back(here);
        }
        add(some);
        if (!loop.at_nodes) return;
        for (std::vector<Literal>& links : nodes) {
            for (std::size_t i = 0; i < links.size(); ++i) {
                others = links;
                others[i] = negation(others[i]);
                add(others);
            }
            if (links.size() <= std::size_t(few)) {
                for (std::size_t i = 0; i < links.size(); ++i)
                    for (std::size_t j = 0; j < i; ++j)
                        for (std::size_t k = 0; k < j; ++k)
                            add({negation(links[i]), negation(links[j]), negation(links[k])});
            } else {
                const std::int32_t most = shared_value_.empty() ? 2 : 2 - rename_repeats(links);
                if (most < 0) add({});
                else at_most(std::move(links), most);
            }
        }
    }

    void encode(const Connected& shape) {
        std::vector<Literal> some;
        for (const std::int32_t cell : shape.sorted) some.push_back(literal_of(cell, shape.inside));
        if (shape.some) add(some);
    }

    // Refuses the parts of the board found that break a loop or a shape; false if there are none.
    bool refuse() {
        const std::vector<std::uint8_t> board = solution();
        const auto refused = [&](Mask inside, auto find) {
            parts_.clear();
            find();
            for (const Nets::Part& part : parts_) {
                clause_.clear();
                for (const auto& [cell, in] : part) clause_.push_back(literal_of(cell, inside) ^ in);
                learner.add(clause_);
            }
            return !parts_.empty();
        };
        bool some = false;
        for (const Loop& loop : model_.loops)
            some |= refused(loop.inside, [&] { nets_.refuted(model_, loop, candidates_, board, parts_); });
        for (const Connected& shape : model_.shapes)
            some |= refused(shape.inside, [&] { nets_.refuted(shape, candidates_, board, parts_); });
        return some;
    }

    // Whether it is always in a single state.
    bool one_way(const Staircase& stairs) const {
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
    Literal guard_ = -1;  // of the rule that is being stated
    std::vector<Literal> guarded_, clause_;
    std::vector<std::int32_t> shared_;  // the cell whose variables encode this one, or -1
    std::vector<std::uint8_t> shared_value_;  // and the value of that cell for each of its own
    std::vector<Literal> first_;  // the variable of each open cell, or the first of them
    std::map<std::pair<int, Mask>, Literal> sets_;
    std::map<Literal, Literal> again_;  // second names of literals
    std::map<std::vector<Mask>, std::vector<Way>> impossible_;  // of combinations and candidates
    Nets nets_;
    std::vector<Nets::Part> parts_;
};

}  // namespace caracol

#include "search/encoding_counts.hpp"
#include "search/encoding_readings.hpp"
