// What a rule takes away.
#pragma once

#include <cstdint>

#include "bits.hpp"

namespace caracol {

struct Cut {
    std::int32_t cell;
    Mask removed;
};

}  // namespace caracol
