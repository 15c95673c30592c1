// Equations over the variables of a Learner, which can be added up.
#pragma once

#include <cstdlib>
#include <map>
#include <vector>

#include "search/learning.hpp"

namespace caracol {

// A linear equation: coefficients of variables, and the total.
struct Equation {
    std::map<std::int32_t, std::int32_t> times;
    std::int32_t total = 0;

    // Adds a literal to the left side, or subtracts it; a negated one is expressed by its variable.
    void add(Literal literal, std::int32_t sign) {
        if (literal & 1) total -= sign, sign = -sign;
        put(variable_of(literal), sign);
    }

    void add(const Equation& other) {
        for (const auto& [variable, many] : other.times) put(variable, many);
        total += other.total;
    }

    // Whether some variable would cancel out if both were added.
    bool shortens(const Equation& other) const {
        for (const auto& [variable, many] : other.times)
            if (const auto mine = times.find(variable); mine != times.end() && mine->second == -many) return true;
        return false;
    }

    // The literals on the left, repeated by their coefficients, with `wanted` of them true.
    std::vector<Literal> literals(std::int32_t& wanted) const {
        std::vector<Literal> found;
        wanted = total;
        for (const auto& [variable, many] : times) {
            found.insert(found.end(), std::abs(many), 2 * variable + (many < 0));
            if (many < 0) wanted -= many;
        }
        return found;
    }

    std::int32_t most_times() const {
        std::int32_t most = 0;
        for (const auto& [variable, many] : times) most = std::max(most, std::abs(many));
        return most;
    }

  private:
    void put(std::int32_t variable, std::int32_t many) {
        const auto known = times.try_emplace(variable, 0).first;
        if (!(known->second += many)) times.erase(known);
    }
};

}  // namespace caracol
