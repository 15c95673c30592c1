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

#include "board.hpp"
#include "cutters.hpp"
#include "model.hpp"

namespace caracol {

class WholeLines {
  public:
    struct Line {
        std::vector<std::int32_t> cells, numbers;  // cells and rules in ascending order
        std::vector<const Count*> counts;
        std::vector<std::vector<Mask>> follow;  // for each place what may stand behind each value; empty: anything
        std::vector<const Stairs*> forwards, backwards;
    };

    explicit WholeLines(const Model& model) : model_(model) {
        std::vector<Span> cells_of(model.rules);
        std::vector<char> kind_of(model.rules);
        note(model.given(), 0, cells_of, kind_of);
        note(model.alloweds, 1, cells_of, kind_of);
        note(model.readings, 2, cells_of, kind_of);
        std::vector<std::vector<std::int32_t>> sets(model.rules);
        std::map<std::vector<std::int32_t>, std::vector<std::int32_t>> same;
        std::vector<std::vector<std::int32_t>> pairs(model.size);  // at their first cell
        for (std::int32_t number = 0; number < model.rules; ++number) {
            sets[number].assign(&model.cells[cells_of[number].from], &model.cells[cells_of[number].from] + cells_of[number].size());
            std::sort(sets[number].begin(), sets[number].end());
            same[sets[number]].push_back(number);
            if (sets[number].size() == 2) pairs[sets[number][0]].push_back(number);
        }
        std::set<std::vector<std::int32_t>> seen;
        std::vector<char> inside(model.size);
        for (std::int32_t number = 0; number < model.rules; ++number) {
            const auto& cells = sets[number];
            if (cells.size() <= 2 || kind_of[number] == 1 || !seen.insert(cells).second) continue;
            Line line{cells, same[cells], {}, {}, {}, {}};
            std::fill(inside.begin(), inside.end(), 0);
            for (std::int32_t cell : cells) inside[cell] = 1;
            for (std::int32_t cell : cells)
                for (std::int32_t pair : pairs[cell])
                    if (inside[sets[pair][1]]) line.numbers.push_back(pair);
            std::sort(line.numbers.begin(), line.numbers.end());
            std::set<char> kinds;
            for (std::int32_t one : line.numbers) kinds.insert(kind_of[one]);
            if (kinds.size() > 1 && cells.size() < most_cells) add(std::move(line));
        }
    }

    const std::vector<Line>& lines() const { return lines_; }

    // Whether every line fits into the words of a state; where one does not, the twin has to do.
    bool possible() const { return possible_; }

    // What the rules of a line together rule out; nothing where there are too many ways, or none.
    void cuts(const Line& line, const Mask* masks, std::size_t most_states, std::vector<Cut>& found) {
        found.clear();
        const int length = static_cast<int>(line.cells.size());
        layers_.resize(length + 1);
        ways_.resize(length);
        State start{};
        start[0] = nothing;
        for (std::size_t i = 0; i < line.forwards.size(); ++i) start[reading_at + i] = line.forwards[i]->start()[0];
        for (std::size_t i = 0; i < line.backwards.size(); ++i)
            start[reading_at + line.forwards.size() + i] = line.backwards[i]->accept()[0];
        layers_[0].assign(1, start);
        for (int place = 0; place < length; ++place) {
            follow(line, place, masks[line.cells[place]]);
            if (layers_[place + 1].size() > most_states) return;
        }
        std::vector<char>& alive = alive_;
        alive.assign(layers_[length].size(), 0);
        bool some = false;
        for (std::size_t i = 0; i < alive.size(); ++i) some |= alive[i] = accepts(line, layers_[length][i]);
        if (!some) return;
        for (int place = length - 1; place >= 0; --place) {
            Mask supported = 0;
            earlier_.assign(layers_[place].size(), 0);
            for (const Way& way : ways_[place])
                if (alive[way.to]) {
                    supported |= Mask(1) << way.value;
                    earlier_[way.from] = 1;
                }
            const Mask lost = masks[line.cells[place]] & ~supported;
            if (lost) found.push_back({line.cells[place], lost});
            alive.swap(earlier_);
        }
        std::reverse(found.begin(), found.end());
    }

    // Each rule alone and each whole line, until neither has anything to say. False: a rule fails.
    bool sweep(Board& board, std::size_t most_states) {
        std::vector<Mask> seen;
        std::vector<Cut> found;
        std::vector<std::vector<Mask>> known(lines_.size());
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
    static constexpr Mask nothing = ~Mask(0);
    // The last value where the next cell looks back at it, all counts, the states of the readings.
    using State = std::array<Mask, reading_at + most_readings>;

    struct Way {
        std::int32_t from, to, value;
    };

    template <class Rules>
    static void note(const Rules& rules, char kind, std::vector<Span>& cells_of, std::vector<char>& kind_of) {
        for (const auto& rule : rules) cells_of[rule.number] = rule.cells, kind_of[rule.number] = kind;
    }

    template <class Rules>
    static void pick(const Rules& rules, const Line& line, auto use) {
        for (const auto& rule : rules)
            if (std::binary_search(line.numbers.begin(), line.numbers.end(), rule.number)) use(rule);
    }

    void add(Line line) {
        const std::size_t length = line.cells.size();
        line.follow.resize(length + 1);
        pick(model_.given(), line, [&](const Count& count) { line.counts.push_back(&count); });
        pick(model_.readings, line, [&](const Reading& reading) {
            const std::int32_t* cells = &model_.cells[reading.cells.from];
            const Stairs& stairs = model_.stairs[reading.stairs];
            if (stairs.words() > 1) possible_ = false;
            if (std::equal(line.cells.begin(), line.cells.end(), cells)) line.forwards.push_back(&stairs);
            else if (std::equal(line.cells.rbegin(), line.cells.rend(), cells)) line.backwards.push_back(&stairs);
        });
        pick(model_.alloweds, line, [&](const Allowed& pair) {
            if (pair.cells.size() == 2) pair_up(line, pair);
        });
        if (line.counts.size() > fields * count_words || line.forwards.size() + line.backwards.size() > most_readings)
            possible_ = false;
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
    std::vector<Line> lines_;
    bool possible_ = true;
    std::vector<std::vector<State>> layers_;
    std::vector<std::vector<Way>> ways_;
    std::vector<State> reached_;
    std::vector<char> alive_, earlier_;
};

}  // namespace caracol
