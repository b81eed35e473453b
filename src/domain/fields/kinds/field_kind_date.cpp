#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

base::Result<FieldValue> read_date_text(std::string_view text, const ContactField& field) {
    const auto instant = TRY(base::Instant::parse(text));
    if (field.min_date && instant < *field.min_date) {
        return field_kinds::misfit("must not be before " + field.min_date->text());
    }
    if (field.max_date && instant > *field.max_date) {
        return field_kinds::misfit("must not be after " + field.max_date->text());
    }
    return FieldValue(instant);
}

}  // namespace

const FieldKind date_kind{
    .type = FieldType::Date,
    .word = "date",
    .traits = {.takes_date_bounds = true},
    .read = field_kinds::read_string<read_date_text>,
    .read_text = read_date_text,
    .write = [](base::JsonWriter& writer, const FieldValue& value) { writer.instant(std::get<base::Instant>(value)); },
};

}  // namespace tradewind::domain
