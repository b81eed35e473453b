#include "base/host_name.h"

#include <idn2.h>

#include <algorithm>
#include <memory>

#include "base/text.h"

namespace tradewind::base {
namespace {

// A name has at most 253 characters, and none of them takes more than four bytes.
constexpr std::size_t bytes_max = 4 * 253;

struct FreeHostName {
    void operator()(char* text) const noexcept { idn2_free(text); }
};

}  // namespace

std::optional<std::string> ascii_host_name(std::string_view name) {
    const auto is_ascii = [](char character) { return static_cast<unsigned char>(character) < 0x80; };
    if (std::ranges::all_of(name, is_ascii)) { return ascii_lower(name); }
    if (name.size() > bytes_max || name.find('\0') != std::string_view::npos) { return std::nullopt; }
    char* converted = nullptr;
    const int code = idn2_to_ascii_8z(std::string(name).c_str(), &converted, IDN2_NFC_INPUT | IDN2_NONTRANSITIONAL);
    const std::unique_ptr<char, FreeHostName> owner(converted);
    if (code != IDN2_OK) { return std::nullopt; }
    return ascii_lower(converted);
}

}  // namespace tradewind::base
