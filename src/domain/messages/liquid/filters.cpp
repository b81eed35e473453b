#include "domain/messages/liquid/filters.h"

#include <array>

namespace tradewind::domain::liquid {

const FilterDefinition* find_filter(std::string_view name) {
    for (const auto filters : {text_filters(), html_filters(), encoding_filters(), number_filters(), list_filters(),
                               list_search_filters(), shop_filters()}) {
        for (const auto& filter : filters) {
            if (filter.name == name) { return &filter; }
        }
    }
    return nullptr;
}

}  // namespace tradewind::domain::liquid
