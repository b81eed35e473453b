#include "domain/fields/kinds/field_kind.h"

#include "base/text.h"

namespace tradewind::domain {
namespace {

base::Result<FieldValue> read_phone_text(std::string_view text, const ContactField& field) {
    const auto phone = TRY(base::PhoneNumber::parse(text, field.default_country_code.value_or("")));
    return FieldValue(phone.text());
}

}  // namespace

const FieldKind phone_kind{
    .type = FieldType::Phone,
    .word = "phone",
    .traits = {.may_be_required = false, .takes_default_value = false, .needs_country_code = true},
    .read = field_kinds::read_string<read_phone_text>,
    .read_text = read_phone_text,
    .write = field_kinds::write_string,
};

}  // namespace tradewind::domain
