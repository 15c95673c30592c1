// Short names for sets of values: a cell's candidates are one machine word.
#pragma once

#include <bit>
#include <cstdint>

namespace caracol {

using Mask = std::uint64_t;

inline constexpr int most_values = 63;

inline bool single(Mask mask) { return (mask & (mask - 1)) == 0; }  // also true of the empty set
inline int lowest(Mask mask) { return std::countr_zero(mask); }
inline int highest(Mask mask) { return 63 - std::countl_zero(mask); }
inline int size(Mask mask) { return std::popcount(mask); }

// A stretch of one of the flat arrays that hold all lists: one allocation for all rules, and
// neighbours in use are neighbours in memory.
struct Span {
    std::int32_t from = 0, to = 0;
    std::int32_t size() const { return to - from; }
};

}  // namespace caracol
