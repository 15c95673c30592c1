// General automata: for each value, how far it moves which states up or down. Staircases, which most
// puzzles use, go up by at most two and have faster code (stairs.hpp).
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>
#include <vector>

#include "model/bits.hpp"
#include "search/limits.hpp"

namespace caracol {

class Automaton {
  public:
    // Some states, in the words from `from` to `to`, move by this many states.
    struct Move {
        std::int32_t by, from, to;
        std::size_t mask;  // where those words begin in the masks
    };

    // A set of states has a spare word at each end, so that moves need no bounds checks.
    using States = std::vector<Mask>;
    // The effect of each value: the states that it moves, by distance.
    using Moves = std::vector<std::map<std::int32_t, States>>;

    // `different`: a state is the set of the values so far, none of which may repeat.
    // `commutes`: the order of the values does not matter.
    Automaton(int words, States start, States accept, const Moves& moves, bool different, bool commutes)
        : different(different), commutes(commutes), words_(words), start_(std::move(start)), accept_(std::move(accept)) {
        first_.push_back(0);
        for (const auto& value : moves) {
            for (const auto& [by, states] : value) {
                int from = 1, to = words + 1;
                while (from < to && !states[from]) ++from;
                if (from == to) continue;
                while (!states[to - 1]) --to;
                moves_.push_back({by, from, to, masks_.size()});
                masks_.insert(masks_.end(), states.begin() + from, states.begin() + to);
            }
            first_.push_back(moves_.size());
        }
    }

    const bool different, commutes;

    int words() const { return words_; }
    int stride() const { return words_ + 2; }
    static States none(int words) { return States(words + 2, 0); }
    static void put(Mask* states, std::int64_t state) { states[1 + state / 64] |= Mask(1) << (state % 64); }
    static bool has(const Mask* states, std::int64_t state) { return states[1 + state / 64] >> (state % 64) & 1; }

    const Mask* start() const { return start_.data(); }
    const Mask* accept() const { return accept_.data(); }
    const Mask* mask(const Move& move) const { return masks_.data() + move.mask - move.from; }

    std::pair<const Move*, const Move*> moves(int value) const {
        return {moves_.data() + first_[value], moves_.data() + first_[value + 1]};
    }

    // Adds the states after reading a value.
    void after(Mask* to, const Mask* states, int value) const {
        for (auto [move, end] = moves(value); move != end; ++move) {
            const int words = move->by >> 6, bits = move->by & 63;
            const Mask* moving = mask(*move);
            for (int w = move->from; w < move->to; ++w) {
                const Mask here = states[w] & moving[w];
                if (!here) continue;
                to[w + words] |= here << bits;
                if (bits) to[w + words + 1] |= here >> (64 - bits);
            }
        }
    }

    // Adds the states among `from` from which reading a value leads to one of `states`; returns whether there are any.
    bool before(Mask* to, const Mask* from, const Mask* states, int value) const {
        Mask some = 0;
        for (auto [move, end] = moves(value); move != end; ++move) {
            const int words = move->by >> 6, bits = move->by & 63;
            const Mask* moving = mask(*move);
            for (int w = move->from; w < move->to; ++w) {
                Mask here = from[w] & moving[w];
                if (!here) continue;
                here &= bits ? states[w + words] >> bits | states[w + words + 1] << (64 - bits) : states[w + words];
                to[w] |= here;
                some |= here;
            }
        }
        return some != 0;
    }

    // The states `ahead` that cells with these candidates may reach, place by place from the start; then
    // only those that are `alive`, on a path to acceptance. `lose` is called for values that lead nowhere:
    // the place and the values, the last place first. False if there is no path at all.
    template <class MaskAt, class Lose>
    bool follow(int length, MaskAt mask_at, States& ahead, Lose lose) const {
        const int wide = stride();
        ahead.assign(std::size_t(length + 1) * wide, 0);
        std::copy(start_.begin(), start_.end(), ahead.begin());
        for (int place = 0; place < length; ++place) {
            tick(wide);
            for (Mask left = mask_at(place); left; left &= left - 1)
                after(&ahead[std::size_t(place + 1) * wide], &ahead[std::size_t(place) * wide], lowest(left));
        }
        Mask some = 0, *end = &ahead[std::size_t(length) * wide];
        for (int w = 0; w < wide; ++w) some |= end[w] &= accept_[w];
        if (!some) return false;
        States earlier(wide);
        for (int place = length - 1; place >= 0; --place) {
            tick(wide);
            Mask* here = &ahead[std::size_t(place) * wide];
            Mask lost = 0;
            std::fill(earlier.begin(), earlier.end(), 0);
            for (Mask left = mask_at(place); left; left &= left - 1)
                if (!before(earlier.data(), here, here + wide, lowest(left))) lost |= left & -left;
            if (lost) lose(place, lost);
            std::copy(earlier.begin(), earlier.end(), here);
        }
        return true;
    }

    // The same if only the lost values matter, which is faster where all states fit into a word.
    template <class MaskAt, class Lose>
    bool filter(int length, MaskAt mask_at, States& ahead, Lose lose) const {
        if (words_ > 1) return follow(length, mask_at, ahead, lose);
        tick(length);
        if (ahead.size() <= std::size_t(length)) ahead.resize(length + 1);
        ahead[0] = start_[1];
        for (int place = 0; place < length; ++place) {
            Mask reached = 0;
            for (Mask left = mask_at(place); left; left &= left - 1)
                for (auto [move, end] = moves(lowest(left)); move != end; ++move)
                    reached |= moved(ahead[place] & masks_[move->mask], move->by);
            ahead[place + 1] = reached;
        }
        Mask alive = ahead[length] & accept_[1];
        if (!alive) return false;
        for (int place = length - 1; place >= 0; --place) {
            Mask earlier = 0, lost = 0;
            for (Mask left = mask_at(place); left; left &= left - 1) {
                Mask some = 0;
                for (auto [move, end] = moves(lowest(left)); move != end; ++move)
                    some |= ahead[place] & masks_[move->mask] & moved(alive, -move->by);
                if (!some) lost |= left & -left;
                earlier |= some;
            }
            if (lost) lose(place, lost);
            alive = earlier;
        }
        return true;
    }

    // The number of states, if they fit into one word.
    int width() const {
        Mask all = start_[1] | accept_[1];
        for (const Move& move : moves_) {
            const Mask here = masks_[move.mask];
            all |= here | moved(here, move.by);
        }
        return std::bit_width(all);
    }

    // Whether it is always in a single state.
    bool one_way() const {
        int starts = 0;
        for (const Mask word : start_) starts += size(word);
        if (starts != 1) return false;
        for (std::size_t value = 0; value + 1 < first_.size(); ++value) {
            States met = none(words_);
            for (auto [move, end] = moves(static_cast<int>(value)); move != end; ++move)
                for (int w = move->from; w < move->to; ++w) {
                    if (met[w] & mask(*move)[w]) return false;
                    met[w] |= mask(*move)[w];
                }
        }
        return true;
    }

  private:
    // A word of states after a move.
    static Mask moved(Mask states, std::int32_t by) { return by < 0 ? states >> -by : states << by; }

    int words_;
    States start_, accept_, masks_;
    std::vector<Move> moves_;
    std::vector<std::size_t> first_;  // for each value, its first move
};

}  // namespace caracol
