#include "base/base64.h"

#include <sodium.h>

namespace tradewind::base {
namespace {

constexpr int base64_variant = sodium_base64_VARIANT_ORIGINAL;

}  // namespace

std::string to_base64(std::string_view bytes) {
    std::string text(sodium_base64_encoded_len(bytes.size(), base64_variant), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                      base64_variant);
    text.pop_back();  // The NUL at the end.
    return text;
}

std::optional<std::string> from_base64(std::string_view text) {
    std::string bytes(text.size(), '\0');
    std::size_t size = 0;
    const char* end = nullptr;
    const auto failed = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                                          text.size(), nullptr, &size, &end, base64_variant);
    if (failed != 0 || end != text.data() + text.size()) { return std::nullopt; }
    bytes.resize(size);
    return bytes;
}

}  // namespace tradewind::base
