#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

base::Result<FieldValue> read_decimal_text(std::string_view text, const ContactField& field) {
    const auto number = TRY(base::Decimal::parse(text));
    if (field.min_value && number < *field.min_value) {
        return field_kinds::misfit("must be at least " + field.min_value->text());
    }
    if (field.max_value && number > *field.max_value) {
        return field_kinds::misfit("must be at most " + field.max_value->text());
    }
    return FieldValue(number);
}

}  // namespace

const FieldKind decimal_kind{
    .type = FieldType::Decimal,
    .word = "decimal",
    .traits = {.takes_value_bounds = true},
    .read = field_kinds::read_number<read_decimal_text>,
    .read_text = read_decimal_text,
    .write = [](base::JsonWriter& writer, const FieldValue& value) { writer.decimal(std::get<base::Decimal>(value)); },
};

}  // namespace tradewind::domain
