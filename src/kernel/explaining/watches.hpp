// The rules that watch each cell, laid out for trials: thousands of changes per millisecond.
#pragma once

#include <vector>

#include "propagation/cutters.hpp"

namespace caracol {

class Watches {
  public:
    // Rules are bits of words; a few rules watch a cell, in a few words.
    struct Rules {
        std::int32_t word;
        Mask bits;
    };
    struct Several {  // a count of several values
        std::int32_t count;
        Mask counted;
    };
    struct Read {
        std::int32_t reading, rule;
        Mask singles;  // values that the line distinguishes from all others
        Mask alike;    // values that it does not distinguish from each other
    };

    Watches(const Model& model, const Cutters& cutters) : values_(model.values) {
        std::vector<std::vector<Rules>> rules(model.size);
        std::vector<std::vector<std::int32_t>> counts(std::size_t(model.size) * model.values);
        std::vector<std::vector<Several>> several(model.size);
        std::vector<std::vector<Read>> reads(model.size);
        for (std::int32_t number = 0; number < model.rules; ++number) {
            const std::int32_t count = cutters.count_at(number), reading = cutters.reading_at(number);
            const Mask counted = count < 0 ? 0 : model.counts[count].counted;
            const Read read = reading < 0 ? Read{} : read_of(model, reading, number);
            for (int i = cutters.cells(number).from; i < cutters.cells(number).to; ++i) {
                const std::int32_t cell = model.cells[i], word = number >> 6;
                if (rules[cell].empty() || rules[cell].back().word != word) rules[cell].push_back({word, 0});
                rules[cell].back().bits |= Mask(1) << (number & 63);
                if (reading >= 0) reads[cell].push_back(read);
                if (count < 0) continue;
                if (counted && single(counted)) counts[std::size_t(cell) * values_ + lowest(counted)].push_back(count);
                else several[cell].push_back({count, counted});
            }
        }
        rules_.fill(rules);
        counts_.fill(counts);
        several_.fill(several);
        reads_.fill(reads);
    }

    std::span<const Rules> rules(int cell) const { return rules_[cell]; }
    // The counts of this value alone.
    std::span<const std::int32_t> counts(int cell, int value) const { return counts_[cell * values_ + value]; }
    std::span<const Several> several(int cell) const { return several_[cell]; }
    std::span<const Read> reads(int cell) const { return reads_[cell]; }

  private:
    template <class Item>
    struct Flat {
        std::vector<std::int32_t> from{0};
        std::vector<Item> items;

        void fill(const std::vector<std::vector<Item>>& lists) {
            for (const auto& list : lists) {
                items.insert(items.end(), list.begin(), list.end());
                from.push_back(static_cast<std::int32_t>(items.size()));
            }
        }
        std::span<const Item> operator[](int i) const { return {items.data() + from[i], items.data() + from[i + 1]}; }
    };

    static Read read_of(const Model& model, std::int32_t reading, std::int32_t number) {
        const Staircase& stairs = model.stairs[model.readings[reading].stairs];
        Read read{reading, number, 0, 0};
        int sets = 0;
        for (Mask left = model.everything; left;) {
            const Mask together = stairs.values_of(stairs.classes_of(left & -left)) & model.everything;
            if (single(together)) read.singles |= together;
            else read.alike = together, ++sets;
            left &= ~together;
        }
        // With more than one set, they are not distinguished: an unnecessary visit does no harm.
        if (sets > 1) read.singles = model.everything;
        return read;
    }

    int values_;
    Flat<Rules> rules_;
    Flat<std::int32_t> counts_;
    Flat<Several> several_;
    Flat<Read> reads_;
};

}  // namespace caracol
