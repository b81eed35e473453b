#include "domain/fields/kinds/field_kind.h"

#include "base/text.h"

namespace tradewind::domain {
namespace {

base::Result<FieldValue> read_plain_text(std::string_view text, const ContactField& field) {
    if (text.empty() && field.required) { return field_kinds::misfit("must not be empty"); }
    if (text.find('\0') != std::string_view::npos) { return field_kinds::misfit("must not contain U+0000"); }
    const auto longest = field.max_length.value_or(field_text_characters_max);
    if (base::count_characters(text) > static_cast<std::size_t>(longest)) {
        return field_kinds::misfit("must have at most " + std::to_string(longest) + " characters");
    }
    return FieldValue(std::string(text));
}

}  // namespace

const FieldKind text_kind{
    .type = FieldType::Text,
    .word = "text",
    .traits = {.takes_max_length = true},
    .read = field_kinds::read_string<read_plain_text>,
    .read_text = read_plain_text,
    .write = field_kinds::write_string,
};

}  // namespace tradewind::domain
