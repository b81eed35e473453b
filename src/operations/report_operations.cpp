#include "operations/report_operations.h"

#include "domain/reports/report_plan.h"
#include "operations/audit.h"
#include "operations/next_update.h"
#include "storage/stores/reports/report_store.h"

namespace tradewind::operations {
namespace {

// What is wrong with a report of which these problems are known.
std::vector<base::Problem> problems_of(storage::Transaction& transaction,
                                       const std::shared_ptr<const storage::Definitions>& definitions,
                                       const domain::Report& report, std::vector<base::Problem> told) {
    const auto current = storage::definitions_in(transaction, definitions);
    auto plan = domain::plan_report(report, current->contact_fields, current->custom_events, std::move(told));
    if (plan) { return {}; }
    return std::move(plan).error().problems;
}

void insert(storage::Transaction& transaction, base::Sources& sources, domain::Report& report) {
    report.id = sources.ids.next();
    report.created_at = sources.made_at(report.id);
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
    auto problems = problems_of(transaction, definitions, created, wanted.problems);
    if (storage::count_reports(transaction) >= static_cast<std::int64_t>(domain::reports_max)) {
        problems.push_back(
            {.path = "/name",
             .reason = "there are " + std::to_string(domain::reports_max) + " reports already, the most allowed"});
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    insert(transaction, sources, created);
    audit(transaction, sources, actor, {.action = "report.create", .subject = created.id.text()});
    return created;
}

base::Result<domain::Report> change_report(storage::Transaction& transaction, base::Sources& sources,
                                           const std::shared_ptr<const storage::Definitions>& definitions,
                                           const domain::Actor& actor, base::Id id, const domain::ReportPatch& patch) {
    transaction.lock_definitions();
    const auto before = storage::find_report(transaction, id);
    if (!before && !patch.problems.empty()) { return base::invalid(patch.problems); }
    if (!before) { return unknown_report(); }
    auto after = *before;
    domain::apply(patch, after);
    if (after == *before && patch.problems.empty()) { return after; }
    auto problems = problems_of(transaction, definitions, after, patch.problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    auto changes = domain::audited_changes(domain::report_fields, *before, after);
    if (after.filters != before->filters) { changes.push_back({.field = "filters"}); }
    after.updated_at = next_update(sources, before->updated_at);
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
