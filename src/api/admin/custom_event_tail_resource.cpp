#include "api/admin/resources.h"

#include <algorithm>
#include <charconv>

#include "api/database_answer.h"
#include "api/list_links.h"
#include "base/json.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/newest_activities.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view custom_event_tail_path = "/admin/v1/custom-events/";
// So many activities of any kind are looked at for one answer.
constexpr std::int64_t activities_looked_at_max = 5'000;
constexpr std::size_t walk_bytes_max = std::size_t{1024} * 1024;

using storage::TimePlace;

// `1767225600123.6981ad1d0b31c2f9d1000000`: a moment and an id.
std::string text_of(const TimePlace& place) {
    return std::to_string(place.at.milliseconds) + "." + base::Id{place.id}.text();
}

base::Result<std::optional<TimePlace>> read_place(const std::optional<std::string_view>& text) {
    if (!text) { return std::optional<TimePlace>(); }
    const auto dot = std::min(text->find('.'), text->size());
    TimePlace place{.at = {}};
    const auto [end, error] = std::from_chars(text->data(), text->data() + dot, place.at.milliseconds);
    const auto id = dot < text->size() ? base::Id::parse(text->substr(dot + 1))
                                       : base::Result<std::optional<base::Id>>(std::optional<base::Id>());
    if (error != std::errc() || end != text->data() + dot || !id || !id.value()) {
        return base::invalid("/after", "must be what an answer called newest");
    }
    place.id = id.value()->number;
    return std::optional(place);
}

// What an answer tells.
struct EventTail {
    std::vector<domain::Activity> events;  // The last to happen first; without what they tell.
    TimePlace newest;
    bool has_more = false;  // Newer ones, which the next answer tells.
};

bool is_event(const domain::Activity& activity) {
    return activity.kind == domain::ActivityKind::CustomEvent;
}

EventTail newest_events(storage::Transaction& transaction, std::size_t count, base::Instant now) {
    EventTail tail{.events = storage::newest_activities(transaction, activities_looked_at_max), .newest = {.at = {}}};
    // Where there is no event, what comes later comes behind the last activity. Some are told of days to come.
    const auto last = std::ranges::find_if(tail.events, [&](const domain::Activity& one) { return one.at <= now; });
    if (last != tail.events.end()) { tail.newest = {.at = last->at, .id = last->id.number}; }
    std::erase_if(tail.events, [](const domain::Activity& one) { return !is_event(one); });
    if (tail.events.size() > count) { tail.events.resize(count); }
    if (!tail.events.empty()) { tail.newest = {.at = tail.events.front().at, .id = tail.events.front().id.number}; }
    return tail;
}

// The first of those that came after the place, so that nobody who asks on misses one.
EventTail events_after(storage::Transaction& transaction, const TimePlace& after, std::size_t count,
                       base::Instant now) {
    const auto slice = storage::activity_kinds_after(transaction, {.after = after.at,
                                                                   .after_id = {after.id},
                                                                   .to = std::max(now, after.at),
                                                                   .segment = {},
                                                                   .rows_max = activities_looked_at_max,
                                                                   .bytes_max = walk_bytes_max});
    EventTail tail{.events = {}, .newest = slice.next.value_or(after), .has_more = slice.next.has_value()};
    for (const auto& activity : slice.found) {
        if (!is_event(activity)) { continue; }
        if (tail.events.size() == count) {
            tail.has_more = true;
            tail.newest = {.at = tail.events.back().at, .id = tail.events.back().id.number};
            break;
        }
        tail.events.push_back(activity);
        if (!slice.next) { tail.newest = {.at = activity.at, .id = activity.id.number}; }
    }
    std::ranges::reverse(tail.events);
    return tail;
}

void write_event(base::JsonWriter& writer, storage::Transaction& transaction, const domain::Activity& event) {
    const auto told = storage::find_activity(transaction, {.contact = event.contact, .at = event.at, .id = event.id});
    const auto contact = storage::find_contact(transaction, event.contact);
    if (!told || !contact) { return; }  // Erased meanwhile.
    const auto data = base::JsonDocument::parse(told->data);
    if (!data) { throw storage::DatabaseBroken("an activity is damaged"); }
    writer.begin_object();
    writer.key("id");
    writer.string(event.id.text());
    writer.key("at");
    writer.instant(event.at);
    writer.key("contactId");
    writer.string(event.contact.text());
    if (contact->email) {
        writer.key("email");
        writer.string(*contact->email);
    }
    for (const auto member : data.value().root().members()) {
        writer.key(member.key);
        base::write_json(writer, member.value);
    }
    writer.end_object();
}

void get_events(const Services& services, Call& call) {
    const auto size = read_page_size(call.query);
    auto after = read_place(call.query.find("after"));
    if (!size || !after) {
        auto problems = size ? std::vector<base::Problem>() : size.error().problems;
        if (!after) { problems.push_back(after.error().problems.front()); }
        return call.answer.refuse(base::invalid(std::move(problems)));
    }
    answer_read(services, storage::ReadCost::Walk, call,
                [after = std::move(after).take(), count = static_cast<std::size_t>(size.value()),
                 now = services.sources.clock.now()](storage::Transaction& transaction) -> base::Result<JsonAnswer> {
                    const auto tail =
                        after ? events_after(transaction, *after, count, now) : newest_events(transaction, count, now);
                    JsonAnswer answer{.status = 200, .body = {}};
                    base::JsonWriter writer(answer.body);
                    writer.begin_object();
                    writer.key("newest");
                    writer.string(text_of(tail.newest));
                    writer.key("hasMore");
                    writer.boolean(tail.has_more);
                    writer.key("events");
                    writer.begin_array();
                    for (const auto& event : tail.events) { write_event(writer, transaction, event); }
                    writer.end_array();
                    writer.end_object();
                    return answer;
                });
}

}  // namespace

std::vector<Route> custom_event_tail_routes(const Services& services) {
    return {Route(net::Method::Get, custom_event_tail_path, Managed{domain::Scope::ContactRead}, BodyKind::Ignored,
                  [services](Call& call) { get_events(services, call); })};
}

}  // namespace tradewind::api::admin
