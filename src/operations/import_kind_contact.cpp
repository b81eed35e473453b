#include "operations/import_kind.h"

#include <utility>

#include "domain/files/contact_row.h"
#include "operations/contact_import_operations.h"
#include "operations/segment_member_operations.h"

namespace tradewind::operations {
namespace {

Existing existing_by(const domain::ImportOptions& options) {
    if (!options.override_existing) { return Existing::LeaveAlone; }
    return options.update_only_empty_fields ? Existing::FillEmptyFields : Existing::Override;
}

base::Result<void> take_in_contact(ImportSlice& slice, const storage::Definitions& definitions,
                                   const domain::ImportOptions& options, const domain::ContactRow& row) {
    auto contact =
        TRY(import_contact(slice.transaction, slice.sources, definitions, slice.contacts, row, existing_by(options)));
    if (slice.segment) {
        enter_segment(slice.transaction, slice.sources, definitions, *slice.segment, contact,
                      {.kind = domain::Cause::Kind::Import});
    }
    return {};
}

std::vector<domain::ContactKey> people_in(const domain::ContactRow& row) {
    std::vector<domain::ContactKey> keys;
    if (row.email) { keys.emplace_back(*row.email); }
    if (row.external_id) { keys.emplace_back(*row.external_id); }
    return keys;
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
        auto people = people_in(row.value());
        changes.emplace_back(ImportChange{
            .make = [row = std::move(row).take(), options = facts.options](
                        ImportSlice& slice,
                        const storage::Definitions& current) { return take_in_contact(slice, current, options, row); },
            .people = std::move(people)});
    }
    return changes;
}

}  // namespace

const ImportKind contact_import{
    .type = domain::ImportType::Contacts, .read = read_contact_changes, .slices_may_overlap = true};

}  // namespace tradewind::operations
