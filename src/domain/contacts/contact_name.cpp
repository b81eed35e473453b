#include "domain/contacts/contact_name.h"

#include "domain/fields/json_fields.h"

namespace tradewind::domain {

std::optional<ContactName> read_contact_name(const base::JsonValue& value, std::string_view at,
                                             std::vector<base::Problem>& problems) {
    if (value.kind() != base::JsonKind::Object) {
        problems.push_back({.path = std::string(at), .reason = "must be an object"});
        return std::nullopt;
    }
    const auto problems_before = problems.size();
    const auto read = read_fields(contact_naming_fields, value, ReadMode::Create, problems, at);
    if (read.present.count() != 1) {
        problems.push_back({.path = std::string(at), .reason = "must have exactly one of id, email and externalId"});
    }
    if (problems.size() > problems_before) { return std::nullopt; }
    const auto& naming = read.values;
    if (naming.id) { return *naming.id; }
    if (naming.email) { return ContactKey(base::EmailAddress::parse(*naming.email).take()); }
    return ContactKey(ExternalId::parse(*naming.external_id).take());
}

}  // namespace tradewind::domain
