#include "operations/import_operations.h"

#include "domain/fields/unknown_id.h"
#include "operations/audit.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/jobs/import_store.h"
#include "storage/stores/shop/coupon_set_store.h"

namespace tradewind::operations {
namespace {

base::Result<domain::Import> find(storage::Transaction& transaction, const ImportKey& key) {
    const auto import = key.id ? storage::find_import_for_change(transaction, *key.id) : std::nullopt;
    if (!import || domain::family_of(import->type) != key.family) {
        return base::not_found("There is no import with this id.");
    }
    return *import;
}

}  // namespace

std::vector<base::Problem> check_import_options(storage::Transaction& transaction,
                                                const domain::ImportOptions& options) {
    std::vector<base::Problem> problems;
    if (options.coupon_set) {
        const auto set = storage::find_coupon_set(transaction, *options.coupon_set);
        if (!set) { problems.push_back({.path = "/couponSetId", .reason = std::string(domain::unknown_id_reason)}); }
        if (set && set->is_single()) {
            problems.push_back({.path = "/couponSetId", .reason = "is a set with a single code"});
        }
    }
    if (options.segment) {
        const auto segment = storage::find_segment(transaction, *options.segment);
        if (!segment) { problems.push_back({.path = "/segmentId", .reason = std::string(domain::unknown_id_reason)}); }
        if (segment && segment->kind != domain::SegmentKind::Static) {
            problems.push_back({.path = "/segmentId", .reason = "is a segment whose members nobody chooses"});
        }
    }
    return problems;
}

base::Result<domain::Import> create_import(storage::Transaction& transaction, base::Sources& sources,
                                           const std::optional<domain::Actor>& actor, const NewImport& wanted) {
    // Two processes must not count the same queue.
    transaction.lock_definitions();
    if (auto problems = check_import_options(transaction, wanted.options); !problems.empty()) {
        return base::invalid(std::move(problems));
    }
    if (storage::count_queued_imports(transaction) >= static_cast<std::int64_t>(domain::queued_imports_max)) {
        return base::coded("E0401", "There are " + std::to_string(domain::queued_imports_max) +
                                        " imports in the queue already. Wait until one of them has started.");
    }
    domain::Import import;
    import.id = sources.ids.next();
    import.type = wanted.type;
    import.options = wanted.options;
    import.origin = wanted.origin;
    import.file = wanted.file;
    import.total = wanted.total;
    import.created_at = sources.made_at(import.id);
    storage::insert_import(transaction, import, wanted.header);
    transaction.wake(storage::Sleeper::Imports);
    audit(transaction, sources, actor, {.action = "import.create", .subject = import.id.text()});
    return import;
}

base::Result<domain::Import> cancel_import(storage::Transaction& transaction, base::Sources& sources,
                                           const domain::Actor& actor, const ImportKey& key) {
    auto import = TRY(find(transaction, key));
    if (import.has_ended()) {
        return base::conflict("The import is " + std::string(domain::word_of(import.status)) +
                              ". It can be cancelled until it has ended.");
    }
    import.status = domain::ImportStatus::Cancelled;
    import.cancelled_at = sources.clock.now();
    storage::update_import(transaction, import);
    audit(transaction, sources, actor, {.action = "import.cancel", .subject = import.id.text()});
    return import;
}

base::Result<std::optional<std::string>> delete_import(storage::Transaction& transaction, base::Sources& sources,
                                                       const std::optional<domain::Actor>& actor,
                                                       const ImportKey& key) {
    const auto import = TRY(find(transaction, key));
    if (!import.has_ended()) {
        return base::conflict("The import is " + std::string(domain::word_of(import.status)) +
                              ". It can be deleted when it has ended.");
    }
    storage::delete_import(transaction, import.id);
    audit(transaction, sources, actor, {.action = "import.delete", .subject = import.id.text()});
    return import.file;
}

}  // namespace tradewind::operations
