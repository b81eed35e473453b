#include "domain/filters/value_tests.h"

#include <algorithm>

namespace tradewind::domain::value_tests {
namespace {

bool is_among(const std::vector<std::string>& keys, const std::string& key) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
}

// The positive operators; those that deny are the opposite of one of them.
bool one_text_fits(FilterOperator is, const std::vector<std::string>& keys, const std::string& key) {
    switch (is) {
        case FilterOperator::Contains:
            return key.find(keys.front()) != std::string::npos;
        case FilterOperator::StartsWith:
            return key.starts_with(keys.front());
        case FilterOperator::EndsWith:
            return key.ends_with(keys.front());
        default:
            return is_among(keys, key);
    }
}

}  // namespace

bool text_fits(const ValueTest& test, const FilterValue& value) {
    const bool is_denied = test.is == FilterOperator::NotEquals || test.is == FilterOperator::NotIn;
    const auto fits = [&](const std::string& text) {
        return one_text_fits(test.is, test.keys, comparable(test.kind, text));
    };
    if (const auto* const text = std::get_if<std::string>(&value)) { return fits(*text) != is_denied; }
    const auto& texts = std::get<std::vector<std::string>>(value);
    return std::any_of(texts.begin(), texts.end(), fits) != is_denied;
}

}  // namespace tradewind::domain::value_tests
