// A model as clauses and counts for a Learner, and its solutions one by one.
#pragma once

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "beliefs.hpp"
#include "equation.hpp"
#include "implied.hpp"
#include "learning.hpp"
#include "model.hpp"
#include "nets.hpp"
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
            // The counts of a net are small and many, and say nothing together but along its paths.
            if (!model.nets() && !limits.reached(model.size)) tell_implied();
        }
        for (const Allowed& allowed : model.alloweds)
            if (!limits.reached(allowed.cells.size())) begin(allowed), encode(allowed);
        for (const Reading& reading : model.readings)
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

    // Whether there is a solution, see Learner::solve. Clauses say little of loops and shapes: a board
    // that breaks one is refused, and the question asked again.
    Learner::Result solve(std::uint64_t last_work, Limits& limits, const std::vector<Literal>& assumed = {}) {
        for (;;) {
            const auto result = learner.solve(last_work, limits, assumed);
            if (result != Learner::Result::found || !model_.nets() || !refuse()) return result;
        }
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

    // Whether these values keep all rules and have not been blocked. The learner then goes on near them.
    bool visit(const std::vector<std::uint8_t>& values, Limits& limits) {
        std::vector<Literal> all;
        for (int cell = 0; cell < model_.size; ++cell)
            if (!single(candidates_[cell])) all.push_back(literal(cell, values[cell]));
        return solve(countless, limits, all) == Learner::Result::found;
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
        if (shared_[cell] >= 0) return literal(shared_[cell], shared_value_[cell * model_.values + value]);
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

    // Two cells of which each value of one goes with one value of the other, as the halves of a
    // magnet, are told by the variables of one of them: half as many, and lessons say more.
    void share() {
        std::vector<char> taken(model_.size, 0);
        for (const Allowed& allowed : model_.alloweds) {
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

    // The values among `there` that the other of two cells may have where this one has `value`.
    Mask partners_of(const Allowed& allowed, int near, int value, Mask there) const {
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
        for (const auto& [cell, values] : counted_cells(count)) {
            const Literal here = literal_of(cell, values);
            if (here == yes_) ++sure;
            else if (here != no()) open.push_back(here);
        }
        if (!shared_value_.empty()) sure += told_apart(open);
        count_literals(std::move(open), count.least - sure, count.most - sure);
    }

    void count_literals(std::vector<Literal> open, std::int32_t least, std::int32_t most) {
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

    void exactly(std::vector<Literal> open, std::int32_t wanted) {
        const auto many = static_cast<std::int32_t>(open.size());
        if (wanted < 0 || wanted > many) return add({});
        std::vector<Literal> others;
        for (const Literal literal : open) others.push_back(negation(literal));
        at_most(std::move(others), many - wanted);
        at_most(std::move(open), wanted);
    }

    void tell_implied() {
        const Implied implied(model_, candidates_);
        for (const Balance& balance : implied.balances) {
            std::int32_t wanted = balance.more;
            std::vector<Literal> open;
            for (const bool here : {true, false})
                for (const std::int32_t cell : here ? balance.here : balance.there) {
                    const Literal counted = literal_of(cell, balance.counted);
                    if (counted == yes_) wanted -= here ? 1 : -1;
                    else if (counted != no()) open.push_back(here ? counted : negation(counted)), wanted += !here;
                }
            if (!shared_value_.empty()) wanted -= told_apart(open);
            exactly(std::move(open), wanted);
        }
        std::map<std::vector<Literal>, Literal> names;
        for (const Blocks& packing : implied.packings) {
            std::int32_t wanted = packing.wanted;
            std::vector<Literal> empty;
            for (const auto& block : packing.blocks) {
                std::vector<Literal> open;
                for (const std::int32_t cell : block)
                    if (const Literal counted = literal_of(cell, packing.counted); counted != no()) open.push_back(counted);
                if (std::find(open.begin(), open.end(), yes_) != open.end()) --wanted;
                else if (!open.empty()) empty.push_back(negation(name_of(std::move(open), names)));
            }
            std::int32_t spare = static_cast<std::int32_t>(empty.size()) - wanted;
            if (!shared_value_.empty()) spare -= told_apart(empty);
            if (spare < 0) add({});
            else at_most(std::move(empty), spare);
        }
    }

    // Says: one of these is true.
    Literal name_of(std::vector<Literal> some, std::map<std::vector<Literal>, Literal>& names) {
        if (some.size() == 1) return some[0];
        const auto [name, fresh] = names.try_emplace(some, 0);
        if (fresh) {
            name->second = learner.fresh();
            for (const Literal literal : some) add({negation(literal), name->second});
            some.push_back(negation(name->second));
            add(some);
        }
        return name->second;
    }

    // The cells of a count, with their values that it counts. Of two that share variables and of
    // which one at most is counted, both are told as one: it is counted where one of them is.
    std::vector<std::pair<int, Mask>> counted_cells(const Count& count) const {
        std::vector<std::pair<int, Mask>> found;
        for (int i = count.cells.from; i < count.cells.to; ++i) {
            const int cell = model_.cells[i];
            if (shared_[cell] < 0) {
                found.emplace_back(cell, count.counted);
                continue;
            }
            Mask values = 0;
            for (Mask left = candidates_[cell] & count.counted; left; left &= left - 1)
                values |= Mask(1) << shared_value_[cell * model_.values + lowest(left)];
            found.emplace_back(shared_[cell], values);
        }
        if (shared_value_.empty()) return found;
        std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        std::size_t kept = 0;
        for (std::size_t i = 1; i < found.size(); ++i) {
            if (found[kept].first == found[i].first && !(found[kept].second & found[i].second & candidates_[found[i].first]))
                found[kept].second |= found[i].second;
            else found[++kept] = found[i];
        }
        if (!found.empty()) found.resize(kept + 1);
        return found;
    }

    // What counts say of pairs of cells when they are added up. Of a magnet that lies in a line
    // both poles are in it; of one that stands across two lines one gets the plus and one the
    // minus. So "plus without minus" of the lines from the edge up to one of them is a matter of
    // the magnets that stand across its border alone. Clauses would need very many clashes to
    // find that out.
    void add_up(Limits& limits) {
        std::vector<std::vector<const Count*>> lines;
        std::map<std::vector<std::int32_t>, std::size_t> known;
        for (const Count& count : model_.given()) {
            if (count.least != count.most || !single(count.counted)) continue;
            const auto [line, fresh] = known.try_emplace(
                {model_.cells.begin() + count.cells.from, model_.cells.begin() + count.cells.to}, lines.size());
            if (fresh) lines.emplace_back();
            lines[line->second].push_back(&count);
        }
        std::vector<Equation> differences;
        for (const auto& counts : lines) {
            if (counts.size() != 2) continue;
            Equation difference;
            for (const int sign : {1, -1}) {
                const Count& count = *counts[sign < 0];
                difference.total += sign * count.most;
                for (const auto& [cell, values] : counted_cells(count)) {
                    const Literal here = literal_of(cell, values);
                    if (here == yes_) difference.total -= sign;
                    else if (here != no()) difference.add(here, sign);
                }
            }
            differences.push_back(std::move(difference));
        }
        std::set<std::vector<Literal>> told;
        for (const bool forwards : {true, false}) {
            Equation sum;
            for (std::size_t i = 0; i < differences.size(); ++i) {
                const Equation& next = differences[forwards ? i : differences.size() - 1 - i];
                if (limits.reached(static_cast<std::int64_t>(next.times.size()))) return;
                if (!sum.times.empty() && !sum.shortens(next)) sum = {};
                sum.add(next);
                std::int32_t wanted = 0;
                std::vector<Literal> open = sum.literals(wanted);
                std::vector<Literal> contrary;
                for (const Literal literal : open) contrary.push_back(negation(literal));
                if (sum.most_times() > 2 || told.count(contrary) || !told.insert(open).second) continue;
                wanted -= told_apart(open);
                exactly(std::move(open), wanted);
            }
        }
    }

    // Cells that share variables may bring the same literal twice, of which a count knows nothing:
    // one of them gets another name. Of a literal and its contrary one is true: that is given back.
    std::int32_t told_apart(std::vector<Literal>& literals) {
        std::int32_t sure = 0;
        std::vector<Literal> kept;
        std::sort(literals.begin(), literals.end());
        for (const Literal literal : literals) {
            if (kept.empty() || variable_of(kept.back()) != variable_of(literal)) {
                kept.push_back(literal);
            } else if (kept.back() == negation(literal)) {
                kept.pop_back();
                ++sure;
            } else {
                const auto [name, fresh] = again_.try_emplace(literal, 0);
                if (fresh) {
                    name->second = learner.fresh();
                    learner.add({negation(name->second), literal});
                    learner.add({name->second, negation(literal)});
                }
                kept.insert(kept.end() - 1, name->second);
            }
        }
        literals = std::move(kept);
        return sure;
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

    // Of a few cells with two values each, whatever cannot stand there together, though any less of it
    // could: then all that follows is seen at once, and no variables are needed.
    void encode_small(const Allowed& allowed) {
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

    std::vector<Way> impossible(const Allowed& allowed) const {
        const int places = allowed.cells.size(), words = allowed.words;
        int ways = 1;
        for (int place = 0; place < places; ++place) ways *= 3;
        // The digits of a way, to base 3, say of each cell: open, the lower value, the higher one.
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
        std::vector<Literal> read;
        std::vector<std::vector<Literal>> due(1, next_at(0));
        for (int place = 0; place < length; ++place) {
            const int cell = model_.cells[reading.cells.from + place];
            due.push_back(next_at(place + 1));
            const std::vector<Literal>&here = due[place], &there = due[place + 1];
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
        if (guard_ < 0 && !model_.repeats) tie_sides(reading, round, due);
    }

    // Where the way runs along a line that has each value once, it reads there the values from the
    // one that is due before to the one that is due behind, and the others stand elsewhere in the
    // line. That follows from order and counts together, but only by counting, which takes clauses
    // thousands of clashes.
    void tie_sides(const Reading& reading, const Round& round, const std::vector<std::vector<Literal>>& due) {
        std::vector<int> place(model_.size, -1);
        for (int i = reading.cells.from; i < reading.cells.to; ++i) place[model_.cells[i]] = i - reading.cells.from;
        std::map<std::vector<std::int32_t>, Mask> lines;
        for (const Count& count : model_.given())
            if (count.least == 1 && count.most == 1 && single(count.counted))
                lines[{model_.cells.begin() + count.cells.from, model_.cells.begin() + count.cells.to}] |= count.counted;
        Mask wanted = 0;
        for (const int value : round.values) wanted |= Mask(1) << value;
        for (auto& [cells, counted] : lines) {
            if (wanted & ~counted) continue;
            std::vector<std::int32_t> line = cells;
            std::sort(line.begin(), line.end(), [&](int a, int b) { return place[a] < place[b]; });
            for (std::size_t from = 0, to; from < line.size(); from = to) {
                for (to = from + 1; to < line.size() && place[line[to]] == place[line[to - 1]] + 1;) ++to;
                if (place[line[from]] >= 0 && to - from > 1)
                    tie_side(line, from, to, round, due[place[line[from]]], due[place[line[to - 1]] + 1]);
            }
        }
    }

    // The same for the cells of the line between `from` and `to`, which lie on the way one behind
    // the other.
    void tie_side(const std::vector<std::int32_t>& line, std::size_t from, std::size_t to, const Round& round,
                  const std::vector<Literal>& before, const std::vector<Literal>& behind) {
        const int many = static_cast<int>(round.values.size());
        std::vector<Literal> inside, here, elsewhere;
        for (const int value : round.values) {
            inside.push_back(learner.fresh());
            here.assign(1, negation(inside.back()));
            elsewhere.assign(1, inside.back());
            for (std::size_t i = 0; i < line.size(); ++i) {
                const bool in = from <= i && i < to;
                (in ? here : elsewhere).push_back(literal(line[i], value));
                tie(negation(literal(line[i], value)), in ? inside.back() : negation(inside.back()));
            }
            add(here);
            add(elsewhere);
        }
        for (int r = 0; r < many; ++r) {
            const int next = (r + 1) % many, last = (r + many - 1) % many;
            tie(negation(inside[r]), inside[next], behind[next]);
            tie(inside[r], negation(inside[next]), before[next]);
            tie(negation(before[r]), behind[r], inside[r]);
            tie(negation(before[r]), behind[r], negation(inside[last]));
            tie(negation(behind[r]), before[r], negation(inside[r]));
            tie(negation(behind[r]), before[r], inside[last]);
        }
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

    // One variable for each state that lies on a way from the start to acceptance; or, where the values
    // are different, for each set of them.
    void encode(const Sequence& sequence) {
        const Automaton& automaton = *sequence.automaton;
        const int length = sequence.cells.size(), wide = automaton.stride();
        const auto cell_at = [&](int place) { return model_.cells[sequence.cells.from + place]; };
        const auto mask_at = [&](int place) { return candidates_[cell_at(place)]; };
        std::vector<Mask> alive;
        if (!automaton.follow(length, mask_at, alive, [](int, Mask) {})) return add({});
        if (automaton.different && !sequence.repeats) return encode_sets(sequence, &alive[std::size_t(length) * wide + 1]);
        const bool alone = automaton.one_way();
        std::vector<Literal> here = layer(&alive[1], automaton.words(), alone), there;
        std::vector<std::vector<Literal>> goals(here.size()), origins(here.size()), ways(here.size()), ways_back(here.size());
        const auto tell = [&](const std::vector<Literal>& names, std::vector<std::vector<Literal>>& to, Literal reads) {
            for (std::size_t state = 0; state < names.size(); ++state) {
                if (names[state] < 0) continue;
                clause_.assign(to[state].begin(), to[state].end());
                clause_.insert(clause_.end(), {negation(names[state]), negation(reads)});
                add(clause_);
                to[state].clear();
            }
        };
        for (int place = 0; place < length; ++place) {
            there = layer(&alive[std::size_t(place + 1) * wide + 1], automaton.words(), alone);
            for (Mask left = mask_at(place); left; left &= left - 1) {
                for (auto [move, end] = automaton.moves(lowest(left)); move != end; ++move)
                    for (int w = move->from; w < move->to; ++w)
                        for (Mask states = automaton.mask(*move)[w]; states; states &= states - 1) {
                            const int from = 64 * (w - 1) + lowest(states), to = from + move->by;
                            if (here[from] < 0 || there[to] < 0) continue;
                            ways[from].push_back(there[to]), goals[from].push_back(there[to]);
                            ways_back[to].push_back(here[from]), origins[to].push_back(here[from]);
                        }
                const Literal reads = literal(cell_at(place), lowest(left));
                tell(here, ways, reads);
                tell(there, ways_back, reads);
            }
            // A state is reached only from a state, and leads only to one, as in `step`.
            tell(here, goals, yes_);
            tell(there, origins, yes_);
            std::swap(here, there);
        }
    }

    // Different values: each set of them that may be had, as the numbers of the states at the end.
    void encode_sets(const Sequence& sequence, const Mask* ends) {
        std::vector<std::pair<std::size_t, Literal>> sets;
        std::vector<Literal> some, reads;
        for (int w = 0; w < sequence.automaton->words(); ++w)
            for (Mask left = ends[w]; left; left &= left - 1) {
                some.push_back(learner.fresh());
                sets.emplace_back(std::size_t(64) * w + lowest(left), some.back());
            }
        add(some);
        for (int value = 0; value < model_.values; ++value) {
            reads.clear();
            for (int i = sequence.cells.from; i < sequence.cells.to; ++i)
                if (const Literal here = literal(model_.cells[i], value); here != no()) reads.push_back(here);
            const Literal had = learner.fresh();
            for (const Literal read : reads) add({negation(read), had});
            for (const auto& [set, name] : sets) add({negation(name), set >> value & 1 ? had : negation(had)});
            clause_ = reads;
            clause_.push_back(negation(had));
            add(clause_);
            std::int32_t most = 1;
            if (!shared_value_.empty()) most -= told_apart(reads);
            if (most < 0) add({});
            else at_most(reads, most);
        }
    }

    // At least one link; and two or none at each node, where no other rules say so.
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
                const std::int32_t most = shared_value_.empty() ? 2 : 2 - told_apart(links);
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

    // Refuses what of the board that was found breaks a loop or a shape; false where nothing does.
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
    std::vector<std::int32_t> shared_;  // the cell by whose variables this one is told, or -1
    std::vector<std::uint8_t> shared_value_;  // and the value of that cell that goes with each of its own
    std::vector<Literal> first_;  // the variable of each open cell, or the first of them
    std::map<std::pair<int, Mask>, Literal> sets_;
    std::map<Literal, Literal> again_;  // second names of literals
    std::map<std::vector<Mask>, std::vector<Way>> impossible_;  // of combinations and candidates
    Nets nets_;
    std::vector<Nets::Part> parts_;
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
    // `meanwhile` is asked between turns, with the work so far; where it is true, nothing more is done.
    template <class Again, class Meanwhile>
    Learner::Result solve(Again again, Meanwhile meanwhile) {
        for (;;) {
            if (limits_.reached()) return Learner::Result::limited;
            const auto result = now_->solve(std::min(until_, most_work_), limits_);
            if (result != Learner::Result::limited || until_ >= most_work_) return result;
            if (now_ == &plain_ && Encoding::has_sums(model_)) {
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

// Message passing beside a learner: it is asked when a turn of the learner is over, and may work
// half as long. Where it looks as if there were hardly a solution beside the one that the puzzle
// was made from, it would find nothing, and is not asked.
class Guesses {
  public:
    Guesses(const Model& model, const Mask* candidates, Limits& limits)
        : model_(model), candidates_(candidates), limits_(limits) {}

    // A solution, where it finds one, when the learner has worked so long in all.
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

// The values that each cell has in some solution, into `seen`; true where these are all.
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
