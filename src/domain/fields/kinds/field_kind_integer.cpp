#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

// The bounds are whole numbers; the value may be larger than any Decimal.
std::int64_t whole(base::Decimal bound) {
    return bound.ten_thousandths / base::Decimal::scale;
}

base::Result<FieldValue> read_integer_text(std::string_view text, const ContactField& field) {
    const auto number = TRY(base::parse_integer(text));
    if (field.min_value && number < whole(*field.min_value)) {
        return field_kinds::misfit("must be at least " + field.min_value->text());
    }
    if (field.max_value && number > whole(*field.max_value)) {
        return field_kinds::misfit("must be at most " + field.max_value->text());
    }
    return FieldValue(number);
}

}  // namespace

const FieldKind integer_kind{
    .type = FieldType::Integer,
    .word = "integer",
    .traits = {.takes_value_bounds = true},
    .read = field_kinds::read_number<read_integer_text>,
    .read_text = read_integer_text,
    .write = [](base::JsonWriter& writer, const FieldValue& value) { writer.integer(std::get<std::int64_t>(value)); },
};

}  // namespace tradewind::domain
