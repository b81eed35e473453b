#include "operations/used_by.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>

#include "domain/filters/parse_filter.h"
#include "domain/reports/report_vocabulary.h"
#include "domain/workflows/definition_uses.h"
#include "domain/workflows/run.h"
#include "operations/segment_uses.h"
#include "operations/workflow_names.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/engine/workflow_draft_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/reports/report_store.h"

namespace tradewind::operations {
namespace {

using domain::FilterUses;
using storage::Definitions;

constexpr std::string_view contact_field_prefix = "contact.";

std::string in_quotes(std::string_view text) {
    return '"' + std::string(text) + '"';
}

// Something that can be used, and how to tell that it is.
struct UsedThing {
    storage::WorkflowUse use;
    std::string filter_text;  // Filters that name it as they are kept have this in quotes.
    std::function<bool(const FilterUses&)> is_named;
    std::function<bool(const domain::Report&)> is_counted;
    std::function<std::vector<base::Id>(storage::Transaction&)> find_drafts;
};

// Null for a workflow that is not there, or is finished.
const storage::KnownWorkflow* find_user(const Definitions& definitions, base::Id id) {
    const auto place = std::ranges::lower_bound(definitions.workflows, id, {}, &storage::KnownWorkflow::id);
    const bool is_there = place != definitions.workflows.end() && place->id == id;
    return is_there && place->status != domain::WorkflowStatus::Finished ? &*place : nullptr;
}

// The workflows whose draft has one of these texts, and does name what is_named() asks for.
std::vector<base::Id> drafts_naming(storage::Transaction& transaction, const Definitions& definitions,
                                    const std::vector<std::string>& texts,
                                    const std::function<bool(const FilterUses&)>& is_named) {
    std::set<base::Id> drafts;
    for (const auto& text : texts) {
        const auto more = storage::drafts_with(transaction, text);
        drafts.insert(more.begin(), more.end());
    }
    std::vector<base::Id> naming;
    for (const auto id : drafts) {
        const auto workflow = storage::find_workflow(transaction, id);
        const auto reading = read_workflow_definition(workflow.value().definition, definitions);
        if (is_named(domain::uses_of(reading.definition))) { naming.push_back(id); }
    }
    return naming;
}

void add_using_segments(const Definitions& definitions, const UsedThing& used, std::vector<User>& users) {
    const auto names = filter_names(definitions);
    for (const auto& segment : definitions.segments) {
        if (!used.is_named(uses_with(segment, names, used.filter_text))) { continue; }
        users.push_back({.id = segment.id, .kind = User::Kind::Segment, .name = segment.name});
    }
}

void add_using_workflows(storage::Transaction& transaction, const Definitions& definitions, const UsedThing& used,
                         std::vector<User>& users) {
    std::map<base::Id, User> found;
    const auto user = [&](base::Id id, const std::string& name) -> User& {
        return found.try_emplace(id, User{.id = id, .kind = User::Kind::Workflow, .name = name}).first->second;
    };
    for (const auto& [workflow, version] : versions_at_work(transaction, definitions, used.use)) {
        auto& found_user = user(workflow->id, workflow->name);
        if (domain::is_trial(version)) {
            found_user.is_in_draft = true;
        } else {
            found_user.versions.push_back(version);
        }
    }
    for (const auto id : used.find_drafts(transaction)) {
        const auto* const workflow = find_user(definitions, id);
        if (workflow != nullptr) { user(id, workflow->name).is_in_draft = true; }
    }
    for (auto& [id, one] : found) {
        std::ranges::sort(one.versions);
        users.push_back(std::move(one));
    }
}

void add_using_reports(storage::Transaction& transaction, const UsedThing& used, std::vector<User>& users) {
    const auto reports = storage::list_reports(
        transaction, {.page = 1, .size = static_cast<std::int64_t>(domain::reports_max), .cursor = {}});
    for (const auto& report : reports.items) {
        if (!used.is_counted(report)) { continue; }
        users.push_back({.id = report.id, .kind = User::Kind::Report, .name = report.name});
    }
}

std::vector<User> all_users(storage::Transaction& transaction, const Definitions& definitions, const UsedThing& used) {
    std::vector<User> users;
    add_using_segments(definitions, used, users);
    add_using_workflows(transaction, definitions, used, users);
    add_using_reports(transaction, used, users);
    std::ranges::sort(users, std::greater(), &User::id);
    return users;
}

// A word of the vocabulary stands for itself, whatever fields are called.
bool is_grouped_by(const domain::Report& report, const std::string& field) {
    return std::ranges::any_of(report.groupings, [&](const std::string& word) {
        return word == std::string(contact_field_prefix) + field ||
               (word == field && domain::find_report_grouping(word) == nullptr);
    });
}

}  // namespace

FilterUses uses_with(const storage::KnownSegment& segment, const domain::FilterNames& names, std::string_view text) {
    FilterUses uses;
    const auto quoted = in_quotes(text);
    for (const auto& kept : {segment.filter, segment.next_filter}) {
        if (!kept || kept->find(quoted) == std::string::npos) { continue; }
        const auto filter = domain::read_stored_filter(*kept, names);
        if (!filter) { continue; }  // Whoever builds it says so.
        auto more = domain::uses_of(filter.value());
        uses.fields.merge(more.fields);
        uses.event_types.merge(more.event_types);
        uses.segments.merge(more.segments);
        uses.coupon_sets.merge(more.coupon_sets);
        uses.workflows.merge(more.workflows);
    }
    return uses;
}

std::vector<VersionAtWork> versions_at_work(storage::Transaction& transaction, const Definitions& definitions,
                                            const storage::WorkflowUse& use) {
    std::vector<VersionAtWork> found;
    for (const auto& [id, version] : storage::versions_using(transaction, use)) {
        const auto* const workflow = find_user(definitions, id);
        if (workflow == nullptr) { continue; }
        if (workflow->version == version || storage::has_open_runs(transaction, id, version)) {
            found.push_back({.workflow = workflow, .version = version});
        }
    }
    return found;
}

std::vector<User> users_of_field(storage::Transaction& transaction, const Definitions& definitions,
                                 const domain::ContactField& field) {
    const auto is_named = [&field](const FilterUses& uses) { return uses.fields.contains(field.number); };
    const auto is_counted = [&field](const domain::Report& report) {
        const auto& filters = report.filters.contact_fields;
        return is_grouped_by(report, field.id) ||
               std::ranges::find(filters, field.id, &domain::ReportFieldFilter::field_id) != filters.end();
    };
    return all_users(transaction, definitions,
                     {.use = {.kind = "contact_fields", .id = field.number},
                      .filter_text = "f" + std::to_string(field.number),
                      .is_named = is_named,
                      .is_counted = is_counted,
                      // Templates and paths name it without quotes of its own.
                      .find_drafts = [&](storage::Transaction& in) {
                          return drafts_naming(in, definitions, {field.id}, is_named);
                      }});
}

std::vector<User> users_of_event_type(storage::Transaction& transaction, const Definitions& definitions,
                                      const domain::CustomEventType& type) {
    // Drafts name it by either.
    std::vector<std::string> texts{in_quotes(type.id.text())};
    if (type.alias) { texts.push_back(in_quotes(*type.alias)); }
    const auto is_named = [&type](const FilterUses& uses) { return uses.event_types.contains(type.id); };
    return all_users(
        transaction, definitions,
        {.use = {.kind = "custom_event_types", .id = type.id.number},
         .filter_text = type.id.text(),
         .is_named = is_named,
         .is_counted = [&](const domain::Report& report) { return report.filters.event_type == type.id; },
         .find_drafts = [&](storage::Transaction& in) { return drafts_naming(in, definitions, texts, is_named); }});
}

std::vector<User> users_of_coupon_set(storage::Transaction& transaction, const Definitions& definitions, base::Id set) {
    return all_users(transaction, definitions,
                     {.use = {.kind = "coupon_sets", .id = set.number},
                      .filter_text = set.text(),
                      .is_named = [set](const FilterUses& uses) { return uses.coupon_sets.contains(set); },
                      .is_counted = [](const domain::Report&) { return false; },
                      .find_drafts = [set](storage::Transaction& in) -> std::vector<base::Id> {
                          return storage::workflows_naming(in, {set})[set];
                      }});
}

}  // namespace tradewind::operations
