#include "api/admin/resources.h"

#include <algorithm>
#include <memory>

#include "api/admin/filter_because.h"
#include "api/admin/filter_reading.h"
#include "api/admin/segment_answer.h"
#include "api/database_answer.h"
#include "api/if_match.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "domain/fields/json_fields.h"
#include "domain/filters/filter_topics.h"
#include "domain/filters/parse_filter.h"
#include "operations/contact_operations.h"
#include "operations/segment_operations.h"
#include "operations/segment_uses.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/contact_question.h"
#include "storage/stores/engine/segment_build_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/engine/segment_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view segment_collection_path = "/admin/v1/segments/";
constexpr std::string_view segment_item_path = "/admin/v1/segments/{id}";
constexpr std::string_view segment_build_path = "/admin/v1/segments/{id}/build";
constexpr std::string_view segment_users_path = "/admin/v1/segments/{id}/used-by";
constexpr std::string_view segment_why_path = "/admin/v1/segments/{id}/why/{contactId}";

using DefinitionsPointer = std::shared_ptr<const storage::Definitions>;

// What somebody wants a segment to be, by the definitions of one moment.
struct SegmentWish {
    domain::Patch<domain::Segment> patch;
    std::optional<operations::SegmentFilter> filter = {};
};

// A request that makes a segment, or changes the one with this id.
struct SegmentRequest {
    std::string body;
    domain::ReadMode mode;
    std::optional<base::Id> id = {};
};

JsonAnswer answer_segment(int status, const domain::Segment& segment, const storage::Definitions& definitions,
                          const Services& services) {
    JsonAnswer answer{.status = status, .body = {}};
    base::JsonWriter writer(answer.body);
    write_segment(writer, segment, definitions, services);
    return answer;
}

std::optional<domain::Filter> read_segment_filter(const SegmentRequest& request, const base::JsonValue& root,
                                                  const domain::Patch<domain::Segment>& patch,
                                                  const storage::Definitions& definitions,
                                                  std::vector<base::Problem>& problems) {
    const auto value = root.kind() == base::JsonKind::Object ? root.find("filter") : std::nullopt;
    const bool is_create = request.mode == domain::ReadMode::Create;
    // Of a kind that there is not, nothing else follows.
    const bool has_kind = patch.present[domain::index_of(domain::segment_fields, "kind")] &&
                          std::ranges::find(problems, "/kind", &base::Problem::path) == problems.end();
    if (!value || (is_create && value->is_null())) {
        if (is_create && has_kind && patch.values.kind == domain::SegmentKind::Dynamic) {
            problems.push_back({.path = std::string(filter_path), .reason = "is required"});
        }
        return std::nullopt;
    }
    if (value->is_null()) {
        problems.push_back({.path = std::string(filter_path), .reason = "must not be null"});
        return std::nullopt;
    }
    if (is_create && has_kind && patch.values.kind == domain::SegmentKind::Static) {
        problems.push_back({.path = std::string(filter_path), .reason = "is only for dynamic segments"});
        return std::nullopt;
    }
    auto filter = read_filter(*value, definitions, problems);
    if (filter && request.id) {
        const auto more = operations::circles(definitions, *request.id, *filter, filter_path);
        problems.insert(problems.end(), more.begin(), more.end());
    }
    return filter;
}

base::Result<SegmentWish> read_segment(const SegmentRequest& request, const storage::Definitions& definitions) {
    const auto document = TRY(domain::read_object(request.body));
    std::vector<base::Problem> problems;
    SegmentWish wish{.patch = read_fields(domain::segment_fields, document.root(), request.mode, problems)};
    const auto filter = read_segment_filter(request, document.root(), wish.patch, definitions, problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    if (filter) { wish.filter = operations::segment_filter(*filter, definitions); }
    return wish;
}

// Runs `work`, a `Result<Segment>(Transaction&, const SegmentWish&)`, with what was read by the definitions of the
// transaction: again only when they are not those of the request.
template <class Work>
void write_wish(const Services& services, Call& call, SegmentRequest request, int status, Work work) {
    auto wish = read_segment(request, *call.caller.definitions);
    answer_write(
        services, call, std::move(wish),
        [services, status, request = std::move(request), known = call.caller.definitions, work = std::move(work)](
            storage::Transaction& transaction, const SegmentWish& read) -> base::Result<JsonAnswer> {
            transaction.lock_definitions();
            const auto current = storage::definitions_in(transaction, known);
            const auto wanted = TRY(current == known ? base::Result(read) : read_segment(request, *current));
            const auto segment = TRY(work(transaction, wanted));
            return answer_segment(status, segment, *current, services);
        });
}

void get_segments(const Services& services, Call& call) {
    auto request = read_page_request(call.query, CursorId::ServiceId);
    if (!request) { return call.answer.refuse(request.error()); }
    answer_read(services, storage::ReadCost::Walk, call,
                [services, address = services.public_address.with_path(segment_collection_path),
                 query = std::move(call.query), known = call.caller.definitions,
                 request = std::move(request).take()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto definitions = storage::definitions_in(transaction, known);
                    const auto page = storage::list_segments(transaction, request);
                    return JsonAnswer{.status = 200,
                                      .body = render_list(
                                          {.address = address, .query = query, .request = request}, page,
                                          [](const domain::Segment& segment) {
                                              return RowPlace{.created_at = segment.created_at,
                                                              .id = segment.id.text()};
                                          },
                                          [&](base::JsonWriter& writer, const domain::Segment& segment) {
                                              write_segment(writer, segment, *definitions, services);
                                          })};
                });
}

void create_segment(const Services& services, Call& call) {
    write_wish(services, call, {.body = std::string(call.request.body), .mode = domain::ReadMode::Create}, 201,
               [&sources = services.sources, actor = call.caller.actor()](storage::Transaction& transaction,
                                                                          const SegmentWish& wish) {
                   return operations::create_segment(transaction, sources, actor, wish.patch.values, wish.filter);
               });
}

// Answers what `work`, a `Result<JsonAnswer>(Transaction&, const Segment&, const Definitions&)`, says of the segment
// that the path names.
template <class Work>
void read_one_segment(const Services& services, Call& call, storage::ReadCost cost, Work work) {
    const auto id = id_in_path(call, "segment");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_read(services, cost, call,
                [wanted = id.value(), known = call.caller.definitions,
                 work = std::move(work)](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto segment = storage::find_segment(transaction, wanted);
                    if (!segment) { return operations::unknown_segment(); }
                    return work(transaction, *segment, storage::definitions_in(transaction, known));
                });
}

void get_segment(const Services& services, Call& call) {
    read_one_segment(services, call, storage::ReadCost::Point,
                     [services](storage::Transaction&, const domain::Segment& segment,
                                const DefinitionsPointer& definitions) -> base::Result<JsonAnswer> {
                         return answer_segment(200, segment, *definitions, services);
                     });
}

// Whether a segment would have another filter then.
bool is_another_filter(storage::Transaction& transaction, const storage::Definitions& definitions, base::Id segment,
                       const operations::SegmentFilter& wanted) {
    const auto places = storage::find_filter(transaction, segment, wanted.stored);
    const auto* const known = definitions.find_segment(segment);
    return !places.is_next && (!places.is_in_force || known == nullptr || known->next_filter != nullptr);
}

void patch_segment(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    write_wish(services, call,
               {.body = std::string(call.request.body), .mode = domain::ReadMode::Merge, .id = id.value()}, 200,
               [&sources = services.sources, actor = call.caller.actor(), scopes = call.caller.scopes(),
                known = call.caller.definitions, named = id.value(), if_match = IfMatch(call.request.head)](
                   storage::Transaction& transaction, const SegmentWish& wish) -> base::Result<domain::Segment> {
                   if (!named) { return operations::unknown_segment(); }
                   if (wish.filter) {
                       const auto definitions = storage::definitions_in(transaction, known);
                       if (is_another_filter(transaction, *definitions, *named, *wish.filter)) {
                           TRY(operations::check_active_users(transaction, *definitions, *named, scopes));
                       }
                   }
                   return if_match.guard([&] { return storage::find_segment(transaction, *named); },
                                         [&] {
                                             return operations::change_segment(transaction, sources, actor, *named,
                                                                               wish.patch, wish.filter);
                                         });
               });
}

void delete_segment(const Services& services, Call& call) {
    const auto id = id_in_path(call, "segment");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(), known = call.caller.definitions,
                  unwanted = id.value(), if_match = IfMatch(call.request.head)](
                     storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     const auto users = operations::users_of(transaction, known, unwanted);
                     TRY(if_match.guard(
                         [&] { return storage::find_segment(transaction, unwanted); },
                         [&] { return operations::delete_segment(transaction, sources, actor, unwanted, users); }));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

// The changes that a filter of a segment waits for; none when it has no such filter.
operations::ChangeTopics topics_of(const std::optional<std::string>& stored, const storage::Definitions& definitions) {
    if (!stored) { return {}; }
    const auto filter = domain::read_stored_filter(*stored, operations::filter_names(definitions));
    return filter ? domain::depends_on(filter.value()) : operations::ChangeTopics();
}

void build_segment(const Services& services, Call& call) {
    const auto id = base::Id::parse(call.parameters[0]);
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call,
                 [services, actor = call.caller.actor(), known = call.caller.definitions,
                  named = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     if (!named) { return operations::unknown_segment(); }
                     transaction.lock_definitions();
                     const auto definitions = storage::definitions_in(transaction, known);
                     const auto segment = storage::find_segment(transaction, *named);
                     if (!segment) { return operations::unknown_segment(); }
                     const auto topics =
                         topics_of(segment->next_filter ? segment->next_filter : segment->stored_filter, *definitions);
                     const auto queued =
                         TRY(operations::rebuild_segment(transaction, services.sources, actor, *named, topics));
                     return answer_segment(202, queued, *definitions, services);
                 });
}

void cancel_build(const Services& services, Call& call) {
    const auto id = id_in_path(call, "segment");
    if (!id) { return call.answer.refuse(id.error()); }
    answer_write(services, call,
                 [&sources = services.sources, actor = call.caller.actor(), known = call.caller.definitions,
                  wanted = id.value()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                     transaction.lock_definitions();
                     const auto definitions = storage::definitions_in(transaction, known);
                     const auto segment = storage::find_segment(transaction, wanted);
                     if (!segment) { return operations::unknown_segment(); }
                     TRY(operations::cancel_segment_build(transaction, sources, actor, wanted,
                                                          topics_of(segment->stored_filter, *definitions)));
                     return JsonAnswer{.status = 204, .body = {}};
                 });
}

// Those who use a segment, by their ids and names.
template <class User>
void write_users(base::JsonWriter& writer, std::string_view kind, const std::vector<const User*>& users) {
    writer.key(kind);
    writer.begin_array();
    for (const auto* const user : users) {
        writer.begin_object();
        writer.key("id");
        writer.string(user->id.text());
        writer.key("name");
        writer.string(user->name);
        writer.end_object();
    }
    writer.end_array();
}

void get_users(const Services& services, Call& call) {
    read_one_segment(services, call, storage::ReadCost::Point,
                     [](storage::Transaction& transaction, const domain::Segment& segment,
                        const DefinitionsPointer& definitions) -> base::Result<JsonAnswer> {
                         JsonAnswer answer{.status = 200, .body = {}};
                         base::JsonWriter writer(answer.body);
                         writer.begin_object();
                         write_users(writer, "segments", operations::segments_naming(*definitions, segment.id));
                         write_users(writer, "workflows",
                                     operations::workflows_naming_segment(transaction, *definitions, segment.id));
                         writer.end_object();
                         return answer;
                     });
}

// Why a contact is in a segment or not: by the filter in force, or before the first build ended by the one that is
// being built.
base::Result<JsonAnswer> explain(storage::Transaction& transaction, const domain::Segment& segment,
                                 const DefinitionsPointer& definitions, base::Id contact_id, base::Instant now) {
    if (segment.kind == domain::SegmentKind::Static) {
        return base::conflict("The members of this segment were chosen by people.");
    }
    const auto contact = storage::find_contact(transaction, contact_id);
    if (!contact) { return operations::unknown_contact_id(); }
    const auto names = operations::filter_names(*definitions);
    const auto& stored = segment.stored_filter ? segment.stored_filter : segment.next_filter;
    const auto filter = domain::read_stored_filter(stored.value(), names);
    if (!filter) { return base::conflict("The filter of this segment cannot be read any more. Save it anew."); }
    storage::ContactQuestion question(transaction, filter.value(), definitions, now);
    const auto found = question.ask(*contact, domain::Explain::Yes);
    JsonAnswer answer{.status = 200, .body = {}};
    base::JsonWriter writer(answer.body);
    writer.begin_object();
    writer.key("holds");
    writer.boolean(found.holds);
    writer.key("isMember");
    writer.boolean(segment.member_set && storage::is_member(transaction, *segment.member_set, contact_id));
    write_because(writer, found.because, names);
    writer.end_object();
    return answer;
}

void get_why(const Services& services, Call& call) {
    const auto contact = base::Id::parse(call.parameters[1]);
    if (!contact) { return call.answer.refuse(contact.error()); }
    read_one_segment(
        services, call, storage::ReadCost::Walk,
        [contact = contact.value().value_or(base::Id{}), now = services.sources.clock.now()](
            storage::Transaction& transaction, const domain::Segment& found, const DefinitionsPointer& definitions) {
            return explain(transaction, found, definitions, contact, now);
        });
}

}  // namespace

std::vector<Route> segment_routes(const Services& services) {
    const auto with_services = [&](void (*handler)(const Services&, Call&)) {
        return [services, handler](Call& call) { handler(services, call); };
    };
    using domain::Scope;
    return {
        Route(net::Method::Get, segment_collection_path, Managed{Scope::SegmentRead}, BodyKind::Ignored,
              with_services(get_segments)),
        Route(net::Method::Post, segment_collection_path, Managed{Scope::SegmentWrite}, BodyKind::Json,
              with_services(create_segment))
            .with_tag(),
        Route(net::Method::Get, segment_item_path, Managed{Scope::SegmentRead}, BodyKind::Ignored,
              with_services(get_segment))
            .with_tag(),
        Route(net::Method::Patch, segment_item_path, Managed{Scope::SegmentWrite}, BodyKind::Json,
              with_services(patch_segment))
            .with_tag(),
        Route(net::Method::Delete, segment_item_path, Managed{Scope::SegmentWrite}, BodyKind::Ignored,
              with_services(delete_segment)),
        Route(net::Method::Post, segment_build_path, Managed{Scope::SegmentWrite}, BodyKind::Ignored,
              with_services(build_segment))
            .with_tag(),
        Route(net::Method::Delete, segment_build_path, Managed{Scope::SegmentWrite}, BodyKind::Ignored,
              with_services(cancel_build)),
        Route(net::Method::Get, segment_users_path, Managed{Scope::SegmentRead}, BodyKind::Ignored,
              with_services(get_users)),
        Route(net::Method::Get, segment_why_path, Managed{Scope::SegmentRead}, BodyKind::Ignored,
              with_services(get_why)),
    };
}

}  // namespace tradewind::api::admin
