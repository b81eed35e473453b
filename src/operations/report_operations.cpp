#include "operations/report_operations.h"

#include <algorithm>

#include "domain/reports/report_plan.h"
#include "operations/audit.h"
#include "storage/stores/reports/report_store.h"

namespace tradewind::operations {
namespace {

base::Result<void> check(storage::Transaction& transaction,
                         const std::shared_ptr<const storage::Definitions>& definitions, const domain::Report& report) {
    const auto current = storage::definitions_in(transaction, definitions);
    const auto plan = domain::plan_report(report, current->contact_fields, current->custom_events);
    if (!plan) { return plan.error(); }
    return {};
}

void insert(storage::Transaction& transaction, base::Sources& sources, domain::Report& report) {
    report.id = sources.ids.next();
    report.created_at = report.id.made_at();
    report.updated_at = report.created_at;
    storage::insert_report(transaction, report);
}

}  // namespace

base::Result<domain::Report> create_report(storage::Transaction& transaction, base::Sources& sources,
                                           const std::shared_ptr<const storage::Definitions>& definitions,
                                           const domain::Actor& actor, const domain::ReportPatch& wanted) {
    transaction.lock_definitions();
    domain::Report created;
    domain::apply(wanted, created);
    TRY(check(transaction, definitions, created));
    if (storage::count_reports(transaction) >= static_cast<std::int64_t>(domain::reports_max)) {
        return base::invalid("/name",
                             "there are " + std::to_string(domain::reports_max) + " reports already, the most allowed");
    }
    insert(transaction, sources, created);
    audit(transaction, sources, actor, {.action = "report.create", .subject = created.id.text()});
    return created;
}

base::Result<domain::Report> change_report(storage::Transaction& transaction, base::Sources& sources,
                                           const std::shared_ptr<const storage::Definitions>& definitions,
                                           const domain::Actor& actor, base::Id id, const domain::ReportPatch& patch) {
    transaction.lock_definitions();
    const auto before = storage::find_report(transaction, id);
    if (!before) { return unknown_report(); }
    auto after = *before;
    domain::apply(patch, after);
    if (after == *before) { return after; }
    TRY(check(transaction, definitions, after));
    const auto changed = domain::changed_fields(domain::report_fields, *before, after);
    std::vector<std::string> changes(changed.begin(), changed.end());
    if (after.filters != before->filters) { changes.emplace_back("filters"); }
    after.updated_at = std::max(sources.clock.now(), before->updated_at);
    storage::update_report(transaction, after);
    audit(transaction, sources, actor,
          {.action = "report.change", .subject = id.text(), .changes = std::move(changes)});
    return after;
}

base::Result<void> delete_report(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                 base::Id id) {
    transaction.lock_definitions();
    if (!storage::delete_report(transaction, id)) { return unknown_report(); }
    audit(transaction, sources, actor, {.action = "report.delete", .subject = id.text()});
    return {};
}

void create_first_reports(storage::Transaction& transaction, base::Sources& sources) {
    for (auto& report : domain::first_reports()) { insert(transaction, sources, report); }
}

base::Error unknown_report() {
    return base::not_found("There is no report with this id.");
}

}  // namespace tradewind::operations
