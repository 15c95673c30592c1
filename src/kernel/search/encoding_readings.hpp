// How Encoding states lines and sequences. Included by encoding.hpp; these are its members.
#pragma once

namespace caracol {

// One variable for each state on a path from the start to acceptance.
inline void Encoding::encode(const Regular& reading) {
    const Staircase& stairs = model_.stairs[reading.stairs];
    const int words = stairs.words(), length = reading.cells.size();
    const auto mask_at = [&](int place) { return candidates_[model_.cells[reading.cells.from + place]]; };
    std::vector<Mask> alive(std::size_t(length + 1) * words), earlier(words), scratch;
    const auto at = [&](int place) { return alive.data() + std::size_t(place) * words; };
    std::copy_n(stairs.start(), words, at(0));
    for (int place = 0; place < length; ++place)
        after<0>(at(place + 1), at(place), stairs.of_set(stairs.classes_of(mask_at(place)), scratch), words);
    for (int w = 0; w < words; ++w) at(length)[w] &= stairs.accept()[w];
    for (int place = length - 1; place >= 0; --place) {
        before<0>(earlier.data(), at(place + 1), stairs.of_set(stairs.classes_of(mask_at(place)), scratch), words);
        for (int w = 0; w < words; ++w) at(place)[w] &= earlier[w];
    }
    if (model_.values == 2)
        if (const auto runs = runs_of(stairs, 1)) return encode_runs(reading, *runs, alive, words);
    if (model_.values > 2)
        if (const auto round = round_of(stairs, model_.values)) return encode_round(reading, *round, alive, words);
    const bool alone = one_way(stairs);
    std::vector<Literal> here = layer(at(0), words, alone), there;
    for (int place = 0; place < length; ++place) {
        there = layer(at(place + 1), words, alone);
        step(stairs, model_.cells[reading.cells.from + place], here, there);
        std::swap(here, there);
    }
}

// Runs of one value: the start of each is an order-encoded number ("at this place or later"), and a
// cell belongs to a run, or is between two, by clauses of two or three literals.
inline void Encoding::encode_runs(const Regular& reading, const std::vector<Run>& runs, const std::vector<Mask>& alive, int words) {
    const int length = reading.cells.size(), many = static_cast<int>(runs.size());
    if (!(alive[0] & 1)) return add({});  // there is no path through the line
    // later[i][p]: run i begins at place p or later.
    std::vector<std::vector<Literal>> later(many, std::vector<Literal>(length + 2, no()));
    for (int i = 0; i < many; ++i) {
        // It can begin at p if the state after its first cell is alive after p.
        const auto can_begin = [&](int place) {
            const int state = runs[i].ready + 1;
            return place < length && (alive[std::size_t(place + 1) * words + state / 64] >> (state % 64) & 1);
        };
        int first = 0, last = length - 1;
        while (!can_begin(first)) ++first;
        while (!can_begin(last)) --last;
        std::vector<Literal>& mine = later[i];
        std::fill_n(mine.begin(), first + 1, yes_);
        for (int p = first + 1; p <= last; ++p) {
            // If it cannot begin there, "there or later" is the same as one place before.
            mine[p] = can_begin(p - 1) ? learner.fresh() : mine[p - 1];
            if (mine[p] != mine[p - 1] && mine[p - 1] != yes_) add({negation(mine[p]), mine[p - 1]});
        }
    }
    const auto from = [&](int i, int place) {
        return place <= 0 ? yes_ : place > length ? no() : later[i][place];
    };
    for (int i = 0; i + 1 < many; ++i)
        for (int p = 0; p < length; ++p) tie(negation(from(i, p)), from(i + 1, p + runs[i].length + 1));
    for (int p = 0; p < length; ++p) {
        const Literal painted = literal(model_.cells[reading.cells.from + p], 1);
        for (int i = 0; i <= many; ++i) {
            if (i < many) tie(negation(from(i, p - runs[i].length + 1)), from(i, p + 1), painted);
            // After run i - 1 and before run i.
            const Literal begun = i ? from(i - 1, p - runs[i - 1].length + 1) : no();
            tie(begun, i < many ? negation(from(i, p + 1)) : no(), negation(painted));
        }
    }
}

// Values read repeatedly: it is enough to know which comes next, and the total number. With a
// variable for each number read so far, learned clauses would be too specific.
inline void Encoding::encode_round(const Regular& reading, const Round& round, const std::vector<Mask>& alive, int words) {
    const int length = reading.cells.size(), many = static_cast<int>(round.values.size());
    if (!(alive[0] & 1)) return add({});  // there is no path through the line
    const auto next_at = [&](int place) {
        std::vector<char> open(many, 0);
        for (int state = 0; state <= round.total; ++state)
            if (alive[std::size_t(place) * words + state / 64] >> (state % 64) & 1) open[state % many] = 1;
        std::vector<Literal> names(many, no()), known;
        const bool one = std::count(open.begin(), open.end(), 1) == 1;
        for (int r = 0; r < many; ++r)
            if (open[r]) known.push_back(names[r] = one ? yes_ : learner.fresh());
        if (!one) add(known), at_most(known, 1);
        return names;
    };
    std::vector<Literal> read;
    std::vector<std::vector<Literal>> due(1, next_at(0));
    for (int place = 0; place < length; ++place) {
        const int cell = model_.cells[reading.cells.from + place];
        due.push_back(next_at(place + 1));
        const std::vector<Literal>&here = due[place], &there = due[place + 1];
        Mask others = candidates_[cell];
        for (const int value : round.values) others &= ~(Mask(1) << value);
        const Literal other = literal_of(cell, others);
        if (other != yes_) read.push_back(negation(other));
        for (int r = 0; r < many; ++r) {
            const int next = (r + 1) % many;
            const Literal value = literal(cell, round.values[r]);
            tie(negation(value), here[r]);
            tie(negation(value), there[next]);
            tie(negation(other), negation(here[r]), there[r]);
            tie(negation(other), here[r], negation(there[r]));
            tie(negation(here[r]), value, other);
            tie(negation(there[next]), value, other);
            tie(negation(here[r]), there[r], there[next]);
            tie(negation(there[next]), here[next], here[r]);
        }
    }
    std::int32_t left = round.total;
    std::vector<Literal> open, closed;
    for (const Literal literal : read) {
        if (literal == yes_) --left;
        else open.push_back(literal), closed.push_back(negation(literal));
    }
    const auto all = static_cast<std::int32_t>(open.size());
    if (left < 0 || left > all) return add({});
    at_most(std::move(open), left);
    at_most(std::move(closed), all - left);
    if (guard_ < 0 && !model_.repeats) tie_sides(reading, round, due);
}

// If the path runs along a line that has each value once, it reads there the values from the one due
// before to the one due after, and the others are elsewhere in the line. That follows from order and
// counts together, but only by counting, which takes clauses thousands of conflicts.
inline void Encoding::tie_sides(const Regular& reading, const Round& round, const std::vector<std::vector<Literal>>& due) {
    std::vector<int> place(model_.size, -1);
    for (int i = reading.cells.from; i < reading.cells.to; ++i) place[model_.cells[i]] = i - reading.cells.from;
    std::map<std::vector<std::int32_t>, Mask> lines;
    for (const Count& count : model_.given())
        if (count.least == 1 && count.most == 1 && single(count.counted))
            lines[{model_.cells.begin() + count.cells.from, model_.cells.begin() + count.cells.to}] |= count.counted;
    Mask wanted = 0;
    for (const int value : round.values) wanted |= Mask(1) << value;
    for (auto& [cells, counted] : lines) {
        if (wanted & ~counted) continue;
        std::vector<std::int32_t> line = cells;
        std::sort(line.begin(), line.end(), [&](int a, int b) { return place[a] < place[b]; });
        for (std::size_t from = 0, to; from < line.size(); from = to) {
            for (to = from + 1; to < line.size() && place[line[to]] == place[line[to - 1]] + 1;) ++to;
            if (place[line[from]] >= 0 && to - from > 1)
                tie_side(line, from, to, round, due[place[line[from]]], due[place[line[to - 1]] + 1]);
        }
    }
}

// The same for the cells of the line between `from` and `to`, which are consecutive on the path.
inline void Encoding::tie_side(const std::vector<std::int32_t>& line, std::size_t from, std::size_t to, const Round& round,
              const std::vector<Literal>& before, const std::vector<Literal>& behind) {
    const int many = static_cast<int>(round.values.size());
    std::vector<Literal> inside, here, elsewhere;
    for (const int value : round.values) {
        inside.push_back(learner.fresh());
        here.assign(1, negation(inside.back()));
        elsewhere.assign(1, inside.back());
        for (std::size_t i = 0; i < line.size(); ++i) {
            const bool in = from <= i && i < to;
            (in ? here : elsewhere).push_back(literal(line[i], value));
            tie(negation(literal(line[i], value)), in ? inside.back() : negation(inside.back()));
        }
        add(here);
        add(elsewhere);
    }
    for (int r = 0; r < many; ++r) {
        const int next = (r + 1) % many, last = (r + many - 1) % many;
        tie(negation(inside[r]), inside[next], behind[next]);
        tie(inside[r], negation(inside[next]), before[next]);
        tie(negation(before[r]), behind[r], inside[r]);
        tie(negation(before[r]), behind[r], negation(inside[last]));
        tie(negation(behind[r]), before[r], negation(inside[r]));
        tie(negation(behind[r]), before[r], inside[last]);
    }
}

// A clause, unless it is satisfied anyway.
inline void Encoding::tie(Literal one, Literal other, Literal third) {
    if (third < 0) third = no();
    if (one == yes_ || other == yes_ || third == yes_) return;
    clause_.clear();
    for (const Literal literal : {one, other, third})
        if (literal != no()) clause_.push_back(literal);
    add(clause_);
}

// The variables of the states of one place, -1 if a state is not alive; one of them is true.
inline std::vector<Literal> Encoding::layer(const Mask* alive, int words, bool alone) {
    std::vector<Literal> names(std::size_t(64) * words, -1), known;
    int many = 0;
    for (int w = 0; w < words; ++w) many += size(alive[w]);
    tick(many);
    for (int w = 0; w < words; ++w)
        for (Mask left = alive[w]; left; left &= left - 1)
            known.push_back(names[64 * w + lowest(left)] = many == 1 ? yes_ : learner.fresh());
    if (alone) at_most(known, 1);
    add(known);
    return names;
}

// Which states may follow or precede which when this cell is read.
inline void Encoding::step(const Staircase& stairs, int cell, const std::vector<Literal>& here, const std::vector<Literal>& there) {
    const int states = static_cast<int>(here.size()), words = stairs.words();
    std::vector<char> goals(states), origins(states);  // bit d: up by d
    std::vector<Literal> clause;
    // The state that is d after `from` (or before `to`), if it is alive.
    const auto move = [&](Literal name, Literal reads, int state, int direction, int moves,
                         const std::vector<Literal>& others) {
        clause.assign({negation(name), negation(reads)});
        for (int d = 0; d < 3; ++d)
            if (moves >> d & 1) clause.push_back(others[state + direction * d]);
        add(clause);
    };
    for (Mask left = stairs.classes_of(candidates_[cell]); left; left &= left - 1) {
        const Literal reads = literal_of(cell, stairs.values_of(left & -left));
        const Moves moves = stairs.of_class(lowest(left));
        const auto open = [&](int from, int d) {
            return from >= 0 && from + d < states && here[from] >= 0 && there[from + d] >= 0 &&
                   (moves[d * words + from / 64] >> (from % 64) & 1);
        };
        for (int state = 0; state < states; ++state) {
            int up = 0, down = 0;
            for (int d = 0; d < 3; ++d) up |= open(state, d) << d, down |= open(state - d, d) << d;
            goals[state] |= up, origins[state] |= down;
            if (here[state] >= 0) move(here[state], reads, state, 1, up, there);
            if (there[state] >= 0) move(there[state], reads, state, -1, down, here);
        }
    }
    // A state is reached only from a state, and leads only to one: without these clauses, a dead end in
    // the line is found only by guessing.
    for (int state = 0; state < states; ++state) {
        if (here[state] >= 0) move(here[state], yes_, state, 1, goals[state], there);
        if (there[state] >= 0) move(there[state], yes_, state, -1, origins[state], here);
    }
}

// One variable for each state on a path from the start to acceptance; or, if the values are
// different, for each set of them.
inline void Encoding::encode(const Sequence& sequence) {
    const Automaton& automaton = *sequence.automaton;
    const int length = sequence.cells.size(), wide = automaton.stride();
    const auto cell_at = [&](int place) { return model_.cells[sequence.cells.from + place]; };
    const auto mask_at = [&](int place) { return candidates_[cell_at(place)]; };
    std::vector<Mask> alive;
    if (!automaton.follow(length, mask_at, alive, [](int, Mask) {})) return add({});
    if (automaton.different && !sequence.repeats) return encode_sets(sequence, &alive[std::size_t(length) * wide + 1]);
    const bool alone = automaton.one_way();
    std::vector<Literal> here = layer(&alive[1], automaton.words(), alone), there;
    std::vector<std::vector<Literal>> goals(here.size()), origins(here.size()), ways(here.size()), ways_back(here.size());
    const auto add_ways = [&](const std::vector<Literal>& names, std::vector<std::vector<Literal>>& to, Literal reads) {
        for (std::size_t state = 0; state < names.size(); ++state) {
            if (names[state] < 0) continue;
            clause_.assign(to[state].begin(), to[state].end());
            clause_.insert(clause_.end(), {negation(names[state]), negation(reads)});
            add(clause_);
            to[state].clear();
        }
    };
    for (int place = 0; place < length; ++place) {
        there = layer(&alive[std::size_t(place + 1) * wide + 1], automaton.words(), alone);
        for (Mask left = mask_at(place); left; left &= left - 1) {
            for (auto [move, end] = automaton.moves(lowest(left)); move != end; ++move)
                for (int w = move->from; w < move->to; ++w)
                    for (Mask states = automaton.mask(*move)[w]; states; states &= states - 1) {
                        const int from = 64 * (w - 1) + lowest(states), to = from + move->by;
                        if (here[from] < 0 || there[to] < 0) continue;
                        ways[from].push_back(there[to]), goals[from].push_back(there[to]);
                        ways_back[to].push_back(here[from]), origins[to].push_back(here[from]);
                    }
            const Literal reads = literal(cell_at(place), lowest(left));
            add_ways(here, ways, reads);
            add_ways(there, ways_back, reads);
        }
        // A state is reached only from a state, and leads only to one, as in `step`.
        add_ways(here, goals, yes_);
        add_ways(there, origins, yes_);
        std::swap(here, there);
    }
}

// Different values: each possible set of them, as the numbers of the final states.
inline void Encoding::encode_sets(const Sequence& sequence, const Mask* ends) {
    std::vector<std::pair<std::size_t, Literal>> sets;
    std::vector<Literal> some, reads;
    for (int w = 0; w < sequence.automaton->words(); ++w)
        for (Mask left = ends[w]; left; left &= left - 1) {
            some.push_back(learner.fresh());
            sets.emplace_back(std::size_t(64) * w + lowest(left), some.back());
        }
    add(some);
    for (int value = 0; value < model_.values; ++value) {
        reads.clear();
        for (int i = sequence.cells.from; i < sequence.cells.to; ++i)
            if (const Literal here = literal(model_.cells[i], value); here != no()) reads.push_back(here);
        const Literal had = learner.fresh();
        for (const Literal read : reads) add({negation(read), had});
        for (const auto& [set, name] : sets) add({negation(name), set >> value & 1 ? had : negation(had)});
        clause_ = reads;
        clause_.push_back(negation(had));
        add(clause_);
        std::int32_t most = 1;
        if (!shared_value_.empty()) most -= rename_repeats(reads);
        if (most < 0) add({});
        else at_most(reads, most);
    }
}

}  // namespace caracol
