// The small values that come as text: whatever is accepted has one form, and reading that form gives it again.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/decimal.h"
#include "base/id.h"
#include "base/instant.h"
#include "base/json.h"
#include "base/text.h"

namespace {

using namespace tradewind::base;

void demand(bool truth) {
    if (!truth) { std::abort(); }
}

bool is_json_number(std::string_view text) {
    const auto document = JsonDocument::parse(text);
    return document.ok() && document.value().root().kind() == JsonKind::Number &&
           document.value().root().digits() == text;
}

void check_numbers(std::string_view text) {
    const auto decimal = Decimal::parse(text);
    const auto integer = parse_integer(text);
    if (decimal.ok()) {
        demand(std::abs(decimal.value().ten_thousandths) < Decimal::ten_thousandths_limit);
        demand(Decimal::parse(decimal.value().text()).value() == decimal.value());
        demand(is_json_number(decimal.value().text()));
    }
    if (integer.ok() && decimal.ok()) { demand(decimal.value().ten_thousandths == integer.value() * Decimal::scale); }
    if (is_json_number(text)) {
        demand(decimal.ok() || decimal.error().problems[0].reason != "must be a number");
        demand(integer.ok() || integer.error().problems[0].reason != "must be a number");
    }
}

void check_instant(std::string_view text) {
    const auto instant = Instant::parse(text);
    if (!instant.ok()) { return; }
    demand(Instant::parse(instant.value().text()).value() == instant.value());
    demand(instant.value().http_date().size() == 29);
}

void check_names(std::string_view text) {
    if (const auto id = Id::parse(text); id.ok() && id.value()) { demand(id.value()->text() == ascii_lower(text)); }
    if (const auto address = EmailAddress::parse(text); address.ok()) {
        demand(EmailAddress::parse(address.value().text()).value().text() == address.value().text());
        demand(EmailAddress::parse(address.value().key()).value().key() == address.value().key());
        demand(count_characters(address.value().text()) <= EmailAddress::characters_max);
    }
    if (const auto number = PhoneNumber::parse(text, "34"); number.ok()) {
        demand(PhoneNumber::parse(number.value().text(), "1").value().text() == number.value().text());
    }
}

void check_texts(std::string_view text) {
    const auto valid = replace_invalid_utf8(text);
    demand(is_valid_utf8(valid));
    demand(is_valid_utf8(text) == (valid == text));
    const bool has_nul = valid.find('\0') != std::string::npos;
    const auto decoded = percent_decode(percent_encode(valid), PlusIs::Space);
    demand(decoded.ok() != has_nul);
    if (decoded.ok()) { demand(decoded.value() == valid); }
    if (const auto sent = percent_decode(text, PlusIs::Itself); sent.ok()) { demand(is_valid_utf8(sent.value())); }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), count);
    check_numbers(text);
    check_instant(text);
    check_names(text);
    check_texts(text);
    return 0;
}
