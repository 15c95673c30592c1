// A line's state in one machine word: the last value, the counts and the automata, side by side.
#pragma once

#include <algorithm>
#include <vector>

#include "model/model.hpp"

namespace caracol {

// Gives every new number the next position, and finds the positions of known ones.
class Numbering {
  public:
    Numbering() : slots_(64) {}

    void clear() {
        keys.clear();
        if (++stamp_ == 0) {
            std::fill(slots_.begin(), slots_.end(), Slot{});
            stamp_ = 1;
        }
    }

    std::int32_t place_of(Mask key) {
        Slot* slot = &slot_of(key);
        if (slot->stamp != stamp_) {
            if (2 * keys.size() > slots_.size()) grow(), slot = &slot_of(key);
            *slot = {key, stamp_, static_cast<std::int32_t>(keys.size())};
            keys.push_back(key);
        }
        return slot->place;
    }

    std::vector<Mask> keys;  // by position

  private:
    struct Slot {
        Mask key = 0;
        std::uint32_t stamp = 0;  // from another round: it is free
        std::int32_t place = 0;
    };

    // The slot where a number is, or would be.
    Slot& slot_of(Mask key) {
        std::size_t at = (key * 0x9E3779B97F4A7C15u >> 32) & (slots_.size() - 1);
        while (slots_[at].stamp == stamp_ && slots_[at].key != key) at = (at + 1) & (slots_.size() - 1);
        return slots_[at];
    }

    void grow() {
        slots_.assign(4 * slots_.size(), Slot{});
        for (std::size_t place = 0; place < keys.size(); ++place)
            slot_of(keys[place]) = {keys[place], stamp_, static_cast<std::int32_t>(place)};
    }

    std::vector<Slot> slots_;
    std::uint32_t stamp_ = 1;
};

// The layout of a state. A count has a guard bit above its bits, which a bias sets when the count
// exceeds its maximum, and a floor sets when it reaches its minimum.
struct Layout {
    struct Read {
        const Staircase* stairs;
        int shift;
        Mask states;
        bool backwards;
    };
    struct Sequenced {
        const Automaton* automaton;
        int shift;
        Mask states;
        bool backwards;
    };

    int used = 0;
    Mask last = 0;  // the last value plus one, or 0
    Mask counts = 0, bias = 0, guard = 0, floor = 0;
    Mask start = 0;
    std::vector<Mask> adds;  // for each place and value
    std::vector<Read> reads;
    std::vector<Sequenced> sequences;

    static constexpr int too_many = 65;
    bool fits() const { return used < too_many; }

    int take(int bits) {
        const int at = used;
        used += bits;
        return at;
    }

    // Added first, so that it has the lowest bits.
    void add_last(int values) {
        take(std::bit_width(unsigned(values)));
        last = (Mask(1) << used) - 1;
    }

    // `counted` says for each place whether the count includes it.
    void add_count(const Count& count, const std::vector<char>& counted, int values) {
        const auto least = static_cast<Mask>(std::max(count.least, 0));
        if (count.most < 0) used = too_many;  // never satisfied
        if (!fits()) return;
        const int width = std::bit_width(std::max(Mask(count.most), least)) + 1;
        const int shift = take(width);
        if (!fits()) return;
        const Mask top = Mask(1) << (width - 1);
        counts |= ((top << 1) - 1) << shift;
        bias |= (top - 1 - Mask(count.most)) << shift;
        guard |= top << shift;
        floor |= (top - least) << shift;
        for (std::size_t place = 0; place < counted.size(); ++place)
            for (Mask left = counted[place] ? count.counted : 0; left; left &= left - 1)
                adds[place * values + lowest(left)] += Mask(1) << shift;
    }

    void add_reading(const Staircase& stairs, bool backwards) {
        if (stairs.words() > 1) used = too_many;
        if (!fits()) return;
        const int width = stairs.width();
        const int shift = take(width);
        if (!fits()) return;
        reads.push_back({&stairs, shift, width == 64 ? ~Mask(0) : (Mask(1) << width) - 1, backwards});
        start |= (backwards ? stairs.accept()[0] : stairs.start()[0]) << shift;
    }

    void add_sequence(const Automaton& automaton, bool backwards) {
        if (automaton.words() > 1) used = too_many;
        if (!fits()) return;
        const int width = automaton.width();
        const int shift = take(width);
        if (!fits()) return;
        sequences.push_back({&automaton, shift, width == 64 ? ~Mask(0) : (Mask(1) << width) - 1, backwards});
        start |= (backwards ? automaton.accept() : automaton.start())[1] << shift;
    }

    bool accepts(Mask state) const {
        if ((((state & counts) + floor) & guard) != guard) return false;
        for (const Read& read : reads)
            if (!(state >> read.shift & read.states & (read.backwards ? read.stairs->start() : read.stairs->accept())[0]))
                return false;
        for (const auto& [automaton, shift, states, backwards] : sequences)
            if (!(state >> shift & states & (backwards ? automaton->start() : automaton->accept())[1])) return false;
        return true;
    }

    // The state after one more value, which the next place depends on or not; false: there is none.
    bool follow(Mask state, Mask add, int value, bool looked_at, Mask& next) const {
        next = (state & counts) + add;
        if ((next + bias) & guard) return false;
        if (looked_at) next |= Mask(value + 1);
        for (const Read& read : reads) {
            const Moves moves = read.stairs->of_class(read.stairs->class_of(value));
            Mask here = state >> read.shift & read.states;
            if (read.backwards) before<1>(&here, &here, moves, 1);
            else after<1>(&here, &here, moves, 1);
            here &= read.states;
            if (!here) return false;
            next |= here << read.shift;
        }
        for (const auto& [automaton, shift, states, backwards] : sequences) {
            const Mask here[3] = {0, state >> shift & states, 0}, all[3] = {0, states, 0};
            Mask there[3] = {0, 0, 0};
            if (backwards) automaton->before(there, all, here, value);
            else automaton->after(there, here, value);
            if (!there[1]) return false;
            next |= there[1] << shift;
        }
        return true;
    }
};

}  // namespace caracol
