#include "api/admin/resources.h"

#include "api/admin/delivery_answer.h"
#include "api/database_answer.h"
#include "domain/deliveries/sample_fields.h"
#include "operations/custom_event_type_operations.h"
#include "operations/delivery_operations.h"
#include "storage/stores/settings/definitions.h"
#include "storage/stores/settings/outside_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view test_call_path = "/admin/v1/custom-event-types/{id}/test";
constexpr std::string_view test_node = "test";

// A call that is to be made, or the answer that the same request had before.
struct TestCall {
    std::optional<JsonAnswer> before = {};
    domain::Delivery delivery = {};
    domain::WebCall call = {};
};

// A delivery about nobody. It is its own run, so that there may be many of them.
domain::Delivery test_delivery(base::Sources& sources, const domain::CustomEventType& type) {
    const auto id = sources.ids.next();
    const auto fields = domain::sample_fields(type);
    return {
        .id = id,
        .type = type.id,
        .run = id,
        .node = std::string(test_node),
        .visit = 1,
        .body = domain::write_web_call_body({.type = type.name, .timestamp = sources.made_at(id), .fields = fields})};
}

// What the work on the database needs; copies are cheap.
struct TestRequest {
    Services services;
    std::shared_ptr<const storage::Definitions> definitions;
    domain::Actor actor;
    std::optional<IdempotencyKey> key;
    std::optional<base::Id> type;
};

base::Result<TestCall> prepare_test(storage::Transaction& transaction, const TestRequest& request) {
    const auto& services = request.services;
    if (request.key) {
        auto before = TRY(Idempotency(services.sources, services.secret_key).find(transaction, *request.key));
        if (before) { return TestCall{.before = std::move(before)}; }
    }
    const auto definitions = storage::definitions_in(transaction, request.definitions);
    const auto* const type = request.type ? definitions->custom_events.find_type(*request.type) : nullptr;
    if (type == nullptr || !type->sends()) { return operations::unknown_custom_event_type(); }
    if (!storage::may_reach_outside(transaction)) {
        return base::conflict("The store is on hold: nothing is sent until it is confirmed to be the live one.");
    }
    TestCall test;
    test.delivery = test_delivery(services.sources, *type);
    test.call = TRY(operations::make_web_call(transaction, services.secret_key, *type, test.delivery,
                                              services.sources.clock.now()));
    return test;
}

// Writes down what came of it, and tells it.
void record(TestRequest request, domain::Delivery delivery, domain::WebCallAnswer came, Answer answer,
            const storage::WriteTerms& terms) {
    auto& executor = answer.executor();
    const auto services = request.services;
    const auto key = request.key;
    struct Came {
        domain::Delivery delivery;
        domain::WebCallAnswer answer;
    };
    write_once(
        services, executor, key, base::Result(Came{.delivery = std::move(delivery), .answer = std::move(came)}),
        [request = std::move(request)](storage::Transaction& transaction,
                                       const Came& test) mutable -> base::Result<JsonAnswer> {
            const auto done = operations::record_test_call(transaction, request.services.sources, request.actor,
                                                           test.delivery, test.answer);
            const auto definitions = storage::definitions_in(transaction, request.definitions);
            return JsonAnswer{.status = 201,
                              .body = render_delivery(done, definitions->custom_events.find_type(done.type),
                                                      request.services.secret_key)};
        },
        nullptr, [answer = std::move(answer)](base::Result<JsonAnswer> done) mutable { give(answer, std::move(done)); },
        terms);
}

void test_call(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (services.call_web == nullptr) { return call.answer.refuse(base::conflict("Nobody is called from here.")); }
    auto key = read_idempotency_key(call.request, call.caller, services.secret_key);
    if (!key) { return call.answer.refuse(key.error()); }
    TestRequest request{.services = services,
                        .definitions = call.caller.definitions,
                        .actor = call.caller.actor(),
                        .key = std::move(key).take(),
                        .type = id.value()};
    auto& executor = call.answer.executor();
    auto prepare = [request](storage::Transaction& transaction) { return prepare_test(transaction, request); };
    services.database.read(
        storage::ReadCost::Walk, executor, std::move(prepare),
        [request = std::move(request), answer = std::move(call.answer),
         terms = call.write_terms()](base::Result<TestCall> prepared) mutable {
            if (!prepared) { return answer.refuse(prepared.error()); }
            auto test = std::move(prepared).take();
            if (test.before) { return give(answer, std::move(*test.before)); }
            const auto& call_web = *request.services.call_web;
            call_web(std::move(test.call), [request = std::move(request), delivery = std::move(test.delivery),
                                            answer = std::move(answer), terms](domain::WebCallAnswer came) mutable {
                record(std::move(request), std::move(delivery), std::move(came), std::move(answer), terms);
            });
        });
}

}  // namespace

std::vector<Route> test_call_routes(const Services& services) {
    return {
        Route(net::Method::Post, test_call_path, Managed{domain::Scope::WorkflowRun}, BodyKind::Any,
              [services](Call& call) { test_call(services, call); }),
    };
}

}  // namespace tradewind::api::admin
