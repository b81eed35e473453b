#include "operations/import_trial.h"

#include <algorithm>
#include <optional>

#include "domain/fields/kinds/field_kind.h"
#include "domain/files/contact_row.h"
#include "domain/files/coupon_row.h"
#include "domain/shop/product.h"

namespace tradewind::operations {
namespace {

constexpr std::string_view product_id_column = "productId";

std::vector<UnderstoodColumn> contact_columns_understood(const ImportFacts& facts,
                                                         const storage::Definitions& definitions) {
    const auto columns = domain::contact_columns(facts.header, definitions.contact_fields);
    std::vector<UnderstoodColumn> understood;
    for (std::size_t index = 0; index < facts.header.size(); ++index) {
        UnderstoodColumn column{.name = facts.header[index]};
        if (const auto* const field = columns.fields[index]) {
            column.as = field->id;
            column.type = domain::kind_of(field->type).word;
        } else {
            const auto* const known = definitions.contact_fields.find(facts.header[index]);
            column.is_read_only = known != nullptr && known->read_only;
        }
        understood.push_back(std::move(column));
    }
    return understood;
}

UnderstoodColumn product_column_understood(const std::string& name) {
    const auto field = std::ranges::find(domain::product_fields, name, &domain::Field<domain::Product>::name);
    const bool is_field = field != domain::product_fields.end();
    const bool is_written = is_field && field->access == domain::Access::Writable;
    return {.name = name,
            .as = is_written || name == product_id_column ? name : std::string(),
            .is_read_only = is_field && !is_written && name != product_id_column};
}

}  // namespace

std::vector<domain::ImportError> try_records(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, const ImportFacts& facts,
                                             std::span<const domain::ImportRecord> records) {
    std::vector<const domain::ImportRecord*> readable;
    for (const auto& record : records) {
        if (record.problem.empty()) { readable.push_back(&record); }
    }
    const auto changes = import_kind_of(facts.type).read(facts, readable, definitions);
    const auto people = [&] {
        std::vector<domain::ContactKey> keys;
        for (const auto& one : changes) {
            if (one) { keys.insert(keys.end(), one.value().people.begin(), one.value().people.end()); }
        }
        return keys;
    };
    auto slice = open_import_slice(transaction, sources, facts, people);
    auto change = changes.begin();
    std::vector<domain::ImportError> refused;
    const auto refuse = [&](const domain::ImportRecord& record, std::string reason) {
        refused.push_back(
            {.line = static_cast<std::int64_t>(record.place.line), .reason = std::move(reason), .cells = {}});
    };
    for (const auto& record : records) {
        if (!record.problem.empty()) {
            refuse(record, record.problem);
            continue;
        }
        const auto& wanted = *change++;
        const auto done = wanted ? wanted.value().make(slice, definitions) : base::Result<void>(wanted.error());
        if (!done) { refuse(record, domain::import_error_reason(done.error())); }
    }
    return refused;
}

std::vector<UnderstoodColumn> understood_columns(const ImportFacts& facts, const storage::Definitions& definitions) {
    if (facts.type == domain::ImportType::Contacts) { return contact_columns_understood(facts, definitions); }
    std::vector<UnderstoodColumn> understood;
    for (const auto& name : facts.header) {
        if (facts.type == domain::ImportType::Products) {
            understood.push_back(product_column_understood(name));
        } else {
            const bool is_code = name == domain::coupon_code_column;
            understood.push_back({.name = name, .as = is_code ? name : std::string()});
        }
    }
    return understood;
}

}  // namespace tradewind::operations
