// A pointer and a document, a line feed between them. What is found through a pointer is also found step by step; a
// pointer that cannot be read is refused with a reason.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/json_pointer.h"

namespace {

using tradewind::base::ErrorKind;
using tradewind::base::JsonDocument;
using tradewind::base::JsonPointer;
using tradewind::base::JsonValue;
using tradewind::base::pointer_to_member;

void demand(bool truth) {
    if (!truth) { std::abort(); }
}

bool is_same(const JsonValue& one, const JsonValue& other) {
    return one.kind() == other.kind() && one.size() == other.size();
}

void demand_found(const JsonDocument& document, const JsonValue& value, const std::string& path) {
    const auto pointer = JsonPointer::parse(path);
    demand(pointer.ok());
    const auto found = pointer.value().find(document.root());
    demand(found && is_same(*found, value));
    if (value.kind() == tradewind::base::JsonKind::Object) {
        for (const auto member : value.members()) {
            demand_found(document, member.value, path + pointer_to_member(member.key));
        }
    } else if (value.kind() == tradewind::base::JsonKind::Array) {
        std::size_t index = 0;
        for (const auto element : value.elements()) {
            demand_found(document, element, path + "/" + std::to_string(index++));
        }
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t count) {
    const std::string_view text(reinterpret_cast<const char*>(bytes), count);
    const auto line_feed = text.find('\n');
    if (line_feed == std::string_view::npos) { return 0; }
    const auto path = text.substr(0, line_feed);
    const auto pointer = JsonPointer::parse(path);
    if (!pointer.ok()) {
        demand(pointer.error().kind == ErrorKind::Invalid && pointer.error().problems.size() == 1);
        demand(!path.empty());
    }
    // Every value of the document is looked for, so large ones take long.
    constexpr std::size_t document_bytes_max = 2048;
    const auto json = text.substr(line_feed + 1);
    const auto document = json.size() > document_bytes_max ? JsonDocument::parse("") : JsonDocument::parse(json);
    if (!document.ok()) { return 0; }
    demand_found(document.value(), document.value().root(), "");
    if (pointer.ok() && path.empty()) { demand(pointer.value().find(document.value().root()).has_value()); }
    return 0;
}
