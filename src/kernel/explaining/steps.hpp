// Short trials: a value is removed if a chain of few rules refutes it, in addition to what each rule
// alone and each whole line rule out. Counterpart of `authoring/drafts/steps.py`.
#pragma once

#include <algorithm>
#include <vector>

#include "propagation/board.hpp"
#include "explaining/lines.hpp"
#include "explaining/trial.hpp"

namespace caracol {

// Whether each cell has one candidate left.
inline bool closed(const Board& board) {
    return std::ranges::all_of(board.open(), [](Mask word) { return !word; });
}

// Which values break a rule, on a propagated board, which is restored afterwards. Consequences of a
// value that breaks nothing break nothing either and need not be tried; nor do the values of a known
// solution. Values that fill the board are another solution, which no trial will ever refute.
class Breaking {
  public:
    Breaking(Board& board, const std::vector<std::uint8_t>& solution)
        : board_(board),
          right_(board.model().size),
          harmless_(board.model().size),
          knows_solution_(!solution.empty()) {
        for (std::size_t cell = 0; cell < solution.size(); ++cell) right_[cell] = Mask(1) << solution[cell];
        board_changed();
    }

    // Whether there is a second solution, as far as seen.
    bool several() const { return several_; }

    void board_changed() { harmless_ = right_; }

    bool operator()(int cell, int value) {
        const Mask bit = Mask(1) << value;
        if (!(board_.candidates()[cell] & bit)) return true;
        if (harmless_[cell] & bit) return false;
        const std::size_t mark = board_.mark();
        const bool kept = board_.assume(cell, bit);
        if (kept && knows_solution_ && closed(board_)) several_ = true;
        if (kept)
            for (std::size_t i = mark; i < board_.trail().size(); ++i) {
                const int other = board_.trail()[i].cell;
                const Mask left = board_.candidates()[other];
                if (single(left)) harmless_[other] |= left;
            }
        board_.undo(mark);
        return !kept;
    }

  private:
    Board& board_;
    std::vector<Mask> right_;
    std::vector<Mask> harmless_;  // for each cell, the values known to break nothing
    bool knows_solution_, several_ = false;
};

// The same for chains of any length, when only the remaining candidates matter, so that chains need
// not be recorded: faster, and what this leaves open, short trials leave open, too. It ends as soon as
// a second solution is seen, beside the known one.
inline bool any_trials(Board& board, WholeLines& lines, std::size_t most_states,
                       const std::vector<std::uint8_t>& solution) {
    WholeLines::Known known;
    if (!lines.sweep(board, most_states, known)) return false;
    Breaking breaks(board, solution);
    const int cells = board.model().size;
    int quiet = 0;
    for (int cell = 0; quiet < cells; cell = cell + 1 == cells ? 0 : cell + 1) {
        ++quiet;
        const Mask here = board.candidates()[cell];
        if (single(here)) continue;
        Mask kept = here;
        for (Mask left = here; left && !breaks.several(); left &= left - 1)
            if (breaks(cell, lowest(left))) kept &= ~(left & -left);
        if (breaks.several()) return false;
        if (kept == here) continue;
        if (!kept || !board.assume(cell, kept) || !lines.sweep(board, most_states, known)) return false;
        breaks.board_changed();
        quiet = 0;
    }
    return true;
}

// The board was propagated; false if a rule cannot be satisfied. Chains have at most `longest` rules,
// and at most `reach` rules fire in a trial. The order in which values are tried is part of the
// answer. Preparing trials takes a while, so they are created only when a value breaks.
template <class TrialsOf>
bool short_trials(Board& board, TrialsOf trials_of, WholeLines& lines, std::size_t longest, std::size_t reach,
                  std::size_t most_states, const std::vector<std::uint8_t>& solution) {
    WholeLines::Known known;
    if (!lines.sweep(board, most_states, known)) return false;
    Breaking breaks(board, solution);
    const int cells = board.model().size;
    bool begun = false;  // whether the trials have the current board
    int quiet = 0;
    for (int cell = 0; quiet < cells; cell = cell + 1 == cells ? 0 : cell + 1) {
        ++quiet;
        const Mask here = board.candidates()[cell];
        if (single(here)) continue;
        Mask kept = here;
        for (Mask left = here; left; left &= left - 1) {
            const int value = lowest(left);
            if (!breaks(cell, value)) continue;
            Trials& trials = trials_of();
            if (!begun) trials.allow_all(), trials.begin(board.candidates(), true);
            begun = true;
            const std::size_t rules = trials.rules_to_refute(cell, value, reach);
            if (rules && rules <= longest) kept &= ~(Mask(1) << value);
        }
        if (kept == here) continue;
        if (!kept || !board.assume(cell, kept) || !lines.sweep(board, most_states, known)) return false;
        breaks.board_changed();
        begun = false;
        quiet = 0;
    }
    return true;
}

}  // namespace caracol
