// How Encoding states counts, and what follows from several of them. Included by encoding.hpp; these
// are its members.
#pragma once

namespace caracol {

inline void Encoding::encode(const Count& count) {
    std::vector<Literal> open;
    std::int32_t sure = 0;
    for (const auto& [cell, values] : counted_cells(count)) {
        const Literal here = literal_of(cell, values);
        if (here == yes_) ++sure;
        else if (here != no()) open.push_back(here);
    }
    if (!shared_value_.empty()) sure += rename_repeats(open);
    count_literals(std::move(open), count.least - sure, count.most - sure);
}

inline void Encoding::count_literals(std::vector<Literal> open, std::int32_t least, std::int32_t most) {
    const auto many = static_cast<std::int32_t>(open.size());
    if (most < 0 || least > many || least > most) {
        add({});
    } else if (model_.repeats || (sums_ && worth_a_sum(many, most))) {
        count_up(open, least, most);
    } else {
        if (least > 0) {
            std::vector<Literal> others;
            for (const Literal literal : open) others.push_back(negation(literal));
            at_most(std::move(others), many - least);
        }
        if (most < many) at_most(std::move(open), most);
    }
}

inline void Encoding::exactly(std::vector<Literal> open, std::int32_t wanted) {
    const auto many = static_cast<std::int32_t>(open.size());
    if (wanted < 0 || wanted > many) return add({});
    std::vector<Literal> others;
    for (const Literal literal : open) others.push_back(negation(literal));
    at_most(std::move(others), many - wanted);
    at_most(std::move(open), wanted);
}

inline void Encoding::add_implied() {
    const Implied implied(model_, candidates_);
    for (const Balance& balance : implied.balances) {
        std::int32_t wanted = balance.more;
        std::vector<Literal> open;
        for (const bool here : {true, false})
            for (const std::int32_t cell : here ? balance.here : balance.there) {
                const Literal counted = literal_of(cell, balance.counted);
                if (counted == yes_) wanted -= here ? 1 : -1;
                else if (counted != no()) open.push_back(here ? counted : negation(counted)), wanted += !here;
            }
        if (!shared_value_.empty()) wanted -= rename_repeats(open);
        exactly(std::move(open), wanted);
    }
    std::map<std::vector<Literal>, Literal> names;
    for (const Blocks& packing : implied.packings) {
        std::int32_t wanted = packing.wanted;
        std::vector<Literal> empty;
        for (const auto& block : packing.blocks) {
            std::vector<Literal> open;
            for (const std::int32_t cell : block)
                if (const Literal counted = literal_of(cell, packing.counted); counted != no()) open.push_back(counted);
            if (std::find(open.begin(), open.end(), yes_) != open.end()) --wanted;
            else if (!open.empty()) empty.push_back(negation(name_of(std::move(open), names)));
        }
        std::int32_t spare = static_cast<std::int32_t>(empty.size()) - wanted;
        if (!shared_value_.empty()) spare -= rename_repeats(empty);
        if (spare < 0) add({});
        else at_most(std::move(empty), spare);
    }
}

// The literal for "one of these is true".
inline Literal Encoding::name_of(std::vector<Literal> some, std::map<std::vector<Literal>, Literal>& names) {
    if (some.size() == 1) return some[0];
    const auto [name, fresh] = names.try_emplace(some, 0);
    if (fresh) {
        name->second = learner.fresh();
        for (const Literal literal : some) add({negation(literal), name->second});
        some.push_back(negation(name->second));
        add(some);
    }
    return name->second;
}

// The cells of a count, with the values it counts. Two cells that share variables and of which at most
// one is counted are stated as one, which is counted if one of them is.
inline std::vector<std::pair<int, Mask>> Encoding::counted_cells(const Count& count) const {
    std::vector<std::pair<int, Mask>> found;
    for (int i = count.cells.from; i < count.cells.to; ++i) {
        const int cell = model_.cells[i];
        if (shared_[cell] < 0) {
            found.emplace_back(cell, count.counted);
            continue;
        }
        Mask values = 0;
        for (Mask left = candidates_[cell] & count.counted; left; left &= left - 1)
            values |= Mask(1) << shared_value_[cell * model_.values + lowest(left)];
        found.emplace_back(shared_[cell], values);
    }
    if (shared_value_.empty()) return found;
    std::stable_sort(found.begin(), found.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 1; i < found.size(); ++i) {
        if (found[kept].first == found[i].first && !(found[kept].second & found[i].second & candidates_[found[i].first]))
            found[kept].second |= found[i].second;
        else found[++kept] = found[i];
    }
    if (!found.empty()) found.resize(kept + 1);
    return found;
}

// What counts imply about pairs of cells when they are added up. A magnet within a line has both poles
// in it; of a magnet across two lines, one line gets the plus and one the minus. So "pluses without
// minuses" of the lines from the edge up to one of them depends only on the magnets across its border.
// Clauses would need very many conflicts to find that out.
inline void Encoding::add_up(Limits& limits) {
    std::vector<std::vector<const Count*>> lines;
    std::map<std::vector<std::int32_t>, std::size_t> known;
    for (const Count& count : model_.given()) {
        if (count.least != count.most || !single(count.counted)) continue;
        const auto [line, fresh] = known.try_emplace(
            {model_.cells.begin() + count.cells.from, model_.cells.begin() + count.cells.to}, lines.size());
        if (fresh) lines.emplace_back();
        lines[line->second].push_back(&count);
    }
    std::vector<Equation> differences;
    for (const auto& counts : lines) {
        if (counts.size() != 2) continue;
        Equation difference;
        for (const int sign : {1, -1}) {
            const Count& count = *counts[sign < 0];
            difference.total += sign * count.most;
            for (const auto& [cell, values] : counted_cells(count)) {
                const Literal here = literal_of(cell, values);
                if (here == yes_) difference.total -= sign;
                else if (here != no()) difference.add(here, sign);
            }
        }
        differences.push_back(std::move(difference));
    }
    std::set<std::vector<Literal>> stated;
    for (const bool forwards : {true, false}) {
        Equation sum;
        for (std::size_t i = 0; i < differences.size(); ++i) {
            const Equation& next = differences[forwards ? i : differences.size() - 1 - i];
            if (limits.reached(static_cast<std::int64_t>(next.times.size()))) return;
            if (!sum.times.empty() && !sum.shortens(next)) sum = {};
            sum.add(next);
            std::int32_t wanted = 0;
            std::vector<Literal> open = sum.literals(wanted);
            std::vector<Literal> contrary;
            for (const Literal literal : open) contrary.push_back(negation(literal));
            if (sum.most_times() > 2 || stated.count(contrary) || !stated.insert(open).second) continue;
            wanted -= rename_repeats(open);
            exactly(std::move(open), wanted);
        }
    }
}

// Cells that share variables may yield the same literal twice, which counts do not support: one of
// them gets another name. Of a literal and its negation, one is true: the number of these is returned.
inline std::int32_t Encoding::rename_repeats(std::vector<Literal>& literals) {
    std::int32_t sure = 0;
    std::vector<Literal> kept;
    std::sort(literals.begin(), literals.end());
    for (const Literal literal : literals) {
        if (kept.empty() || variable_of(kept.back()) != variable_of(literal)) {
            kept.push_back(literal);
        } else if (kept.back() == negation(literal)) {
            kept.pop_back();
            ++sure;
        } else {
            const auto [name, fresh] = again_.try_emplace(literal, 0);
            if (fresh) {
                name->second = learner.fresh();
                learner.add({negation(name->second), literal});
                learner.add({name->second, negation(literal)});
            }
            kept.insert(kept.end() - 1, name->second);
        }
    }
    literals = std::move(kept);
    return sure;
}

// With a variable for each "at least j of the first i", equivalent to that.
inline void Encoding::count_up(const std::vector<Literal>& literals, std::int32_t least, std::int32_t most) {
    const auto many = static_cast<std::int32_t>(literals.size());
    const std::int32_t width = most < many ? most + 1 : std::max(least, 0);
    std::vector<Literal> before(width + 1, no()), after(width + 1);
    before[0] = yes_;
    for (std::int32_t i = 1; i <= many; ++i) {
        const Literal here = literals[i - 1];
        after[0] = yes_;
        for (std::int32_t j = 1; j <= width; ++j) {
            // The end is known, so work backwards from it.
            const std::int32_t left = many - i;
            if (j > i || j > most) after[j] = no();
            else if (j <= least - left) after[j] = yes_;
            else after[j] = learner.fresh();
            add({negation(before[j]), after[j]});
            add({negation(here), negation(before[j - 1]), after[j]});
            add({negation(after[j]), before[j], here});
            add({negation(after[j]), before[j - 1]});
        }
        std::swap(before, after);
    }
}

}  // namespace caracol
