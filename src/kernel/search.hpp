// Probing and depth-first search.
#pragma once

#include <limits>
#include <vector>

#include "board.hpp"
#include "limits.hpp"

namespace caracol {

struct Found {
    std::uint64_t count = 0;
    std::vector<std::vector<std::uint8_t>> solutions;
    bool finished = false;  // the count is exact: nothing was left out
    std::uint64_t nodes = 0, backtracks = 0, wakeups = 0, deepest = 0;
};

struct Goals {
    std::uint64_t limit = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t nodes = std::numeric_limits<std::uint64_t>::max();
    std::size_t keep = 0;
};

// Tries each candidate of each open cell, takes away what breaks a rule, and keeps what all
// candidates of a cell agree on; until a whole round brings nothing new.
// The board was propagated. False where a rule cannot be kept.
inline bool probe(Board& board, Limits& limits) {
    const int cells = board.model().size;
    std::vector<std::pair<int, Mask>> shared;
    int quiet = 0;
    for (int cell = 0; quiet < cells; cell = cell + 1 == cells ? 0 : cell + 1) {
        ++quiet;
        const Mask here = board.candidates()[cell];
        if (single(here)) continue;
        Mask broken = 0;
        bool first = true;
        shared.clear();
        for (Mask left = here; left; left &= left - 1) {
            const Mask value = left & -left;
            const std::size_t mark = board.mark();
            const std::uint64_t before = board.wakeups;
            if (!board.assume(cell, value)) {
                broken |= value;
            } else if (first) {
                first = false;
                for (std::size_t i = mark; i < board.trail().size(); ++i) {
                    const int other = board.trail()[i].cell;
                    if (other != cell) shared.emplace_back(other, board.candidates()[other]);
                }
            } else {
                for (auto& [other, kept] : shared) kept |= board.candidates()[other];
            }
            board.undo(mark);
            if (limits.reached(board.wakeups - before + 1)) return true;
        }
        const std::size_t mark = board.mark();
        if (broken && !board.assume(cell, here & ~broken)) return false;
        for (const auto& [other, kept] : shared)
            if ((board.candidates()[other] & kept) != board.candidates()[other] && !board.assume(other, kept))
                return false;
        if (board.mark() != mark) quiet = 0;
    }
    return true;
}

// Counts solutions one by one. The board was propagated, and is at its beginning again after.
class Search {
  public:
    Search(Board& board, const Goals& goals, Limits& limits) : board_(board), goals_(goals), limits_(limits) {}

    void run(Found& found) {
        const std::size_t root = board_.mark();
        found.finished = walk(found);
        board_.undo(root);
    }

  private:
    struct Choice {
        std::size_t mark;
        std::int32_t cell;
        Mask value;
    };

    bool walk(Found& found) {
        if (found.count >= goals_.limit) return false;
        for (;;) {
            const int cell = board_.choose();
            if (cell < 0) {
                note(found);
                if (found.count >= goals_.limit) return false;
                if (!turn(found)) return true;
                continue;
            }
            if (found.nodes >= goals_.nodes) return false;
            ++found.nodes;
            const std::uint64_t before = board_.wakeups;
            // The largest value: blank is 0 everywhere, and a letter or a star says more.
            const Mask value = Mask(1) << highest(board_.candidates()[cell]);
            choices_.push_back({board_.mark(), cell, value});
            found.deepest = std::max<std::uint64_t>(found.deepest, choices_.size());
            const bool possible = board_.assume(cell, value);
            if (limits_.reached(board_.wakeups - before + 1)) return false;
            if (!possible && !turn(found)) return true;
        }
    }

    // Goes back to the last choice whose other side is open, and takes that; false: none is.
    bool turn(Found& found) {
        while (!choices_.empty()) {
            const Choice choice = choices_.back();
            choices_.pop_back();
            ++found.backtracks;
            board_.undo(choice.mark);
            if (board_.assume(choice.cell, ~choice.value)) return true;
        }
        return false;
    }

    void note(Found& found) {
        ++found.count;
        if (found.solutions.size() >= goals_.keep) return;
        std::vector<std::uint8_t> values;
        values.reserve(board_.candidates().size());
        for (Mask mask : board_.candidates()) values.push_back(static_cast<std::uint8_t>(lowest(mask)));
        found.solutions.push_back(std::move(values));
    }

    Board& board_;
    const Goals& goals_;
    Limits& limits_;
    std::vector<Choice> choices_;
};

}  // namespace caracol
