// An elimination: what a rule removes.
#pragma once

#include <cstdint>

#include "model/bits.hpp"

namespace caracol {

struct Elimination {
    std::int32_t cell;
    Mask removed;
};

}  // namespace caracol
