// When to stop: a deadline, a flag that another thread sets, Ctrl+C.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>

namespace caracol {

// Thrown by `tick` where work has no result to return early.
struct TimeIsUp {};

class Limits {
  public:
    using Clock = std::chrono::steady_clock;

    // The limits of what this thread is doing now, if any.
    static inline thread_local Limits* current = nullptr;

    // `interrupted` asks Python whether a signal came; that takes the GIL, so it is rarely called.
    Limits(std::optional<double> seconds, const std::atomic<bool>* stop, std::function<bool()> interrupted)
        : stop_(stop), interrupted_(std::move(interrupted)), asked_(Clock::now()), outer_(std::exchange(current, this)) {
        if (seconds && *seconds < longest)
            deadline_ = asked_ + std::chrono::duration_cast<Clock::duration>(
                                     std::chrono::duration<double>(std::max(*seconds, 0.0)));
    }

    ~Limits() { current = outer_; }
    Limits(const Limits&) = delete;

    // Called once per node with its work, in rules visited. A node of a large board takes far longer than
    // one of a small board, so work is counted, not nodes.
    bool reached(std::int64_t work) {
        if (reached_) return true;
        if ((left_ -= work) > 0) return false;
        left_ = work_between_looks;
        return look();
    }

    bool look() {
        if (reached_) return true;
        if (stop_ && stop_->load(std::memory_order_relaxed)) return reached_ = true;
        const auto now = Clock::now();
        if (deadline_ && now >= *deadline_) return reached_ = true;
        if (now - asked_ > between_signals) {
            asked_ = now;
            reached_ = interrupted_();
        }
        if (outer_ && outer_->look()) reached_ = true;
        return reached_;
    }

    bool reached() const { return reached_; }

  private:
    static constexpr std::int64_t work_between_looks = 1000;
    static constexpr double longest = 1e9;  // beyond it, the clock's numbers would overflow
    static constexpr std::chrono::milliseconds between_signals{50};

    const std::atomic<bool>* stop_;
    std::function<bool()> interrupted_;
    Clock::time_point asked_;
    std::optional<Clock::time_point> deadline_;
    Limits* outer_;  // of the work that this is a part of
    std::int64_t left_ = 0;
    bool reached_ = false;
};

// Called wherever much may be done at once, with its work, in about rules visited.
inline bool time_is_up(std::int64_t work) { return Limits::current && Limits::current->reached(work); }

inline void tick(std::int64_t work) {
    if (time_is_up(work)) throw TimeIsUp();
}

}  // namespace caracol
