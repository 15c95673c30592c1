// Counting without visiting every solution: parts of the board that no rule joins are counted
// separately and multiplied, and results are cached by what was left of the part.
// (Component caching, as model counters for SAT do it: Sang and others, 2004.)
#pragma once

#include <algorithm>
#include <functional>
#include <limits>
#include <vector>

#include "propagation/board.hpp"
#include "search/limits.hpp"

namespace caracol {

// Counts saturate at the largest word: "at least this many".
inline constexpr std::uint64_t countless = std::numeric_limits<std::uint64_t>::max();

inline std::uint64_t sum(std::uint64_t a, std::uint64_t b) { return a > countless - b ? countless : a + b; }
inline std::uint64_t product(std::uint64_t a, std::uint64_t b) {
    return b && a > countless / b ? countless : a * b;
}

// Counts by whole keys, not by their hashes, so a false hit cannot happen. When the cache is full, it
// is cleared; a forgotten count is only counted once more.
class Memory {
  public:
    Memory() { slots_.resize(1 << 12); }

    const std::uint64_t* find(const Key& key) const {
        const std::uint64_t hash = hash_of(key);
        for (std::size_t i = hash & (slots_.size() - 1);; i = (i + 1) & (slots_.size() - 1)) {
            const Slot& slot = slots_[i];
            if (!slot.length) return nullptr;
            if (slot.hash == hash && slot.length == key.size() &&
                std::equal(key.begin(), key.end(), keys_.begin() + static_cast<std::ptrdiff_t>(slot.from)))
                return &slot.count;
        }
    }

    void remember(const Key& key, std::uint64_t count) {
        if (keys_.size() + key.size() > most_numbers) clear();
        if (2 * (used_ + 1) > slots_.size()) grow();
        place({hash_of(key), keys_.size(), key.size(), count});
        keys_.insert(keys_.end(), key.begin(), key.end());
        ++used_;
    }

  private:
    static constexpr std::size_t most_numbers = std::size_t(1) << 26;  // 128 MB of keys

    struct Slot {
        std::uint64_t hash = 0;
        std::size_t from = 0, length = 0;
        std::uint64_t count = 0;
    };

    static std::uint64_t hash_of(const Key& key) {
        std::uint64_t hash = 0x9E3779B97F4A7C15u ^ key.size();
        for (std::uint16_t number : key) hash = (hash ^ number) * 0xD6E8FEB86659FD93u, hash ^= hash >> 32;
        return hash;
    }

    void place(const Slot& slot) {
        std::size_t i = slot.hash & (slots_.size() - 1);
        while (slots_[i].length) i = (i + 1) & (slots_.size() - 1);
        slots_[i] = slot;
    }

    void grow() {
        std::vector<Slot> old(slots_.size() * 2);
        old.swap(slots_);
        for (const Slot& slot : old)
            if (slot.length) place(slot);
    }

    void clear() {
        std::fill(slots_.begin(), slots_.end(), Slot{});
        keys_.clear();
        used_ = 0;
    }

    std::vector<Slot> slots_;
    std::vector<std::uint16_t> keys_;
    std::size_t used_ = 0;
};

class Counting {
  public:
    // Deeper recursion than this many open cells might not fit on a thread's stack.
    static constexpr std::size_t most_cells = 4096;

    // Now and then, after a turn of work, it calls `enough`: true ends it.
    Counting(Board& board, Limits& limits, std::function<bool()> enough)
        : board_(board), model_(board.model()), rare_(model_.rare()), limits_(limits), enough_(std::move(enough)) {
        // A fixed order, so that different paths meet in the same residue. A line that passes through the
        // whole board gives the best order; otherwise, row by row.
        order_.resize(model_.size);
        for (int cell = 0; cell < model_.size; ++cell) order_[cell] = cell;
        for (const Regular& reading : model_.readings)
            if (reading.cells.size() == model_.size && !reading.repeats)
                for (int i = 0; i < model_.size; ++i) order_[model_.cells[reading.cells.from + i]] = i;
        touched_.assign(model_.counts.size() + model_.alloweds.size() + model_.readings.size() + model_.sequences.size(), 0);
        reached_.assign(model_.size, 0);
    }

    // Counts the solutions of the propagated board into `count`. False: a limit came first.
    bool run(std::uint64_t turn, std::uint64_t& count) {
        turn_ = turn;
        turn_ends_ = board_.wakeups + turn;
        Cells cells;
        for (int cell = 0; cell < model_.size; ++cell)
            if (!single(board_.candidates()[cell])) cells.push_back(cell);
        if (cells.size() > most_cells) return false;
        std::sort(cells.begin(), cells.end(), [&](int a, int b) { return order_[a] < order_[b]; });
        return count_all(cells, count);
    }

    std::uint64_t nodes = 0;

  private:
    using Cells = std::vector<std::int32_t>;  // open cells, in order

    // Several parts are multiplied.
    bool count_all(const Cells& cells, std::uint64_t& count) {
        count = 1;
        if (cells.empty()) return true;
        // Parts are split off one by one until a single part is left.
        Cells part, rest = cells, others;
        while (!rest.empty() && count) {
            split(rest, part, others);
            std::uint64_t here;
            if (!count_part(part, here)) return false;
            count = product(count, here);
            rest.swap(others);
        }
        return true;
    }

    bool count_part(const Cells& part, std::uint64_t& count) {
        // A single cell: its candidates were propagated, so each of them will do (unless a rule has the cell
        // twice, and treats it as two).
        if (part.size() == 1 && !model_.repeats) {
            count = size(board_.candidates()[part[0]]);
            return true;
        }
        Key key;
        describe(part, key);
        if (const std::uint64_t* known = memory_.find(key)) {
            count = *known;
            return true;
        }
        const int cell = part[0];
        count = 0;
        Cells open;
        for (Mask left = board_.candidates()[cell]; left; left &= left - 1) {
            ++nodes;
            const std::size_t mark = board_.mark();
            const std::uint64_t before = board_.wakeups;
            std::uint64_t here = 0;
            bool done = true;
            if (board_.assume(cell, left & -left)) {
                open.clear();
                for (int other : part)
                    if (!single(board_.candidates()[other])) open.push_back(other);
                done = count_all(open, here);
            }
            const std::uint64_t after = board_.wakeups;
            board_.undo(mark);
            if (!done || limits_.reached(static_cast<std::int64_t>(after - before) + 1) || turn_over()) return false;
            count = sum(count, here);
        }
        memory_.remember(key, count);
        return true;
    }

    bool turn_over() {
        if (board_.wakeups < turn_ends_) return false;
        if (enough_()) return true;
        turn_ *= 2;
        turn_ends_ = board_.wakeups + turn_;
        return false;
    }

    // The cells that rules join to the first of `cells`, and the others.
    void split(const Cells& cells, Cells& part, Cells& others) {
        ++round_;
        part.clear();
        others.clear();
        found_.assign(1, cells[0]);
        reached_[cells[0]] = round_;
        for (std::size_t next = 0; next < found_.size() && found_.size() < cells.size(); ++next) {
            const int cell = found_[next];
            for (int w = model_.count_from[cell]; w < model_.count_from[cell + 1]; ++w)
                if (!board_.satisfied(model_.count_watch[w].count)) join(model_.counts[model_.count_watch[w].count].cells);
            for (int w = model_.allowed_from[cell]; w < model_.allowed_from[cell + 1]; ++w)
                join(model_.alloweds[model_.allowed_watch[w]].cells);
            for (int w = model_.reading_from[cell]; w < model_.reading_from[cell + 1]; ++w)
                join(model_.readings[model_.reading_watch[w]].cells);
            for (int w = rare_ ? model_.sequence_from[cell] : 0; rare_ && w < model_.sequence_from[cell + 1]; ++w)
                join(model_.sequences[model_.sequence_watch[w]].cells);
        }
        if (found_.size() == cells.size()) {
            part = cells;
            return;
        }
        for (int cell : cells) (reached_[cell] == round_ ? part : others).push_back(cell);
    }

    void join(Span span) {
        for (int i = span.from; i < span.to; ++i) {
            const int cell = model_.cells[i];
            if (reached_[cell] == round_ || single(board_.candidates()[cell])) continue;
            reached_[cell] = round_;
            found_.push_back(cell);
        }
    }

    // Everything that the continuations in this part depend on.
    void describe(const Cells& part, Key& key) {
        ++round_;
        const std::size_t alloweds = model_.counts.size(), readings = alloweds + model_.alloweds.size(),
                          sequences = readings + model_.readings.size();
        for (int cell : part) {
            // Both in one number if they fit: the cache is mostly such pairs.
            const Mask here = board_.candidates()[cell];
            if (model_.size <= 1 << 10 && model_.values <= 6) {
                key.push_back(static_cast<std::uint16_t>(cell << 6 | here));
            } else {
                key.push_back(static_cast<std::uint16_t>(cell));
                Board::push(here, key);
            }
            for (int w = model_.count_from[cell]; w < model_.count_from[cell + 1]; ++w)
                touched_[model_.count_watch[w].count] = round_;
            for (int w = model_.allowed_from[cell]; w < model_.allowed_from[cell + 1]; ++w)
                touched_[alloweds + model_.allowed_watch[w]] = round_;
            for (int w = model_.reading_from[cell]; w < model_.reading_from[cell + 1]; ++w)
                touched_[readings + model_.reading_watch[w]] = round_;
            for (int w = rare_ ? model_.sequence_from[cell] : 0; rare_ && w < model_.sequence_from[cell + 1]; ++w)
                touched_[sequences + model_.sequence_watch[w]] = round_;
        }
        for (std::size_t rule = 0; rule < touched_.size(); ++rule) {
            if (touched_[rule] != round_) continue;
            if (rule < alloweds)
                board_.residue_of_count(static_cast<int>(rule), key);
            else if (rule < readings)
                board_.residue_of_allowed(static_cast<int>(rule - alloweds), key);
            else if (rule < sequences)
                board_.residue_of_reading(static_cast<int>(rule - readings), key);
            else
                board_.residue_of_sequence(static_cast<int>(rule - sequences), key);
        }
    }

    Board& board_;
    const Model& model_;
    const bool rare_;
    Limits& limits_;
    Memory memory_;
    std::vector<std::int32_t> order_;  // for each cell, its position in the order
    std::vector<std::uint64_t> touched_, reached_;  // last round
    Cells found_;
    std::uint64_t round_ = 0;
    std::function<bool()> enough_;
    std::uint64_t turn_ = 0, turn_ends_ = 0;
};

}  // namespace caracol
