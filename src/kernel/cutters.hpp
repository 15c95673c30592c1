// What one rule alone rules out, in an order that is part of the answer: the twin of `Board.cuts`
// in `deduction/board.py`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <map>
#include <vector>

#include "combinations.hpp"
#include "connected.hpp"
#include "loop.hpp"
#include "model.hpp"

namespace caracol {

class Cutters {
  public:
    explicit Cutters(const Model& model) : model_(model), rules_(model.rules) {
        place(model.given(), Kind::count);
        place(model.alloweds, Kind::allowed);
        place(model.readings, Kind::reading);
        place(model.sequences, Kind::sequence);
        place(model.loops, Kind::loop);
        place(model.shapes, Kind::connected);
        for (const Allowed& allowed : model.alloweds)
            if (allowed.cells.size() == 2) rules_[allowed.number] = {Kind::pair, table_of(allowed), allowed.cells};
    }

    Span cells(std::int32_t number) const { return rules_[number].cells; }

    // The place of a rule among the counts, or -1 where it is of another kind.
    std::int32_t count_at(std::int32_t number) const {
        return rules_[number].kind == Kind::count ? rules_[number].at : -1;
    }

    // The place of a rule among the readings, or -1.
    std::int32_t reading_at(std::int32_t number) const {
        return rules_[number].kind == Kind::reading ? rules_[number].at : -1;
    }

    // The place of a rule among the loops, or -1.
    std::int32_t loop_at(std::int32_t number) const {
        return rules_[number].kind == Kind::loop ? rules_[number].at : -1;
    }

    // Whether a rule may have more to say after its own cuts.
    bool again(std::int32_t number) const { return rules_[number].kind >= Kind::loop; }

    // How many cells of a count must and may have a counted value.
    struct Tally {
        std::int32_t must = 0, may = 0;
    };

    Tally tally(const Mask* masks, const Count& rule) const {
        Tally found;
        for (int i = rule.cells.from; i < rule.cells.to; ++i) {
            const Mask here = masks[model_.cells[i]];
            found.may += (here & rule.counted) != 0;
            found.must += (here & ~rule.counted) == 0;
        }
        return found;
    }

    // What one rule rules out; false where it cannot be kept.
    bool cuts(const Mask* masks, std::int32_t number, std::vector<Cut>& found) {
        const Rule& rule = rules_[number];
        if (rule.kind == Kind::count) return cuts(masks, number, tally(masks, model_.counts[rule.at]), found);
        return cuts(masks, number, {}, found);
    }

    // The same where the tally is known, if it is a count.
    bool cuts(const Mask* masks, std::int32_t number, Tally tally, std::vector<Cut>& found) {
        found.clear();
        const Rule& rule = rules_[number];
        switch (rule.kind) {
            case Kind::count: return count(masks, model_.counts[rule.at], tally, found);
            case Kind::pair: return pair(masks, rule, found);
            case Kind::allowed: return filter(masks, model_.alloweds[rule.at], found);
            case Kind::sequence: return follow(masks, model_.sequences[rule.at], found);
            case Kind::loop: return loop_(model_, model_.loops[rule.at], masks, found);
            case Kind::connected: return connected_(model_.shapes[rule.at], masks, found);
            default: break;
        }
        const Reading& reading = model_.readings[rule.at];
        return model_.stairs[reading.stairs].words() == 1 ? read<1>(masks, reading, found)
                                                          : read<0>(masks, reading, found);
    }

  private:
    enum class Kind : std::uint8_t { count, pair, allowed, reading, sequence, loop, connected };

    struct Rule {
        Kind kind = Kind::count;
        std::int32_t at = 0;  // in the model's list of its kind; a pair's is where its table begins
        Span cells;
    };

    template <class Rules>
    void place(const Rules& rules, Kind kind) {
        for (std::size_t at = 0; at < rules.size(); ++at)
            rules_[rules[at].number] = {kind, static_cast<std::int32_t>(at), rules[at].cells};
    }

    // For each value of the first cell those that may stand in the second, then the other way round.
    std::int32_t table_of(const Allowed& pair) {
        const auto [known, fresh] = table_at_.try_emplace({pair.bits, pair.words}, tables_.size());
        if (!fresh) return static_cast<std::int32_t>(known->second);
        const int values = model_.values;
        tables_.resize(tables_.size() + 2 * values);
        Mask* table = tables_.data() + known->second;
        const Mask* bits = model_.allowed_bits.data() + pair.bits;
        for (int one = 0; one < values; ++one)
            for (int other = 0; other < values; ++other)
                for (int w = 0; w < pair.words; ++w)
                    if (bits[std::size_t(one) * pair.words + w] & bits[std::size_t(values + other) * pair.words + w]) {
                        table[one] |= Mask(1) << other;
                        table[values + other] |= Mask(1) << one;
                    }
        return static_cast<std::int32_t>(known->second);
    }

    bool count(const Mask* masks, const Count& rule, Tally tally, std::vector<Cut>& found) const {
        const auto [must, may] = tally;
        if (must > rule.most || may < rule.least) return false;
        if (may == must || (must != rule.most && may != rule.least)) return true;
        const Mask removed = must == rule.most ? rule.counted : ~rule.counted;
        for (int i = rule.cells.from; i < rule.cells.to; ++i) {
            const int cell = model_.cells[i];
            const Mask here = masks[cell];
            if ((here & rule.counted) && (here & ~rule.counted)) found.push_back({cell, here & removed});
        }
        // With one counted value the twin goes through cells in their order on the board.
        const auto before = [](const Cut& a, const Cut& b) { return a.cell < b.cell; };
        if (single(rule.counted) && !std::is_sorted(found.begin(), found.end(), before))
            std::sort(found.begin(), found.end(), before);
        return true;
    }

    bool pair(const Mask* masks, const Rule& rule, std::vector<Cut>& found) const {
        const int one = model_.cells[rule.cells.from], other = model_.cells[rule.cells.from + 1];
        const Mask* table = tables_.data() + rule.at;
        Mask ones = 0, others = 0;
        for (Mask left = masks[one]; left; left &= left - 1) others |= table[lowest(left)];
        for (Mask left = masks[other]; left; left &= left - 1) ones |= table[model_.values + lowest(left)];
        if (!(masks[one] & ones) || !(masks[other] & others)) return false;
        if (masks[one] & ~ones) found.push_back({one, masks[one] & ~ones});
        if (masks[other] & ~others) found.push_back({other, masks[other] & ~others});
        return true;
    }

    bool filter(const Mask* masks, const Allowed& rule, std::vector<Cut>& found) {
        if (!rule.possible) return false;
        find_alive(model_, rule, masks, alive_);
        for (int place = 0; place < rule.cells.size(); ++place) {
            const int cell = model_.cells[rule.cells.from + place];
            const Mask lost = masks[cell] & ~supported(model_, rule, alive_, place, masks[cell]);
            if (lost == masks[cell]) return false;
            if (lost) found.push_back({cell, lost});
        }
        return true;
    }

    bool follow(const Mask* masks, const Sequence& sequence, std::vector<Cut>& found) {
        const std::int32_t* cells = model_.cells.data() + sequence.cells.from;
        return sequence.automaton->follow(
            sequence.cells.size(), [&](int place) { return masks[cells[place]]; }, ahead_,
            [&](int place, Mask lost) { found.push_back({cells[place], lost}); });
    }

    template <int N>
    bool read(const Mask* masks, const Reading& reading, std::vector<Cut>& found) {
        const Stairs& stairs = model_.stairs[reading.stairs];
        const int words = N ? N : stairs.words(), length = reading.cells.size();
        const std::int32_t* cells = model_.cells.data() + reading.cells.from;
        if (ahead_.size() < std::size_t(length + 1) * words) ahead_.resize(std::size_t(length + 1) * words);
        if (back_.size() < std::size_t(2) * words) back_.resize(std::size_t(2) * words);
        if (classes_.size() < std::size_t(length)) classes_.resize(length);
        std::copy_n(stairs.start(), words, ahead_.data());
        const Moves table = stairs.of_sets();
        const auto moves_of = [&](Mask classes) {
            return table ? table + classes * (3 * words) : stairs.of_set(classes, scratch_);
        };
        for (int place = 0; place < length; ++place) {
            classes_[place] = stairs.classes_of(masks[cells[place]]);
            after<N>(&ahead_[std::size_t(place + 1) * words], &ahead_[std::size_t(place) * words],
                     moves_of(classes_[place]), words);
        }
        if constexpr (N == 1) return read_back(masks, cells, length, stairs, found);
        Mask *alive = back_.data(), *earlier = alive + words, some = 0;
        for (int w = 0; w < words; ++w) some |= alive[w] = ahead_[std::size_t(length) * words + w] & stairs.accept()[w];
        if (!some) return false;
        for (int place = length - 1; place >= 0; --place) {
            const Mask here = classes_[place];
            const Mask* from = &ahead_[std::size_t(place) * words];
            if (!single(here)) {
                Mask lost = 0;
                for (Mask left = here; left; left &= left - 1)
                    if (!leads<N>(from, alive, stairs.of_class(lowest(left)), words)) lost |= left & -left;
                if (lost) found.push_back({cells[place], stairs.values_of(lost) & masks[cells[place]]});
            }
            before<N>(earlier, alive, moves_of(here), words);
            for (int w = 0; w < words; ++w) earlier[w] &= from[w];
            std::swap(alive, earlier);
        }
        return true;
    }

    // The way back where a set of states is one word: what each class leads back to says whether
    // it is lost, too.
    bool read_back(const Mask* masks, const std::int32_t* cells, int length, const Stairs& stairs,
                   std::vector<Cut>& found) const {
        Mask alive = ahead_[length] & stairs.accept()[0];
        if (!alive) return false;
        for (int place = length - 1; place >= 0; --place) {
            const Mask from = ahead_[place];
            Mask earlier = 0, lost = 0;
            for (Mask left = classes_[place]; left; left &= left - 1) {
                Moves moves = stairs.of_class(lowest(left));
                const Mask origin = from & ((alive & moves[0]) | (alive >> 1 & moves[1]) | (alive >> 2 & moves[2]));
                earlier |= origin;
                if (!origin) lost |= left & -left;
            }
            if (lost) found.push_back({cells[place], stairs.values_of(lost) & masks[cells[place]]});
            alive = earlier;
        }
        return true;
    }

    const Model& model_;
    std::vector<Rule> rules_;
    std::vector<Mask> tables_;  // of pairs
    LoopCuts loop_;
    ConnectedCuts connected_;
    std::map<std::pair<std::size_t, std::int32_t>, std::size_t> table_at_;
    std::vector<Mask> alive_, ahead_, back_, classes_, scratch_;
};

}  // namespace caracol
