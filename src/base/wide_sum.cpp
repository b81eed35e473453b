#include "base/wide_sum.h"

#include <algorithm>
#include <cassert>
#include <cstddef>

namespace tradewind::base {
namespace {

constexpr std::size_t decimal_places = 4;
constexpr std::size_t money_places = 2;
constexpr std::int64_t ten_thousandths_in_a_cent = 100;

// `digits` is a whole number, of which so many are decimals.
std::string with_point(const std::string& digits, std::size_t places) {
    const bool negative = digits.starts_with('-');
    auto text = digits.substr(negative ? 1 : 0);
    if (text.size() <= places) { text.insert(0, places + 1 - text.size(), '0'); }
    text.insert(text.size() - places, 1, '.');
    return negative ? "-" + text : text;
}

}  // namespace

WideSum WideSum::divided_by(std::int64_t count) const {
    assert(count > 0 && "nothing to divide by");
    WideSum quotient;
    const auto half = static_cast<Wide>(count / 2);
    quotient.sum_ = (sum_ < 0 ? sum_ - half : sum_ + half) / count;
    return quotient;
}

std::string WideSum::whole_text() const {
    std::string text;
    for (auto rest = sum_; rest != 0; rest /= 10) {
        const auto digit = static_cast<int>(rest % 10);
        text.push_back(static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    }
    if (text.empty()) { text.push_back('0'); }
    if (sum_ < 0) { text.push_back('-'); }
    std::reverse(text.begin(), text.end());
    return text;
}

std::string WideSum::decimal_text() const {
    auto text = with_point(whole_text(), decimal_places);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') { text.pop_back(); }
    return text;
}

std::string WideSum::money_text(std::int64_t shares) const {
    return with_point(divided_by(ten_thousandths_in_a_cent * shares).whole_text(), money_places);
}

}  // namespace tradewind::base
