// Reads the rules straight from the Python objects: no copy in between, so building is quick.
#pragma once

#include <nanobind/nanobind.h>

#include <string>
#include <unordered_map>

#include "model.hpp"

namespace caracol {

namespace nb = nanobind;

inline nb::object get(nb::handle from, const char* name) { return nb::getattr(from, name); }

inline long whole(nb::handle number) {
    const long value = PyLong_AsLong(number.ptr());
    if (value == -1 && PyErr_Occurred()) throw nb::python_error();
    return value;
}

// Of a mask, only the values that exist; a negative one is a complement, as in Python.
inline Mask mask_of(nb::handle number) {
    const Mask mask = PyLong_AsUnsignedLongLongMask(number.ptr());
    if (mask == ~Mask(0) && PyErr_Occurred()) throw nb::python_error();
    return mask;
}

// A Python sequence whose items are looked at in turn.
class Items {
  public:
    explicit Items(nb::handle from) : items_(nb::steal(PySequence_Fast(from.ptr(), "expected a sequence"))) {
        if (!items_.is_valid()) throw nb::python_error();
    }
    Py_ssize_t size() const { return PySequence_Size(items_.ptr()); }
    nb::object operator[](Py_ssize_t i) const {
        PyObject* item = PyList_Check(items_.ptr()) ? PyList_GetItem(items_.ptr(), i) : PyTuple_GetItem(items_.ptr(), i);
        if (!item) throw nb::python_error();
        return nb::borrow(item);
    }

  private:
    nb::object items_;
};

inline void read_candidates(nb::handle from, int size, std::vector<Mask>& candidates) {
    const Items items(from);
    if (items.size() != size)
        throw std::invalid_argument("there are " + std::to_string(size) + " cells, but candidates for " +
                                    std::to_string(items.size()));
    candidates.resize(size);
    for (int cell = 0; cell < size; ++cell) candidates[cell] = mask_of(items[cell]);
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
        for (int i = 0; i < 3; ++i) kinds_[i] = items[i];
    }

    Model read(nb::handle rules) {
        const Items items(rules);
        model_.rules = static_cast<std::int32_t>(items.size());
        for (std::int32_t number = 0; number < model_.rules; ++number) {
            const nb::object rule = items[number];
            const Span cells = read_cells(get(rule, "cells"));
            if (is(rule, 0))
                read_count(rule, cells, number);
            else if (is(rule, 1))
                read_allowed(rule, cells, number);
            else if (is(rule, 2))
                read_reading(rule, cells, number);
            else
                throw nb::type_error("the kernel knows Count, Allowed and Reading, and no other kind of rule");
        }
        model_.finish();
        return std::move(model_);
    }

  private:
    bool is(nb::handle rule, int kind) const {
        if (rule.type().is(kinds_[kind])) return true;
        const int answer = PyObject_IsInstance(rule.ptr(), kinds_[kind].ptr());
        if (answer < 0) throw nb::python_error();
        return answer;
    }

    Span read_cells(nb::handle from) {
        const Items items(from);
        Span span{static_cast<std::int32_t>(model_.cells.size()), 0};
        for (Py_ssize_t i = 0, many = items.size(); i < many; ++i) {
            const long cell = whole(items[i]);
            if (cell < 0 || cell >= model_.size)
                throw std::invalid_argument("cell " + std::to_string(cell) + " is not on the board");
            model_.cells.push_back(static_cast<std::int32_t>(cell));
        }
        span.to = static_cast<std::int32_t>(model_.cells.size());
        return span;
    }

    void read_count(nb::handle rule, Span cells, std::int32_t number) {
        // Beyond these bounds a count says the same as at them.
        const long bound = cells.size() + 1L;
        const auto bounded = [&](const char* name) {
            return static_cast<std::int32_t>(std::clamp(whole(get(rule, name)), -bound, bound));
        };
        model_.counts.push_back({mask_of(get(rule, "values")), bounded("least"), bounded("most"), cells, number});
    }

    void read_allowed(nb::handle rule, Span cells, std::int32_t number) {
        const Items tuples(get(rule, "tuples"));
        const Py_ssize_t many = tuples.size();
        const int words = static_cast<int>((many + 63) / 64);
        Allowed allowed{cells, words, model_.allowed_bits.size(), model_.repeats(cells), number, many > 0};
        model_.allowed_bits.resize(allowed.bits + std::size_t(cells.size()) * model_.values * words);
        Mask* bits = model_.allowed_bits.data() + allowed.bits;
        for (Py_ssize_t t = 0; t < many; ++t) {
            const Items tuple(tuples[t]);
            if (tuple.size() != cells.size())
                throw std::invalid_argument("a combination must have a value for each cell of its rule");
            for (int place = 0; place < cells.size(); ++place) {
                const long value = whole(tuple[place]);
                // A value that does not exist is no candidate, so this combination is never alive.
                if (value < 0 || value >= model_.values) continue;
                bits[std::size_t(place * model_.values + value) * words + t / 64] |= Mask(1) << (t % 64);
            }
        }
        model_.alloweds.push_back(allowed);
    }

    void read_reading(nb::handle rule, Span cells, std::int32_t number) {
        const nb::object stairs = get(rule, "stairs");
        const auto [known, fresh] = stairs_.try_emplace(stairs.ptr(), static_cast<std::int32_t>(model_.stairs.size()));
        if (fresh) {
            kept_.push_back(stairs);  // while it lives, no other object has its address
            model_.stairs.push_back(read_stairs(stairs));
        }
        model_.readings.push_back({cells, known->second, 0, 0, model_.repeats(cells), number});
    }

    Stairs read_stairs(nb::handle from) {
        // A named tuple: states, start, accept, stay, rise, skip.
        const Items fields(from);
        const long states = whole(fields[0]);
        if (states < 1) throw std::invalid_argument("stairs have at least one state");
        Stairs stairs;
        stairs.words = static_cast<int>((states + 63) / 64);
        if (stairs.words == 3) stairs.words = 4;
        const auto words = [&](Mask* to, nb::handle mask) { read_words(to, stairs.words, mask, states); };
        stairs.start.resize(stairs.words);
        stairs.accept.resize(stairs.words);
        words(stairs.start.data(), fields[1]);
        words(stairs.accept.data(), fields[2]);
        moves_.assign(std::size_t(3) * stairs.words * model_.values, 0);
        for (int kind = 0; kind < 3; ++kind) {
            const Items masks(fields[3 + kind]);
            if (masks.size() < model_.values) throw std::invalid_argument("stairs need moves for each value");
            for (int value = 0; value < model_.values; ++value)
                words(&moves_[std::size_t(3 * value + kind) * stairs.words], masks[value]);
        }
        stairs.set_moves(model_.values, moves_);
        return stairs;
    }

    // A set of states of any size; bits beyond the last state are no states.
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
    nb::object kinds_[3];
    std::vector<Mask> moves_;
    std::unordered_map<PyObject*, std::int32_t> stairs_;
    std::vector<nb::object> kept_;
};

inline Model read_model(int size, int values, nb::handle rules, nb::handle kinds) {
    return Reader(size, values, kinds).read(rules);
}

}  // namespace caracol
