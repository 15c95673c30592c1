// The rules of a puzzle as flat data. Nothing here changes once it is built.
#pragma once

#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "model/automaton.hpp"
#include "model/bits.hpp"
#include "model/staircase.hpp"

namespace caracol {

struct Count {
    Mask counted;
    std::int32_t least, most;
    Span cells;
    std::int32_t number;  // of the rule in the Python model

    static constexpr std::int32_t derived = -1;  // the number of a count that follows from others
};

// For small rules, what is left of all candidates, for every combination of candidates: those of the
// first cell are the lowest bits, and so on; 0 if no combination is left.
using Supports = std::vector<std::uint16_t>;
inline constexpr int most_support_bits = 9;

// The combinations are columns of bits: for each place and value, the set of the combinations that
// have it there. Finding those that are left takes a few "and"s, whatever their number.
struct Table {
    Span cells;
    std::int32_t words;
    std::size_t bits;  // where its sets begin in Model::allowed_bits
    bool repeats;      // it has a repeated cell: its cuts may wake it again
    std::int32_t number;
    bool possible;     // there are combinations at all
    std::shared_ptr<const Supports> supports;  // where it is small
};

struct Regular {
    Span cells;
    std::int32_t stairs;
    std::size_t seen, states;  // where its memory begins: a word a place, and sets of states
    bool repeats;
    std::int32_t number;
};

// An automaton of any kind accepts the values of these cells, read in order: automata that are not
// staircases, and sums.
struct Sequence {
    Span cells;
    std::shared_ptr<const Automaton> automaton;
    bool repeats;
    std::int32_t number;
};

// The cells are links between nodes, and those with a value of `inside` form one closed loop.
struct Loop {
    Mask inside;
    Span cells;
    std::size_t ends;     // where the two nodes of each link begin in Model::loop_ends
    std::int32_t nodes;   // number of nodes
    bool at_nodes;        // whether it also checks each node
    std::int32_t number;
};

// The cells with a value of `inside` are connected along links. Its cells are numbered in ascending
// order; cell i's neighbours are from links[i] to links[i + 1].
struct Connected {
    Mask inside;
    Span cells;
    std::vector<std::int32_t> sorted, links, neighbours;
    bool some;            // whether at least one cell has such a value
    std::int32_t number;
};

// A rule that watches a cell.
struct CountWatch {
    Mask counted;
    std::int32_t count;
};

// Automata that models share: most lines of a puzzle have been read before.
class SharedStairs {
  public:
    const Staircase& operator[](std::size_t i) const { return *list_[i]; }
    std::size_t size() const { return list_.size(); }
    void push_back(std::shared_ptr<const Staircase> stairs) { list_.push_back(std::move(stairs)); }
    void append(const SharedStairs& more) { list_.insert(list_.end(), more.list_.begin(), more.list_.end()); }

  private:
    std::vector<std::shared_ptr<const Staircase>> list_;
};

struct Model {
    std::int32_t size = 0;
    std::int32_t values = 0;
    Mask everything = 0;
    std::int32_t rules = 0;
    bool repeats = false;  // some rule has a repeated cell

    std::vector<Count> counts;
    std::int32_t given_counts = 0;  // those beyond follow from these; only search uses them
    std::vector<Table> alloweds;
    std::vector<Regular> readings;
    std::vector<Sequence> sequences;
    std::vector<Loop> loops;
    std::vector<Connected> shapes;
    SharedStairs stairs;
    std::vector<Mask> allowed_bits;
    std::vector<std::int32_t> loop_ends;
    std::vector<std::int32_t> cells;  // of all rules

    // For each cell, the rules that watch it; cell c's are from [c] to [c + 1]. Those from sequences on
    // exist only in models with rare kinds.
    std::vector<std::int32_t> count_from, allowed_from, reading_from, sequence_from, loop_from, shape_from;
    std::vector<CountWatch> count_watch;
    std::vector<std::int32_t> allowed_watch, reading_watch, sequence_watch, loop_watch, shape_watch;

    std::vector<std::uint32_t> watchers;  // for each cell, how many rules watch it
    std::size_t seen_words = 0, state_words = 0;

    // Whether some rule is about a whole net of cells, which clauses express badly, and which has no
    // parts that could be counted separately.
    bool nets() const { return !loops.empty() || !shapes.empty(); }

    // Whether there are rules of rare kinds.
    bool rare() const { return !sequences.empty() || nets(); }

    // The counts that are rules of the Python model.
    std::span<const Count> given() const { return {counts.data(), static_cast<std::size_t>(given_counts)}; }

    // If several values are counted in the same cells, the remaining cells have the other values. No
    // single rule says so, and search is far faster for it. Counts of the same cells have the same span.
    void count_the_rest() {
        given_counts = static_cast<std::int32_t>(counts.size());
        if (values <= 2) return;  // the rest is counted already
        struct Line {
            Span cells;
            Mask counted = 0;
            std::int32_t least = 0, most = 0, many = 0;
            bool apart = true;  // no value is counted twice
        };
        std::vector<Line> lines;
        std::vector<std::int32_t> line_at(cells.size() + 1, -1);
        for (const Count& count : counts) {
            std::int32_t& at = line_at[count.cells.from];
            if (at < 0 || lines[at].cells.to != count.cells.to) {
                at = static_cast<std::int32_t>(lines.size());
                lines.push_back({count.cells});
            }
            Line& line = lines[at];
            line.apart &= (line.counted & count.counted) == 0;
            line.counted |= count.counted;
            line.least += count.least;
            line.most += count.most;
            ++line.many;
        }
        for (const Line& line : lines) {
            const Mask rest = everything & ~line.counted;
            const std::int32_t many = line.cells.size();
            if (line.many > 1 && line.apart && rest)
                counts.push_back({rest, many - line.most, many - line.least, line.cells, Count::derived});
        }
    }

    // Appends the rules of another model, before `finish`.
    void append(const Model& part) {
        const auto at = static_cast<std::int32_t>(cells.size());
        const auto moved = [&](auto rule) {
            rule.cells.from += at, rule.cells.to += at, rule.number += rules;
            return rule;
        };
        for (const Count& count : part.counts) counts.push_back(moved(count));
        for (const Table& allowed : part.alloweds) {
            alloweds.push_back(moved(allowed));
            alloweds.back().bits += allowed_bits.size();
        }
        readings.reserve(readings.size() + part.readings.size());
        for (const Regular& reading : part.readings) {
            readings.push_back(moved(reading));
            readings.back().stairs += static_cast<std::int32_t>(stairs.size());
        }
        for (const Sequence& sequence : part.sequences) sequences.push_back(moved(sequence));
        for (const Loop& loop : part.loops) {
            loops.push_back(moved(loop));
            loops.back().ends += loop_ends.size();
        }
        for (const Connected& shape : part.shapes) shapes.push_back(moved(shape));
        cells.insert(cells.end(), part.cells.begin(), part.cells.end());
        allowed_bits.insert(allowed_bits.end(), part.allowed_bits.begin(), part.allowed_bits.end());
        loop_ends.insert(loop_ends.end(), part.loop_ends.begin(), part.loop_ends.end());
        stairs.append(part.stairs);
        repeats |= part.repeats;
        rules += part.rules;
    }

    // The same cells with only these rules, in this order and renumbered.
    Model only(const std::vector<int>& numbers) const {
        std::vector<std::pair<int, std::int32_t>> at(rules);  // kind and position of each rule
        const auto place = [&](int kind, const auto& several, std::size_t many) {
            for (std::size_t i = 0; i < many; ++i) at[several[i].number] = {kind, static_cast<std::int32_t>(i)};
        };
        place(0, counts, given_counts);
        place(1, alloweds, alloweds.size());
        place(2, readings, readings.size());
        place(3, loops, loops.size());
        place(4, shapes, shapes.size());
        place(5, sequences, sequences.size());
        Model part;
        part.size = size, part.values = values, part.everything = everything, part.repeats = repeats;
        part.cells = cells, part.stairs = stairs, part.allowed_bits = allowed_bits, part.loop_ends = loop_ends;
        const auto add = [&](auto& to, auto rule) {
            rule.number = part.rules++;
            to.push_back(std::move(rule));
        };
        for (const int number : numbers) switch (const auto [kind, i] = at[number]; kind) {
                case 0: add(part.counts, counts[i]); break;
                case 1: add(part.alloweds, alloweds[i]); break;
                case 2: add(part.readings, readings[i]); break;
                case 3: add(part.loops, loops[i]); break;
                case 4: add(part.shapes, shapes[i]); break;
                default: add(part.sequences, sequences[i]);
            }
        part.count_the_rest();
        part.finish();
        return part;
    }

    // Called once when all rules have been added.
    void finish() {
        for (Regular& reading : readings) {
            reading.seen = seen_words;
            reading.states = state_words;
            seen_words += reading.cells.size();
            state_words += std::size_t(2) * (reading.cells.size() + 1) * stairs[reading.stairs].words();
        }
        watchers.assign(size, 0);
        watch(counts, count_from, count_watch,
              [&](std::int32_t i) { return CountWatch{counts[i].counted, i}; });
        watch(alloweds, allowed_from, allowed_watch, [](std::int32_t i) { return i; });
        watch(readings, reading_from, reading_watch, [](std::int32_t i) { return i; });
        if (!rare()) return;
        watch(sequences, sequence_from, sequence_watch, [](std::int32_t i) { return i; });
        watch(loops, loop_from, loop_watch, [](std::int32_t i) { return i; });
        watch(shapes, shape_from, shape_watch, [](std::int32_t i) { return i; });
    }

  private:
    template <class Rules, class Watches, class Make>
    void watch(const Rules& rules, std::vector<std::int32_t>& from, Watches& watches, Make make) {
        from.assign(size + 2, 0);
        if (rules.empty()) return;
        for (const auto& rule : rules)
            for (int i = rule.cells.from; i < rule.cells.to; ++i) ++from[cells[i] + 2];
        for (int cell = 0; cell < size; ++cell) from[cell + 2] += from[cell + 1];
        for (int cell = 0; cell < size; ++cell) watchers[cell] += from[cell + 2] - from[cell + 1];
        watches.resize(from[size + 1]);
        for (std::size_t r = 0; r < rules.size(); ++r)
            for (int i = rules[r].cells.from; i < rules[r].cells.to; ++i)
                watches[from[cells[i] + 1]++] = make(static_cast<std::int32_t>(r));
    }
};

}  // namespace caracol
