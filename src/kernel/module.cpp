// The Python interface: reads the rules, works without the GIL, returns plain lists.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <atomic>
#include <exception>
#include <memory>
#include <mutex>
#include <numeric>
#include <thread>
#include <utility>

#include "propagation/board.hpp"
#include "propagation/cutters.hpp"
#include "search/encoding.hpp"
#include "search/solving.hpp"
#include "explaining/inside.hpp"
#include "explaining/line_walk.hpp"
#include "explaining/lines.hpp"
#include "explaining/nested.hpp"
#include "explaining/packing.hpp"
#include "explaining/plain_walk.hpp"
#include "model/reader.hpp"
#include "explaining/runs.hpp"
#include "search/search.hpp"
#include "explaining/smallest.hpp"
#include "explaining/steps.hpp"
#include "explaining/tallies.hpp"
#include "explaining/trial.hpp"

namespace nb = nanobind;

namespace caracol {

// A flag that one thread sets and another, deep in the kernel, checks.
struct Stop {
    std::atomic<bool> flag{false};
};

inline std::vector<int> numbers_of(nb::handle from) {
    const Items items(from);
    std::vector<int> found;
    for (Py_ssize_t i = 0; i < items.size(); ++i) found.push_back(static_cast<int>(whole(items[i])));
    return found;
}

template <class Number>
nb::object tuple_of(const std::vector<Number>& values) {
    nb::object tuple = made(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
    for (std::size_t i = 0; i < values.size(); ++i)
        PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), made(PyLong_FromLong(values[i])).release().ptr());
    return tuple;
}

// An argument about a line as Python represents it: the technique's number, the places painted and
// blank, the round, the runs, the block and the wall.
inline nb::object to_python(const runs::Argument& argument) {
    const auto places = [](runs::Places set) {
        std::vector<int> found;
        for (; set; set &= set - 1) found.push_back(std::countr_zero(set));
        return tuple_of(found);
    };
    nb::list named;
    for (const int run : argument.runs) named.append(run);
    nb::object block = nb::none(), wall = nb::none();
    if (argument.block.first >= 0) block = nb::make_tuple(argument.block.first, argument.block.last);
    if (argument.technique == runs::glue) wall = nb::cast(argument.wall);
    return nb::make_tuple(static_cast<int>(argument.technique), places(argument.painted), places(argument.blanks),
                          argument.depth, nb::tuple(named), block, wall);
}

// Groups of rules that are close together, for any board with their cells: for each group, its cells
// and all ways to fill them.
struct Patterns {
    explicit Patterns(nb::handle groups) {
        const Items items(groups);
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const Items parts(items[i]);
            if (parts.size() != 2) throw std::invalid_argument("a pattern has cells and ways");
            Pattern pattern{{}, numbers_of(parts[0])};
            if (pattern.cells.size() > Pattern::most_cells) throw std::out_of_range("a pattern has few cells");
            for (const std::int32_t cell : pattern.cells) {
                if (cell < 0) throw std::out_of_range("there is no cell with this number");
                last_cell = std::max(last_cell, cell);
            }
            for (const int way : numbers_of(parts[1])) pattern.ways.push_back(static_cast<std::uint32_t>(way));
            every.push_back(std::move(pattern));
        }
    }

    std::vector<Pattern> every;
    std::int32_t last_cell = -1;
};

class Kernel {
  public:
    Kernel(int size, int values, nb::handle stated, nb::handle kinds)
        : Kernel(read_model(size, values, stated, kinds)) {}

    // The same cells with some of the rules; see Model::only.
    Kernel* part(nb::handle numbers) const {
        const std::vector<int> chosen = numbers_of(numbers);
        for (const int number : chosen)
            if (number < 0 || number >= model_.rules) throw std::out_of_range("there is no rule with this number");
        return new Kernel(model_.only(chosen));
    }

    nb::object propagate(nb::handle candidates) {
        const Work work(*this, candidates);
        bool possible;
        {
            nb::gil_scoped_release free;
            possible = board_.begin(given_.data(), Board::Counts::given) && board_.propagate();
        }
        return possible ? list_of(board_.candidates()) : nb::none();
    }

    // What is left by single rules and by what all ways to fill the cells of each of these patterns
    // agree on, again and again; None if a rule cannot be satisfied.
    nb::object settle(nb::handle candidates, const Patterns& patterns, nb::handle numbers) {
        const Work work(*this, candidates);
        if (model_.values != 2 || patterns.last_cell >= model_.size) throw std::out_of_range("a pattern is of cells of the board, which have two values");
        std::vector<const Pattern*> used;
        for (const int number : numbers_of(numbers)) used.push_back(&patterns.every.at(static_cast<std::size_t>(number)));
        bool possible;
        {
            nb::gil_scoped_release free;
            possible = board_.begin(given_.data(), Board::Counts::given) && board_.propagate() && settled(used);
        }
        return possible ? list_of(board_.candidates()) : nb::none();
    }

    // The number of the rule that fails, -1 if a cell is empty from the start; None: no rule fails.
    nb::object failing(nb::handle candidates) {
        const Work work(*this, candidates);
        bool possible;
        {
            nb::gil_scoped_release free;
            possible = board_.begin(given_.data(), Board::Counts::given) && board_.propagate();
        }
        if (possible) return nb::none();
        return nb::int_(board_.failed());
    }

    bool reads() const { return !model_.readings.empty() || !model_.sequences.empty(); }

    // Whether there are loops or connected shapes.
    bool nets() const { return model_.nets(); }

    nb::object probe(nb::handle candidates, std::optional<double> seconds, const Stop* stop, bool derived) {
        const Work work(*this, candidates);
        std::vector<int> first;
        return probed(seconds, stop, derived ? Board::Counts::all : Board::Counts::given, first);
    }

    nb::tuple probe_in_order(nb::handle candidates, nb::handle cells) {
        const Work work(*this, candidates);
        std::vector<int> first = numbers_of(cells);
        for (const int cell : first)
            if (cell < 0 || cell >= model_.size) throw std::out_of_range("there is no cell with this number");
        nb::object left = probed(std::nullopt, nullptr, Board::Counts::given, first);
        return nb::make_tuple(left, tuple_of(first));
    }

    nb::object search(nb::handle candidates, std::optional<std::uint64_t> limit,
                      std::optional<std::uint64_t> nodes, std::uint64_t further, std::optional<double> seconds,
                      const Stop* stop, std::size_t keep, std::uint64_t few) {
        const Work work(*this, candidates);
        Goals goals;
        if (limit) goals.limit = *limit;
        if (nodes) goals.nodes = *nodes;
        goals.further = further;
        goals.keep = keep;
        goals.few = few;
        Found found;
        run(seconds, stop,
            [&](Limits& limits) { caracol::search(board_, given_.data(), goals, limits, found); });
        return as_tuple(found);
    }

    nb::object learn(nb::handle candidates, std::optional<std::uint64_t> limit,
                     std::optional<std::uint64_t> work_limit, std::optional<double> seconds, const Stop* stop,
                     std::size_t keep, std::uint64_t turn) {
        const Work work(*this, candidates);
        Goals goals;
        if (limit) goals.limit = *limit;
        goals.keep = keep;
        Found found;
        run(seconds, stop, [&](Limits& limits) {
            if (board_.begin(given_.data(), Board::Counts::all) && board_.propagate())
                caracol::learn(model_, board_.candidates().data(), work_limit.value_or(countless), turn, goals,
                               limits, found);
            else
                found.finished = true;
        });
        return as_tuple(found);
    }

    // Whether message passing is possible.
    bool believes() const { return Beliefs::fits(model_); }

    // A solution that message passing finds with this much work, or None, which proves nothing.
    nb::object believe(nb::handle candidates, std::uint64_t most_work, std::optional<double> seconds, const Stop* stop) {
        const Work work(*this, candidates);
        if (!believes()) throw std::invalid_argument("beliefs are for cells that lie in two lines of runs each");
        Found found;
        run(seconds, stop, [&](Limits& limits) {
            if (!board_.begin(given_.data(), Board::Counts::all) || !board_.propagate()) return;
            auto solution = Beliefs(model_, board_.candidates().data()).find(most_work, limits);
            if (solution) found.solutions.push_back(std::move(*solution));
        });
        return found.solutions.empty() ? nb::none() : tuple_of(found.solutions[0]);
    }

    // The values that cells have in solutions, and whether these are all.
    nb::object possible(nb::handle candidates, std::optional<std::uint64_t> work_limit, std::optional<double> seconds,
                        const Stop* stop, std::uint64_t turn) {
        const Work work(*this, candidates);
        std::vector<Mask> seen(model_.size);
        bool complete = false;
        run(seconds, stop, [&](Limits& limits) {
            complete = !board_.begin(given_.data(), Board::Counts::all) || !board_.propagate() ||
                       caracol::possible(model_, board_.candidates().data(), work_limit.value_or(countless), turn,
                                         limits, seen);
        });
        return nb::make_tuple(list_of(seen), complete);
    }

    // What each of these rules rules out, as a list of `kind`; None for a rule that cannot be satisfied.
    nb::object cuts(nb::handle candidates, nb::handle numbers, nb::handle kind) {
        const Work work(*this);
        const Items items(numbers), masks(candidates);
        nb::object found = made(PyList_New(items.size()));
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const bool kept = cuts_of(whole(items[i]), masks);
            PyList_SetItem(found.ptr(), i, (kept ? list_of(removed_, kind) : nb::none()).release().ptr());
        }
        return found;
    }

    // The same for the rules that rule anything out, each after its number; one that cannot be
    // satisfied comes last.
    nb::object open_cuts(nb::handle candidates, nb::handle numbers, nb::handle kind) {
        const Work work(*this);
        const Items items(numbers), masks(candidates);
        nb::list found;
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const bool kept = cuts_of(whole(items[i]), masks);
            if (!kept || !removed_.empty())
                found.append(nb::make_tuple(items[i], kept ? list_of(removed_, kind) : nb::none()));
            if (!kept) break;
        }
        return found;
    }

    // Chains that refute a candidate, each as cell, value, links; see trial.hpp.
    nb::object chains(nb::handle candidates, std::size_t longest, std::size_t reach, std::size_t shrunk,
                      std::size_t margin, nb::handle kind) {
        const Work work(*this, candidates);
        std::vector<Chain> found;
        {
            nb::gil_scoped_release free;
            if (!std::exchange(sought_, true)) seek_solution();
            found = trials().chains(given_, {longest, reach, shrunk, margin});
        }
        nb::list listed;
        for (const Chain& chain : found)
            listed.append(nb::make_tuple(chain.cell, chain.value, list_of(chain.links, kind)));
        return listed;
    }

    // The links by which these rules alone refute a value, each with the relevant cuts; or None.
    nb::object chain(nb::handle candidates, int cell, int value, nb::handle numbers, nb::handle kind) {
        const Work work(*this, candidates);
        expect_candidate(cell, value);
        trials().allow_none();
        for (const std::int32_t number : rules_from(numbers)) trials().allow(number);
        trials().begin(given_);
        auto links = trials().refuted(cell, value, Trials::unlimited);
        trials().allow_all();
        if (!links) return nb::none();
        return list_of(trials().used(std::move(*links)), kind);
    }

    // Whether these rules refute a value, with the assumptions of a plan inside; see nested.hpp.
    bool refutes(nb::handle candidates, int cell, int value, nb::handle numbers, nb::handle plan) {
        const Work work(*this, candidates);
        expect_candidate(cell, value);
        const auto rules = rules_from(numbers);
        const Plan inside = plan_from(plan);
        return NestedTrials(model_, trials(), given_, rules).refutes({cell, value}, inside);
    }

    // The links of that refutation, beginning with any of the rules, each as rule, cuts, links inside.
    nb::object nested_chain(nb::handle candidates, int cell, int value, nb::handle numbers, nb::handle plan,
                            nb::handle kind) {
        const Work work(*this, candidates);
        expect_candidate(cell, value);
        const auto rules = rules_from(numbers);
        const auto links = NestedTrials(model_, trials(), given_, rules).chain({cell, value}, plan_from(plan));
        if (!links) return nb::none();
        return nested_list(*links, kind);
    }

    // The position of the first of these (cell * values + value) that all rules refute with nested
    // trials; None if there is none, or time runs out.
    nb::object first_refutable(nb::handle candidates, nb::handle doubts, std::optional<double> seconds, const Stop* stop) {
        const Work work(*this, candidates);
        std::vector<Candidate> tried;
        for (const int number : numbers_of(doubts)) {
            if (number < 0) throw std::out_of_range("there is no such candidate");
            expect_candidate(number / model_.values, number % model_.values);
            tried.push_back({number / model_.values, number % model_.values});
        }
        std::vector<std::int32_t> rules(lines_count());
        std::iota(rules.begin(), rules.end(), 0);
        std::ptrdiff_t place = -1;
        run(seconds, stop, [&](Limits& limits) {
            place = NestedTrials(model_, trials(), given_, rules).first_refutable(tried, limits);
        });
        return place < 0 ? nb::none() : nb::object(nb::int_(place));
    }

    // What to assume inside a trial in which a cell has one of these values, as far as it leads: whether
    // a rule breaks, cells and values, and the remaining candidates.
    nb::object extend(nb::handle candidates, int cell, Mask kept, nb::handle numbers, std::size_t most) {
        const Work work(*this, candidates);
        expect_candidate(cell, 0);
        const auto rules = rules_from(numbers);
        Plan found;
        bool broken;
        {
            nb::gil_scoped_release free;
            broken = NestedTrials(model_, trials(), given_, rules).extend(cell, kept, most, found);
        }
        nb::list listed;
        for (const Candidate& one : found) listed.append(nb::make_tuple(one.cell, one.value));
        return nb::make_tuple(broken, listed, list_of(trials().candidates()));
    }

    // What to assume inside a trial, as cells and values; None if that does not refute it.
    nb::object plan(nb::handle candidates, int cell, int value, nb::handle numbers, std::size_t most) {
        const Work work(*this, candidates);
        expect_candidate(cell, value);
        const auto rules = rules_from(numbers);
        std::optional<Plan> found;
        {
            nb::gil_scoped_release free;
            found = NestedTrials(model_, trials(), given_, rules).plan({cell, value}, most);
        }
        if (!found) return nb::none();
        nb::list listed;
        for (const Candidate& one : *found) listed.append(nb::make_tuple(one.cell, one.value));
        return nb::tuple(listed);
    }

    // The fewest groups of rules that refute one of the doubts (cell * values + value), as (finished,
    // position in doubts or -1, groups, looks); see smallest.hpp.
    nb::object smallest(nb::handle candidates, nb::handle groups, nb::handle solution, nb::handle doubts,
                        std::int32_t below, std::uint64_t most_work, std::optional<double> seconds, const Stop* stop) {
        const Work work(*this, candidates);
        if (nets()) throw std::invalid_argument("the kernel finds no smallest reasons where there is a loop or a connected shape");
        const Items group_items(groups), doubt_items(doubts);
        if (group_items.size() != model_.rules) throw std::out_of_range("there must be a group for each rule");
        std::vector<std::int32_t> group_of;
        for (Py_ssize_t i = 0; i < group_items.size(); ++i) {
            const long group = whole(group_items[i]);
            if (group < 0 || group >= model_.rules) throw std::out_of_range("there are no more groups than rules");
            group_of.push_back(static_cast<std::int32_t>(group));
        }
        const std::vector<std::uint8_t> values = solution_of(solution);
        std::vector<Doubt> doubted;
        for (Py_ssize_t i = 0; i < doubt_items.size(); ++i) {
            const long doubt = whole(doubt_items[i]);
            if (doubt < 0 || doubt >= long(model_.size) * model_.values) throw std::out_of_range("there is no such candidate");
            doubted.push_back({static_cast<std::int32_t>(doubt / model_.values),
                               static_cast<std::int32_t>(doubt % model_.values)});
        }
        Smallest found;
        run(seconds, stop, [&](Limits& limits) {
            SmallestReason reason(model_, given_, group_of, values, doubted, limits);
            if (!limits.reached()) found = reason.find(below, most_work);
        });
        nb::list named;
        for (const std::int32_t group : found.groups) named.append(group);
        return nb::make_tuple(found.finished, found.doubt, named, found.looks);
    }

    // The whole lines as pairs of cells and rules; None if the kernel cannot follow one of them.
    nb::object lines() {
        if (!whole_lines().possible()) return nb::none();
        nb::list listed;
        for (const auto& line : whole_lines().lines()) listed.append(nb::make_tuple(tuple_of(line.cells), tuple_of(line.numbers)));
        return listed;
    }

    // Whether the kernel can follow every whole line.
    bool follows() { return whole_lines().possible(); }

    // What each of these whole lines rules out, as tuples of `kind`.
    nb::object line_cuts(nb::handle candidates, nb::handle numbers, std::size_t most_states, nb::handle kind) {
        const Work work(*this, candidates);
        const Items items(numbers);
        nb::list listed;
        std::vector<Elimination> found;
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const auto& line = whole_lines().lines().at(static_cast<std::size_t>(whole(items[i])));
            whole_lines().cuts(line, given_.data(), most_states, found);
            listed.append(nb::tuple(list_of(found, kind)));
        }
        return listed;
    }

    // Counts that fill others, with the fewest rules: inner and outer rules, value, needed, room, other
    // cells, cuts. None if the kernel cannot follow.
    nb::object inside(nb::handle candidates, std::size_t largest, int spread, nb::handle kind) {
        const Work work(*this, candidates);
        if (!tallies().possible()) return nb::none();
        tallies().look(given_.data());
        nb::list listed;
        for (const auto& one : Insides(model_, tallies()).filled(given_.data(), {largest, spread}))
            listed.append(nb::make_tuple(tuple_of(one.inner), tuple_of(one.outer), one.value, one.needed, one.room,
                                         tuple_of(one.besides), nb::tuple(list_of(one.cuts, kind))));
        return listed;
    }

    // Values of a line that fill the same number of cells, the fewest: rules, cells, cuts.
    nb::object sets(nb::handle candidates, nb::handle kind) {
        const Work work(*this, candidates);
        if (!tallies().possible()) return nb::none();
        tallies().look(given_.data());
        nb::list listed;
        for (const auto& one : Insides(model_, tallies()).sets(given_.data()))
            listed.append(nb::make_tuple(tuple_of(one.numbers), tuple_of(one.cells), nb::tuple(list_of(one.cuts, kind))));
        return listed;
    }

    // Counts that need as many as their cells have parts, with the fewest rules: the count, the rules of
    // the parts, cells that are parts by themselves, value, needed, cuts.
    nb::object packed(nb::handle candidates, int most_parts, int most_covers, nb::handle kind) {
        const Work work(*this, candidates);
        if (!tallies().possible() || most_parts > 15) return nb::none();
        tallies().look(given_.data());
        nb::list listed;
        for (const auto& one : packing().packed(given_.data(), most_parts, most_covers))
            listed.append(nb::make_tuple(one.number, tuple_of(one.blocks), tuple_of(one.alone), one.value, one.needed,
                                         nb::tuple(list_of(one.cuts, kind))));
        return listed;
    }

    // Candidates that would leave a count too few parts, with the fewest rules: the count, the excluding
    // rules, those of the parts, cell and value, the count's value, needed, room.
    nb::object squeezed(nb::handle candidates, int most_parts) {
        const Work work(*this, candidates);
        if (!tallies().possible() || most_parts > 15) return nb::none();
        tallies().look(given_.data());
        nb::list listed;
        for (const auto& one : packing().squeezed(given_.data(), most_parts))
            listed.append(nb::make_tuple(one.number, tuple_of(one.links), tuple_of(one.blocks), one.cell, one.assumed,
                                         one.value, one.needed, one.room));
        return listed;
    }

    // What single rules and whole lines leave in the end.
    nb::object sweep(nb::handle candidates, std::size_t most_states) {
        const Work work(*this, candidates);
        bool possible;
        {
            nb::gil_scoped_release free;
            possible = board_.begin(given_.data(), Board::Counts::given) && board_.propagate() &&
                       whole_lines().sweep(board_, most_states);
        }
        return possible ? list_of(board_.candidates()) : nb::none();
    }

    // What single rules, whole lines and short trials leave in the end.
    nb::object steps(nb::handle candidates, std::size_t longest, std::size_t reach, std::size_t most_states) {
        const Work work(*this, candidates);
        bool possible;
        {
            nb::gil_scoped_release free;
            possible = board_.begin(given_.data(), Board::Counts::given) && board_.propagate() &&
                       short_trials(
                           board_, [&]() -> Trials& { return trials(); }, whole_lines(), longest, reach, most_states, {});
        }
        return possible ? list_of(board_.candidates()) : nb::none();
    }

    // Whether they leave no cell open; a known solution saves half of the trials.
    bool steps_solve(nb::handle candidates, std::size_t longest, std::size_t reach, std::size_t most_states,
                     nb::handle solution) {
        const Work work(*this, candidates);
        std::vector<std::uint8_t> known;
        if (!solution.is_none()) known = solution_of(solution);
        nb::gil_scoped_release free;
        const auto begun = [&] { return board_.begin(given_.data(), Board::Counts::given) && board_.propagate(); };
        return begun() && any_trials(board_, whole_lines(), most_states, known) && closed(board_) && begun() &&
               short_trials(
                   board_, [&]() -> Trials& { return trials(); }, whole_lines(), longest, reach, most_states, known) &&
               closed(board_);
    }

    // A walk over lines of one colour; see line_walk.hpp. For each step, the rule, the argument as in
    // `line_arguments`, and the number of available steps. Efforts are hundredths.
    nb::object line_steps(nb::handle candidates, nb::handle numbers, nb::handle sizes, nb::handle looks, int run, int round, int most_effort,
                          std::size_t most) {
        const Work work(*this, candidates);
        const Items lines(sizes);
        runs::Efforts efforts{numbers_of(looks), run, round};
        if (lines.size() != model_.rules || model_.readings.size() != lines_count() || model_.values != 2)
            throw std::invalid_argument("these are not lines of one colour");
        if (efforts.looks.size() != runs::none) throw std::out_of_range("there is an effort for each technique");
        const std::vector<int> woken = numbers_of(numbers);
        for (const int number : woken)
            if (number < 0 || number >= model_.rules) throw std::out_of_range("there is no rule with this number");
        for (const Mask mask : given_)
            if (!mask) return nb::list();
        std::vector<runs::LineWalk::Clue> clues(lines_count());
        for (std::size_t number = 0; number < clues.size(); ++number) {
            const Span cells = trials().cells(static_cast<std::int32_t>(number));
            if (cells.size() > 62) throw std::out_of_range("a line has at most 62 cells here");
            clues[number].cells.assign(model_.cells.begin() + cells.from, model_.cells.begin() + cells.to);
            clues[number].runs = numbers_of(lines[static_cast<Py_ssize_t>(number)]);
        }
        std::vector<runs::Step> taken;
        {
            runs::LineWalk walk(model_.size, std::move(clues), std::move(efforts));
            nb::gil_scoped_release free;
            taken = walk.steps(given_, woken, most_effort, most, [&](std::int32_t rule, std::vector<Elimination>& removed) {
                return trials().cuts(given_.data(), rule, removed);
            });
        }
        nb::list listed;
        for (const runs::Step& step : taken) listed.append(nb::make_tuple(step.rule, to_python(step.argument), step.open));
        return listed;
    }

    // A walk by single rules; see plain_walk.hpp. For each step, the cell that implies its neighbours or
    // None, the rules, what they remove, and the number of available steps. Efforts are hundredths.
    nb::object plain_steps(nb::handle candidates, nb::handle numbers, nb::handle counts, nb::handle alone, nb::handle known, int closed,
                           int beside, Mask telling, nb::handle groups, nb::handle together, int most_effort, std::size_t most,
                           nb::handle kind) {
        const Work work(*this, candidates);
        const std::vector<int> counted = numbers_of(counts), woken = numbers_of(numbers);
        PlainLooks looks;
        looks.alone = numbers_of(alone), looks.known = numbers_of(known), looks.closed = closed;
        looks.beside = beside, looks.telling = telling;
        const std::vector<int> grouped = numbers_of(together);
        looks.together = grouped.at(0), looks.together_but_one = grouped.at(1);
        if (counted.size() != 4 || looks.alone.size() != lines_count())
            throw std::out_of_range("there are four efforts of counts, and one for each rule");
        if (looks.known.empty() && std::ranges::any_of(looks.alone, [](int effort) { return effort < 0; }))
            throw std::out_of_range("there are no efforts by what is known");
        looks.none = counted[0], looks.full = counted[1], looks.all = counted[2], looks.naked = counted[3];
        for (const int number : woken)
            if (number < 0 || number >= model_.rules) throw std::out_of_range("there is no rule with this number");
        for (const Mask mask : given_)
            if (!mask) return nb::list();
        if (auto wanted = groups_of(groups); !plain_ || wanted != patterns_) {
            patterns_ = std::move(wanted);
            plain_.emplace(model_, trials(), patterns_);
        }
        std::vector<PlainStep> taken;
        {
            nb::gil_scoped_release free;
            taken = plain_->steps(given_, woken, std::move(looks), most_effort, most);
        }
        nb::list listed;
        for (const PlainStep& step : taken)
            listed.append(nb::make_tuple(step.centre < 0 ? nb::none() : nb::cast(step.centre), tuple_of(step.rules),
                                         nb::tuple(list_of(step.cuts, kind)), step.open));
        return listed;
    }

    bool repeats() const { return model_.repeats; }

  private:
    // Remove what the ways to fill the cells of patterns agree on, until nothing changes.
    bool settled(const std::vector<const Pattern*>& patterns) {
        std::vector<Elimination> cuts;
        for (bool changed = true; changed;) {
            changed = false;
            for (const Pattern* pattern : patterns) {
                pattern->agree(board_.candidates(), cuts);
                for (const auto& [cell, removed] : cuts) {
                    if (!(board_.candidates()[cell] & removed)) continue;
                    if (!board_.assume(cell, ~removed)) return false;
                    changed = true;
                }
            }
        }
        return true;
    }

    // Groups of rules, each with few cells, for patterns.
    std::vector<std::vector<int>> groups_of(nb::handle groups) {
        const Items items(groups);
        std::vector<std::vector<int>> found;
        std::vector<char> seen(model_.size);
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            found.push_back(numbers_of(items[i]));
            std::vector<std::int32_t> cells;
            for (const int number : found.back()) {
                if (number < 0 || number >= model_.rules) throw std::out_of_range("there is no rule with this number");
                const Span span = trials().cells(number);
                for (int c = span.from; c < span.to; ++c)
                    if (!std::exchange(seen[model_.cells[c]], 1)) cells.push_back(model_.cells[c]);
            }
            for (const std::int32_t cell : cells) seen[cell] = 0;
            if (model_.values != 2 || model_.repeats || found.back().empty() || cells.size() > Pattern::most_cells)
                throw std::out_of_range("a group is of few cells, which have two values");
        }
        return found;
    }

    explicit Kernel(Model model) : model_(std::move(model)), board_(model_) {}

    std::size_t lines_count() const { return static_cast<std::size_t>(model_.rules); }

    WholeLines& whole_lines() {
        if (!lines_) lines_.emplace(model_);
        return *lines_;
    }

    // A solution shows for one value of each cell that it need not be tried. A search that does not find
    // one soon is given up: the result of trials does not depend on it.
    void seek_solution() {
        Goals goals;
        goals.limit = goals.keep = 1;
        goals.nodes = most_choices;
        Limits limits(std::nullopt, nullptr, [] { return false; });
        Found found;
        caracol::search(board_, given_.data(), goals, limits, found);
        if (!found.solutions.empty()) trials().know(found.solutions[0]);
    }

    static constexpr std::uint64_t most_choices = 100;

    // Only the candidates of a rule's own cells: there are many such calls, and most are small.
    void read_cells_of(long number, const Items& masks) {
        if (number < 0 || number >= model_.rules) throw std::out_of_range("there is no rule with this number");
        expect_cells(masks, model_.size);
        given_.resize(model_.size);
        const Span cells = trials().cells(static_cast<std::int32_t>(number));
        for (int i = cells.from; i < cells.to; ++i)
            given_[model_.cells[i]] = mask_of(masks[model_.cells[i]]) & model_.everything;
    }

    // Stores what a rule rules out in removed_; false if it cannot be satisfied.
    bool cuts_of(long number, const Items& masks) {
        read_cells_of(number, masks);
        return trials().cuts(given_.data(), static_cast<std::int32_t>(number), removed_);
    }

    Tallies& tallies() {
        if (!tallies_) tallies_.emplace(model_);
        return *tallies_;
    }

    Packing& packing() {
        if (!packing_) packing_.emplace(model_, tallies());
        return *packing_;
    }

    // A value for each cell.
    std::vector<std::uint8_t> solution_of(nb::handle solution) const {
        const Items items(solution);
        if (items.size() != model_.size) throw std::out_of_range("there must be a value for each cell");
        std::vector<std::uint8_t> values;
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const long value = whole(items[i]);
            if (value < 0 || value >= model_.values) throw std::out_of_range("there is no such value");
            values.push_back(static_cast<std::uint8_t>(value));
        }
        return values;
    }

    void expect_candidate(long cell, long value) const {
        if (cell < 0 || cell >= model_.size || value < 0 || value >= model_.values)
            throw std::out_of_range("there is no such candidate");
    }

    std::vector<std::int32_t> rules_from(nb::handle numbers) const {
        const Items items(numbers);
        std::vector<std::int32_t> rules;
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const long number = whole(items[i]);
            if (number < 0 || number >= model_.rules) throw std::out_of_range("there is no rule with this number");
            rules.push_back(static_cast<std::int32_t>(number));
        }
        return rules;
    }

    // Each is a cell, a value, and a plan of what is assumed inside that.
    Plan plan_from(nb::handle plan, int deep = 0) const {
        if (deep > deepest_plan) throw std::out_of_range("a plan is too deep");
        const Items items(plan);
        Plan found;
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const Items parts(items[i]);
            if (parts.size() != 3) throw std::out_of_range("there is no such candidate");
            const long cell = whole(parts[0]), value = whole(parts[1]);
            expect_candidate(cell, value);
            found.push_back({static_cast<std::int32_t>(cell), static_cast<std::int32_t>(value), plan_from(parts[2], deep + 1)});
        }
        return found;
    }
    static constexpr int deepest_plan = 8;  // people follow two

    Trials& trials() {
        if (!trials_) trials_.emplace(model_);
        return *trials_;
    }

    // Named tuples are created as plain tuples, because their own constructor runs Python.
    static nb::object list_of(const std::vector<Elimination>& cuts, nb::handle kind) {
        static const auto make = reinterpret_cast<newfunc>(PyType_GetSlot(&PyTuple_Type, Py_tp_new));
        nb::object list = made(PyList_New(static_cast<Py_ssize_t>(cuts.size())));
        for (std::size_t i = 0; i < cuts.size(); ++i) {
            const nb::tuple content = nb::make_tuple(nb::make_tuple(cuts[i].cell, cuts[i].removed));
            nb::object cut = made(make(reinterpret_cast<PyTypeObject*>(kind.ptr()), content.ptr(), nullptr));
            PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), cut.release().ptr());
        }
        return list;
    }

    static nb::object list_of(const Links& links, nb::handle kind) {
        nb::list listed;
        for (const Link& link : links) listed.append(nb::make_tuple(link.rule, nb::tuple(list_of(link.cuts, kind))));
        return listed;
    }

    // With the links inside, and inside of those.
    static nb::object nested_list(const Links& links, nb::handle kind) {
        nb::list listed;
        for (const Link& link : links)
            listed.append(nb::make_tuple(link.rule, nb::tuple(list_of(link.cuts, kind)), nested_list(link.inside, kind)));
        return listed;
    }

    static nb::object as_tuple(const Found& found) {
        nb::list solutions;
        for (const auto& solution : found.solutions) solutions.append(tuple_of(solution));
        return nb::make_tuple(found.count, solutions, found.finished, found.nodes, found.backtracks,
                              found.wakeups, found.deepest);
    }

    // One call at a time: threads wait for each other, and a signal handler that calls the kernel it
    // interrupted gets an error, because waiting for itself would never end.
    class Work {
      public:
        explicit Work(Kernel& kernel) : kernel_(kernel) {
            if (kernel.owner_.load() == std::this_thread::get_id())
                throw std::runtime_error("this kernel is at work already, further up this thread");
            if (!kernel.busy_.try_lock()) {
                nb::gil_scoped_release free;
                kernel.busy_.lock();
            }
            kernel.owner_ = std::this_thread::get_id();
        }
        Work(Kernel& kernel, nb::handle candidates) : Work(kernel) {
            read_candidates(candidates, kernel.model_, kernel.given_);
        }
        ~Work() {
            if (std::uncaught_exceptions() > exceptions_) kernel_.recover();
            kernel_.owner_ = std::thread::id();
            kernel_.busy_.unlock();
        }
        Work(const Work&) = delete;

      private:
        Kernel& kernel_;
        const int exceptions_ = std::uncaught_exceptions();
    };

    // What trials leave of the given candidates, or None; see Probing.
    nb::object probed(std::optional<double> seconds, const Stop* stop, Board::Counts counts, std::vector<int>& first) {
        bool possible = false;
        const bool done = run(seconds, stop, [&](Limits& limits) {
            possible = board_.begin(given_.data(), counts) && board_.propagate() && Probing(board_, limits).run(first);
        });
        if (!done) return list_of(given_);
        return possible ? list_of(board_.candidates()) : nb::none();
    }

    // Runs a task without the GIL and within limits; rethrows what a signal handler raised afterwards.
    // False if the limits ended it where it had nothing to return.
    template <class Task>
    bool run(std::optional<double> seconds, const Stop* stop, Task task) {
        bool raised = false, done = false;
        {
            nb::gil_scoped_release free;
            Limits limits(seconds, stop ? &stop->flag : nullptr, [&] { return raised = signalled(); });
            try {
                task(limits);
                done = true;
            } catch (const TimeIsUp&) {
                recover();
            }
        }
        if (raised) throw nb::python_error();
        return done;
    }

    // Forgets everything that an exception may have left half done.
    void recover() {
        board_.recover();
        plain_.reset();
        lines_.reset();
        trials_.reset();
        packing_.reset();
        tallies_.reset();
        sought_ = false;
    }

    static bool signalled() {
        nb::gil_scoped_acquire held;
        return PyErr_CheckSignals() != 0;  // only works in the main thread
    }

    static nb::object list_of(const std::vector<Mask>& masks) {
        nb::object list = made(PyList_New(static_cast<Py_ssize_t>(masks.size())));
        for (std::size_t i = 0; i < masks.size(); ++i)
            PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), made(PyLong_FromUnsignedLongLong(masks[i])).release().ptr());
        return list;
    }

    const Model model_;
    Board board_;
    std::optional<Tallies> tallies_;
    std::optional<Packing> packing_;
    std::optional<Trials> trials_;
    std::optional<WholeLines> lines_;
    std::optional<PlainWalk> plain_;
    std::vector<std::vector<int>> patterns_;  // the groups of rules that are combined
    std::vector<Mask> given_;
    bool sought_ = false;  // a solution, for trials
    std::vector<Elimination> removed_;
    std::mutex busy_;
    std::atomic<std::thread::id> owner_{};
};

// The arguments for the cuts of a line, whose cells may be blank (1), painted (2) or either (3);
// see runs.hpp.
nb::object line_arguments(nb::handle candidates, nb::handle cells, nb::handle sizes, nb::handle cuts) {
    const Items masks(candidates), places(cells), removed(cuts);
    const int length = static_cast<int>(places.size());
    if (length > 62) throw std::out_of_range("a line has at most 62 cells here");
    std::vector<int> all = numbers_of(sizes);
    runs::Places known[4] = {}, wanted[4] = {};
    std::vector<std::pair<long, long>> gone;
    for (Py_ssize_t i = 0; i < removed.size(); ++i) {
        const Items cut(removed[i]);
        gone.emplace_back(nb::cast<long>(cut[0]), nb::cast<long>(cut[1]));
    }
    for (int place = 0; place < length; ++place) {
        const long cell = nb::cast<long>(places[place]);
        if (cell < 0 || cell >= masks.size()) throw std::out_of_range("there is no such cell");
        const long mask = nb::cast<long>(masks[cell]);
        if (mask < 1 || mask > 3) throw std::invalid_argument("these are not lines of one colour");
        known[mask] |= runs::bit(place);
        if (mask != 3) continue;
        for (const auto& [which, values] : gone)
            if (which == cell && (values == 1 || values == 2)) wanted[values] |= runs::bit(place);
    }
    nb::list listed;
    for (const runs::Argument& one : runs::Line(length, std::move(all), known[2], known[1]).arguments(wanted[1], wanted[2]))
        listed.append(to_python(one));
    return listed;
}

// The limits that Python has set for everything this thread does, the last ones innermost.
inline thread_local std::vector<std::unique_ptr<Limits>> watches;

inline void watch(std::optional<double> seconds, nb::object flag) {
    watches.push_back(std::make_unique<Limits>(seconds, nullptr, [flag = std::move(flag)] {
        nb::gil_scoped_acquire held;
        { nb::gil_scoped_release for_those_who_set_flags; }
        if (PyErr_CheckSignals() != 0) throw nb::python_error();
        return !flag.is_none() && nb::cast<bool>(flag.attr("is_set")());
    }));
}

inline void unwatch() {
    if (watches.empty()) throw std::runtime_error("no limits have been set");
    watches.pop_back();
}

inline void translate(const std::exception_ptr& thrown, void* python) {
    try {
        std::rethrow_exception(thrown);
    } catch (const TimeIsUp&) {
        PyErr_SetNone(static_cast<PyObject*>(python));
    }
}

}  // namespace caracol

NB_MODULE(_kernel, module) {
    // What is still referenced when Python exits (by typing's registry of overloads, a cache, another
    // package) is not a leak, and nobody should read about it after a command.
    nb::set_leak_warnings(false);
    using namespace caracol;
    using namespace nb::literals;
    module.attr("VERSION") = "1";
    nb::class_<Stop>(module, "Stop")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.flag = true; })
        .def("clear", [](Stop& stop) { stop.flag = false; })
        .def("is_set", [](const Stop& stop) { return stop.flag.load(); });
    nb::object time_is_up = nb::module_::import_("caracol.errors").attr("TimeIsUp");
    nb::register_exception_translator(&translate, time_is_up.release().ptr());
    module.def("watch", &watch, "seconds"_a.none(), "flag"_a.none());
    module.def("unwatch", &unwatch);
    module.def("line_arguments", &line_arguments, "candidates"_a, "cells"_a, "runs"_a, "cuts"_a);
    nb::class_<Patterns>(module, "Patterns").def(nb::init<nb::handle>(), "groups"_a);
    nb::class_<Kernel>(module, "Kernel")
        .def(nb::init<int, int, nb::handle, nb::handle>(), "size"_a, "values"_a, "stated"_a, "kinds"_a)
        .def("part", &Kernel::part, "numbers"_a, nb::rv_policy::take_ownership)
        .def_prop_ro("reads", &Kernel::reads)
        .def_prop_ro("nets", &Kernel::nets)
        .def("propagate", &Kernel::propagate, "candidates"_a)
        .def("settle", &Kernel::settle, "candidates"_a, "patterns"_a, "numbers"_a)
        .def("failing", &Kernel::failing, "candidates"_a)
        .def("probe", &Kernel::probe, "candidates"_a, "seconds"_a.none(), "stop"_a.none(), "derived"_a)
        .def("probe_in_order", &Kernel::probe_in_order, "candidates"_a, "cells"_a)
        .def("search", &Kernel::search, "candidates"_a.none(), "limit"_a.none(), "nodes"_a.none(), "further"_a,
             "seconds"_a.none(), "stop"_a.none(), "keep"_a, "few"_a)
        .def("learn", &Kernel::learn, "candidates"_a, "limit"_a.none(), "work"_a.none(),
             "seconds"_a.none(), "stop"_a.none(), "keep"_a, "turn"_a)
        .def_prop_ro("believes", &Kernel::believes)
        .def("believe", &Kernel::believe, "candidates"_a, "work"_a, "seconds"_a.none(), "stop"_a.none())
        .def("possible", &Kernel::possible, "candidates"_a, "work"_a.none(), "seconds"_a.none(),
             "stop"_a.none(), "turn"_a)
        .def("cuts", &Kernel::cuts, "candidates"_a, "numbers"_a, "kind"_a)
        .def("open_cuts", &Kernel::open_cuts, "candidates"_a, "numbers"_a, "kind"_a)
        .def("chains", &Kernel::chains, "candidates"_a, "longest"_a, "reach"_a, "shrunk"_a, "margin"_a, "kind"_a)
        .def("chain", &Kernel::chain, "candidates"_a, "cell"_a, "value"_a, "rules"_a, "kind"_a)
        .def("refutes", &Kernel::refutes, "candidates"_a, "cell"_a, "value"_a, "rules"_a, "plan"_a)
        .def("first_refutable", &Kernel::first_refutable, "candidates"_a, "doubts"_a, "seconds"_a.none(), "stop"_a.none())
        .def("nested_chain", &Kernel::nested_chain, "candidates"_a, "cell"_a, "value"_a, "rules"_a, "plan"_a, "kind"_a)
        .def("extend", &Kernel::extend, "candidates"_a, "cell"_a, "kept"_a, "rules"_a, "most"_a)
        .def("plan", &Kernel::plan, "candidates"_a, "cell"_a, "value"_a, "rules"_a, "most"_a)
        .def("smallest", &Kernel::smallest, "candidates"_a, "groups"_a, "solution"_a, "doubts"_a, "below"_a,
             "work"_a, "seconds"_a.none(), "stop"_a.none())
        .def("lines", &Kernel::lines)
        .def_prop_ro("follows", &Kernel::follows)
        .def("line_cuts", &Kernel::line_cuts, "candidates"_a, "numbers"_a, "most_states"_a, "kind"_a)
        .def("inside", &Kernel::inside, "candidates"_a, "largest"_a, "spread"_a, "kind"_a)
        .def("sets", &Kernel::sets, "candidates"_a, "kind"_a)
        .def("packed", &Kernel::packed, "candidates"_a, "most_parts"_a, "most_covers"_a, "kind"_a)
        .def("squeezed", &Kernel::squeezed, "candidates"_a, "most_parts"_a)
        .def("sweep", &Kernel::sweep, "candidates"_a, "most_states"_a)
        .def("steps", &Kernel::steps, "candidates"_a, "longest"_a, "reach"_a, "most_states"_a)
        .def("steps_solve", &Kernel::steps_solve, "candidates"_a, "longest"_a, "reach"_a, "most_states"_a,
             "solution"_a.none())
        .def("line_steps", &Kernel::line_steps, "candidates"_a, "numbers"_a, "sizes"_a, "looks"_a, "run"_a, "round"_a,
             "most_effort"_a, "most"_a)
        .def("plain_steps", &Kernel::plain_steps, "candidates"_a, "numbers"_a, "counts"_a, "alone"_a, "known"_a, "closed"_a, "beside"_a,
             "telling"_a, "groups"_a, "together"_a, "most_effort"_a, "most"_a, "kind"_a)
        .def_prop_ro("repeats", &Kernel::repeats);
}
