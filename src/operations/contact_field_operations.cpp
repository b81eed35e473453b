#include "operations/contact_field_operations.h"

#include <algorithm>
#include <string>

#include "storage/stores/contacts/contact_field_store.h"

namespace tradewind::operations {

base::Result<domain::ContactField> create_contact_field(storage::Transaction& transaction, base::Sources& sources,
                                                        const domain::ContactField& wanted) {
    transaction.lock_definitions();
    if (storage::count_contact_fields(transaction) >= static_cast<std::int64_t>(domain::custom_fields_max)) {
        return base::invalid("/id", "there are " + std::to_string(domain::custom_fields_max) +
                                        " custom contact fields already, the most allowed");
    }
    if (storage::find_contact_field(transaction, wanted.id)) {
        return base::conflict("There is a contact field " + wanted.id + " already.");
    }
    auto created = wanted;
    created.created_at = sources.clock.now();
    created.number = storage::insert_contact_field(transaction, created);
    transaction.touch_definitions();
    return created;
}

base::Result<void> delete_contact_field(storage::Transaction& transaction, base::Sources& sources, std::string_view id,
                                        const Users& users) {
    const auto& ours = domain::system_contact_fields();
    if (std::ranges::find(ours, id, &domain::ContactField::id) != ours.end()) {
        return base::conflict("The contact field " + std::string(id) + " belongs to the system and cannot be deleted.");
    }
    if (!users.empty()) { return in_use("The contact field", users); }
    transaction.lock_definitions();
    if (!storage::delete_contact_field(transaction, id, sources.clock.now())) {
        return base::not_found("There is no contact field with this id.");
    }
    transaction.touch_definitions();
    return {};
}

}  // namespace tradewind::operations
