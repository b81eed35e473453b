#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <string_view>
#include <utility>

#include "domain/messages/liquid/liquid_value.h"

namespace tradewind::domain::liquid {

class RenderState;

// A filter at work: `input | name: arguments`.
struct FilterCall {
    const LiquidValue& input;
    std::span<const LiquidValue> arguments;
    std::span<const std::pair<std::string_view, LiquidValue>> named_arguments;
    RenderState& state;

    // Nothing when so many were not given.
    [[nodiscard]] LiquidValue argument(std::size_t index) const {
        return index < arguments.size() ? arguments[index] : LiquidValue();
    }
    [[nodiscard]] bool has_argument(std::size_t index) const { return index < arguments.size(); }
};

struct FilterDefinition {
    std::string_view name;
    // Returns nothing after it has told the state what is wrong.
    LiquidValue (*apply)(const FilterCall& call);
    std::size_t arguments_min = 0;
    std::size_t arguments_max = 0;
    bool takes_names = false;
};

// Null when there is none of this name.
const FilterDefinition* find_filter(std::string_view name);

// What each file of filters brings.
std::span<const FilterDefinition> text_filters();
std::span<const FilterDefinition> html_filters();
std::span<const FilterDefinition> encoding_filters();
std::span<const FilterDefinition> number_filters();
std::span<const FilterDefinition> list_filters();
std::span<const FilterDefinition> list_search_filters();
std::span<const FilterDefinition> shop_filters();

}  // namespace tradewind::domain::liquid
