// Probing and depth-first search.
#pragma once

#include <limits>
#include <vector>

#include "propagation/board.hpp"
#include "search/counting.hpp"
#include "search/limits.hpp"

namespace caracol {

struct Found {
    std::uint64_t count = 0;
    std::vector<std::vector<std::uint8_t>> solutions;
    bool finished = false;  // the count is exact
    std::uint64_t nodes = 0, backtracks = 0, wakeups = 0, deepest = 0;
};

struct Goals {
    std::uint64_t limit = countless;
    std::uint64_t nodes = countless;
    std::uint64_t further = 0;  // this many more, while that looks enough
    std::size_t keep = 0;
    std::uint64_t few = 0;  // with fewer solutions, counting by parts is not worthwhile; 0: always do
};

// The search ends after this multiple of the further nodes that looked enough.
inline constexpr std::uint64_t longest_hope = 2;
// The work that search does before counting by parts has its first turn.
inline constexpr std::uint64_t first_turn = 5'000;
// With many solutions, counting by parts mostly wins: its turns are longer by this factor.
inline constexpr std::uint64_t longer_turn = 4;

// Tries candidates, removes those that break a rule, and keeps what all candidates of a cell imply.
class Probing {
  public:
    Probing(Board& board, Limits& limits) : board_(board), limits_(limits) {}

    // Until a whole round of all cells brings nothing new. The board was propagated. False if a rule
    // cannot be satisfied. Cells in `first` are tried first; it becomes those that made progress. The
    // result does not depend on the order in which cells are tried.
    bool run(std::vector<int>& first) {
        const int cells = board_.model().size;
        std::vector<int> leading;
        for (const int cell : first) {
            const auto said = tried(cell);
            if (said == Said::broken) return false;
            if (said == Said::something) leading.push_back(cell);
        }
        int quiet = 0;
        for (int cell = 0; quiet < cells && !limits_.reached(); cell = cell + 1 == cells ? 0 : cell + 1) {
            ++quiet;
            const auto said = tried(cell);
            if (said == Said::broken) return false;
            if (said == Said::something) quiet = 0, leading.push_back(cell);
        }
        first = std::move(leading);
        return true;
    }

  private:
    enum class Said { nothing, something, broken };

    Said tried(int cell) {
        const Mask here = board_.candidates()[cell];
        if (single(here)) return Said::nothing;
        Mask broken = 0;
        bool first = true;
        shared_.clear();
        // The largest value first: blank is always 0, and values that say more break sooner.
        for (Mask left = here; left;) {
            const Mask value = Mask(1) << highest(left);
            left ^= value;
            if (!left && broken == (here ^ value)) break;  // all others are broken: this one is next
            const std::size_t mark = board_.mark();
            const std::uint64_t before = board_.wakeups;
            if (!board_.assume(cell, value)) {
                broken |= value;
            } else if (first) {
                first = false;
                for (std::size_t i = mark; i < board_.trail().size(); ++i) {
                    const int other = board_.trail()[i].cell;
                    if (other != cell) shared_.emplace_back(other, board_.candidates()[other]);
                }
            } else {
                for (auto& [other, kept] : shared_) kept |= board_.candidates()[other];
            }
            board_.undo(mark);
            if (limits_.reached(board_.wakeups - before + 1)) return Said::nothing;
        }
        const std::size_t mark = board_.mark();
        if (broken && !board_.assume(cell, here & ~broken)) return Said::broken;
        for (const auto& [other, kept] : shared_)
            if ((board_.candidates()[other] & kept) != board_.candidates()[other] && !board_.assume(other, kept))
                return Said::broken;
        return board_.mark() == mark ? Said::nothing : Said::something;
    }

    Board& board_;
    Limits& limits_;
    std::vector<std::pair<int, Mask>> shared_;
};

// Counts solutions one by one. The board was propagated.
class Search {
  public:
    Search(Board& board, const Goals& goals, Limits& limits) : board_(board), goals_(goals), limits_(limits) {}

    enum class State { finished, limited, paused };

    // Continues until nothing is left, a limit is reached, or about this much work is done; in the last
    // case, it can be called again.
    State run(Found& found, std::uint64_t work, std::uint64_t pause_at) {
        const std::uint64_t last = work > countless - board_.wakeups ? countless : board_.wakeups + work;
        while (!over_) {
            if (found.count >= goals_.limit || limits_.reached()) return State::limited;
            if (board_.wakeups >= last && found.count >= pause_at) return State::paused;
            // If solutions need not be listed in order, try first what failed last: it fails here for the same
            // reason or not at all.
            const bool again = last_ >= 0 && !single(board_.candidates()[last_]);
            const int cell = again ? last_ : board_.choose();
            if (cell < 0) {
                note(found);
                over_ = !turn(found);
                continue;
            }
            if (found.nodes >= goals_.nodes && !promising(found.nodes)) return State::limited;
            ++found.nodes;
            const std::uint64_t before = board_.wakeups;
            // The largest value: blank is always 0, and a letter or a star says more.
            const Mask value = Mask(1) << highest(board_.candidates()[cell]);
            here_ /= 2;
            choices_.push_back({board_.mark(), cell, value, here_});
            found.deepest = std::max<std::uint64_t>(found.deepest, choices_.size());
            if (!board_.assume(cell, value)) over_ = !turn(found);
            limits_.reached(static_cast<std::int64_t>(board_.wakeups - before) + 1);
        }
        return State::finished;
    }

  private:
    struct Choice {
        std::size_t mark;
        std::int32_t cell;
        Mask value;
        double other;  // share of all boards on its other side, if every choice halves them
    };

    // Backtracks to the last choice whose other side is open, and takes that; false: none is.
    bool turn(Found& found) {
        if (board_.model().nets() && !choices_.empty()) last_ = choices_.back().cell;
        while (!choices_.empty()) {
            const Choice choice = choices_.back();
            choices_.pop_back();
            ++found.backtracks;
            done_ += here_;
            here_ = choice.other;
            board_.undo(choice.mark);
            if (board_.assume(choice.cell, ~choice.value)) return true;
        }
        return false;
    }

    // Whether the rest would take at most `further` nodes at the present rate: the work so far is spent,
    // and other engines would have to start over.
    bool promising(std::uint64_t nodes) const {
        const auto further = static_cast<double>(goals_.further);
        return nodes < goals_.nodes + longest_hope * goals_.further &&
               static_cast<double>(nodes) * (1 - done_) <= done_ * further;
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
    double done_ = 0, here_ = 1;  // share searched, and share of the current subtree
    std::int32_t last_ = -1;      // the cell of the choice that failed last
    bool over_ = false;
};

// Searches and, if solutions turn out to be many, counts by parts in turn with searching: either may be
// far faster, and taking turns costs little compared with the better one.
inline void search(Board& board, const Mask* candidates, const Goals& goals, Limits& limits, Found& found) {
    board.wakeups = 0;
    if (!board.begin(candidates, Board::Counts::all) || !board.propagate()) {
        found.finished = true;
        return;
    }
    const std::vector<Mask> start = board.candidates();
    Search one_by_one(board, goals, limits);
    const std::uint64_t many = std::max<std::uint64_t>(goals.few, goals.keep);
    // Only one-by-one search counts choices, so it is the only option if they are limited.
    const bool whole = goals.nodes != countless || board.model().nets();
    const std::uint64_t alone = whole ? countless : goals.few ? first_turn : 0;
    auto state = one_by_one.run(found, alone, many);
    if (state == Search::State::paused) {
        Board second(board.model());
        second.begin(start.data(), Board::Counts::all);
        second.propagate();
        std::uint64_t turn = first_turn, count;
        Counting by_parts(second, limits, [&] {
            state = one_by_one.run(found, turn, many);
            turn *= 2;
            return state != Search::State::paused;
        });
        if (by_parts.run(first_turn * longer_turn, count)) {
            found.count = std::min(count, goals.limit);
            found.finished = count < goals.limit;
        } else if (state == Search::State::paused && !limits.reached()) {
            state = one_by_one.run(found, countless, many);  // the board is too large for counting by parts
        }
        found.nodes += by_parts.nodes;
        found.wakeups = second.wakeups;
    }
    if (state == Search::State::finished) found.finished = true;
    found.wakeups += board.wakeups;
}

}  // namespace caracol
