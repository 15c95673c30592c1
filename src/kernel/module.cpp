// The door to Python: reads the rules, runs the work without the GIL, hands back plain lists.
#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>

#include <atomic>
#include <mutex>
#include <thread>

#include "encoding.hpp"
#include "reader.hpp"
#include "search.hpp"

namespace nb = nanobind;

namespace caracol {

// A flag that one thread sets and another, deep in the kernel, looks at.
struct Stop {
    std::atomic<bool> flag{false};
};

class Kernel {
  public:
    Kernel(int size, int values, nb::handle rules, nb::handle kinds)
        : model_(read_model(size, values, rules, kinds)), board_(model_) {}

    nb::object propagate(nb::handle candidates) {
        const Work work(*this, candidates);
        bool possible;
        {
            nb::gil_scoped_release free;
            possible = board_.begin(given_.data(), Board::Counts::given) && board_.propagate();
        }
        return possible ? list_of(board_.candidates()) : nb::none();
    }

    // The number of the rule that fails, -1 where a cell is empty from the start; None: no rule fails.
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

    bool reads() const { return !model_.readings.empty(); }

    nb::object probe(nb::handle candidates, std::optional<double> seconds, const Stop* stop, bool derived) {
        const Work work(*this, candidates);
        bool possible, raised = false;
        {
            nb::gil_scoped_release free;
            Limits limits(seconds, stop ? &stop->flag : nullptr, [&] { return raised = signalled(); });
            const auto counts = derived ? Board::Counts::all : Board::Counts::given;
            possible = board_.begin(given_.data(), counts) && board_.propagate() && caracol::probe(board_, limits);
        }
        if (raised) throw nb::python_error();
        return possible ? list_of(board_.candidates()) : nb::none();
    }

    nb::object search(nb::handle candidates, std::optional<std::uint64_t> limit,
                      std::optional<std::uint64_t> nodes, std::optional<double> seconds, const Stop* stop,
                      std::size_t keep, std::uint64_t few) {
        const Work work(*this, candidates);
        Found found;
        bool raised = false;
        {
            nb::gil_scoped_release free;
            Limits limits(seconds, stop ? &stop->flag : nullptr, [&] { return raised = signalled(); });
            Goals goals;
            if (limit) goals.limit = *limit;
            if (nodes) goals.nodes = *nodes;
            goals.keep = keep;
            goals.few = few;
            caracol::search(board_, given_.data(), goals, limits, found);
        }
        if (raised) throw nb::python_error();
        return as_tuple(found);
    }

    nb::object learn(nb::handle candidates, std::optional<std::uint64_t> limit,
                     std::optional<std::uint64_t> work_limit, std::optional<double> seconds, const Stop* stop,
                     std::size_t keep, std::uint64_t turn) {
        const Work work(*this, candidates);
        Found found;
        bool raised = false;
        {
            nb::gil_scoped_release free;
            Limits limits(seconds, stop ? &stop->flag : nullptr, [&] { return raised = signalled(); });
            Goals goals;
            if (limit) goals.limit = *limit;
            goals.keep = keep;
            if (board_.begin(given_.data(), Board::Counts::all) && board_.propagate())
                caracol::learn(model_, board_.candidates().data(), work_limit.value_or(countless), turn, goals,
                               limits, found);
            else
                found.finished = true;
        }
        if (raised) throw nb::python_error();
        return as_tuple(found);
    }

    // The values that cells have in solutions, and whether these are all.
    nb::object possible(nb::handle candidates, std::optional<std::uint64_t> work_limit, std::optional<double> seconds,
                        const Stop* stop, std::uint64_t turn) {
        const Work work(*this, candidates);
        std::vector<Mask> seen(model_.size);
        bool complete = true, raised = false;
        {
            nb::gil_scoped_release free;
            Limits limits(seconds, stop ? &stop->flag : nullptr, [&] { return raised = signalled(); });
            if (board_.begin(given_.data(), Board::Counts::all) && board_.propagate())
                complete = caracol::possible(model_, board_.candidates().data(), work_limit.value_or(countless), turn,
                                             limits, seen);
        }
        if (raised) throw nb::python_error();
        return nb::make_tuple(list_of(seen), complete);
    }

  private:
    static nb::object as_tuple(const Found& found) {
        nb::list solutions;
        for (const auto& solution : found.solutions) solutions.append(tuple_of(solution));
        return nb::make_tuple(found.count, solutions, found.finished, found.nodes, found.backtracks,
                              found.wakeups, found.deepest);
    }

    // One call at a time: threads wait for each other, and a signal handler that calls the kernel
    // it interrupted is told so, as waiting for itself it would wait for ever.
    class Work {
      public:
        Work(Kernel& kernel, nb::handle candidates) : kernel_(kernel) {
            if (kernel.owner_.load() == std::this_thread::get_id())
                throw std::runtime_error("this kernel is at work already, further up this thread");
            {
                nb::gil_scoped_release free;
                kernel.busy_.lock();
            }
            kernel.owner_ = std::this_thread::get_id();
            try {
                read_candidates(candidates, kernel.model_.size, kernel.given_);
            } catch (...) {
                release();
                throw;
            }
        }
        ~Work() { release(); }
        Work(const Work&) = delete;

      private:
        void release() {
            kernel_.owner_ = std::thread::id();
            kernel_.busy_.unlock();
        }
        Kernel& kernel_;
    };

    static bool signalled() {
        nb::gil_scoped_acquire held;
        return PyErr_CheckSignals() != 0;  // does nothing in any thread but the first
    }

    static nb::object list_of(const std::vector<Mask>& masks) {
        nb::object list = nb::steal(PyList_New(static_cast<Py_ssize_t>(masks.size())));
        for (std::size_t i = 0; i < masks.size(); ++i)
            PyList_SetItem(list.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromUnsignedLongLong(masks[i]));
        return list;
    }

    static nb::object tuple_of(const std::vector<std::uint8_t>& values) {
        nb::object tuple = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(values.size())));
        for (std::size_t i = 0; i < values.size(); ++i)
            PyTuple_SetItem(tuple.ptr(), static_cast<Py_ssize_t>(i), PyLong_FromLong(values[i]));
        return tuple;
    }

    const Model model_;
    Board board_;
    std::vector<Mask> given_;
    std::mutex busy_;
    std::atomic<std::thread::id> owner_{};
};

}  // namespace caracol

NB_MODULE(_kernel, module) {
    using namespace caracol;
    using namespace nb::literals;
    module.attr("VERSION") = "1";
    nb::class_<Stop>(module, "Stop")
        .def(nb::init<>())
        .def("set", [](Stop& stop) { stop.flag = true; })
        .def("clear", [](Stop& stop) { stop.flag = false; })
        .def("is_set", [](const Stop& stop) { return stop.flag.load(); });
    nb::class_<Kernel>(module, "Kernel")
        .def(nb::init<int, int, nb::handle, nb::handle>(), "size"_a, "values"_a, "rules"_a, "kinds"_a)
        .def_prop_ro("reads", &Kernel::reads)
        .def("propagate", &Kernel::propagate, "candidates"_a)
        .def("failing", &Kernel::failing, "candidates"_a)
        .def("probe", &Kernel::probe, "candidates"_a, "seconds"_a.none(), "stop"_a.none(), "derived"_a)
        .def("search", &Kernel::search, "candidates"_a, "limit"_a.none(), "nodes"_a.none(),
             "seconds"_a.none(), "stop"_a.none(), "keep"_a, "few"_a)
        .def("learn", &Kernel::learn, "candidates"_a, "limit"_a.none(), "work"_a.none(),
             "seconds"_a.none(), "stop"_a.none(), "keep"_a, "turn"_a)
        .def("possible", &Kernel::possible, "candidates"_a, "work"_a.none(), "seconds"_a.none(),
             "stop"_a.none(), "turn"_a);
}
