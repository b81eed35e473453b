#include "domain/workflows/definition.h"

namespace tradewind::domain {

const ContactField* find_field(const ContactFieldList& fields, const FieldName& name) {
    return name.number == 0 ? fields.find(name.field) : fields.find_custom(name.number);
}

FieldName name_of(const ContactField& field) {
    return {.field = field.custom ? "f" + std::to_string(field.number) : field.id, .number = field.number};
}

}  // namespace tradewind::domain
