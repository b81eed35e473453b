#include "domain/filters/value_tests.h"

#include <algorithm>
#include <cassert>

namespace tradewind::domain::value_tests {
namespace {

bool is_chosen(const std::vector<std::string>& chosen, const std::string& option) {
    return std::find(chosen.begin(), chosen.end(), option) != chosen.end();
}

bool list_fits(const ValueTest& test, const std::vector<std::string>& chosen) {
    const auto has = [&](const std::string& option) { return is_chosen(chosen, option); };
    switch (test.is) {
        case FilterOperator::HasAny:
            return std::any_of(test.keys.begin(), test.keys.end(), has);
        case FilterOperator::HasAll:
            return std::all_of(test.keys.begin(), test.keys.end(), has);
        case FilterOperator::HasNone:
            return std::none_of(test.keys.begin(), test.keys.end(), has);
        default:
            assert(false && "no operator of lists of options");
            return false;
    }
}

}  // namespace

bool choice_fits(const ValueTest& test, const FilterValue& value) {
    if (const auto* const is_true = std::get_if<bool>(&value)) {
        return *is_true == (test.is == FilterOperator::IsTrue);
    }
    if (const auto* const option = std::get_if<std::string>(&value)) {
        return is_chosen(test.keys, *option) == (test.is == FilterOperator::In);
    }
    return list_fits(test, std::get<std::vector<std::string>>(value));
}

}  // namespace tradewind::domain::value_tests
