#include "api/admin/contact_export_resource.h"

#include <chrono>
#include <memory>
#include <optional>
#include <utility>

#include "api/admin/activity_resource.h"
#include "api/admin/segment_member_resource.h"
#include "api/idempotency.h"
#include "api/list_links.h"
#include "api/path_id.h"
#include "operations/contact_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_member_store.h"
#include "storage/stores/settings/idempotency_store.h"
#include "storage/stores/shop/coupon_store.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view export_path = "/admin/v1/contacts/{id}/export";

// One read ends after so many pages of activities, or bytes, whichever comes first, but not before the first page:
// others read in between.
constexpr int pages_per_read = 10;
constexpr std::size_t bytes_per_read = std::size_t{1024} * 1024;

// A part of the file as one read found it.
struct Part {
    std::string json;
    std::optional<domain::ListCursor> next = {};  // Where the activities go on.
};

void write_kept_answers(base::JsonWriter& writer, storage::Transaction& transaction, base::Id contact) {
    const auto about = storage::idempotent_answers_about(transaction, contact);
    writer.begin_object();
    writer.key("count");
    writer.integer(about ? about->count : 0);
    if (about) {
        writer.key("keptUntil");
        writer.instant({about->newest.milliseconds + std::chrono::milliseconds(Idempotency::kept_for).count()});
    }
    writer.end_object();
}

void write_segments(base::JsonWriter& writer, storage::Transaction& transaction, base::Id contact) {
    const domain::PageRequest all{.page = 1, .size = std::int64_t{domain::segments_max}, .cursor = {}};
    writer.begin_array();
    for (const auto& segment : storage::list_contact_segments(transaction, contact, all).items) {
        write_contact_segment(writer, segment);
    }
    writer.end_array();
}

void write_coupons(base::JsonWriter& writer, storage::Transaction& transaction, base::Id contact) {
    writer.begin_array();
    for (const auto& coupon : storage::coupons_of_contact(transaction, contact, contact_export_coupons_max)) {
        writer.begin_object();
        writer.key("couponSetId");
        writer.string(coupon.set.text());
        writer.key("couponSetName");
        writer.string(coupon.set_name);
        writer.key("code");
        writer.string(coupon.code);
        writer.key("assignedAt");
        writer.instant(coupon.assigned_at);
        writer.end_object();
    }
    writer.end_array();
}

// Everything that is kept about a contact but its activities: a member of the file each.
void write_sections(base::JsonWriter& writer, storage::Transaction& transaction, const domain::Contact& contact,
                    const domain::ContactFieldList& fields) {
    writer.key("contact");
    domain::write_contact(writer, contact, fields);
    writer.key("segments");
    write_segments(writer, transaction, contact.id);
    writer.key("keptAnswers");
    write_kept_answers(writer, transaction, contact.id);
    writer.key("coupons");
    write_coupons(writer, transaction, contact.id);
}

// The purchase that an activity tells of; nothing for every other kind.
std::optional<domain::Purchase> purchase_of(storage::Transaction& transaction, const domain::Activity& activity) {
    if (activity.kind != domain::ActivityKind::Purchase) { return std::nullopt; }
    const auto data = base::JsonDocument::parse(activity.data);
    const auto text =
        data && data.value().root().kind() == base::JsonKind::Object ? data.value().root().find("id") : std::nullopt;
    const auto id = base::Id::parse(text && text->kind() == base::JsonKind::String ? text->string() : "");
    if (!id || !id.value()) { throw storage::DatabaseBroken("the activity of a purchase does not name it"); }
    return storage::find_purchase(transaction, *id.value());
}

// The export of one contact while it is made, by one read after the other, each with a transaction of its own.
class ContactExport {
  public:
    ContactExport(const Services& services, base::Id contact, std::size_t bytes_max, Call& call)
        : services_(services),
          contact_(contact),
          bytes_max_(bytes_max),
          definitions_(call.caller.definitions),
          answer_(std::move(call.answer)) {}

    // Reads, from the beginning or from where the activities go on, and answers in the end.
    static void go_on(std::unique_ptr<ContactExport> self, const std::optional<domain::ListCursor>& from) {
        auto& database = self->services_.database;
        auto& executor = self->answer_.executor();
        auto read = [contact = self->contact_, definitions = self->definitions_, from,
                     now = self->services_.sources.clock.now()](storage::Transaction& transaction) {
            return read_part(transaction, contact, definitions->contact_fields, from, now);
        };
        database.read(storage::ReadCost::Walk, executor, std::move(read),
                      [self = std::move(self)](base::Result<Part> part) mutable {
                          if (!part) { return self->answer_.refuse(part.error()); }
                          const auto& next = part.value().next;
                          // At once, so that nothing is copied as the file grows; only what is written takes memory.
                          if (next) { self->json_.reserve(self->bytes_max_ + bytes_per_read); }
                          self->json_ += part.value().json;
                          if (next && self->json_.size() < self->bytes_max_) { return go_on(std::move(self), next); }
                          self->finish(next);
                      });
    }

  private:
    // The activities are the last member, and left open. Whoever was erased meanwhile is not told of.
    static base::Result<Part> read_part(storage::Transaction& transaction, base::Id id,
                                        const domain::ContactFieldList& fields, std::optional<domain::ListCursor> from,
                                        base::Instant now) {
        const auto contact = storage::find_contact(transaction, id);
        if (!contact) { return operations::unknown_contact_id(); }
        Part part{.json = {}, .next = std::move(from)};
        bool needs_comma = part.next.has_value();
        if (!part.next) {
            base::JsonWriter writer(part.json);
            writer.begin_object();
            writer.key("exportedAt");
            writer.instant(now);
            write_sections(writer, transaction, *contact, fields);
            writer.key("activities");
            writer.begin_array();
        }
        for (int pages = 0; pages == 0 || (pages < pages_per_read && part.json.size() < bytes_per_read); ++pages) {
            const auto page = storage::list_activities(
                transaction, id, {.page = 1, .size = domain::PageRequest::size_max, .cursor = part.next});
            for (const auto& activity : page.items) {
                if (std::exchange(needs_comma, true)) { part.json += ','; }
                base::JsonWriter writer(part.json);
                write_activity(writer, activity, fields, purchase_of(transaction, activity));
                part.next = {
                    .direction = domain::Direction::Older, .created_at = activity.at, .id = activity.id.text()};
                // A purchase may be large.
                if (part.json.size() >= bytes_per_read) { return part; }
            }
            if (!page.has_older) {
                part.next.reset();
                break;
            }
        }
        return part;
    }

    // `rest` is where the activities begin that found no room.
    void finish(const std::optional<domain::ListCursor>& rest) {
        json_ += ']';
        if (rest) {
            const domain::PageRequest page{.page = 1, .size = domain::PageRequest::size_max, .cursor = {}};
            const auto address = services_.public_address.with_path(activities_path(contact_));
            json_ += R"(,"moreActivities":)";
            base::JsonWriter writer(json_);
            writer.string(list_links::next_link({.address = address, .query = {}, .request = page},
                                                RowPlace{.created_at = rest->created_at, .id = rest->id}));
        }
        json_ += "}\n";
        net::HttpResponse response(200);
        response.add_header("Content-Type", "application/json; charset=utf-8");
        response.add_header("Content-Disposition", "attachment; filename=\"contact-" + contact_.text() + ".json\"");
        response.body = std::move(json_);
        answer_.send(std::move(response));
    }

    const Services services_;
    const base::Id contact_;
    const std::size_t bytes_max_;
    const std::shared_ptr<const storage::Definitions> definitions_;
    Answer answer_;
    std::string json_;
};

void get_export(const Services& services, std::size_t bytes_max, Call& call) {
    const auto id = id_in_path(call, "contact");
    if (!id) { return call.answer.refuse(id.error()); }
    ContactExport::go_on(std::make_unique<ContactExport>(services, id.value(), bytes_max, call), std::nullopt);
}

}  // namespace

std::vector<Route> contact_export_routes(const Services& services, std::size_t bytes_max) {
    return {
        Route(net::Method::Get, export_path, Managed{domain::Scope::ContactRead}, BodyKind::Ignored,
              [services, bytes_max](Call& call) { get_export(services, bytes_max, call); }),
    };
}

}  // namespace tradewind::api::admin
