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
        outers_.clear();
        for (const auto& family : families) outers_.push_back(outer_of(family));
        list_areas();
        for (std::size_t inner = 0; inner < families.size(); ++inner)
            for (std::size_t outer = 0; outer < families.size(); ++outer)
                if (outers_[outer].limited && inner != outer && rule(families[inner][0]).value == rule(families[outer][0]).value && meet(inner, outer))
                    between(families[inner], outers_[outer]);
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

    // The rules of a family that have undecided cells, and the one that each cell belongs to.
    struct Outer {
        std::vector<std::int32_t> rules;
        std::vector<std::int8_t> owner;  // for each cell, a position in rules, or -1
        Mask roomy = 0;
        bool limited = false;  // whether some rule has too little room for all its undecided cells
    };

    // The undecided cells of each family: on large boards, most families are far from each other.
    void list_areas() {
        const auto& families = tallies_.families();
        const std::size_t words = tallies_.words();
        areas_.assign(families.size() * words, 0);
        for (std::size_t family = 0; family < families.size(); ++family)
            for (const std::int32_t r : families[family])
                for (std::size_t w = 0; w < words; ++w) areas_[family * words + w] |= tallies_.open(r)[w];
    }

    bool meet(std::size_t one, std::size_t other) const {
        const std::size_t words = tallies_.words();
        for (std::size_t w = 0; w < words; ++w)
            if (areas_[one * words + w] & areas_[other * words + w]) return true;
        return false;
    }

    Outer outer_of(const Tallies::Members& family) const {
        Outer outer;
        outer.owner.assign(model_.size, -1);
        for (std::int32_t r : family) {
            if (!rule(r).open) continue;
            const auto place = outer.rules.size();
            outer.limited |= rule(r).room < rule(r).open;
            if (rule(r).room > 0) outer.roomy |= Mask(1) << place;
            for (int i = rule(r).cells.from; i < rule(r).cells.to; ++i)
                outer.owner[model_.cells[i]] = static_cast<std::int8_t>(place);
            outer.rules.push_back(r);
        }
        return outer;
    }

    void between(const Tallies::Members& inner, const Outer& outer) {
        outer_ = outer.rules;
        roomy_ = outer.roomy;
        inner_.clear();
        shared_.assign(inner.size() * outer_.size(), 0);
        for (std::int32_t r : inner)
            if (rule(r).open && rule(r).need > 0) {
                std::int32_t* shared = shared_.data() + inner_.size() * outer_.size();
                Inner one{r, rule(r).open, 0, shared};
                const Mask* open = tallies_.open(r);
                for (int w = rule(r).words.from; w < rule(r).words.to; ++w)
                    for (Mask left = open[w]; left; left &= left - 1)
                        if (const int place = outer.owner[w * 64 + lowest(left)]; place >= 0) {
                            ++shared[place];
                            one.touched |= Mask(1) << place;
                            --one.rest;
                        }
                inner_.push_back(one);
            }
        tick(static_cast<std::int64_t>(inner_.size() + outer_.size()));
        find_mates();
        untouched_ = choosable_ = 0;
        for (std::size_t place = 0; place < inner_.size(); ++place) {
            const int met = size(inner_[place].touched);
            // A rule that meets no outer rule needs nothing of their room.
            if (!met) untouched_ |= Mask(1) << place;
            else if (met <= static_cast<int>(bounds_.largest) + bounds_.spread) choosable_ |= Mask(1) << place;
        }
        if (!choosable_) return;
        tried_.clear();
        for (std::size_t size = 1; size <= std::min(bounds_.largest, inner_.size()); ++size) {
            size_ = size;
            choose(~Mask(0), size, 0, 0);
        }
    }

    // For each inner rule, those that it is joined to by outer rules that both meet: others would be
    // another step.
    void find_mates() {
        mates_.assign(inner_.size(), 0);
        for (std::size_t first = 0; first < inner_.size(); ++first) {
            if (mates_[first]) continue;
            Mask mates = Mask(1) << first, area = inner_[first].touched, before = 0;
            while (before != mates) {
                before = mates;
                for (std::size_t place = first + 1; place < inner_.size(); ++place)
                    if (inner_[place].touched & area) mates |= Mask(1) << place, area |= inner_[place].touched;
            }
            for (Mask left = mates; left; left &= left - 1) mates_[lowest(left)] = mates;
        }
    }

    // Every way to choose this many more of these positions, joined to those before, in order.
    void choose(Mask later, std::size_t more, Mask chosen, Mask around) {
        tick(1);
        if (size(around) > static_cast<int>(size_) + bounds_.spread) return;
        if (more == 0) {
            Mask inside = untouched_;
            for (Mask left = mates_[lowest(chosen)]; left; left &= left - 1)
                if (!(inner_[lowest(left)].touched & ~around)) inside |= left & -left;
            fill(chosen, around);
            if (inside != chosen) fill(inside, around);
            return;
        }
        Mask next = choosable_ & later & (chosen ? mates_[lowest(chosen)] : ~Mask(0));
        for (; next; next &= next - 1) {
            const int place = lowest(next);
            choose(~Mask(0) << place << 1, more - 1, chosen | Mask(1) << place, around | inner_[place].touched);
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
    std::vector<Outer> outers_;
    std::vector<Mask> tried_, places_, mates_;
    std::vector<Mask> areas_;  // of each family
    Mask roomy_ = 0;
    Mask untouched_ = 0, choosable_ = 0;  // inner rules that meet no outer ones, and those that meet few
};

}  // namespace caracol
