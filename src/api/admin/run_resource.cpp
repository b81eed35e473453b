#include "api/admin/resources.h"

#include <charconv>

#include "api/admin/workflow_numbers.h"
#include "api/database_answer.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "base/text.h"
#include "domain/fields/json_fields.h"
#include "operations/contact_operations.h"
#include "operations/run_operations.h"
#include "operations/workflow_life.h"
#include "operations/workflow_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/workflow_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view run_collection_path = "/admin/v1/workflows/{id}/runs/";
constexpr std::string_view run_batch_path = "/admin/v1/workflows/{id}/runs/batch";
constexpr std::string_view trial_path = "/admin/v1/workflows/{id}/trial";
constexpr std::string_view run_item_path = "/admin/v1/workflows/{id}/runs/{runId}";
constexpr std::string_view run_stop_path = "/admin/v1/workflows/{id}/runs/{runId}/stop";
constexpr std::string_view run_skip_path = "/admin/v1/workflows/{id}/runs/{runId}/skip";
constexpr std::string_view node_runs_path = "/admin/v1/workflows/{id}/nodes/{node}/runs/";
constexpr std::string_view contact_runs_path = "/admin/v1/contacts/{id}/runs/";

constexpr std::int64_t steps_per_answer = 100;
constexpr std::string_view after_step = "afterStep";

JsonAnswer answer_run(int status, const storage::StoredRun& run) {
    JsonAnswer answer{.status = status, .body = {}, .contact = run.contact};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    operations::write_run(writer, run);
    writer.end_object();
    return answer;
}

// What a request to start runs is about, with the version that they would start in.
template <class Request>
struct WantedRuns {
    Request request;
    operations::PublishedVersion version;
    std::shared_ptr<const storage::Definitions> definitions;
};

// Reads the version first; `start`, a `Result<JsonAnswer>(Transaction&, const Definitions&, const
// WantedRuns<Request>&)`, then starts what is wanted.
template <class Request, class Start>
void answer_start(const Services& services, Call& call, base::Result<Request> request, Start start) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!request && request.error().kind != base::ErrorKind::Invalid) { return call.answer.refuse(request.error()); }
    answer_write_after(
        services, call,
        [named = id.value().value_or(base::Id{}), known = call.caller.definitions,
         request = std::move(request)](storage::Transaction& transaction) -> base::Result<WantedRuns<Request>> {
            const auto wanted = TRY(request);
            const auto definitions = storage::definitions_in(transaction, known);
            const auto version = TRY(operations::find_published(transaction, *definitions, named));
            return WantedRuns<Request>{.request = wanted, .version = version, .definitions = definitions};
        },
        [start = std::move(start)](storage::Transaction& transaction, const WantedRuns<Request>& wanted) {
            return start(transaction, *storage::definitions_in(transaction, wanted.definitions), wanted);
        });
}

base::Result<domain::RunRequest> read_run_body(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return domain::read_run_request(document.root());
}

void create_run(const Services& services, Call& call) {
    answer_start(services, call, read_run_body(call.request.body),
                 [&sources = services.sources, actor = call.caller.actor()](
                     storage::Transaction& transaction, const storage::Definitions& definitions,
                     const WantedRuns<domain::RunRequest>& wanted) -> base::Result<JsonAnswer> {
                     const auto run = TRY(operations::start_run(transaction, sources, definitions, actor,
                                                                wanted.version, wanted.request));
                     return answer_run(201, run);
                 });
}

base::Result<domain::RunsRequest> read_runs_body(std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return domain::read_runs_request(document.root());
}

void write_started(base::JsonWriter& writer, const operations::StartedRun& outcome) {
    const auto write = [&](std::string_view name, std::string_view text) {
        writer.key(name);
        writer.string(text);
    };
    writer.begin_object();
    if (outcome.run) {
        write("outcome", "started");
        write("runId", outcome.run->text());
    } else if (outcome.refusal->kind == base::ErrorKind::NotFound) {
        write("outcome", "not-found");
    } else {
        write("outcome", "refused");
        write("reason", outcome.refusal->detail);
    }
    writer.end_object();
}

void create_runs(const Services& services, Call& call) {
    answer_start(services, call, read_runs_body(call.request.body),
                 [&sources = services.sources, actor = call.caller.actor()](
                     storage::Transaction& transaction, const storage::Definitions& definitions,
                     const WantedRuns<domain::RunsRequest>& wanted) -> base::Result<JsonAnswer> {
                     const auto outcomes = TRY(operations::start_runs(transaction, sources, definitions, actor,
                                                                      wanted.version, wanted.request));
                     JsonAnswer answer{.status = 200, .body = {}};
                     base::JsonWriter writer(answer.body);
                     writer.begin_object();
                     writer.key("outcomes");
                     writer.begin_array();
                     for (const auto& outcome : outcomes) { write_started(writer, outcome); }
                     writer.end_array();
                     writer.end_object();
                     return answer;
                 });
}

// What a request to try a draft out is about, with what was found out about the draft.
struct WantedTrial {
    domain::TrialRequest request;
    operations::DraftReading draft;
};

base::Result<domain::TrialRequest> read_trial_body(const Services& services, std::string_view body) {
    const auto document = TRY(domain::read_object(body));
    return domain::read_trial_request(document.root(), {.private_addresses = services.private_webhooks,
                                                        .own_address = services.public_address.with_path("")});
}

void create_trial(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    auto request = read_trial_body(services, call.request.body);
    if (!request && request.error().kind != base::ErrorKind::Invalid) { return call.answer.refuse(request.error()); }
    answer_write_after(
        services, call,
        [named = id.value().value_or(base::Id{}), known = call.caller.definitions,
         request = std::move(request)](storage::Transaction& transaction) -> base::Result<WantedTrial> {
            const auto wanted = TRY(request);
            auto workflow = storage::find_workflow(transaction, named);
            if (!workflow) { return operations::unknown_workflow(); }
            return WantedTrial{.request = wanted,
                               .draft = operations::read_draft(std::move(workflow->definition),
                                                               storage::definitions_in(transaction, known))};
        },
        [&sources = services.sources, actor = call.caller.actor(), named = id.value().value_or(base::Id{})](
            storage::Transaction& transaction, const WantedTrial& wanted) -> base::Result<JsonAnswer> {
            const auto run =
                TRY(operations::start_trial(transaction, sources, wanted.draft, actor, named, wanted.request));
            return answer_run(201, run);
        });
}

// The run that a path names after its workflow.
struct RunPlace {
    base::Id workflow;
    base::Id run;
};

base::Result<RunPlace> run_in_path(const Call& call) {
    const auto workflow = TRY(base::Id::parse(call.parameters[0]));
    const auto run = TRY(base::Id::parse(call.parameters[1]));
    return RunPlace{.workflow = workflow.value_or(base::Id{}), .run = run.value_or(base::Id{})};
}

void stop_one_run(const Services& services, Call& call) {
    const auto place = run_in_path(call);
    if (!place) { return call.answer.refuse(place.error()); }
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(),
                  place = place.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto run = TRY(operations::stop_run(transaction, sources, actor, place.workflow, place.run));
                     return answer_run(200, run);
                 });
}

void skip_node_of_run(const Services& services, Call& call) {
    const auto place = run_in_path(call);
    if (!place) { return call.answer.refuse(place.error()); }
    answer_write_after(
        services, call,
        [place = place.value(), known = call.caller.definitions](storage::Transaction& transaction) {
            return operations::find_version_of(transaction, *storage::definitions_in(transaction, known),
                                               place.workflow, place.run);
        },
        [&sources = services.sources, actor = call.caller.actor(), place = place.value()](
            storage::Transaction& transaction,
            const operations::PublishedVersion& version) -> base::Result<JsonAnswer> {
            const auto run = TRY(operations::skip_node(transaction, sources, actor, version, place.run));
            return answer_run(200, run);
        });
}

// Behind which step the steps begin that are wanted.
base::Result<std::int64_t> read_after_step(const QueryString& query) {
    const auto text = query.find(after_step);
    if (!text) { return 0; }
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), number);
    if (error != std::errc() || end != text->data() + text->size() || number < 0) {
        return base::invalid({{.path = "/" + std::string(after_step), .reason = "must be a whole number from 0"}});
    }
    return number;
}

void write_step(base::JsonWriter& writer, const storage::StoredStep& step) {
    const auto write_text = [&](std::string_view name, const std::optional<std::string>& text) {
        if (!text) { return; }
        writer.key(name);
        writer.string(*text);
    };
    const auto write_flag = [&](std::string_view name, bool flag) {
        writer.key(name);
        writer.boolean(flag);
    };
    writer.begin_object();
    writer.key("number");
    writer.integer(step.number);
    writer.key("at");
    writer.instant(step.at);
    write_text("node", step.node);
    writer.key("visit");
    writer.integer(step.visit);
    write_flag("isArrival", step.arrives);
    write_flag("isSkipped", step.is_skipped);
    write_flag("isFailed", step.is_failed);
    write_text("port", step.port);
    write_text("reason", step.reason);
    write_text("value", step.value);
    writer.end_object();
}

base::Result<JsonAnswer> tell_run(storage::Transaction& transaction, const RunPlace& place, std::int64_t after,
                                  const std::string& address) {
    const auto run = storage::find_run(transaction, place.run);
    if (!run || run->workflow != place.workflow) { return operations::unknown_run(); }
    auto steps = storage::steps_of(transaction, run->contact, run->id, after, steps_per_answer + 1);
    const bool are_more = steps.size() > static_cast<std::size_t>(steps_per_answer);
    if (are_more) { steps.pop_back(); }
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    operations::write_run(writer, *run);
    writer.key("steps");
    writer.begin_array();
    for (const auto& step : steps) { write_step(writer, step); }
    writer.end_array();
    writer.key("links");
    writer.begin_object();
    if (are_more) {
        writer.key("next");
        writer.string(address + "?" + std::string(after_step) + "=" + std::to_string(steps.back().number));
    }
    writer.end_object();
    writer.end_object();
    return answer;
}

void get_run(const Services& services, Call& call) {
    const auto place = run_in_path(call);
    if (!place) { return call.answer.refuse(place.error()); }
    const auto after = read_after_step(call.query);
    if (!after) { return call.answer.refuse(after.error()); }
    const auto path = "/admin/v1/workflows/" + place.value().workflow.text() + "/runs/" + place.value().run.text();
    answer_read(services, storage::ReadCost::Point, call,
                [place = place.value(), after = after.value(), address = services.public_address.with_path(path)](
                    storage::Transaction& transaction) { return tell_run(transaction, place, after, address); });
}

// Answers the page that `find`, a `Result<Page<StoredRun>>(Transaction&, const PageRequest&)`, finds.
template <class Find>
void answer_runs(const Services& services, Call& call, const std::string& path, Find find) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(path), query = std::move(call.query),
                 request = std::move(request).take(),
                 find = std::move(find)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = TRY(find(transaction, request));
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const storage::StoredRun& run) {
                                              return RowPlace{.created_at = run.id.made_at(), .id = run.id.text()};
                                          },
                                          [](base::JsonWriter& writer, const storage::StoredRun& run) {
                                              writer.begin_object();
                                              operations::write_run(writer, run);
                                              writer.end_object();
                                          })};
                });
}

using RunPage = base::Result<domain::Page<storage::StoredRun>>;

void get_runs_at_node(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    const auto workflow_id = id.value().value_or(base::Id{});
    const auto path =
        "/admin/v1/workflows/" + workflow_id.text() + "/nodes/" + base::percent_encode(call.parameters[1]) + "/runs/";
    answer_runs(services, call, path,
                [workflow_id, node = std::move(call.parameters[1])](storage::Transaction& transaction,
                                                                    const domain::PageRequest& request) -> RunPage {
                    const auto workflow = storage::find_workflow(transaction, workflow_id);
                    if (!workflow) { return operations::unknown_workflow(); }
                    if (!has_node(transaction, *workflow, node)) { return unknown_node(); }
                    return storage::list_open_runs_at(transaction, workflow_id, node, request);
                });
}

void get_runs_of_contact(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    const auto contact = id.value().value_or(base::Id{});
    answer_runs(services, call, "/admin/v1/contacts/" + contact.text() + "/runs/",
                [contact](storage::Transaction& transaction, const domain::PageRequest& request) -> RunPage {
                    if (!storage::find_contact(transaction, contact)) { return operations::unknown_contact_id(); }
                    return storage::list_runs_of(transaction, contact, request);
                });
}

}  // namespace

std::vector<Route> run_routes(const Services& services) {
    using domain::Scope;
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    return {
        Route(net::Method::Post, run_collection_path, Managed{Scope::WorkflowRun}, BodyKind::Json,
              with_services(create_run)),
        Route(net::Method::Post, run_batch_path, Managed{Scope::WorkflowRun}, BodyKind::Json,
              with_services(create_runs)),
        Route(net::Method::Post, trial_path, Managed{Scope::WorkflowRun}, BodyKind::Json, with_services(create_trial)),
        Route(net::Method::Get, run_item_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored, with_services(get_run)),
        Route(net::Method::Post, run_stop_path, Managed{Scope::WorkflowRun}, BodyKind::Any,
              with_services(stop_one_run)),
        Route(net::Method::Post, run_skip_path, Managed{Scope::WorkflowRun}, BodyKind::Any,
              with_services(skip_node_of_run)),
        Route(net::Method::Get, node_runs_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored,
              with_services(get_runs_at_node)),
        Route(net::Method::Get, contact_runs_path, Managed{Scope::WorkflowRead}, BodyKind::Ignored,
              with_services(get_runs_of_contact)),
    };
}

}  // namespace tradewind::api::admin
