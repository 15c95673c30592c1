// Arguments about the runs of one line: for each cell that follows, the plainest way to see it.
// Counterpart of genres/nonogram/explaining/arguments.py. Sets of places are words, so a line has at
// most 62 cells.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <map>
#include <vector>

namespace caracol::runs {

using Places = std::uint64_t;

// In the order of their names in Python.
enum Technique {
    empty_line, complete, exact_fit, every_cell, overlap, overlap_between, overlap_placed, glue, one_run, one_of,
    longest, too_narrow, no_such_run, out_of_reach, too_long, gap, line_ways, none
};

struct Span {
    int first = -1, last = -1;
    bool operator==(const Span&) const = default;
};

struct Argument {
    Technique technique;
    Places painted = 0, blanks = 0;
    int depth = 0;
    std::vector<int> runs;
    Span block{};
    int wall = 0;

    int named() const { return static_cast<int>(runs.size()) + (technique == one_of); }
    int places() const { return std::popcount(painted) + std::popcount(blanks); }
};

inline Places bit(int place) { return place < 0 || place > 63 ? 0 : Places(1) << place; }
inline Places below(int place) { return place <= 0 ? 0 : place > 63 ? ~Places(0) : (Places(1) << place) - 1; }
inline Places from_to(int first, int last) { return last < first ? 0 : below(last + 1) & ~below(first); }
inline int top(Places places) { return 63 - std::countl_zero(places); }  // -1 of none

class Line {
  public:
    static constexpr int rounds = 7;

    Line(int length, std::vector<int> runs, Places painted, Places blank)
        : length_(length), runs_(std::move(runs)), painted_(painted), blank_(blank) {
        for (Places left = painted; left;) {
            const int first = std::countr_zero(left);
            const int size = std::countr_one(left >> first);
            blocks_.push_back({first, first + size - 1});
            left &= ~from_to(first, first + size - 1);
        }
        for (const int size : runs_) {
            Places starts = size <= length ? below(length - size + 1) : 0, bare = starts;
            for (int shift = 0; shift < size; ++shift) starts &= ~(blank >> shift);
            bare_.push_back(bare);
            open_.push_back(starts);
            whole_.push_back(starts & ~(painted << 1) & ~(painted >> size));
        }
    }

    std::vector<Argument> arguments(Places to_paint, Places to_blank) {
        found_.clear();
        paint_ = to_paint, blanks_ = to_blank;
        counted();
        Bounds settled;
        std::vector<std::vector<int>> settled_owners;
        for (int depth = 0; depth <= rounds && (paint_ || blanks_); ++depth) {
            if (!sharpen(depth)) break;
            if (depth > 3 && settled == now_ && settled_owners == owners_) break;
            settled = now_, settled_owners = owners_;
            new_.clear();
            painting(depth);
            blanking(depth);
            std::stable_sort(new_.begin(), new_.end(), [](const Argument& one, const Argument& other) {
                const int a = one.named(), b = other.named();
                return a != b ? a < b : one.places() > other.places();
            });
            for (Argument& argument : new_) take(argument);
        }
        if (paint_ || blanks_) found_.push_back({line_ways, paint_, blanks_, 0, {}, {}, 0});
        return std::move(found_);
    }

  private:
    struct Bounds {
        std::vector<int> first, last;
        bool operator==(const Bounds&) const = default;
    };
    enum Why { earlier, later, too_short, long_, no_place };

    int count() const { return static_cast<int>(runs_.size()); }

    void take(Argument& argument) {
        argument.painted &= paint_, argument.blanks &= blanks_;
        if (!argument.painted && !argument.blanks) return;
        paint_ &= ~argument.painted, blanks_ &= ~argument.blanks;
        found_.push_back(std::move(argument));
    }

    void counted() {
        int total = 0;
        for (const int size : runs_) total += size;
        Argument argument{none, paint_, blanks_, 0, {}, {}, 0};
        if (runs_.empty()) argument.technique = empty_line, argument.painted = 0;
        else if (std::popcount(painted_) == total) argument.technique = complete, argument.painted = 0;
        else if (total + count() - 1 == length_) argument.technique = exact_fit;
        else if (length_ - std::popcount(blank_) == total) argument.technique = every_cell, argument.blanks = 0;
        if (argument.technique != none) take(argument);
    }

    // Bounds and owners of a round, from those of the round before; false if a run has no place.
    bool sharpen(int depth) {
        std::vector<int> low(runs_.size(), 0), high(runs_.size(), length_);
        if (depth > 1) {
            low = now_.first, high = now_.last;
            for (std::size_t i = 0; i < blocks_.size(); ++i) {
                const auto [start, end] = blocks_[i];
                if (owners_[i].empty()) return false;
                const int least = owners_[i].front(), most = owners_[i].back();
                for (int run = 0; run < least; ++run) high[run] = std::min(high[run], start - 1 - runs_[run]);
                high[least] = std::min(high[least], start);
                low[most] = std::max(low[most], end - runs_[most] + 1);
                for (int run = most + 1; run < count(); ++run) low[run] = std::max(low[run], end + 2);
            }
        }
        const std::vector<Places>& free = depth == 0 ? bare_ : depth == 1 ? open_ : whole_;
        Bounds next{std::vector<int>(runs_.size()), std::vector<int>(runs_.size())};
        int place = 0;
        for (int run = 0; run < count(); ++run) {
            place = std::max(place, low[run]);
            const Places left = free[run] & ~below(place);
            if (!left) return false;
            place = next.first[run] = std::countr_zero(left);
            place += runs_[run] + 1;
        }
        place = length_;
        for (int run = count() - 1; run >= 0; --run) {
            place = std::min(place - runs_[run], high[run]);
            const Places left = free[run] & below(place + 1);
            if (!left) return false;
            place = next.last[run] = top(left);
            if (place < next.first[run]) return false;
            --place;
        }
        now_ = std::move(next);
        own(depth);
        return true;
    }

    Places covering(Span span, int run, Places starts) const {
        const int size = runs_[run];
        const int least = std::max(now_.first[run], span.last - size + 1);
        return starts & from_to(least, std::min(now_.last[run], span.first));
    }

    void own(int depth) {
        owners_.assign(blocks_.size(), {});
        for (std::size_t i = 0; i < blocks_.size(); ++i)
            for (int run = 0; run < count(); ++run)
                if (covering(blocks_[i], run, whole_[run])) owners_[i].push_back(run);
        if (depth < 2) return;
        const int blocks = static_cast<int>(blocks_.size());
        for (const int onwards : {1, -1})
            for (int step = 1; step < blocks; ++step) {
                const int here = onwards == 1 ? step : blocks - 1 - step, other = here - onwards;
                if (owners_[other].empty() || owners_[here].empty()) break;
                const int low = std::min(blocks_[here].first, blocks_[other].first);
                const int high = blocks_[std::max(here, other)].last;
                const int edge = onwards == 1 ? owners_[other].front() : owners_[other].back();
                const bool in = std::find(owners_[here].begin(), owners_[here].end(), edge) != owners_[here].end();
                const bool same = in && runs_[edge] > high - low && !(blank_ & from_to(low, high));
                std::erase_if(owners_[here], [&](int run) {
                    return !((run - edge) * onwards > 0 || (run == edge && same));
                });
            }
    }

    Places overlapped(int run) const { return from_to(now_.last[run], now_.first[run] + runs_[run] - 1); }

    void painting(int depth) {
        if (!paint_) return;
        if (depth == 0) {
            Argument argument{overlap, 0, 0, 0, {}, {}, 0};
            for (int run = 0; run < count(); ++run)
                if (const Places places = overlapped(run) & paint_) {
                    argument.painted |= places;
                    argument.runs.push_back(run);
                }
            if (argument.painted) new_.push_back(std::move(argument));
            return;
        }
        for (int run = 0; run < count(); ++run)
            if (const Places places = overlapped(run) & paint_)
                new_.push_back({depth == 1 ? overlap_between : overlap_placed, places, 0, depth, {run}, {}, 0});
        for (std::size_t i = 0; i < blocks_.size(); ++i) {
            const Span block = blocks_[i];
            std::vector<Argument> groups;
            for (Places left = paint_; left; left &= left - 1) {
                const int cell = std::countr_zero(left);
                Argument at{glue, bit(cell), 0, depth, {}, block, 0};
                if (!walled(cell, block, at)) continue;
                const auto alike = std::find_if(groups.begin(), groups.end(), [&](const Argument& one) {
                    return one.wall == at.wall && one.runs == at.runs;
                });
                if (alike == groups.end()) groups.push_back(std::move(at));
                else alike->painted |= at.painted;
            }
            for (Argument& group : groups) new_.push_back(std::move(group));
            int start = 0, end = length_ - 1;
            for (const int run : owners_[i]) {
                const Places starts = covering(block, run, whole_[run]);
                start = std::max(start, top(starts));
                end = std::min(end, std::countr_zero(starts) + runs_[run] - 1);
            }
            const Places shared = owners_[i].empty() ? 0 : from_to(start, end) & paint_;
            if (shared) new_.push_back({owners_[i].size() == 1 ? one_run : one_of, shared, 0, depth, owners_[i], block, 0});
        }
    }

    // The wall behind a block that forces its run to reach a cell, and the runs to name.
    bool walled(int cell, Span block, Argument& at) const {
        const auto [start, end] = block;
        if (start <= cell && cell <= end) return false;
        if (cell > end) {
            at.wall = top(blank_ & below(start));
        } else {
            const Places behind = blank_ & ~below(end + 1);
            at.wall = behind ? std::countr_zero(behind) : length_;
        }
        const int need = std::abs(cell - at.wall);
        int early = -1, late = -1;
        for (int run = 0; run < count(); ++run) {
            const int size = runs_[run];
            if (size < end - start + 1 || size >= need) continue;
            if (now_.last[run] + size - 1 < end) early = run;
            else if (now_.first[run] <= start) return false;
            else if (late < 0) late = run;
        }
        if (early >= 0) at.runs.push_back(early);
        if (late >= 0) at.runs.push_back(late);
        return true;
    }

    void blanking(int depth) {
        std::vector<std::pair<Argument, Span>> groups;
        for (Places left = blanks_; left; left &= left - 1) {
            const int cell = std::countr_zero(left);
            Span block, room;
            if (!supposed(cell, block, room)) continue;
            if (depth == 0 && std::any_of(why_.begin(), why_.end(), [](Why why) { return why > later; })) continue;
            Argument argument{none, 0, bit(cell), depth, {}, {}, 0};
            note_names(block, room, argument);
            if (argument.technique == none) continue;
            const Span where = shared(cell, argument.technique, block, room);
            const auto alike = std::find_if(groups.begin(), groups.end(), [&](const auto& one) {
                return one.first.technique == argument.technique && one.first.runs == argument.runs && one.second == where;
            });
            if (alike == groups.end()) groups.emplace_back(std::move(argument), where);
            else alike->first.blanks |= argument.blanks;
        }
        for (auto& [argument, where] : groups) new_.push_back(std::move(argument));
    }

    static Span shared(int cell, Technique technique, Span block, Span room) {
        if (technique == longest || technique == too_narrow || technique == out_of_reach) return {};
        if (technique != too_long) return room;
        const auto [start, end] = block;
        if ((start < cell && cell < end) || start == end) return block;
        return start < cell ? Span{start, cell - 1} : Span{cell + 1, end};
    }

    // Why a cell cannot be painted, run by run, into why_; false if a run could be there.
    bool supposed(int cell, Span& block, Span& room) {
        const Places painted = painted_ | bit(cell);
        int start = cell, end = cell;
        while (start && painted >> (start - 1) & 1) --start;
        while (painted >> (end + 1) & 1) ++end;
        const int low = top(blank_ & below(start)) + 1;
        const Places behind = blank_ & ~below(end + 1);
        const int high = behind ? std::countr_zero(behind) - 1 : length_ - 1;
        block = {start, end}, room = {low, high};
        why_.clear();
        for (int run = 0; run < count(); ++run) {
            const int size = runs_[run];
            if (now_.first[run] > start) why_.push_back(later);
            else if (now_.last[run] + size - 1 < end) why_.push_back(earlier);
            else if (size < end - start + 1) why_.push_back(too_short);
            else if (size > high - low + 1) why_.push_back(long_);
            else if (!covering(block, run, open_[run] & ~(painted << 1) & ~(painted >> size))) why_.push_back(no_place);
            else return false;
        }
        return true;
    }

    // The technique for a blank, and the runs that must be named for it.
    void note_names(Span block, Span room, Argument& argument) const {
        const int least = block.last - block.first + 1, most = room.last - room.first + 1;
        const auto outside = [&](int run) { return why_[run] <= later; };
        bool fitting = false, all_outside = true, enough_outside = true, some_without = false;
        for (int run = 0; run < count(); ++run) {
            fitting |= least <= runs_[run] && runs_[run] <= most;
            all_outside &= outside(run);
            if (runs_[run] >= least) enough_outside &= outside(run);
        }
        const auto [shortest, greatest] = std::minmax_element(runs_.begin(), runs_.end());
        if (!fitting) {
            argument.technique = least > *greatest ? longest : most < *shortest ? too_narrow : no_such_run;
            return;
        }
        const Technique technique = all_outside ? out_of_reach : least > 1 && enough_outside ? too_long : gap;
        int early = -1, late = -1;
        for (int run = 0; run < count(); ++run) {
            const bool meant = technique == out_of_reach || (runs_[run] >= least && (technique == too_long || runs_[run] <= most));
            if (!meant) continue;
            some_without |= why_[run] == no_place;
            if (why_[run] == earlier) early = run;
            if (why_[run] == later && late < 0) late = run;
        }
        if (some_without) return;
        argument.technique = technique;
        if (early >= 0) argument.runs.push_back(early);
        if (late >= 0) argument.runs.push_back(late);
    }

    int length_;
    std::vector<int> runs_;
    Places painted_, blank_;
    std::vector<Span> blocks_;
    std::vector<Places> bare_, open_, whole_;  // possible starts of a run: by the edges, by blanks, by everything
    Bounds now_;
    std::vector<std::vector<int>> owners_;
    std::vector<Why> why_;
    Places paint_ = 0, blanks_ = 0;
    std::vector<Argument> found_, new_;
};

}  // namespace caracol::runs
