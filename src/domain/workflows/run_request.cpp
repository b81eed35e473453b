#include "domain/workflows/run_request.h"

#include "base/json_writer.h"
#include "domain/fields/json_fields.h"
#include "domain/workflows/misfits.h"
#include "domain/workflows/run.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view values_path = "/values";

std::optional<std::string> read_values(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    const auto found = object.kind() == base::JsonKind::Object ? object.find("values") : std::nullopt;
    if (!found || found->is_null()) { return std::nullopt; }
    const auto& value = *found;
    if (value.kind() != base::JsonKind::Object) {
        problems.push_back({.path = std::string(values_path), .reason = "must be an object"});
        return std::nullopt;
    }
    find_misfits(value, values_path, problems);
    std::string json;
    base::JsonWriter writer(json);
    base::write_json(writer, value);
    if (json.size() > run_values_bytes_max) {
        problems.push_back({.path = std::string(values_path),
                            .reason = "must be at most " + std::to_string(run_values_bytes_max) + " bytes of JSON"});
    }
    return json;
}

// An id that nobody can have is kept as one: nobody has it.
std::vector<base::Id> read_contact_ids(const base::JsonValue& object, std::vector<base::Problem>& problems) {
    const std::string path = "/contactIds";
    const auto list = object.find("contactIds");
    if (!list || list->kind() != base::JsonKind::Array) {
        problems.push_back({.path = path, .reason = list ? "must be an array" : "is required"});
        return {};
    }
    if (list->size() == 0 || list->size() > started_runs_max) {
        problems.push_back({.path = path, .reason = "must have 1 to " + std::to_string(started_runs_max) + " items"});
        return {};
    }
    std::vector<base::Id> ids;
    for (const auto element : list->elements()) {
        const auto id = element.kind() == base::JsonKind::String
                            ? base::Id::parse(element.string())
                            : base::Result<std::optional<base::Id>>(base::invalid({}));
        if (!id) {
            problems.push_back(
                {.path = path + "/" + std::to_string(ids.size()), .reason = "must be an id of the service"});
        }
        ids.push_back(id ? id.value().value_or(base::Id{}) : base::Id{});
    }
    return ids;
}

}  // namespace

base::Result<RunsRequest> read_runs_request(const base::JsonValue& body) {
    const auto object = body.kind() == base::JsonKind::Object ? body : empty_object();
    std::vector<base::Problem> problems;
    RunsRequest request{.contacts = read_contact_ids(object, problems)};
    if (const auto force = object.find("force"); force && !force->is_null()) {
        if (force->kind() != base::JsonKind::Boolean) {
            problems.push_back({.path = "/force", .reason = "must be a boolean"});
        }
        request.force = force->kind() == base::JsonKind::Boolean && force->boolean();
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

base::Result<RunRequest> read_run_request(const base::JsonValue& object) {
    std::vector<base::Problem> problems;
    auto request = read_fields(run_request_fields, object, ReadMode::Create, problems).values;
    request.values = read_values(object, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

base::Result<TrialRequest> read_trial_request(const base::JsonValue& object, const WebhookReach& reach) {
    std::vector<base::Problem> problems;
    auto request = read_fields(trial_request_fields, object, ReadMode::Create, problems).values;
    if (!request.test_address.empty()) {
        if (const auto checked = check_webhook_address(request.test_address, reach); !checked) {
            problems.push_back({.path = "/testAddress", .reason = checked.error().problems.front().reason});
        }
    }
    request.values = read_values(object, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return request;
}

}  // namespace tradewind::domain
