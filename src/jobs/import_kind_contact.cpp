#include "jobs/import_kind.h"

#include <utility>

#include "domain/files/contact_row.h"
#include "operations/contact_import_operations.h"
#include "operations/segment_member_operations.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::jobs {
namespace {

operations::Existing existing_by(const domain::ImportOptions& options) {
    if (!options.override_existing) { return operations::Existing::LeaveAlone; }
    return options.update_only_empty_fields ? operations::Existing::FillEmptyFields : operations::Existing::Override;
}

base::Result<void> take_in_contact(storage::Transaction& transaction, base::Sources& sources,
                                   const storage::Definitions& definitions, const domain::ImportOptions& options,
                                   const domain::ContactRow& row) {
    auto contact = TRY(operations::import_contact(transaction, sources, definitions, row, existing_by(options)));
    if (!options.segment) { return {}; }
    // Whoever deleted it in the meantime wants nobody in it.
    if (const auto segment = storage::hold_segment(transaction, *options.segment)) {
        operations::enter_segment(transaction, sources, definitions, *segment, contact,
                                  {.kind = domain::Cause::Kind::Import});
    }
    return {};
}

ImportChanges read_contact_changes(const ImportFacts& facts, std::span<const domain::ImportRecord* const> records,
                                   const storage::Definitions& definitions) {
    const auto columns = domain::contact_columns(facts.header, definitions.contact_fields);
    ImportChanges changes;
    changes.reserve(records.size());
    for (const auto* const record : records) {
        auto row = domain::read_contact_row(record->cells, columns);
        if (!row) {
            changes.emplace_back(row.error());
            continue;
        }
        changes.emplace_back(
            [row = std::move(row).take(), options = facts.options](
                storage::Transaction& transaction, base::Sources& sources, const storage::Definitions& current) {
                return take_in_contact(transaction, sources, current, options, row);
            });
    }
    return changes;
}

std::vector<domain::ContactKey> people_of_contact(const ImportFacts& facts, const domain::ImportRecord& record,
                                                  const storage::Definitions& definitions) {
    const auto columns = domain::contact_columns(facts.header, definitions.contact_fields);
    const auto row = domain::read_contact_row(record.cells, columns);
    std::vector<domain::ContactKey> keys;
    if (row && row.value().email) { keys.emplace_back(*row.value().email); }
    if (row && row.value().external_id) { keys.emplace_back(*row.value().external_id); }
    return keys;
}

}  // namespace

const ImportKind contact_import{
    .type = domain::ImportType::Contacts, .read = read_contact_changes, .people = people_of_contact};

}  // namespace tradewind::jobs
