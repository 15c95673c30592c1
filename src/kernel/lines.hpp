// Whole lines: every rule that lies in the cells of one line, taken together.
//
// A row of Magnets with its counts, dominoes and neighbours; a row of letters with its clues. All
// ways to fill the line are followed at once, cell by cell. The twin of `explain/lines.py`.
#pragma once

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <vector>

#include "model.hpp"
#include "trial.hpp"

namespace caracol {

class WholeLines {
  public:
    struct Line {
        std::vector<std::int32_t> cells, numbers;  // cells and rules in ascending order
        std::vector<const Count*> counts;
        std::vector<std::vector<Mask>> follow;  // for each place what may stand behind each value; empty: anything
        std::vector<const Stairs*> forwards, backwards;
        std::size_t dense = 0;  // so many states there can be at all, where that is not many; else 0
    };

    explicit WholeLines(const Model& model) : model_(model), rules_(model.rules), inside_(model.size) {
        note(model.given(), 0);
        note(model.alloweds, 1);
        note(model.readings, 2);
        std::vector<std::vector<std::int32_t>> pairs(model.size);  // at their first cell
        std::map<std::vector<std::int32_t>, std::vector<std::int32_t>> same;
        std::set<const std::vector<std::int32_t>*> begun;
        std::vector<const std::vector<std::int32_t>*> order;  // the cells of lines, by their first rule
        for (std::int32_t number = 0; number < model.rules; ++number) {
            const Span span = rules_[number].cells;
            const std::int32_t* from = model.cells.data() + span.from;
            if (span.size() == 2) pairs[std::min(from[0], from[1])].push_back(number);
            if (span.size() <= 2) continue;
            std::vector<std::int32_t> cells(from, from + span.size());
            std::sort(cells.begin(), cells.end());
            const auto found = same.try_emplace(std::move(cells)).first;
            found->second.push_back(number);
            if (rules_[number].kind != 1 && begun.insert(&found->first).second) order.push_back(&found->first);
        }
        for (const auto* cells : order) {
            if (cells->size() >= most_cells) continue;
            Line line{*cells, same[*cells], {}, {}, {}, {}, 0};
            for (std::int32_t cell : *cells) inside_[cell] = 1;
            for (std::int32_t cell : *cells)
                for (std::int32_t pair : pairs[cell]) {
                    const std::int32_t* both = &model.cells[rules_[pair].cells.from];
                    if (inside_[both[0]] && inside_[both[1]]) line.numbers.push_back(pair);
                }
            for (std::int32_t cell : *cells) inside_[cell] = 0;
            std::sort(line.numbers.begin(), line.numbers.end());
            unsigned kinds = 0;
            for (std::int32_t one : line.numbers) kinds |= 1u << rules_[one].kind;
            if (kinds & (kinds - 1)) add(std::move(line));
        }
    }

    const std::vector<Line>& lines() const { return lines_; }

    // Whether every line fits into the words of a state; where one does not, the twin has to do.
    bool possible() const { return possible_; }

    // What the rules of a line together rule out; nothing where there are too many ways, or none.
    void cuts(const Line& line, const Mask* masks, std::size_t most_states, std::vector<Cut>& found) {
        found.clear();
        const int length = static_cast<int>(line.cells.size());
        ways_.resize(length);
        if (!(line.dense ? few_states(line, masks, most_states) : many_states(line, masks, most_states))) return;
        for (int place = length - 1; place >= 0; --place) {
            Mask supported = 0;
            earlier_.assign(place ? widths_[place - 1] : 1, 0);
            for (const Way& way : ways_[place])
                if (alive_[way.to]) {
                    supported |= Mask(1) << way.value;
                    earlier_[way.from] = 1;
                }
            const Mask lost = masks[line.cells[place]] & ~supported;
            if (lost) found.push_back({line.cells[place], lost});
            alive_.swap(earlier_);
        }
        std::reverse(found.begin(), found.end());
    }

    // Each rule alone and each whole line, until neither has anything to say. False: a rule fails.
    bool sweep(Board& board, std::size_t most_states) {
        Known known;
        return sweep(board, most_states, known);
    }

    // The candidates of each line when it was last looked at; a sweep begins where the last one ended.
    using Known = std::vector<std::vector<Mask>>;

    bool sweep(Board& board, std::size_t most_states, Known& known) {
        std::vector<Mask> seen;
        std::vector<Cut> found;
        known.resize(lines_.size());
        for (bool changed = true; changed;) {
            changed = false;
            for (std::size_t i = 0; i < lines_.size(); ++i) {
                seen.clear();
                bool undecided = false;
                for (std::int32_t cell : lines_[i].cells) {
                    seen.push_back(board.candidates()[cell]);
                    undecided |= !single(seen.back());
                }
                if (!undecided || seen == known[i]) continue;
                known[i] = seen;
                cuts(lines_[i], board.candidates().data(), most_states, found);
                for (const auto& [cell, removed] : found)
                    if ((board.candidates()[cell] & removed) && !board.assume(cell, ~removed)) return false;
                changed |= !found.empty();
            }
        }
        return true;
    }

  private:
    static constexpr std::size_t most_cells = 128;
    static constexpr std::size_t fields = 8;       // counts in a word
    static constexpr std::size_t count_words = 2;  // words for counts
    static constexpr std::size_t reading_at = 1 + count_words;
    static constexpr std::size_t most_readings = 4;
    static constexpr std::size_t most_dense = 1 << 16;
    static constexpr Mask nothing = ~Mask(0);
    // The last value where the next cell looks back at it, all counts, the states of the readings.
    using State = std::array<Mask, reading_at + most_readings>;

    // A state where nothing is read: the number of all counts together, the last value where the
    // next cell looks back at it, and each count in a byte.
    struct Small {
        std::int32_t base, last;
        Mask counts;
    };

    struct Way {
        std::int32_t from, to, value;
    };

    struct Place {
        int kind = 0;
        std::int32_t at = 0;
        Span cells;
    };

    template <class Rules>
    void note(const Rules& rules, int kind) {
        for (std::size_t at = 0; at < rules.size(); ++at)
            rules_[rules[at].number] = {kind, static_cast<std::int32_t>(at), rules[at].cells};
    }

    void add(Line line) {
        const std::size_t length = line.cells.size();
        line.follow.resize(length + 1);
        for (const std::int32_t number : line.numbers) {
            const auto [kind, at, span] = rules_[number];
            if (kind == 0) {
                line.counts.push_back(&model_.counts[at]);
            } else if (kind == 1) {
                if (span.size() == 2) pair_up(line, model_.alloweds[at]);
            } else {
                const std::int32_t* cells = &model_.cells[span.from];
                const Stairs& stairs = model_.stairs[model_.readings[at].stairs];
                if (stairs.words() > 1) possible_ = false;
                if (std::equal(line.cells.begin(), line.cells.end(), cells)) line.forwards.push_back(&stairs);
                else if (std::equal(line.cells.rbegin(), line.cells.rend(), cells)) line.backwards.push_back(&stairs);
            }
        }
        if (line.counts.size() > fields * count_words || line.forwards.size() + line.backwards.size() > most_readings)
            possible_ = false;
        if (line.forwards.empty() && line.backwards.empty() && line.counts.size() <= fields) {
            std::size_t states = model_.values;
            for (const Count* count : line.counts) states = std::min(states * (std::max(count->most, 0) + 1), most_dense);
            line.dense = states < most_dense ? states : 0;
        }
        lines_.push_back(std::move(line));
    }

    void pair_up(Line& line, const Allowed& pair) const {
        const auto place_of = [&](int at) {
            const std::int32_t cell = model_.cells[pair.cells.from + at];
            return static_cast<int>(std::find(line.cells.begin(), line.cells.end(), cell) - line.cells.begin());
        };
        const int one = place_of(0), other = place_of(1);
        if (std::abs(one - other) != 1) return;
        std::vector<Mask>& table = line.follow[std::max(one, other)];
        if (table.empty()) table.assign(model_.values, model_.everything);
        const Mask* bits = model_.allowed_bits.data() + pair.bits;
        const auto together = [&](int first, int second) {
            const Mask* a = bits + std::size_t(first) * pair.words;
            const Mask* b = bits + std::size_t(model_.values + second) * pair.words;
            for (int w = 0; w < pair.words; ++w)
                if (a[w] & b[w]) return true;
            return false;
        };
        for (int before = 0; before < model_.values; ++before)
            for (int behind = 0; behind < model_.values; ++behind)
                if (!(one < other ? together(before, behind) : together(behind, before)))
                    table[before] &= ~(Mask(1) << behind);
    }

    static int counted(const State& state, std::size_t count) {
        return static_cast<int>(state[1 + count / fields] >> 8 * (count % fields) & 255);
    }

    // The states after each place and the ways to them, where counts and the last value are all
    // that is known of a state: each has a number, and none is sorted or sought.
    // False where there are too many states, or no way through.
    bool few_states(const Line& line, const Mask* masks, std::size_t most_states) {
        const int length = static_cast<int>(line.cells.size()), values = model_.values;
        widths_.clear();
        if (number_of_.size() < line.dense) number_of_.resize(line.dense), stamp_.resize(line.dense);
        now_.assign(1, {0, 0, 0});
        for (int place = 0; place < length; ++place) {
            std::vector<Way>& ways = ways_[place];
            ways.clear();
            next_.clear();
            ++round_;
            const std::vector<Mask>& table = line.follow[place];
            const bool looked_at = !line.follow[place + 1].empty();
            const Mask mask = masks[line.cells[place]];
            for (std::size_t from = 0; from < now_.size(); ++from) {
                const Small state = now_[from];
                for (Mask left = table.empty() ? mask : mask & table[state.last]; left; left &= left - 1) {
                    const int value = lowest(left);
                    Small after{state.base, looked_at ? value : 0, state.counts};
                    if (!count(line, after, value)) continue;
                    const std::size_t number = std::size_t(after.base) * values + after.last;
                    if (stamp_[number] != round_) {
                        stamp_[number] = round_;
                        number_of_[number] = static_cast<std::int32_t>(next_.size());
                        next_.push_back(after);
                    }
                    ways.push_back({static_cast<std::int32_t>(from), number_of_[number], value});
                }
            }
            if (next_.size() > most_states) return false;
            widths_.push_back(next_.size());
            now_.swap(next_);
        }
        alive_.assign(now_.size(), 0);
        bool some = false;
        for (std::size_t i = 0; i < now_.size(); ++i) {
            bool enough = true;
            for (std::size_t c = 0; c < line.counts.size(); ++c)
                enough &= static_cast<int>(now_[i].counts >> 8 * c & 255) >= line.counts[c]->least;
            some |= alive_[i] = enough;
        }
        return some;
    }

    // One more cell with this value; false where a count has too many.
    static bool count(const Line& line, Small& state, int value) {
        std::int32_t radix = 1;
        for (std::size_t c = 0; c < line.counts.size(); ++c) {
            const int most = line.counts[c]->most;
            if (line.counts[c]->counted >> value & 1) {
                if (static_cast<int>(state.counts >> 8 * c & 255) >= most) return false;
                state.counts += Mask(1) << 8 * c;
                state.base += radix;
            }
            radix *= std::max(most, 0) + 1;
        }
        return true;
    }

    bool many_states(const Line& line, const Mask* masks, std::size_t most_states) {
        const int length = static_cast<int>(line.cells.size());
        layers_.resize(length + 1);
        State start{};
        start[0] = nothing;
        for (std::size_t i = 0; i < line.forwards.size(); ++i) start[reading_at + i] = line.forwards[i]->start()[0];
        for (std::size_t i = 0; i < line.backwards.size(); ++i)
            start[reading_at + line.forwards.size() + i] = line.backwards[i]->accept()[0];
        layers_[0].assign(1, start);
        widths_.clear();
        for (int place = 0; place < length; ++place) {
            follow(line, place, masks[line.cells[place]]);
            if (layers_[place + 1].size() > most_states) return false;
            widths_.push_back(layers_[place + 1].size());
        }
        alive_.assign(layers_[length].size(), 0);
        bool some = false;
        for (std::size_t i = 0; i < alive_.size(); ++i) some |= alive_[i] = accepts(line, layers_[length][i]);
        return some;
    }

    // The states after one more place, and the ways to them.
    void follow(const Line& line, int place, Mask mask) {
        std::vector<Way>& ways = ways_[place];
        ways.clear();
        reached_.clear();
        const std::vector<Mask>& table = line.follow[place];
        const bool looked_at = !line.follow[place + 1].empty();
        for (std::size_t from = 0; from < layers_[place].size(); ++from) {
            const State& state = layers_[place][from];
            for (Mask left = table.empty() ? mask : mask & table[state[0]]; left; left &= left - 1) {
                const int value = lowest(left);
                State next = state;
                next[0] = looked_at ? Mask(value) : nothing;
                if (count(line, next, value) && read(line, next, value)) {
                    ways.push_back({static_cast<std::int32_t>(from), 0, value});
                    reached_.push_back(next);
                }
            }
        }
        std::vector<State>& layer = layers_[place + 1];
        layer = reached_;
        std::sort(layer.begin(), layer.end());
        layer.erase(std::unique(layer.begin(), layer.end()), layer.end());
        for (std::size_t i = 0; i < ways.size(); ++i)
            ways[i].to = static_cast<std::int32_t>(std::lower_bound(layer.begin(), layer.end(), reached_[i]) - layer.begin());
    }

    bool count(const Line& line, State& state, int value) const {
        for (std::size_t c = 0; c < line.counts.size(); ++c)
            if (line.counts[c]->counted >> value & 1) {
                if (counted(state, c) >= line.counts[c]->most) return false;
                state[1 + c / fields] += Mask(1) << 8 * (c % fields);
            }
        return true;
    }

    bool read(const Line& line, State& state, int value) const {
        std::size_t at = reading_at;
        for (const Stairs* stairs : line.forwards) {
            after<1>(&state[at], &state[at], stairs->of_class(stairs->class_of(value)), 1);
            if (!state[at++]) return false;
        }
        for (const Stairs* stairs : line.backwards) {
            before<1>(&state[at], &state[at], stairs->of_class(stairs->class_of(value)), 1);
            if (!state[at++]) return false;
        }
        return true;
    }

    bool accepts(const Line& line, const State& state) const {
        for (std::size_t c = 0; c < line.counts.size(); ++c)
            if (counted(state, c) < line.counts[c]->least) return false;
        std::size_t at = reading_at;
        for (const Stairs* stairs : line.forwards)
            if (!(state[at++] & stairs->accept()[0])) return false;
        for (const Stairs* stairs : line.backwards)
            if (!(state[at++] & stairs->start()[0])) return false;
        return true;
    }

    const Model& model_;
    std::vector<Place> rules_;
    std::vector<char> inside_;
    std::vector<Line> lines_;
    bool possible_ = true;
    std::vector<std::vector<State>> layers_;
    std::vector<std::vector<Way>> ways_;
    std::vector<State> reached_;
    std::vector<Small> now_, next_;
    std::vector<std::size_t> widths_;  // how many states there are after each place
    std::vector<std::int32_t> number_of_;
    std::vector<std::uint64_t> stamp_;
    std::uint64_t round_ = 0;
    std::vector<char> alive_, earlier_;
};

}  // namespace caracol
