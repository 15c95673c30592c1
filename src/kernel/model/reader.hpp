// Reads the rules directly from the Python objects: no copy in between, so building is fast.
#pragma once

#include <nanobind/nanobind.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <unordered_map>

#include "model/model.hpp"

namespace caracol {

namespace nb = nanobind;

// An object that Python made, or the error it raised instead, such as a lack of memory.
inline nb::object made(PyObject* object) {
    if (!object) throw nb::python_error();
    return nb::steal(object);
}

// The names of attributes, created once: looking one up by a C string would create it each time.
struct Names {
    nb::object cells = name("cells"), values = name("values"), least = name("least"), most = name("most"),
               tuples = name("tuples"), automaton = name("automaton"), start = name("start"), accept = name("accept"),
               moves = name("moves"), weights = name("weights"),
               ends = name("ends"), nodes = name("nodes"), links = name("links"), some = name("some"),
               kind = name("kind"), arguments = name("arguments"), flat = name("flat"),
               lines = name("lines"), clues = name("clues"), stairs = name("stairs");

    // Never freed: Python may end before it would be.
    static const Names& all() {
        static const Names& names = *new Names;
        return names;
    }

  private:
    static nb::object name(const char* text) { return made(PyUnicode_InternFromString(text)); }
};

inline long whole(nb::handle number) {
    const long value = PyLong_AsLong(number.ptr());
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    return value;
}

inline bool is_true(nb::handle object) {
    const int answer = PyObject_IsTrue(object.ptr());
    if (answer < 0) throw nb::python_error();
    return answer;
}

// Of a mask, only the values that exist; a negative one is a complement, as in Python.
inline Mask mask_of(nb::handle number) {
    const Mask mask = PyLong_AsUnsignedLongLongMask(number.ptr());
    if (mask == ~Mask(0) && PyErr_Occurred()) throw nb::python_error();
    return mask;
}

// A Python list or tuple, or anything that can become one; items are borrowed while it lives.
class Items {
  public:
    // A named tuple is a tuple, which PySequence_Fast does not notice.
    explicit Items(nb::handle from)
        : items_(PyTuple_Check(from.ptr()) ? nb::borrow(from)
                                           : made(PySequence_Fast(from.ptr(), "expected a sequence"))) {
        list_ = PyList_Check(items_.ptr());
        size_ = list_ ? PyList_Size(items_.ptr()) : PyTuple_Size(items_.ptr());
    }
    Py_ssize_t size() const { return size_; }
    nb::handle operator[](Py_ssize_t i) const {
        PyObject* item = list_ ? PyList_GetItem(items_.ptr(), i) : PyTuple_GetItem(items_.ptr(), i);
        if (!item) throw nb::python_error();
        return item;
    }

  private:
    nb::object items_;
    bool list_;
    Py_ssize_t size_;
};

inline void expect_cells(const Items& items, int size) {
    if (items.size() != size)
        throw std::invalid_argument("there are " + std::to_string(size) + " cells, but candidates for " +
                                    std::to_string(items.size()));
}

// None: every value of every cell.
inline void read_candidates(nb::handle from, const Model& model, std::vector<Mask>& candidates) {
    if (from.is_none()) {
        candidates.assign(model.size, model.everything);
        return;
    }
    const Items items(from);
    expect_cells(items, model.size);
    candidates.resize(model.size);
    for (int cell = 0; cell < model.size; ++cell) candidates[cell] = mask_of(items[cell]) & model.everything;
}

class Reader {
  public:
    Reader(int size, int values, nb::handle kinds) {
        if (size < 0 || values < 1 || values > most_values)
            throw std::invalid_argument("a kernel has 1 to 63 values a cell");
        model_.size = size;
        model_.values = values;
        model_.everything = (Mask(1) << values) - 1;
        const Items items(kinds);
        all_kinds_ = nb::borrow(kinds);
        for (int i = 0; i < known_kinds; ++i) kinds_[i] = nb::borrow(items[i]);
        for (int i = 0; i < known_ways; ++i) ways_[i] = nb::borrow(items[known_kinds + i]);
        for (int i = 0; i < known_automata; ++i) automata_[i] = nb::borrow(items[int(known_kinds) + int(known_ways) + i]);
        last_rule_.assign(size, -1);
    }

    Model read(nb::handle stated) {
        read_all(stated);
        model_.count_the_rest();
        model_.finish();
        return std::move(model_);
    }

  private:
    void read_all(nb::handle stated) {
        const Items items(stated);
        for (Py_ssize_t i = 0, many = items.size(); i < many; ++i) {
            const nb::handle item = items[i], type = item.type();
            if (type.is(ways_[shared])) read_shared(item);
            else if (type.is(ways_[family])) read_family(item);
            else if (type.is(ways_[readings])) read_readings(item);
            else read_rule(item, kind_of(type));
        }
    }

    void read_rule(nb::handle rule, int kind) {
        const nb::object cells = get(rule, names_.cells);
        switch (kind) {
            case count:
                add_count(cells, get(rule, names_.values), get(rule, names_.least), get(rule, names_.most));
                break;
            case allowed: add_allowed(cells, get(rule, names_.tuples)); break;
            case reading:
            case sum: add_reading(cells, get(rule, names_.automaton)); break;
            case loop: read_loop(rule, cells); break;
            case connected: read_connected(rule, cells); break;
            default: throw nb::type_error("the kernel only knows Count, Table, Regular, Sum, Loop and Connected");
        }
        ++model_.rules;
    }

    // Rules that have not been created: the arguments of their class, except for the words.
    void read_family(nb::handle stated) {
        const nb::object type = get(stated, names_.kind), object = get(stated, names_.arguments);
        const int kind = kind_of(type);
        const Items rules(object);
        for (Py_ssize_t i = 0, many = rules.size(); i < many; ++i) {
            if (kind > reading) {  // these are rare, so create the rule
                const nb::object parts = made(PySequence_Tuple(rules[i].ptr()));
                read_rule(type(*nb::borrow<nb::tuple>(parts), nb::arg("name") = "", nb::arg("statement") = ""), kind);
                continue;
            }
            const Items parts(rules[i]);
            const auto part = [&](Py_ssize_t place) { return nb::borrow(parts[place]); };
            switch (kind) {
                case count: add_count(part(0), part(1), part(2), part(3)); break;
                case allowed: add_allowed(part(0), part(1)); break;
                case reading: add_reading(part(0), part(1)); break;
                default: throw nb::type_error("a family is of a kind that the kernel knows");
            }
            ++model_.rules;
        }
    }

    // Lines given by their clues: lines seen before have been read, and clues seen before have their
    // automaton.
    void read_readings(nb::handle stated) {
        const nb::object lines = get(stated, names_.lines), make = get(stated, names_.stairs);
        // A tuple, because making an automaton runs Python, which could change a list.
        const nb::object listed = made(PySequence_Tuple(get(stated, names_.clues).ptr()));
        const Items clues(listed);
        const auto part = lines_of(lines);
        if (clues.size() != part->rules) throw std::invalid_argument("there must be a clue for each line");
        model_.append(*part);
        const auto automata = automata_of(make);
        for (Py_ssize_t i = 0; i < clues.size(); ++i) model_.stairs.push_back(automaton_of(clues[i], *automata));
    }

    // The lines, pairs of a name and cells, whose automata are added later.
    std::shared_ptr<const Model> lines_of(const nb::object& lines) {
        struct Kept {
            nb::object object;  // while it is kept, no other object has its address
            std::shared_ptr<const Model> part;
        };
        static auto& known = *new std::unordered_map<PyObject*, Kept>;  // Python may end before it would
        if (const auto found = known.find(lines.ptr()); found != known.end())
            if (found->second.part->size == model_.size && found->second.part->values == model_.values)
                return found->second.part;
        Reader inner(model_.size, model_.values, all_kinds_);
        const Items items(lines);
        bool fixed = PyTuple_CheckExact(lines.ptr());
        for (Py_ssize_t i = 0; i < items.size(); ++i) {
            const Items line(items[i]);
            if (line.size() != 2) throw std::invalid_argument("a line is a name and its cells");
            fixed = fixed && PyTuple_CheckExact(items[i].ptr()) && PyTuple_CheckExact(line[1].ptr()) && is_fixed(line[1]);
            const Span cells = inner.read_cells(line[1]);
            inner.model_.readings.push_back({cells, inner.model_.rules, 0, 0, inner.repeats_, inner.model_.rules});
            ++inner.model_.rules;
        }
        auto part = std::make_shared<const Model>(std::move(inner.model_));
        if (!fixed) return part;
        if (known.size() >= most_sizes) known.clear();
        known.insert_or_assign(lines.ptr(), Kept{lines, part});
        return part;
    }

    struct Automata {
        struct Kept {
            nb::object clue;  // while it is kept, no other object has its address
            int values;
            std::shared_ptr<const Staircase> stairs;
        };
        nb::object make;
        std::unordered_map<PyObject*, Kept> known;
    };

    // The automata that a function has built so far.
    static std::shared_ptr<Automata> automata_of(const nb::object& make) {
        static auto& all = *new std::unordered_map<PyObject*, std::shared_ptr<Automata>>;  // as above
        if (const auto found = all.find(make.ptr()); found != all.end()) return found->second;
        if (all.size() >= most_makers) all.clear();
        return all[make.ptr()] = std::make_shared<Automata>(Automata{make, {}});
    }

    std::shared_ptr<const Staircase> automaton_of(nb::handle clue, Automata& automata) {
        auto& known = automata.known;
        if (const auto found = known.find(clue.ptr()); found != known.end() && found->second.values == model_.values)
            return found->second.stairs;
        auto made = std::make_shared<const Staircase>(read_stairs(automata.make(clue)));
        if (made->words() > 1 || !never_changes(clue)) return made;  // long ones are few, and large
        if (known.size() >= most_kept) known.clear();
        known.insert_or_assign(clue.ptr(), Automata::Kept{nb::borrow(clue), model_.values, made});
        return made;
    }

    // Rules that many models share are read once for all models of their size.
    void read_shared(nb::handle stated) {
        static constexpr const char* what = "rules that were read";
        const nb::object known = get(stated, names_.flat);
        if (PyCapsule_IsValid(known.ptr(), what)) {
            const auto* part = static_cast<const Model*>(PyCapsule_GetPointer(known.ptr(), what));
            if (part->size == model_.size && part->values == model_.values) {
                model_.append(*part);
                return;
            }
        }
        Reader inner(model_.size, model_.values, all_kinds_);
        inner.sharing_ = true;
        inner.read_all(stated);
        model_.append(inner.model_);
        // In a capsule, because it may outlive the module and concerns only the reader.
        auto part = std::make_unique<Model>(std::move(inner.model_));
        const nb::object capsule = made(PyCapsule_New(part.get(), what, [](PyObject* capsule) {
            delete static_cast<Model*>(PyCapsule_GetPointer(capsule, what));
        }));
        part.release();
        nb::setattr(stated, names_.flat, capsule);
    }

    // Whether a value is an immutable tuple of numbers, or of tuples: a list may change between reads.
    static bool is_fixed(nb::handle object) {
        if (!PyTuple_Check(object.ptr())) return false;
        const Items items(object);
        for (Py_ssize_t i = 0; i < items.size(); ++i)
            if (!PyTuple_CheckExact(items[i].ptr()) && !PyLong_CheckExact(items[i].ptr())) return false;
        return true;
    }

    // The same for tuples of tuples, including named ones; deeper ones are read again.
    static bool never_changes(nb::handle object, int depth = 0) {
        if (PyLong_CheckExact(object.ptr()) || PyUnicode_CheckExact(object.ptr()) || object.is_none()) return true;
        if (!PyTuple_Check(object.ptr()) || depth == deepest_kept) return false;
        const Items items(object);
        for (Py_ssize_t i = 0; i < items.size(); ++i)
            if (!never_changes(items[i], depth + 1)) return false;
        return true;
    }

    static nb::object get(nb::handle from, const nb::object& name) {
        return made(PyObject_GetAttr(from.ptr(), name.ptr()));
    }

    // Types are compared directly: isinstance with an abstract class runs Python code.
    int kind_of(nb::handle asked) const {
        auto* type = reinterpret_cast<PyTypeObject*>(asked.ptr());
        for (int kind = 0; kind < known_kinds; ++kind)
            if (asked.is(kinds_[kind])) return kind;
        for (int kind = 0; kind < known_kinds; ++kind)
            if (PyType_IsSubtype(type, reinterpret_cast<PyTypeObject*>(kinds_[kind].ptr()))) return kind;
        return -1;
    }

    Span read_cells(nb::handle from) {
        const Items items(from);
        const std::int32_t number = model_.rules;
        Span span{static_cast<std::int32_t>(model_.cells.size()), 0};
        repeats_ = false;
        for (Py_ssize_t i = 0, many = items.size(); i < many; ++i) {
            const long cell = whole(items[i]);
            if (cell < 0 || cell >= model_.size)
                throw std::invalid_argument("cell " + std::to_string(cell) + " is not on the board");
            if (last_rule_[cell] == number) repeats_ = true;
            last_rule_[cell] = number;
            model_.cells.push_back(static_cast<std::int32_t>(cell));
        }
        model_.repeats |= repeats_;
        span.to = static_cast<std::int32_t>(model_.cells.size());
        return span;
    }

    // If several values are counted in the same cells, these are read once. With two values, they never are.
    Span line_of(const nb::object& cells) {
        if (model_.values <= 2) return read_cells(cells);
        const auto [known, fresh] = line_of_.try_emplace(cells.ptr());
        if (fresh) kept_.push_back(cells), known->second = read_cells(cells);
        return known->second;
    }

    void add_count(const nb::object& cells, const nb::object& values, const nb::object& least, const nb::object& most) {
        const Span line = line_of(cells);
        // Beyond these bounds, a count means the same as at them.
        const long bound = line.size() + 1L;
        const auto bounded = [&](nb::handle number) {
            return static_cast<std::int32_t>(std::clamp(whole(number), -bound, bound));
        };
        model_.counts.push_back({mask_of(values) & model_.everything, bounded(least), bounded(most), line, model_.rules});
    }

    // Many rules have the same combinations, which are read only once.
    void add_allowed(nb::handle line, const nb::object& object) {
        const Span cells = read_cells(line);
        const std::int32_t number = model_.rules;
        const auto [known, fresh] = allowed_.try_emplace(object.ptr(), model_.alloweds.size());
        if (!fresh && model_.alloweds[known->second].cells.size() == cells.size()) {
            Table again = model_.alloweds[known->second];
            again.cells = cells, again.repeats = repeats_, again.number = number;
            model_.alloweds.push_back(again);
            return;
        }
        kept_.push_back(object);
        const Items tuples(object);
        const Py_ssize_t many = tuples.size();
        const int words = static_cast<int>((many + 63) / 64);
        Table allowed{cells, words, model_.allowed_bits.size(), repeats_, number, many > 0, nullptr};
        model_.allowed_bits.resize(allowed.bits + std::size_t(cells.size()) * model_.values * words);
        Mask* bits = model_.allowed_bits.data() + allowed.bits;
        for (Py_ssize_t t = 0; t < many; ++t) {
            const Items tuple(tuples[t]);
            if (tuple.size() != cells.size())
                throw std::invalid_argument("a combination must have a value for each cell of its rule");
            for (int place = 0; place < cells.size(); ++place) {
                const long value = whole(tuple[place]);
                // A value that does not exist is never a candidate, so this combination is never alive.
                if (value < 0 || value >= model_.values) continue;
                bits[std::size_t(place * model_.values + value) * words + t / 64] |= Mask(1) << (t % 64);
            }
        }
        if (cells.size() > 1 && cells.size() * model_.values <= most_support_bits)
            allowed.supports = supports_of(object, allowed);
        model_.alloweds.push_back(allowed);
    }

    // The same few combinations occur in every puzzle of a genre, so this is computed once for all, when
    // they occur for the second time (others never do) or are shared.
    std::shared_ptr<const Supports> supports_of(const nb::object& tuples, const Table& allowed) {
        struct Kept {
            nb::object object;  // while it is kept, no other object has its address
            int values, cells;
            std::shared_ptr<const Supports> supports;
        };
        static auto& known = *new std::unordered_map<PyObject*, Kept>;  // Python may end before it would
        const int values = model_.values, cells = allowed.cells.size();
        const auto found = known.find(tuples.ptr());
        const bool again = found != known.end() && found->second.values == values && found->second.cells == cells;
        if (again && found->second.supports) return found->second.supports;
        if (!again) {
            if (!is_fixed(tuples)) return nullptr;
            if (known.size() >= most_supports) known.clear();
            known.insert_or_assign(tuples.ptr(), Kept{tuples, values, cells, nullptr});
            if (!sharing_) return nullptr;
        }
        Supports made(std::size_t(1) << (cells * values));
        std::vector<Mask> alive(allowed.words);
        const Mask* bits = model_.allowed_bits.data() + allowed.bits;
        for (unsigned set = 0; set < made.size(); ++set) {
            std::fill(alive.begin(), alive.end(), ~Mask(0));
            for (int column = 0; column < cells; ++column)
                for (int word = 0; word < allowed.words; ++word) {
                    Mask some = 0;
                    for (int value = 0; value < values; ++value)
                        if (set >> (column * values + value) & 1)
                            some |= bits[std::size_t(column * values + value) * allowed.words + word];
                    alive[word] &= some;
                }
            for (int column = 0; column < cells * values; ++column)
                for (int word = 0; set >> column & 1 && word < allowed.words; ++word)
                    if (alive[word] & bits[std::size_t(column) * allowed.words + word])
                        made[set] |= static_cast<std::uint16_t>(1u << column);
        }
        return known[tuples.ptr()].supports = std::make_shared<const Supports>(std::move(made));
    }

    void add_reading(nb::handle line, const nb::object& stairs) {
        const Span cells = read_cells(line);
        const nb::handle type = stairs.type();
        if (std::any_of(automata_, automata_ + known_automata, [&](const nb::object& one) { return type.is(one); })) {
            model_.sequences.push_back({cells, other_automaton_of(stairs), repeats_, model_.rules});
            return;
        }
        const auto [known, fresh] = stairs_.try_emplace(stairs.ptr(), static_cast<std::int32_t>(model_.stairs.size()));
        if (fresh) {
            kept_.push_back(stairs);
            model_.stairs.push_back(stairs_of(stairs));
        }
        model_.readings.push_back({cells, known->second, 0, 0, repeats_, model_.rules});
    }

    // Puzzles have many lines with the same clue, so automata are kept from model to model. While one is
    // kept here, no other object has its address.
    std::shared_ptr<const Staircase> stairs_of(const nb::object& stairs) {
        struct Kept {
            nb::object object;
            int values;
            std::shared_ptr<const Staircase> stairs;
        };
        static auto& known = *new std::unordered_map<PyObject*, Kept>;  // Python may end before it would
        if (const auto found = known.find(stairs.ptr()); found != known.end() && found->second.values == model_.values)
            return found->second.stairs;
        auto made = std::make_shared<const Staircase>(read_stairs(stairs));
        if (made->words() > 1 || !is_fixed(stairs)) return made;  // long ones are few, and large
        if (known.size() >= most_kept) known.clear();
        known.insert_or_assign(stairs.ptr(), Kept{stairs, model_.values, made});
        return made;
    }

    // The same for any other automaton.
    std::shared_ptr<const Automaton> other_automaton_of(const nb::object& automaton) {
        struct Kept {
            nb::object object;
            int values;
            std::shared_ptr<const Automaton> automaton;
        };
        static auto& known = *new std::unordered_map<PyObject*, Kept>;  // Python may end before it would
        if (const auto found = known.find(automaton.ptr()); found != known.end() && found->second.values == model_.values)
            return found->second.automaton;
        auto made = std::make_shared<const Automaton>(read_automaton(automaton));
        const bool fixed = !automaton.type().is(automata_[any]) || never_changes(get(automaton, names_.moves));
        if (made->words() > most_words_kept || !fixed) return made;
        if (known.size() >= most_kept) known.clear();
        known.insert_or_assign(automaton.ptr(), Kept{automaton, model_.values, made});
        return made;
    }

    Automaton read_automaton(const nb::object& from) {
        const nb::handle type = from.type();
        const nb::object accept = get(from, names_.accept);
        Automaton::Moves moves(model_.values);
        const nb::object parts = type.is(automata_[any]) ? get(from, names_.moves) : type.is(automata_[adding]) ? get(from, names_.weights) : nb::none();
        long states = type.is(automata_[any]) ? Items(parts).size() : nb::cast<long>(accept.attr("bit_length")());
        if (states > most_states) throw std::invalid_argument("an automaton has at most 1,000,000 states");
        states = std::max(states, 1L);
        const int words = static_cast<int>((states + 63) / 64);
        const auto set_of = [&](nb::handle mask) {
            Automaton::States set = Automaton::none(words);
            read_words(&set[1], words, mask, states);
            return set;
        };
        // The states that a value moves by this distance.
        const auto moved = [&](int value, long by) -> Automaton::States& {
            return moves[value].try_emplace(static_cast<std::int32_t>(by), Automaton::none(words)).first->second;
        };
        if (type.is(automata_[any])) {
            const Items rows(parts);
            for (long state = 0; state < rows.size(); ++state) {
                const Items row(rows[state]);
                if (row.size() < model_.values) throw std::invalid_argument("an automaton needs moves for each value");
                for (int value = 0; value < model_.values; ++value) {
                    const Automaton::States reached = set_of(row[value]);
                    for (int w = 1; w <= words; ++w)
                        for (Mask left = reached[w]; left; left &= left - 1)
                            Automaton::put(moved(value, 64L * (w - 1) + lowest(left) - state).data(), state);
                }
            }
            return {words, set_of(get(from, names_.start)), set_of(accept), moves, false, false};
        }
        Automaton::States start = Automaton::none(words);
        Automaton::put(start.data(), 0);
        if (type.is(automata_[adding])) {
            const Items weights(parts);
            if (weights.size() < model_.values) throw std::invalid_argument("a sum needs a weight for each value");
            for (int value = 0; value < model_.values; ++value) {
                const long weight = whole(weights[value]);
                if (weight < 0) throw std::invalid_argument("an automaton that adds up only goes on");
                for (long sum = 0; sum + weight < states; ++sum) Automaton::put(moved(value, weight).data(), sum);
            }
            return {words, start, set_of(accept), moves, false, true};
        }
        for (int value = 0; value < std::min(model_.values, most_collected); ++value)
            for (long set = 0; set + (1L << value) < states; ++set)
                if (!(set >> value & 1)) Automaton::put(moved(value, 1L << value).data(), set);
        return {words, start, set_of(accept), moves, true, true};
    }

    // Nodes are any numbers; here they are renumbered from 0.
    void read_loop(nb::handle rule, nb::handle line) {
        const Span cells = read_cells(line);
        const std::int32_t number = model_.rules;
        const nb::object object = get(rule, names_.ends);
        const Items ends(object);
        if (ends.size() != cells.size()) throw std::invalid_argument("a loop has two ends for each link");
        const std::size_t from = model_.loop_ends.size();
        std::unordered_map<long, std::int32_t> nodes;
        for (Py_ssize_t link = 0; link < ends.size(); ++link) {
            const Items pair(ends[link]);
            if (pair.size() != 2) throw std::invalid_argument("a loop has two ends for each link");
            for (int end = 0; end < 2; ++end)
                model_.loop_ends.push_back(
                    nodes.try_emplace(whole(pair[end]), static_cast<std::int32_t>(nodes.size())).first->second);
        }
        const Mask inside = mask_of(get(rule, names_.values)) & model_.everything;
        const bool at_nodes = is_true(get(rule, names_.nodes));
        model_.loops.push_back({inside, cells, from, static_cast<std::int32_t>(nodes.size()), at_nodes, number});
    }

    void read_connected(nb::handle rule, nb::handle line) {
        const Span cells = read_cells(line);
        const std::int32_t number = model_.rules;
        Connected shape{mask_of(get(rule, names_.values)) & model_.everything, cells, {}, {}, {}, false, number};
        shape.some = is_true(get(rule, names_.some));
        std::vector<std::int32_t>& sorted = shape.sorted;
        sorted.assign(model_.cells.begin() + cells.from, model_.cells.begin() + cells.to);
        std::sort(sorted.begin(), sorted.end());
        sorted.erase(std::unique(sorted.begin(), sorted.end()), sorted.end());
        const auto place = [&](nb::handle cell) {
            const long known = whole(cell);
            const auto found = std::lower_bound(sorted.begin(), sorted.end(), known);
            if (found == sorted.end() || *found != known)
                throw std::invalid_argument("a link joins two cells of its rule");
            return static_cast<std::int32_t>(found - sorted.begin());
        };
        const nb::object object = get(rule, names_.links);
        const Items links(object);
        std::vector<std::pair<std::int32_t, std::int32_t>> ways;
        for (Py_ssize_t link = 0; link < links.size(); ++link) {
            const Items pair(links[link]);
            if (pair.size() != 2) throw std::invalid_argument("a link joins two cells of its rule");
            const std::int32_t one = place(pair[0]), other = place(pair[1]);
            ways.emplace_back(one, other);
            ways.emplace_back(other, one);
        }
        std::sort(ways.begin(), ways.end());
        shape.links.assign(sorted.size() + 1, 0);
        for (const auto& [from, to] : ways) {
            ++shape.links[from + 1];
            shape.neighbours.push_back(to);
        }
        for (std::size_t at = 0; at < sorted.size(); ++at) shape.links[at + 1] += shape.links[at];
        model_.shapes.push_back(std::move(shape));
    }

    Staircase read_stairs(nb::handle from) {
        // A named tuple: states, start, accept, stay, rise, skip.
        const Items fields(from);
        const long states = whole(fields[0]);
        if (states < 1 || states > most_states) throw std::invalid_argument("stairs have 1 to 1,000,000 states");
        int words = static_cast<int>((states + 63) / 64);
        if (words == 3) words = 4;  // which is faster, see Board::read
        masks_.assign(std::size_t(2 + 3 * model_.values) * words, 0);
        read_words(&masks_[0], words, fields[1], states);
        read_words(&masks_[words], words, fields[2], states);
        for (int kind = 0; kind < 3; ++kind) {
            const Items moves(fields[3 + kind]);
            if (moves.size() < model_.values) throw std::invalid_argument("stairs need moves for each value");
            for (int value = 0; value < model_.values; ++value)
                read_words(&masks_[std::size_t(2 + 3 * value + kind) * words], words, moves[value], states);
        }
        return Staircase(model_.values, words, masks_);
    }

    // A set of states of any size; bits beyond the last state are ignored.
    static void read_words(Mask* to, int words, nb::handle mask, long states) {
        if (words == 1) {
            to[0] = mask_of(mask);
        } else {
            nb::object rest = nb::borrow(mask);
            const nb::int_ width(64);
            for (int w = 0; w < words; ++w) {
                to[w] = mask_of(rest);
                rest = rest >> width;
            }
        }
        for (int w = 0; w < words; ++w) {
            const long here = states - 64L * w;
            if (here < 64) to[w] &= here <= 0 ? 0 : (Mask(1) << here) - 1;
        }
    }

    Model model_;
    bool sharing_ = false;  // whether these rules are read for many models
    enum Kind { count, allowed, reading, sum, loop, connected, known_kinds };
    enum Way { shared, family, readings, known_ways };
    enum Form { any, adding, collecting, known_automata };
    nb::object all_kinds_, kinds_[known_kinds], ways_[known_ways], automata_[known_automata];
    const Names& names_ = Names::all();
    static constexpr std::size_t most_kept = 20'000, most_supports = 1'000, most_sizes = 100, most_makers = 100;
    static constexpr long most_states = 1'000'000;
    static constexpr int most_words_kept = 16, most_collected = 20, deepest_kept = 20;
    std::vector<std::int32_t> last_rule_;  // for each cell, the last rule with it
    bool repeats_ = false;                 // whether the current rule has a repeated cell
    std::vector<Mask> masks_;
    std::unordered_map<PyObject*, Span> line_of_;
    std::unordered_map<PyObject*, std::size_t> allowed_;
    std::unordered_map<PyObject*, std::int32_t> stairs_;
    std::vector<nb::object> kept_;  // while it lives, no other object has its address
};

inline Model read_model(int size, int values, nb::handle stated, nb::handle kinds) {
    return Reader(size, values, kinds).read(stated);
}

}  // namespace caracol
