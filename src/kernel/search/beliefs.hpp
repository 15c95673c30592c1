// Solutions by message passing, for boards in which each cell is in two lines of runs. Each line sends
// each of its cells the odds of being painted, over all its arrangements, weighted by the messages
// that the cells get from their other lines; a forward and a backward pass over the runs compute that
// for a whole line at once. Then cells are made to trust their messages more and more, until the most
// probable arrangements of all lines agree.
//
// If solutions are many and far apart, as in noise, this finds one at once, where a learning solver
// has to be lucky. It proves nothing: it finds a solution, or says nothing.
#pragma once

#include <algorithm>
#include <cstring>
#include <optional>
#include <vector>

#include "search/limits.hpp"
#include "model/model.hpp"

namespace caracol {

// Our own exponential and logarithm, accurate to nine digits: those of the library differ between
// machines in the last digit, and a difference that small grows until another solution is found.
inline double exponential(double x) {  // of numbers from -700 to 0
    const auto power = static_cast<std::int64_t>(x * 1.4426950408889634 - 0.5);
    const double f = x - static_cast<double>(power) * 0.6931471805599453;
    const auto bits = static_cast<std::uint64_t>(power + 1023) << 52;
    double scale;
    std::memcpy(&scale, &bits, sizeof scale);
    const double rest = 1. / 6 + f * (1. / 24 + f * (1. / 120 + f * (1. / 720 + f / 5040)));
    return scale * (1 + f * (1 + f * (1. / 2 + f * rest)));
}
inline double logarithm(double x) {  // of positive numbers
    std::uint64_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    auto power = static_cast<std::int64_t>(bits >> 52) - 1023;
    bits = (bits & 0xFFFFFFFFFFFFF) | std::uint64_t(1023) << 52;
    double m;
    std::memcpy(&m, &bits, sizeof m);
    if (m > 1.4142135623730951) m /= 2, ++power;
    const double z = (m - 1) / (m + 1), zz = z * z;
    const double series = 1 + zz * (1. / 3 + zz * (1. / 5 + zz * (1. / 7 + zz * (1. / 9 + zz * (1. / 11)))));
    return static_cast<double>(power) * 0.6931471805599453 + 2 * z * series;
}

class Beliefs {
  public:
    // Whether all rules are such lines.
    static bool fits(const Model& model) {
        if (model.values != 2 || model.repeats || model.nets() || !model.counts.empty() || !model.alloweds.empty())
            return false;
        for (int cell = 0; cell < model.size; ++cell)
            if (model.reading_from[cell + 1] - model.reading_from[cell] != 2) return false;
        return std::all_of(model.readings.begin(), model.readings.end(), [&](const Regular& reading) {
            return runs_of(model.stairs[reading.stairs], 1).has_value();
        });
    }

    // The candidates have been propagated: every line can be arranged.
    Beliefs(const Model& model, const Mask* candidates)
        : size_(model.size), known_(size_, 0), heard_(size_), chance_(size_) {
        for (int cell = 0; cell < size_; ++cell)
            if (single(candidates[cell])) known_[cell] = candidates[cell] == 2 ? 1 : -1;
        std::size_t widest = 0, longest = 0;
        for (const Regular& reading : model.readings) {
            Line& line = lines_.emplace_back();
            line.cells.assign(model.cells.begin() + reading.cells.from, model.cells.begin() + reading.cells.to);
            const auto runs = runs_of(model.stairs[reading.stairs], 1);
            int at = 0;
            for (const Run& run : *runs) {
                line.runs.push_back({at, run.length});
                at += run.length + 1;
            }
            line.end = at;
            const auto length = static_cast<int>(line.cells.size());
            line.places = line.runs.empty() ? length + 2 : length + 2 - at;
            line.said.assign(length, 0);
            widest = std::max(widest, (line.runs.size() + 1) * line.places);
            longest = std::max(longest, line.cells.size() + 2);
            work_of_round_ += ((line.runs.size() + 1) * line.places + 4 * line.cells.size()) * 2 / 3;
        }
        for (auto* of_places : {&before_, &behind_, &here_, &best_}) of_places->resize(widest);
        for (auto* of_cells : {&blank_, &painted_, &change_, &in_, &sums_}) of_cells->resize(longest);
        first_.resize(widest), arranged_.resize(longest);
    }

    std::uint64_t work = 0;  // roughly what a Learner does in the same time

    // The base-2 logarithm of the number of solutions, estimated before anything is decided.
    double solutions(Limits& limits) {
        begin(0);
        for (int round = 0; round < rounds_of_estimate; ++round)
            if (!pass(0, limits)) return 0;
        double bits = 0;
        for (const Line& line : lines_) {
            listen(line);
            bits += logarithm(weigh(line));
            for (std::size_t i = 0; i < line.cells.size(); ++i)
                if (!known_[line.cells[i]]) bits -= logarithm(1 + exponential(-std::abs(in_[i])));
        }
        std::vector<int> met(size_, 0);
        for (const Line& line : lines_)
            for (std::size_t i = 0; i < line.cells.size(); ++i) {
                const int cell = line.cells[i];
                if (known_[cell] || met[cell]++) continue;
                const double one = share(line.said[i]), other = share(heard_[cell] - line.said[i]);
                bits -= logarithm(one * other + (1 - one) * (1 - other));
            }
        return bits / 0.6931471805599453;
    }

    // A solution, or nothing after this much more work. It can be called again, and continues with other
    // random numbers. Most boards need more than one run, and some a long one.
    std::optional<std::vector<std::uint8_t>> find(std::uint64_t more, Limits& limits) {
        for (const std::uint64_t last = work + more; work < last;) {
            const std::uint64_t left = (last - work) / work_of_round_;
            if (left < shortest) break;
            begin(most_chance);
            const auto rounds = static_cast<int>(std::min<std::uint64_t>(left, shortest << (runs_++ % lengths)));
            for (int round = 1; round <= rounds; ++round) {
                if (!pass(static_cast<double>(round) / rounds, limits)) return std::nullopt;
                if ((round % between_looks == 0 && 4 * round > rounds) || round == rounds)
                    if (agreed()) return value_;
            }
        }
        return std::nullopt;
    }

  private:
    struct Place {
        int first, length;  // start of a run when everything is as far left as possible
    };
    struct Line {
        std::vector<int> cells;
        std::vector<Place> runs;
        int end = 0, places = 0;    // after the last run; number of places of each run
        std::vector<double> said;   // to each cell: the log-odds of painted to blank
    };

    // Tuned on knots; noise was only looked at afterwards.
    static constexpr double loudest = 10;      // bound on messages of a line
    static constexpr double surest = 14;       // bound on messages of a cell
    static constexpr double inertia = 0.3;     // share of the previous message, against oscillation
    static constexpr double most_chance = 0.5; // initial random difference between cells
    static constexpr std::uint64_t shortest = 500, lengths = 4;  // rounds: 500, 1000, 2000, 4000, 500, …
    static constexpr int between_looks = 10, rounds_of_estimate = 100;

    static double share(double odds) {
        const double e = exponential(-std::abs(odds));
        return (odds > 0 ? 1 : e) / (1 + e);
    }

    void begin(double chance) {
        for (double& c : chance_) c = chance * (random() - 0.5);
        for (Line& line : lines_) std::fill(line.said.begin(), line.said.end(), 0.0);
        std::fill(heard_.begin(), heard_.end(), 0.0);
        belief_ = chance_;
    }

    double random() {
        state_ ^= state_ << 13, state_ ^= state_ >> 7, state_ ^= state_ << 17;
        return static_cast<double>(state_ >> 11) / 9007199254740992.0;
    }

    // Sends the messages of all lines, one after the other, and sets how far cells trust them.
    bool pass(double trust, Limits& limits) {
        if (limits.reached(static_cast<std::int64_t>(work_of_round_) / 16)) return false;
        work += work_of_round_;
        for (Line& line : lines_) {
            listen(line);
            say(line);
        }
        for (int cell = 0; cell < size_; ++cell) belief_[cell] = trust * heard_[cell] + chance_[cell];
        return true;
    }

    // The messages to the cells of a line from elsewhere, plus their own belief.
    void listen(const Line& line) {
        for (std::size_t i = 0; i < line.cells.size(); ++i) {
            const int cell = line.cells[i];
            in_[i] = std::clamp(heard_[cell] - line.said[i] + belief_[cell], -surest, surest);
        }
    }

    // The total weight of all arrangements, and of those up to and from each place of each run. The
    // likelier value of a cell has weight 1. The extra place at the end is the blank after the last run.
    double weigh(const Line& line) {
        const auto length = static_cast<int>(line.cells.size()), many = static_cast<int>(line.runs.size());
        const int places = line.places;
        for (int i = 0; i < length; ++i) {
            const int known = known_[line.cells[i]];
            const double e = exponential(-std::abs(in_[i]));
            painted_[i] = known ? known > 0 : in_[i] > 0 ? 1 : e;
            blank_[i] = known ? known < 0 : in_[i] > 0 ? e : 1;
        }
        blank_[length] = 1;
        for (int r = 0; r < many; ++r) {
            const auto [first, cells] = line.runs[r];
            double* here = &here_[std::size_t(r) * places];
            for (int p = 0; p < places; ++p) here[p] = painted_[first + p] * blank_[first + cells + p];
            for (int i = 1; i < cells; ++i)
                for (int p = 0; p < places; ++p) here[p] *= painted_[first + i + p];
        }
        before_[0] = 1;
        for (int p = 1; p < places; ++p) before_[p] = before_[p - 1] * blank_[p - 1];
        double* last = &behind_[std::size_t(many) * places];
        last[places - 1] = 1;
        for (int p = places - 2; p >= 0; --p) last[p] = last[p + 1] * blank_[line.end + p];
        // Forwards and backwards in the same loop: neither waits for the other.
        for (int r = 0; r < many; ++r) {
            const int b = many - 1 - r;
            const double *from = &before_[std::size_t(r) * places], *here = &here_[std::size_t(r) * places];
            const double *back = &behind_[std::size_t(b + 1) * places], *there = &here_[std::size_t(b) * places];
            const double *gap = &blank_[line.runs[r].first + line.runs[r].length], *lead = &blank_[line.runs[b].first];
            double *to = &before_[std::size_t(r + 1) * places], *into = &behind_[std::size_t(b) * places];
            double one = 0, other = 0;
            for (int p = 0, q = places - 1; p < places; ++p, --q) {
                to[p] = one = one * gap[p] + from[p] * here[p];
                into[q] = other = other * lead[q] + there[q] * back[q];
            }
        }
        return before_[std::size_t(many) * places + places - 1];
    }

    void say(Line& line) {
        const auto length = static_cast<int>(line.cells.size()), many = static_cast<int>(line.runs.size());
        const int places = line.places;
        // If everything contradicts the line, the weights may underflow.
        double all = weigh(line);
        for (int halvings = 0; all < 1e-280 && halvings < 10; ++halvings) {
            for (int i = 0; i < length; ++i) in_[i] /= 2;
            all = weigh(line);
        }
        if (all <= 0) return;
        std::fill(change_.begin(), change_.end(), 0.0);
        for (int r = 0; r < many; ++r) {
            const auto [first, cells] = line.runs[r];
            const double *from = &before_[std::size_t(r) * places], *here = &here_[std::size_t(r) * places],
                         *to = &behind_[std::size_t(r + 1) * places];
            for (int p = 0; p < places; ++p) {
                const double weight = from[p] * here[p] * to[p];
                change_[first + p] += weight;
                change_[first + p + cells] -= weight;
            }
        }
        double painted = 0;
        for (int i = 0; i < length; ++i) {
            painted += change_[i];
            const int cell = line.cells[i];
            if (known_[cell]) continue;
            const double odds = std::max(painted, all * 1e-14) / std::max(all - painted, all * 1e-14);
            const double now = std::clamp(logarithm(odds) - in_[i], -loudest, loudest);
            const double change = (1 - inertia) * (now - line.said[i]);
            line.said[i] += change;
            heard_[cell] += change;
        }
    }

    // Whether the likeliest arrangements of all lines, given the beliefs of cells, form the same board.
    bool agreed() {
        work += work_of_round_ / 2;
        value_.assign(size_, open);
        for (const Line& line : lines_) {
            arrange(line);
            for (std::size_t i = 0; i < line.cells.size(); ++i) {
                std::uint8_t& value = value_[line.cells[i]];
                if (value != open && value != arranged_[i]) return false;
                value = arranged_[i];
            }
        }
        return true;
    }

    void arrange(const Line& line) {
        const auto length = static_cast<int>(line.cells.size()), many = static_cast<int>(line.runs.size());
        const int places = line.places;
        sums_[0] = 0;
        for (int i = 0; i < length; ++i) {
            const int cell = line.cells[i];
            sums_[i + 1] = sums_[i] + (known_[cell] ? 1e6 * known_[cell] : heard_[cell] + belief_[cell]);
        }
        std::fill(best_.begin(), best_.begin() + places, 0.0);
        for (int r = 0; r < many; ++r) {
            const auto [first, cells] = line.runs[r];
            const double* from = &best_[std::size_t(r) * places];
            double* to = &best_[std::size_t(r + 1) * places];
            for (int p = 0; p < places; ++p) {
                const double here = from[p] + sums_[first + p + cells] - sums_[first + p];
                const bool begins = !p || here > to[p - 1];
                to[p] = begins ? here : to[p - 1];
                first_[std::size_t(r) * places + p] = begins ? p : first_[std::size_t(r) * places + p - 1];
            }
        }
        std::fill(arranged_.begin(), arranged_.end(), std::uint8_t(0));
        for (int r = many - 1, p = places - 1; r >= 0; --r) {
            p = first_[std::size_t(r) * places + p];
            std::fill_n(arranged_.begin() + line.runs[r].first + p, line.runs[r].length, std::uint8_t(1));
        }
    }

    static constexpr std::uint8_t open = 2;

    int size_;
    std::vector<Line> lines_;
    std::vector<std::int8_t> known_;  // 1 painted, -1 blank, 0 open
    std::vector<double> heard_, chance_, belief_;  // of each cell, as log-odds of painted to blank
    std::vector<std::uint8_t> value_, arranged_;
    std::vector<double> before_, behind_, here_, best_, blank_, painted_, change_, in_, sums_;
    std::vector<int> first_;
    std::uint64_t runs_ = 0, work_of_round_ = 1, state_ = 0x9E3779B97F4A7C15;
};

}  // namespace caracol
