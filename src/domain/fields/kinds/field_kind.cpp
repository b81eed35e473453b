#include "domain/fields/kinds/field_kind.h"

#include <algorithm>
#include <array>

namespace tradewind::domain {
namespace {

// In the order of FieldType.
constexpr std::array<const FieldKind*, 9> kinds{&text_kind, &email_kind,    &phone_kind, &integer_kind, &decimal_kind,
                                                &date_kind, &checkbox_kind, &radio_kind, &boolean_kind};

}  // namespace

const FieldKind& kind_of(FieldType type) {
    return *kinds[static_cast<std::size_t>(type)];
}

const FieldKind* find_kind(std::string_view word) {
    const auto place = std::ranges::find(kinds, word, &FieldKind::word);
    return place == kinds.end() ? nullptr : *place;
}

namespace field_kinds {

base::Error misfit(std::string_view reason) {
    return base::invalid("", std::string(reason));
}

bool has_option(const ContactField& field, std::string_view id) {
    return std::ranges::find(field.options, id, &FieldOption::id) != field.options.end();
}

void write_string(base::JsonWriter& writer, const FieldValue& value) {
    writer.string(std::get<std::string>(value));
}

}  // namespace field_kinds
}  // namespace tradewind::domain
