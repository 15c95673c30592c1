// Trials: a value is assumed, and rules fire one by one until one of them breaks.
//
// Other than Board, which only wants to know what is left, this keeps account of which rule took
// away what, in an order that is part of the answer: it is the twin of `explain/board.py` and
// `explain/trial.py`, and the tests hold the two together.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <tuple>
#include <vector>

#include "board.hpp"

namespace caracol {

struct Cut {
    std::int32_t cell;
    Mask removed;
};

// A rule that fired, and what it took away; the last link of a chain took nothing: it broke.
struct Link {
    std::int32_t rule;
    std::vector<Cut> cuts;
};

using Links = std::vector<Link>;

struct Chain {
    std::int32_t cell, value;
    Links links;
};

class Trials {
  public:
    explicit Trials(const Model& model)
        : model_(model), rules_(model.rules), watchers_(model.size), queued_(model.rules), allowed_(model.rules) {
        place(model.given(), 0);
        place(model.alloweds, 1);
        place(model.readings, 2);
        for (int cell = 0; cell < model.size; ++cell) watchers_[cell].reserve(model.watchers(cell));
        for (std::int32_t number = 0; number < model.rules; ++number)
            for (int i = rules_[number].cells.from; i < rules_[number].cells.to; ++i)
                watchers_[model.cells[i]].push_back(number);
    }

    // What one rule rules out; false where it cannot be kept.
    bool cuts(const Mask* masks, std::int32_t number, std::vector<Cut>& found) {
        found.clear();
        const Place& rule = rules_[number];
        switch (rule.kind) {
            case 0: return count(masks, model_.counts[rule.at], found);
            case 1: return filter(masks, model_.alloweds[rule.at], found);
            default: return read(masks, model_.readings[rule.at], found);
        }
    }

    // Rules may be limited to some; `begin_rules` ends the limit, `allow` begins or widens it.
    void allow_all() { limited_ = false; }
    void allow_none() {
        limited_ = true;
        std::fill(allowed_.begin(), allowed_.end(), 0);
    }
    void allow(std::int32_t number) { allowed_[number] = 1; }

    // The chain by which a value breaks a rule, without the rules that have nothing to do with it;
    // nothing where no rule breaks, or `most` rules fired before.
    std::optional<Links> refuted(const std::vector<Mask>& masks, int cell, int value, std::size_t most) {
        tried_ = masks;
        tried_[cell] &= Mask(1) << value;
        Links trail;
        const std::int32_t broken = fire(cell, trail, most);
        if (broken < 0) return std::nullopt;
        return sliced(trail, broken);
    }

    // The chain without the rules that it can do without.
    Links shrunk(const std::vector<Mask>& masks, int cell, int value, Links best) {
        const std::vector<std::int32_t> rules = rules_of(best);
        for (std::size_t i = rules.size(); i-- > 0;) {
            const std::vector<std::int32_t> now = rules_of(best);
            if (std::find(now.begin(), now.end(), rules[i]) == now.end()) continue;
            allow_none();
            for (std::int32_t number : now)
                if (number != rules[i]) allow(number);
            if (auto again = refuted(masks, cell, value, unlimited)) best = std::move(*again);
        }
        allow_all();
        return used(std::move(best));
    }

    // The links with only those cuts that a later link looks at.
    Links used(Links links) const {
        std::vector<char> needed(model_.size);
        Links kept;
        for (std::size_t i = links.size(); i-- > 0;) {
            Link& link = links[i];
            std::erase_if(link.cuts, [&](const Cut& cut) { return !needed[cut.cell]; });
            if (link.cuts.empty() && !kept.empty()) continue;
            need(link.rule, needed);
            kept.push_back(std::move(link));
        }
        std::reverse(kept.begin(), kept.end());
        return kept;
    }

    struct Bounds {
        std::size_t longest;  // rules of a chain that is still short
        std::size_t reach;    // rules that fire before a trial is given up
        std::size_t shrunk;   // chains that are made as short as possible
        std::size_t margin;   // a chain so much longer than the best is not tried
    };

    // Chains that refute a candidate, the shortest ones made as short as possible.
    // The board tells quickly which values break anything at all.
    std::vector<Chain> chains(const std::vector<Mask>& masks, Board& board, const Bounds& bounds) {
        std::vector<std::tuple<std::size_t, int, int, Links>> failing;
        if (!board.begin(masks.data(), Board::Counts::given)) return {};
        const bool sound = board.propagate();
        allow_all();
        new_board();
        for (int cell = 0; cell < model_.size; ++cell) {
            if (single(masks[cell])) continue;
            for (Mask left = masks[cell]; left; left &= left - 1) {
                const int value = lowest(left);
                if (sound && !breaks(board, cell, value)) continue;
                if (auto links = refuted(masks, cell, value, bounds.reach))
                    failing.emplace_back(rules_of(*links).size(), cell, value, std::move(*links));
            }
        }
        std::stable_sort(failing.begin(), failing.end(),
                         [](const auto& a, const auto& b) { return std::get<0>(a) < std::get<0>(b); });
        std::vector<Chain> found;
        std::size_t best = bounds.longest;
        for (std::size_t i = 0; i < failing.size() && i < bounds.shrunk; ++i) {
            auto& [size, cell, value, links] = failing[i];
            if (size > best + bounds.margin) break;
            Links shorter = shrunk(masks, cell, value, std::move(links));
            const std::size_t now = rules_of(shorter).size();
            if (now <= best) {
                best = now;
                found.push_back({cell, value, std::move(shorter)});
            }
        }
        return found;
    }

    static constexpr std::size_t unlimited = ~std::size_t(0);

    // Whether a value breaks a rule; the board was propagated, and is as before.
    // What follows from a value that breaks nothing breaks nothing either, and need not be tried
    // while the board stays as it is; call `new_board` when it has changed.
    bool breaks(Board& board, int cell, int value) {
        const Mask bit = Mask(1) << value;
        if (!(board.candidates()[cell] & bit)) return true;
        if (harmless_[cell] & bit) return false;
        const std::size_t mark = board.mark();
        const bool kept = board.assume(cell, bit);
        if (kept)
            for (std::size_t i = mark; i < board.trail().size(); ++i) {
                const int other = board.trail()[i].cell;
                const Mask left = board.candidates()[other];
                if (single(left)) harmless_[other] |= left;
            }
        board.undo(mark);
        return !kept;
    }

    void new_board() { harmless_.assign(model_.size, 0); }

    static std::vector<std::int32_t> rules_of(const Links& links) {
        std::vector<std::int32_t> found;
        for (const Link& link : links)
            if (std::find(found.begin(), found.end(), link.rule) == found.end()) found.push_back(link.rule);
        return found;
    }

  private:
    struct Place {
        int kind = 0;
        std::int32_t at = 0;
        Span cells;
    };

    template <class Rules>
    void place(const Rules& rules, int kind) {
        for (std::size_t at = 0; at < rules.size(); ++at)
            rules_[rules[at].number] = {kind, static_cast<std::int32_t>(at), rules[at].cells};
    }

    // Lets rules fire, first woken first, beginning with those at a cell; the rule that breaks, or -1.
    std::int32_t fire(int start, Links& trail, std::size_t most) {
        std::fill(queued_.begin(), queued_.end(), 0);
        waiting_.assign(watchers_[start].begin(), watchers_[start].end());
        for (std::int32_t number : waiting_) queued_[number] = 1;
        for (std::size_t next = 0; next < waiting_.size(); ++next) {
            const std::int32_t number = waiting_[next];
            queued_[number] = 0;
            if (limited_ && !allowed_[number]) continue;
            if (!cuts(tried_.data(), number, found_)) return number;
            if (found_.empty()) continue;
            trail.push_back({number, found_});
            if (trail.size() > most) return -1;
            for (const auto& [cell, removed] : found_) {
                tried_[cell] &= ~removed;
                if (!tried_[cell]) return number;
                for (std::int32_t other : watchers_[cell])
                    if (other != number && !queued_[other]) {
                        queued_[other] = 1;
                        waiting_.push_back(other);
                    }
            }
        }
        return -1;
    }

    void need(std::int32_t number, std::vector<char>& needed) const {
        for (int i = rules_[number].cells.from; i < rules_[number].cells.to; ++i) needed[model_.cells[i]] = 1;
    }

    // The part of a trail that may have to do with the rule that broke, which ends it.
    Links sliced(Links& trail, std::int32_t broken) const {
        std::vector<char> needed(model_.size);
        need(broken, needed);
        Links kept;
        kept.push_back({broken, {}});
        for (std::size_t i = trail.size(); i-- > 0;) {
            const auto looked_at = [&](const Cut& cut) { return needed[cut.cell] != 0; };
            if (std::none_of(trail[i].cuts.begin(), trail[i].cuts.end(), looked_at)) continue;
            need(trail[i].rule, needed);
            kept.push_back(std::move(trail[i]));
        }
        std::reverse(kept.begin(), kept.end());
        return kept;
    }

    bool count(const Mask* masks, const Count& rule, std::vector<Cut>& found) const {
        int must = 0, may = 0;
        for (int i = rule.cells.from; i < rule.cells.to; ++i) {
            const Mask here = masks[model_.cells[i]];
            may += (here & rule.counted) != 0;
            must += (here & ~rule.counted) == 0;
        }
        if (must > rule.most || may < rule.least) return false;
        if (may == must || (must != rule.most && may != rule.least)) return true;
        const Mask removed = must == rule.most ? rule.counted : ~rule.counted;
        for (int i = rule.cells.from; i < rule.cells.to; ++i) {
            const int cell = model_.cells[i];
            const Mask here = masks[cell];
            if ((here & rule.counted) && (here & ~rule.counted)) found.push_back({cell, here & removed});
        }
        // With one counted value the twin goes through cells in their order on the board.
        if (single(rule.counted))
            std::sort(found.begin(), found.end(), [](const Cut& a, const Cut& b) { return a.cell < b.cell; });
        return true;
    }

    bool filter(const Mask* masks, const Allowed& rule, std::vector<Cut>& found) {
        if (!rule.possible) return false;
        const int words = rule.words, places = rule.cells.size();
        const Mask* bits = model_.allowed_bits.data() + rule.bits;
        const auto has = [&](int place, int value) { return bits + std::size_t(place * model_.values + value) * words; };
        alive_.assign(words, ~Mask(0));
        for (int place = 0; place < places; ++place) {
            const Mask here = masks[model_.cells[rule.cells.from + place]];
            for (int w = 0; w < words; ++w) {
                Mask some = 0;
                for (Mask left = here; left; left &= left - 1) some |= has(place, lowest(left))[w];
                alive_[w] &= some;
            }
        }
        for (int place = 0; place < places; ++place) {
            const int cell = model_.cells[rule.cells.from + place];
            Mask lost = 0;
            for (Mask left = masks[cell]; left; left &= left - 1) {
                const Mask* mine = has(place, lowest(left));
                bool supported = false;
                for (int w = 0; w < words && !supported; ++w) supported = (alive_[w] & mine[w]) != 0;
                if (!supported) lost |= left & -left;
            }
            if (lost == masks[cell]) return false;
            if (lost) found.push_back({cell, lost});
        }
        return true;
    }

    bool read(const Mask* masks, const Reading& reading, std::vector<Cut>& found) {
        const Stairs& stairs = model_.stairs[reading.stairs];
        const int words = stairs.words(), length = reading.cells.size();
        const std::int32_t* cells = model_.cells.data() + reading.cells.from;
        ahead_.resize(std::size_t(length + 1) * words);
        back_.resize(std::size_t(2) * words);
        std::copy_n(stairs.start(), words, ahead_.data());
        for (int place = 0; place < length; ++place)
            after<0>(&ahead_[std::size_t(place + 1) * words], &ahead_[std::size_t(place) * words],
                     stairs.of_set(stairs.classes_of(masks[cells[place]]), scratch_), words);
        Mask *alive = back_.data(), *earlier = alive + words, some = 0;
        for (int w = 0; w < words; ++w) some |= alive[w] = ahead_[std::size_t(length) * words + w] & stairs.accept()[w];
        if (!some) return false;
        for (int place = length - 1; place >= 0; --place) {
            const Mask here = stairs.classes_of(masks[cells[place]]);
            const Mask* from = &ahead_[std::size_t(place) * words];
            if (!single(here)) {
                Mask lost = 0;
                for (Mask left = here; left; left &= left - 1)
                    if (!leads<0>(from, alive, stairs.of_class(lowest(left)), words)) lost |= left & -left;
                if (lost) found.push_back({cells[place], stairs.values_of(lost) & masks[cells[place]]});
            }
            before<0>(earlier, alive, stairs.of_set(here, scratch_), words);
            for (int w = 0; w < words; ++w) earlier[w] &= from[w];
            std::swap(alive, earlier);
        }
        return true;
    }

    const Model& model_;
    std::vector<Place> rules_;
    std::vector<std::vector<std::int32_t>> watchers_;  // for each cell the rules that look at it
    std::vector<char> queued_, allowed_;
    bool limited_ = false;
    std::vector<std::int32_t> waiting_;
    std::vector<Mask> harmless_;  // for each cell the values that are known to break nothing
    std::vector<Mask> tried_, alive_, ahead_, back_, scratch_;
    std::vector<Cut> found_;
};

}  // namespace caracol
