// Counts inside counts, and sets of values. Counterpart of `deduction/techniques/count_inside.py`.
//
// Only the steps with the fewest rules are returned, in the same order as in Python.
#pragma once

#include <vector>

#include "propagation/cutters.hpp"
#include "explaining/tallies.hpp"

namespace caracol {

class Insides {
  public:
    // Some rules need all the room that others have.
    struct Filled {
        std::vector<std::int32_t> inner, outer;  // numbers of rules
        std::int32_t value, needed, room;
        std::vector<std::int32_t> besides;  // needed cells in no outer rule
        std::vector<Elimination> cuts;
    };

    // Some values of a line fill some of its cells.
    struct Set {
        std::vector<std::int32_t> numbers, cells;
        std::vector<Elimination> cuts;
    };

    struct Bounds {
        std::size_t largest;  // maximum number of rules chosen freely
        int spread;           // skip rules that meet this many more others than their own number
    };

    Insides(const Model& model, const Tallies& tallies) : model_(model), tallies_(tallies) {}

    std::vector<Filled> filled(const Mask* masks, const Bounds& bounds) {
        found_.clear();
        fewest_ = ~std::size_t(0);
        masks_ = masks;
        bounds_ = bounds;
        const auto& families = tallies_.families();
        for (const auto& inner : families)
            for (const auto& outer : families)
                if (&inner != &outer && rule(inner[0]).value == rule(outer[0]).value) between(inner, outer);
        return std::move(found_);
    }

    std::vector<Set> sets(const Mask* masks) {
        std::vector<Set> found;
        std::size_t longest = 0;
        std::vector<Tallies::Members> needy;
        for (const auto& line : tallies_.lines()) {
            needy.emplace_back();
            for (std::int32_t r : line)
                if (rule(r).open && rule(r).need > 0) needy.back().push_back(r);
            longest = std::max(longest, needy.back().size());
        }
        // By size, because a smaller set makes all larger ones unnecessary.
        for (std::size_t size = 2; size <= longest && found.empty(); ++size)
            for (const auto& line : needy)
                if (size <= line.size()) sets_of(line, size, masks, found);
        return found;
    }

  private:
    const Tallies::Rule& rule(std::size_t at) const { return tallies_.rules()[at]; }

    // -- counts inside counts: rules of a family share no cell, so everything is sums of shared cells

    struct Inner {
        std::int32_t rule, rest;  // undecided cells in no outer rule
        Mask touched;             // the outer rules that it meets, as positions in outer_
        const std::int32_t* shared;  // the number of shared cells for each of them
    };

    void between(const Tallies::Members& inner, const Tallies::Members& outer) {
        outer_.clear();
        roomy_ = 0;
        covered_.assign(tallies_.words(), 0);
        for (std::int32_t r : outer)
            if (rule(r).open) {
                for (std::size_t w = 0; w < covered_.size(); ++w) covered_[w] |= tallies_.open(r)[w];
                if (rule(r).room > 0) roomy_ |= Mask(1) << outer_.size();
                outer_.push_back(r);
            }
        inner_.clear();
        shared_.assign(inner.size() * outer_.size(), 0);
        for (std::int32_t r : inner)
            if (rule(r).open && rule(r).need > 0) {
                std::int32_t* shared = shared_.data() + inner_.size() * outer_.size();
                Inner one{r, rule(r).open, 0, shared};
                const std::size_t meeting = meets_outer(r) ? outer_.size() : 0;
                for (std::size_t place = 0; place < meeting; ++place)
                    if ((shared[place] = tallies_.shared(r, outer_[place]))) {
                        one.touched |= Mask(1) << place;
                        one.rest -= shared[place];
                    }
                inner_.push_back(one);
            }
        tick(static_cast<std::int64_t>(shared_.size()));
        tried_.clear();
        for (std::size_t size = 1; size <= std::min(bounds_.largest, inner_.size()); ++size) {
            size_ = size;
            choose(0, size, 0, 0);
        }
    }

    // Whether a rule has an undecided cell in any outer rule. On large boards most have none.
    bool meets_outer(std::int32_t r) const {
        for (std::size_t w = 0; w < covered_.size(); ++w)
            if (covered_[w] & tallies_.open(r)[w]) return true;
        return false;
    }

    // Every way to choose this many more from a position on, in order.
    void choose(std::size_t from, std::size_t more, Mask chosen, Mask around) {
        tick(1);
        if (size(around) > static_cast<int>(size_) + bounds_.spread) return;
        if (more == 0) {
            Mask inside = 0;
            for (std::size_t place = 0; place < inner_.size(); ++place)
                if (!(inner_[place].touched & ~around)) inside |= Mask(1) << place;
            fill(chosen, around);
            if (inside != chosen) fill(inside, around);
            return;
        }
        for (std::size_t place = from; place + more <= inner_.size(); ++place) {
            // A rule that meets no outer rule needs nothing of their room.
            if (!inner_[place].touched) continue;
            choose(place + 1, more - 1, chosen | Mask(1) << place, around | inner_[place].touched);
        }
    }

    void fill(Mask group, Mask around) {
        std::int32_t needed = 0, bound = 0;
        for (Mask left = group; left; left &= left - 1) {
            needed += rule(inner_[lowest(left)].rule).need;
            bound += inner_[lowest(left)].rest;
        }
        // Each rule with room takes at least one, so choosing more rules than needed never fills them.
        if (needed < size(around & roomy_)) return;
        Mask used = 0, met = 0;
        for (Mask left = around; left; left &= left - 1) {
            const int place = lowest(left);
            std::int32_t shared = 0;
            for (Mask rest = group; rest; rest &= rest - 1) shared += inner_[lowest(rest)].shared[place];
            if (!shared) continue;
            met |= Mask(1) << place;
            const auto& other = rule(outer_[place]);
            bound += std::min(shared, other.room);
            if (bound > needed) return;
            if (shared > other.room || (shared == other.room && other.open > shared)) used |= Mask(1) << place;
        }
        // If no outer rule limits anything, this is the inner rules alone, which have their own step.
        if (bound != needed || !used) return;
        const std::size_t rules = size(group) + size(used);
        if (rules > fewest_) return;
        if (std::find(tried_.begin(), tried_.end(), group) != tried_.end()) return;
        tried_.push_back(group);
        Filled step = make_step(group, met, used, needed);
        if (step.cuts.empty()) return;
        if (rules < fewest_) fewest_ = rules, found_.clear();
        found_.push_back(std::move(step));
    }

    Filled make_step(Mask group, Mask met, Mask used, std::int32_t needed) const {
        const std::size_t words = tallies_.words();
        std::vector<Mask> cells(words), taken(words), full(words), limited(words);
        const auto join = [&](std::vector<Mask>& to, std::int32_t r) {
            for (std::size_t w = 0; w < words; ++w) to[w] |= tallies_.open(r)[w];
        };
        Filled step{{}, {}, rule(inner_[lowest(group)].rule).value, needed, 0, {}, {}};
        for (Mask left = group; left; left &= left - 1) {
            const std::int32_t r = inner_[lowest(left)].rule;
            step.inner.push_back(rule(r).number);
            join(cells, r);
        }
        for (Mask left = met; left; left &= left - 1) {
            const std::int32_t r = outer_[lowest(left)];
            std::int32_t shared = 0;
            for (std::size_t w = 0; w < words; ++w) shared += size(cells[w] & tallies_.open(r)[w]);
            if (shared > rule(r).room) join(full, r);  // not all shared cells are needed
            if (used >> lowest(left) & 1) {
                step.outer.push_back(rule(r).number);
                step.room += rule(r).room;
                join(limited, r);
            }
        }
        const Mask value = Mask(1) << step.value;
        for (std::size_t w = 0; w < words; ++w) {
            const Mask needs = cells[w] & ~full[w], loses = limited[w] & ~cells[w];
            for (Mask left = needs | loses; left; left &= left - 1) {
                const auto cell = static_cast<std::int32_t>(w * 64 + lowest(left));
                const bool certain = needs & left & -left;
                step.cuts.push_back({cell, certain ? masks_[cell] & ~value : value});
                if (certain && !(limited[w] & left & -left)) step.besides.push_back(cell);
            }
        }
        return step;
    }

    // -- sets of values

    void sets_of(const Tallies::Members& line, std::size_t size, const Mask* masks, std::vector<Set>& found) {
        const Span cells = rule(line[0]).cells;
        places_.assign(line.size(), 0);
        for (std::size_t i = 0; i < line.size(); ++i)
            for (int place = 0; place < cells.size(); ++place) {
                const Mask here = masks[model_.cells[cells.from + place]];
                if (!single(here) && here >> rule(line[i]).value & 1) places_[i] |= Mask(1) << place;
            }
        pick(line, 0, size, 0, 0, 0, masks, found);
    }

    void pick(const Tallies::Members& line, std::size_t from, std::size_t more, Mask chosen, Mask taken, int needed,
              const Mask* masks, std::vector<Set>& found) {
        tick(1);
        if (more) {
            for (std::size_t i = from; i + more <= line.size(); ++i)
                pick(line, i + 1, more - 1, chosen | Mask(1) << i, taken | places_[i], needed + rule(line[i]).need,
                     masks, found);
            return;
        }
        if (size(taken) != needed) return;
        Set set;
        Mask values = 0;
        for (Mask left = chosen; left; left &= left - 1) {
            values |= Mask(1) << rule(line[lowest(left)]).value;
            set.numbers.push_back(rule(line[lowest(left)]).number);
        }
        for (Mask left = taken; left; left &= left - 1)
            set.cells.push_back(model_.cells[rule(line[0]).cells.from + lowest(left)]);
        std::sort(set.cells.begin(), set.cells.end());
        for (std::int32_t cell : set.cells)
            if (masks[cell] & ~values) set.cuts.push_back({cell, masks[cell] & ~values});
        if (!set.cuts.empty()) found.push_back(std::move(set));
    }

    const Model& model_;
    const Tallies& tallies_;
    const Mask* masks_ = nullptr;
    Bounds bounds_{};
    std::vector<Filled> found_;
    std::size_t fewest_ = 0, size_ = 0;
    std::vector<std::int32_t> outer_, shared_;
    std::vector<Inner> inner_;
    std::vector<Mask> tried_, places_, covered_;
    Mask roomy_ = 0;
};

}  // namespace caracol
