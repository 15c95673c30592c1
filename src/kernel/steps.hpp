// Short trials: a value goes where a chain of few rules refutes it, besides what each rule alone
// and each whole line rule out. The twin of `drafting/steps.py`.
#pragma once

#include <vector>

#include "lines.hpp"
#include "trial.hpp"

namespace caracol {

// The board was propagated; false where a rule cannot be kept. Chains have at most `longest`
// rules, and `reach` rules may fire in a trial. The order in which values are tried is part of
// the answer.
inline bool short_trials(Board& board, Trials& trials, WholeLines& lines, std::size_t longest, std::size_t reach,
                         std::size_t most_states) {
    WholeLines::Known known;
    if (!lines.sweep(board, most_states, known)) return false;
    trials.allow_all();
    trials.new_board();
    const int cells = board.model().size;
    int quiet = 0;
    for (int cell = 0; quiet < cells; cell = cell + 1 == cells ? 0 : cell + 1) {
        ++quiet;
        const Mask here = board.candidates()[cell];
        if (single(here)) continue;
        Mask kept = here;
        for (Mask left = here; left; left &= left - 1) {
            const int value = lowest(left);
            if (!trials.breaks(board, cell, value)) continue;
            const auto links = trials.refuted(board.candidates(), cell, value, reach);
            if (links && Trials::rules_of(*links).size() <= longest) kept &= ~(Mask(1) << value);
        }
        if (kept == here) continue;
        if (!kept || !board.assume(cell, kept) || !lines.sweep(board, most_states, known)) return false;
        trials.new_board();
        quiet = 0;
    }
    return true;
}

}  // namespace caracol
