#include "domain/shop/product_details.h"

namespace tradewind::domain {
namespace {

struct TextBytes {
    std::size_t operator()(const std::string& text) const { return text.size(); }
    std::size_t operator()(const std::vector<std::string>& texts) const {
        std::size_t sum = 0;
        for (const auto& text : texts) { sum += text.size(); }
        return sum;
    }
    template <class T>
    std::size_t operator()(const std::optional<T>& value) const {
        return value ? (*this)(*value) : 0;
    }
    template <class T>
    std::size_t operator()(const T&) const {
        return 0;
    }
};

}  // namespace

std::size_t text_bytes(const ProductDetails& details) {
    std::size_t sum = 0;
    for (const auto& field : product_detail_fields) {
        field.member.visit([&](auto member) { sum += TextBytes{}(details.*member); });
    }
    return sum;
}

}  // namespace tradewind::domain
