// Whole lines: all rules within the cells of one line, taken together.
//
// A row of Magnets with its counts, dominoes and neighbours; a row of letters with its clues. All
// ways to fill the line are followed at once, cell by cell. Counterpart of `deduction/techniques/lines.py`.
#pragma once

#include <algorithm>
#include <span>
#include <vector>

#include "propagation/board.hpp"
#include "propagation/cutters.hpp"
#include "model/model.hpp"
#include "explaining/packed.hpp"

namespace caracol {

class WholeLines {
  public:
    struct Line {
        std::vector<std::int32_t> cells, numbers;  // cells and rules in ascending order
        std::vector<Mask> follow;  // for each place, what may follow each value there
        std::vector<char> paired;  // whether that is restricted
        Layout layout;  // of a state
    };

    explicit WholeLines(const Model& model) : model_(model) {
        rules_.resize(model.rules);
        note(model.given(), Kind::count);
        note(model.alloweds, Kind::allowed);
        note(model.readings, Kind::reading);
        note(model.sequences, Kind::sequence);
        std::vector<std::vector<std::int32_t>> pairs(model.size);  // at their first cell
        struct Long {  // a rule of more than two cells, with these in ascending order
            Span cells;
            std::int32_t number;
        };
        std::vector<std::int32_t> sorted;
        std::vector<Long> longs;
        for (std::int32_t number = 0; number < model.rules; ++number) {
            const Span span = rules_[number].cells;
            const std::int32_t* from = model.cells.data() + span.from;
            if (span.size() <= 2) {  // most rules are pairs, and lines are rebuilt for every part of a model
                if (span.size() == 2 && from[0] != from[1]) pairs[std::min(from[0], from[1])].push_back(number);
                continue;
            }
            const auto begin = static_cast<std::int32_t>(sorted.size());
            sorted.insert(sorted.end(), from, from + span.size());
            std::sort(sorted.begin() + begin, sorted.end());
            if (std::adjacent_find(sorted.begin() + begin, sorted.end()) == sorted.end())
                longs.push_back({{begin, static_cast<std::int32_t>(sorted.size())}, number});
            else sorted.resize(begin);  // a repeated cell: not a line
        }
        const auto cells_of = [&](const Long& one) {
            return std::span(sorted.data() + one.cells.from, sorted.data() + one.cells.to);
        };
        const auto less = [&](const Long& one, const Long& other) {
            return std::ranges::lexicographical_compare(cells_of(one), cells_of(other));
        };
        std::stable_sort(longs.begin(), longs.end(), less);
        // Rules of the same cells are now adjacent; lines come in the order of their first rule that is not a table.
        struct Same {
            std::size_t from, to;
            std::int32_t first;
        };
        std::vector<Same> same;
        for (std::size_t from = 0, to; from < longs.size(); from = to) {
            for (to = from + 1; to < longs.size() && !less(longs[from], longs[to]);) ++to;
            std::size_t first = from;
            while (first < to && rules_[longs[first].number].kind == Kind::allowed) ++first;
            if (first < to) same.push_back({from, to, longs[first].number});
        }
        std::sort(same.begin(), same.end(), [](const Same& one, const Same& other) { return one.first < other.first; });
        std::vector<char> inside(model.size);
        for (const auto& [from, to, first] : same) {
            const auto cells = cells_of(longs[from]);
            if (cells.size() >= most_cells) continue;
            Line line{{cells.begin(), cells.end()}, {}, {}, {}, {}};
            for (std::size_t i = from; i < to; ++i) line.numbers.push_back(longs[i].number);
            for (std::int32_t cell : cells) inside[cell] = 1;
            for (std::int32_t cell : cells)
                for (std::int32_t pair : pairs[cell]) {
                    const std::int32_t* both = &model.cells[rules_[pair].cells.from];
                    if (inside[both[0]] && inside[both[1]]) line.numbers.push_back(pair);
                }
            for (std::int32_t cell : cells) inside[cell] = 0;
            std::sort(line.numbers.begin(), line.numbers.end());
            const auto other = [&](std::int32_t one) { return sort_of(one) != sort_of(line.numbers[0]); };
            if (std::any_of(line.numbers.begin(), line.numbers.end(), other)) add(std::move(line));
        }
    }

    const std::vector<Line>& lines() const { return lines_; }

    // Whether the states of every line fit into a word; if not, Python has to do the work.
    bool possible() const { return possible_; }

    // What the rules of a line together rule out; nothing if there are too many ways, or none.
    void cuts(const Line& line, const Mask* masks, std::size_t most_states, std::vector<Elimination>& found) {
        found.clear();
        const int length = static_cast<int>(line.cells.size());
        ways_.resize(length);
        const Layout& layout = line.layout;
        if (states_.size() < std::size_t(length) + 1) states_.resize(length + 1);
        states_[0].clear();
        states_[0].place_of(layout.start);
        for (int place = 0; place < length; ++place) {
            const std::vector<Mask>& states = states_[place].keys;
            tick(static_cast<std::int64_t>(states.size()));
            Numbering& reached = states_[place + 1];
            reached.clear();
            ways_[place].clear();
            const Mask* table = line.paired[place] ? &line.follow[std::size_t(place) * model_.values] : nullptr;
            const Mask* adds = &layout.adds[std::size_t(place) * model_.values];
            const bool looked_at = line.paired[place + 1];
            const Mask mask = masks[line.cells[place]];
            Mask next;
            for (std::size_t from = 0; from < states.size(); ++from)
                for (Mask left = table ? mask & table[(states[from] & layout.last) - 1] : mask; left;
                     left &= left - 1) {
                    const int value = lowest(left);
                    if (layout.follow(states[from], adds[value], value, looked_at, next))
                        ways_[place].push_back({static_cast<std::int32_t>(from), reached.place_of(next), value});
                }
            if (reached.keys.size() > most_states) return;
        }
        alive_.clear();
        bool some = false;
        for (const Mask state : states_[length].keys) {
            alive_.push_back(layout.accepts(state));
            some |= alive_.back();
        }
        if (some) go_back(line, masks, found);
    }

    // Apply each rule alone and each whole line until nothing changes. False: a rule fails.
    bool sweep(Board& board, std::size_t most_states) {
        Known known;
        return sweep(board, most_states, known);
    }

    // The candidates of each line at the last visit; a sweep begins where the last one ended.
    using Known = std::vector<std::vector<Mask>>;

    bool sweep(Board& board, std::size_t most_states, Known& known) {
        std::vector<Mask> seen;
        std::vector<Elimination> found;
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
    // Remove what no way supports that ends in a live state.
    void go_back(const Line& line, const Mask* masks, std::vector<Elimination>& found) {
        for (int place = static_cast<int>(line.cells.size()) - 1; place >= 0; --place) {
            Mask supported = 0;
            earlier_.assign(states_[place].keys.size(), 0);
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

    static constexpr std::size_t most_cells = 128;

    struct Way {
        std::int32_t from, to, value;
    };

    enum class Kind : char { count, allowed, reading, sequence, sum };

    struct Rule {
        Kind kind = Kind::count;
        std::int32_t at = 0;  // in the model's list of its kind
        Span cells;
    };

    template <class Rules>
    void note(const Rules& rules, Kind kind) {
        for (std::size_t at = 0; at < rules.size(); ++at)
            rules_[rules[at].number] = {kind, static_cast<std::int32_t>(at), rules[at].cells};
    }

    // The kind of a rule in Python, where staircases and other automata are one kind.
    Kind sort_of(std::int32_t number) const {
        const auto [kind, at, cells] = rules_[number];
        if (kind != Kind::sequence) return kind;
        return model_.sequences[at].automaton->commutes ? Kind::sum : Kind::reading;
    }

    // The rules of one kind in a line.
    void pick(const Line& line, Kind kind, auto use) const {
        for (const std::int32_t number : line.numbers)
            if (rules_[number].kind == kind) use(rules_[number].at);
    }

    void add(Line line) {
        const std::size_t length = line.cells.size();
        line.follow.assign((length + 1) * model_.values, model_.everything);
        line.paired.assign(length + 1, 0);
        Layout& layout = line.layout;
        layout.adds.resize(length * model_.values);
        layout.add_last(model_.values);
        pick(line, Kind::count, [&](std::int32_t at) {
            const Count& count = model_.counts[at];
            const auto from = model_.cells.begin() + count.cells.from, to = model_.cells.begin() + count.cells.to;
            // Nearly all counts are of the whole line.
            std::vector<char> inside(length, 1);
            if (!std::equal(line.cells.begin(), line.cells.end(), from, to))
                for (std::size_t i = 0; i < length; ++i) inside[i] = std::find(from, to, line.cells[i]) != to;
            layout.add_count(count, inside, model_.values);
        });
        // Read along the whole line, forwards or backwards.
        const auto read = [&](Span span, auto add) {
            if (span.size() != static_cast<std::int32_t>(length)) return;
            const std::int32_t* cells = &model_.cells[span.from];
            if (std::equal(line.cells.begin(), line.cells.end(), cells)) add(false);
            else if (std::equal(line.cells.rbegin(), line.cells.rend(), cells)) add(true);
        };
        pick(line, Kind::reading, [&](std::int32_t at) {
            const Regular& reading = model_.readings[at];
            read(reading.cells, [&](bool backwards) { layout.add_reading(model_.stairs[reading.stairs], backwards); });
        });
        pick(line, Kind::sequence, [&](std::int32_t at) {
            const Sequence& sequence = model_.sequences[at];
            read(sequence.cells, [&](bool backwards) { layout.add_sequence(*sequence.automaton, backwards); });
        });
        pick(line, Kind::allowed, [&](std::int32_t at) {
            if (model_.alloweds[at].cells.size() == 2) pair_up(line, model_.alloweds[at]);
        });
        possible_ &= layout.fits();
        lines_.push_back(std::move(line));
    }

    void pair_up(Line& line, const Table& pair) const {
        const auto place_of = [&](int at) {
            const std::int32_t cell = model_.cells[pair.cells.from + at];
            return static_cast<int>(std::find(line.cells.begin(), line.cells.end(), cell) - line.cells.begin());
        };
        const int one = place_of(0), other = place_of(1);
        if (std::abs(one - other) != 1) return;
        const auto place = static_cast<std::size_t>(std::max(one, other));
        line.paired[place] = 1;
        Mask* table = &line.follow[place * model_.values];
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

    const Model& model_;
    std::vector<Rule> rules_;
    std::vector<Line> lines_;
    bool possible_ = true;
    std::vector<Numbering> states_;  // after each place
    std::vector<std::vector<Way>> ways_;
    std::vector<char> alive_, earlier_;
};

}  // namespace caracol
