#include "domain/fields/kinds/field_kind.h"

#include "base/text.h"

namespace tradewind::domain {
namespace {

base::Result<FieldValue> read_email_text(std::string_view text, const ContactField&) {
    const auto address = TRY(base::EmailAddress::parse(text));
    return FieldValue(address.text());
}

}  // namespace

const FieldKind email_kind{
    .type = FieldType::Email,
    .word = "email",
    .traits = {.may_be_required = false, .takes_default_value = false},
    .read = field_kinds::read_string<read_email_text>,
    .read_text = read_email_text,
    .write = field_kinds::write_string,
};

}  // namespace tradewind::domain
