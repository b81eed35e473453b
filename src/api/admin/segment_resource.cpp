#include "api/admin/resources.h"

#include "api/database_answer.h"
#include "api/list_links.h"
#include "domain/fields/json_fields.h"
#include "operations/segment_operations.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view segment_collection_path = "/admin/v1/segments/";
constexpr std::string_view segment_item_path = "/admin/v1/segments/{id}";

using SegmentPatch = domain::Patch<domain::Segment>;

JsonAnswer answer_segment(int status, const domain::Segment& segment) {
    return {.status = status, .body = domain::render(domain::segment_fields, segment)};
}

base::Result<SegmentPatch> read_segment(std::string_view body, domain::ReadMode mode) {
    const auto document = TRY(domain::read_object(body));
    return read_fields(domain::segment_fields, document.root(), mode);
}

void get_segments(const Services& services, Call& call) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [address = services.public_address.with_path(segment_collection_path), query = std::move(call.query),
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto page = storage::list_segments(transaction, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const domain::Segment& segment) {
                                              return RowPlace{.created_at = segment.created_at,
                                                              .id = segment.id.text()};
                                          },
                                          [](base::JsonWriter& writer, const domain::Segment& segment) {
                                              writer.begin_object();
                                              write_fields(writer, domain::segment_fields, segment);
                                              writer.end_object();
                                          })};
                });
}

void create_segment(const Services& services, Call& call) {
    answer_write(services, call, read_segment(call.request.body, domain::ReadMode::Create),
                 [&sources = services.sources, actor = call.caller.actor()](
                     storage::Transaction& transaction, const SegmentPatch& wanted) -> base::Result<JsonAnswer> {
                     const auto created = TRY(operations::create_segment(transaction, sources, actor, wanted.values));
                     return answer_segment(201, created);
                 });
}

void get_segment(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(operations::unknown_segment()); }
    answer_read(services, storage::ReadCost::Point, call,
                [wanted = *id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto segment = storage::find_segment(transaction, wanted);
                    if (!segment) { return operations::unknown_segment(); }
                    return answer_segment(200, *segment);
                });
}

void patch_segment(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call, read_segment(call.request.body, domain::ReadMode::Merge),
                 [&sources = services.sources, actor = call.caller.actor(), named = id.value()](
                     storage::Transaction& transaction, const SegmentPatch& patch) -> base::Result<JsonAnswer> {
                     if (!named) { return operations::unknown_segment(); }
                     const auto changed = TRY(operations::change_segment(transaction, sources, actor, *named, patch));
                     return answer_segment(200, changed);
                 });
}

void delete_segment(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    if (!id.value()) { return call.answer.refuse(operations::unknown_segment()); }
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(),
                  unwanted = *id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     TRY(operations::delete_segment(transaction, sources, actor, unwanted));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

}  // namespace

std::vector<Route> segment_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, segment_collection_path, Scope::Admin, BodyKind::Ignored, with_services(get_segments)),
        Route(net::Method::Post, segment_collection_path, Scope::Admin, BodyKind::Json, with_services(create_segment)),
        Route(net::Method::Get, segment_item_path, Scope::Admin, BodyKind::Ignored, with_services(get_segment)),
        Route(net::Method::Patch, segment_item_path, Scope::Admin, BodyKind::Json, with_services(patch_segment)),
        Route(net::Method::Delete, segment_item_path, Scope::Admin, BodyKind::Ignored, with_services(delete_segment)),
    };
}

}  // namespace tradewind::api::admin
