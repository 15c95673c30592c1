// What a single rule rules out, listed for explanations, in an order that is part of the answer: the
// counterpart of `Board.open_cuts` in `deduction/walk/board.py`.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "propagation/connected.hpp"
#include "propagation/filters.hpp"
#include "propagation/loop.hpp"
#include "model/model.hpp"
#include "search/limits.hpp"

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
    }

    Span cells(std::int32_t number) const { return rules_[number].cells; }

    // The position of a rule among the counts, or -1 if it is of another kind.
    std::int32_t count_at(std::int32_t number) const {
        return rules_[number].kind == Kind::count ? rules_[number].at : -1;
    }

    // The position of a rule among the lines, or -1.
    std::int32_t reading_at(std::int32_t number) const {
        return rules_[number].kind == Kind::reading ? rules_[number].at : -1;
    }

    // The position of a rule among the loops, or -1.
    std::int32_t loop_at(std::int32_t number) const {
        return rules_[number].kind == Kind::loop ? rules_[number].at : -1;
    }

    // Whether a rule may rule out more after its own cuts.
    bool again(std::int32_t number) const { return rules_[number].kind >= Kind::loop; }

    // What one rule rules out; false if it cannot be satisfied.
    bool cuts(const Mask* masks, std::int32_t number, std::vector<Elimination>& found) {
        const Rule& rule = rules_[number];
        if (rule.kind == Kind::count) return cuts(masks, number, slack_of(model_, model_.counts[rule.at], masks), found);
        return cuts(masks, number, {}, found);
    }

    // The same if the slack is known and it is a count.
    bool cuts(const Mask* masks, std::int32_t number, Slack slack, std::vector<Elimination>& found) {
        found.clear();
        const Rule& rule = rules_[number];
        switch (rule.kind) {
            case Kind::count: return count(masks, model_.counts[rule.at], slack, found);
            case Kind::allowed: return filter(masks, model_.alloweds[rule.at], found);
            case Kind::sequence: return follow(masks, model_.sequences[rule.at], found);
            case Kind::loop: return loop_(model_, model_.loops[rule.at], masks, found);
            case Kind::connected: return connected_(model_.shapes[rule.at], masks, found);
            default: break;
        }
        const Regular& reading = model_.readings[rule.at];
        return model_.stairs[reading.stairs].words() == 1 ? read<1>(masks, reading, found)
                                                          : read<0>(masks, reading, found);
    }

  private:
    enum class Kind : std::uint8_t { count, allowed, reading, sequence, loop, connected };

    struct Rule {
        Kind kind = Kind::count;
        std::int32_t at = 0;  // in the model's list of its kind
        Span cells;
    };

    template <class Rules>
    void place(const Rules& rules, Kind kind) {
        for (std::size_t at = 0; at < rules.size(); ++at)
            rules_[rules[at].number] = {kind, static_cast<std::int32_t>(at), rules[at].cells};
    }

    bool count(const Mask* masks, const Count& rule, Slack slack, std::vector<Elimination>& found) const {
        const bool kept = filter_count(model_, rule, slack, masks, [&](int cell, Mask removed) {
            found.push_back({cell, removed});
            return true;
        });
        // Python visits cells in their order on the board.
        const auto before = [](const Elimination& a, const Elimination& b) { return a.cell < b.cell; };
        if (!std::is_sorted(found.begin(), found.end(), before)) std::sort(found.begin(), found.end(), before);
        return kept;
    }

    bool filter(const Mask* masks, const Table& rule, std::vector<Elimination>& found) {
        return filter_allowed(model_, rule, masks, alive_, [&](int cell, Mask removed) {
            found.push_back({cell, removed});
            return removed != masks[cell];
        });
    }

    bool follow(const Mask* masks, const Sequence& sequence, std::vector<Elimination>& found) {
        return filter_sequence(model_, sequence, masks, ahead_, found, [](int, Mask) { return true; });
    }

    template <int N>
    bool read(const Mask* masks, const Regular& reading, std::vector<Elimination>& found) {
        const Staircase& stairs = model_.stairs[reading.stairs];
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
            if (N != 1) tick(words);
            classes_[place] = stairs.classes_of(masks[cells[place]]);
            after<N>(&ahead_[std::size_t(place + 1) * words], &ahead_[std::size_t(place) * words],
                     moves_of(classes_[place]), words);
        }
        if constexpr (N == 1) return read_back(masks, cells, length, stairs, found);
        Mask *alive = back_.data(), *earlier = alive + words, some = 0;
        for (int w = 0; w < words; ++w) some |= alive[w] = ahead_[std::size_t(length) * words + w] & stairs.accept()[w];
        if (!some) return false;
        for (int place = length - 1; place >= 0; --place) {
            tick(words);
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

    // The backward pass if a set of states is one word: what each class leads back to also shows whether
    // it is lost.
    bool read_back(const Mask* masks, const std::int32_t* cells, int length, const Staircase& stairs,
                   std::vector<Elimination>& found) const {
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
    LoopCuts loop_;
    ConnectedCuts connected_;
    std::vector<Mask> alive_, ahead_, back_, classes_, scratch_;
};

}  // namespace caracol
