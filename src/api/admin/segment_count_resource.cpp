#include "api/admin/resources.h"

#include <memory>

#include "api/admin/contact_counting.h"
#include "api/admin/contact_search.h"
#include "api/admin/filter_reading.h"
#include "api/database_answer.h"
#include "domain/fields/json_fields.h"
#include "operations/segment_uses.h"
#include "storage/stores/engine/contact_question.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view segment_count_path = "/admin/v1/segments/count";
constexpr std::string_view segment_preview_path = "/admin/v1/segments/preview";

constexpr std::int64_t previewed_contacts = 20;

base::Result<domain::Filter> read_filter_body(std::string_view body, const storage::Definitions& definitions,
                                              std::vector<base::Problem> problems) {
    const auto document = TRY(domain::read_object(body));
    auto filter = read_filter_member(document.root(), definitions, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return std::move(*filter);
}

base::Result<CountRequest> read_count(const Call& call) {
    std::vector<base::Problem> problems;
    const bool is_exact = read_flag(call.query, "exact", false, problems);
    auto filter = TRY(read_filter_body(call.request.body, *call.caller.definitions, std::move(problems)));
    return CountRequest{.filter = std::move(filter), .counting = is_exact ? Counting::Everybody : Counting::Samples};
}

void count_contacts(const Services& services, Call& call) {
    auto request = read_count(call);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_count(services, std::move(request).take(), call.caller.definitions, std::move(call.answer));
}

void preview_contacts(const Services& services, Call& call) {
    auto filter = read_filter_body(call.request.body, *call.caller.definitions, {});
    if (!filter) { return call.answer.refuse(filter.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [&clock = services.sources.clock, known = call.caller.definitions, now = services.sources.clock.now(),
                 filter = std::make_shared<const domain::Filter>(std::move(filter).take())](
                    storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    storage::ContactQuestion question(transaction, *filter, known, now);
                    TRY(operations::check_named_segments(*filter, *question.definitions()));
                    const auto search =
                        search_contacts(transaction, clock, question, {.found_max = previewed_contacts});
                    JsonAnswer answer{.status = 200, .body = {}};
                    base::JsonWriter writer(answer.body);
                    writer.begin_object();
                    writer.key("results");
                    writer.begin_array();
                    for (const auto& contact : search.scan.found) {
                        domain::write_contact(writer, contact, question.definitions()->contact_fields);
                    }
                    writer.end_array();
                    writer.end_object();
                    return answer;
                });
}

}  // namespace

std::vector<Route> segment_count_routes(const Services& services) {
    using domain::Scope;
    return {
        Route(net::Method::Post, segment_count_path, Managed{Scope::SegmentRead}, BodyKind::Json,
              [services](Call& call) { count_contacts(services, call); }),
        Route(net::Method::Post, segment_preview_path, Managed{Scope::SegmentRead}, BodyKind::Json,
              [services](Call& call) { preview_contacts(services, call); }),
    };
}

}  // namespace tradewind::api::admin
