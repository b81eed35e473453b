#include "operations/export_operations.h"

#include "base/json_writer.h"
#include "base/random.h"
#include "domain/fields/unknown_id.h"
#include "domain/files/contact_csv.h"
#include "domain/filters/parse_filter.h"
#include "domain/filters/write_filter.h"
#include "domain/reports/report_plan.h"
#include "operations/audit.h"
#include "operations/segment_operations.h"
#include "operations/segment_uses.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/jobs/export_store.h"
#include "storage/stores/reports/report_store.h"

namespace tradewind::operations {
namespace {

domain::ExportPlan plan_of(const NewExport& wanted, const storage::Definitions& definitions, base::Random& random) {
    domain::ExportPlan plan{.time_zone = definitions.store.timezone,
                            .guards_formulas = wanted.guards_formulas,
                            .columns = {},
                            .uuid = base::random_uuid(random)};
    if (domain::export_type(wanted.options.type) != domain::ExportType::Contacts) { return plan; }
    // People read names, programs ids.
    plan.names_fields = wanted.manager.has_value();
    plan.personal_fields = wanted.options.personal_fields;
    const auto custom = definitions.contact_fields.custom();
    const auto names = domain::named_columns(custom);
    for (std::size_t index = 0; index < custom.size(); ++index) {
        if (!plan.personal_fields && domain::is_personal(custom[index])) { continue; }
        plan.columns.push_back({.number = custom[index].number,
                                .id = custom[index].id,
                                .name = plan.names_fields ? names[index] : std::string()});
    }
    return plan;
}

// A saved report can name what was deleted since.
void check_report(const std::optional<domain::Report>& report, const storage::Definitions& definitions,
                  std::vector<base::Problem>& problems) {
    constexpr std::string_view path = "/filters/reportId";
    if (!report) {
        problems.push_back({.path = std::string(path), .reason = std::string(domain::unknown_id_reason)});
    } else if (!domain::plan_report(*report, definitions.contact_fields, definitions.custom_events)) {
        problems.push_back({.path = std::string(path), .reason = "is a report that names what is no longer there"});
    }
}

// What somebody asks for contacts by; what is wrong with it is added.
std::optional<domain::Filter> read_filter(const std::optional<std::string>& json, const domain::FilterNames& names,
                                          std::vector<base::Problem>& problems) {
    if (!json) { return std::nullopt; }
    const auto document = base::JsonDocument::parse(*json).take();
    auto filter = domain::parse_filter(document.root(), names, "/filters/filter");
    if (filter) { return std::move(filter).take(); }
    const auto& more = filter.error().problems;
    problems.insert(problems.end(), more.begin(), more.end());
    return std::nullopt;
}

domain::ExportReport kept_report(const domain::Report& report) {
    domain::ExportReport kept{.name = report.name, .definition = {}};
    base::JsonWriter writer(kept.definition);
    domain::write_report_definition(writer, report);
    return kept;
}

}  // namespace

base::Result<domain::Export> create_export(storage::Transaction& transaction, base::Sources& sources,
                                           const storage::Definitions& definitions, const NewExport& wanted) {
    // Two processes must not count the same queue.
    transaction.lock_definitions();
    auto problems = wanted.problems;
    const auto& segment_id = wanted.options.filters.segment;
    const auto segment = segment_id ? storage::find_segment(transaction, *segment_id) : std::nullopt;
    if (segment_id && !segment) {
        problems.push_back({.path = "/filters/segmentId", .reason = std::string(domain::unknown_id_reason)});
    }
    const auto& report_id = wanted.options.filters.report;
    const auto report = report_id ? storage::find_report(transaction, *report_id) : std::nullopt;
    if (report_id) { check_report(report, definitions, problems); }
    const auto names = filter_names(definitions);
    const auto filter = read_filter(wanted.options.filters.filter, names, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    if (filter) { TRY(check_named_segments(*filter, definitions)); }
    if (segment && !segment->member_set) { return segment_without_members(); }
    if (storage::count_queued_exports(transaction) >= static_cast<std::int64_t>(domain::queued_exports_max)) {
        return base::coded("E0301", "There are " + std::to_string(domain::queued_exports_max) +
                                        " exports in the queue already. Wait until one of them has started.");
    }
    domain::Export created;
    static_cast<domain::ExportOptions&>(created) = wanted.options;
    created.id = sources.ids.next();
    created.origin = wanted.manager ? "app" : "api";
    created.plan = plan_of(wanted, definitions, sources.random);
    if (report) { created.plan.report = kept_report(*report); }
    if (filter) {
        created.filters.filter = domain::filter_json(*filter, names, domain::FilterForm::Shown);
        created.plan.filter = domain::filter_json(*filter, names, domain::FilterForm::Stored);
    }
    created.created_at = sources.made_at(created.id);
    storage::insert_export(transaction, created);
    transaction.wake(storage::Sleeper::Exports);
    audit(transaction, sources, wanted.manager, {.action = "export.create", .subject = created.id.text()});
    return created;
}

base::Result<domain::Export> delete_export(storage::Transaction& transaction, base::Sources& sources, base::Id id,
                                           const std::optional<domain::Actor>& manager) {
    const auto found = storage::find_export_for_change(transaction, id);
    if (!found) { return unknown_export(); }
    storage::delete_export(transaction, id);
    audit(transaction, sources, manager, {.action = "export.delete", .subject = id.text()});
    return *found;
}

base::Error unknown_export() {
    return base::not_found("There is no export with this id.");
}

}  // namespace tradewind::operations
