#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

base::Result<FieldValue> read_radio_text(std::string_view text, const ContactField& field) {
    if (!field_kinds::has_option(field, text)) { return field_kinds::misfit("must be the id of one of the options"); }
    return FieldValue(std::string(text));
}

}  // namespace

const FieldKind radio_kind{
    .type = FieldType::Radio,
    .word = "radio",
    .traits = {.needs_options = true},
    .read = field_kinds::read_string<read_radio_text>,
    .read_text = read_radio_text,
    .write = field_kinds::write_string,
};

}  // namespace tradewind::domain
