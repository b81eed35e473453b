#include "domain/field_kinds/field_kind.h"

#include "base/text.h"

namespace tradewind::domain {
namespace {

base::Result<FieldValue> read_text(std::string_view text, const ContactField& field) {
    const auto& code = field.default_country_code;
    const auto phone = TRY(base::PhoneNumber::parse(text, code ? std::string_view(*code) : ""));
    return FieldValue(phone.text());
}

}  // namespace

const FieldKind phone_kind{
    .type = FieldType::Phone,
    .word = "phone",
    .traits = {.may_be_required = false, .takes_default_value = false, .needs_country_code = true},
    .read = field_kinds::read_string<read_text>,
    .read_text = read_text,
    .write = field_kinds::write_string,
};

}  // namespace tradewind::domain
