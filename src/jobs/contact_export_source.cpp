#include "jobs/contact_export_source.h"

#include <algorithm>
#include <array>

#include "domain/filters/parse_filter.h"
#include "operations/segment_uses.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/contact_question.h"
#include "storage/stores/engine/segment_member_store.h"

namespace tradewind::jobs {
namespace {

using storage::Transaction;

constexpr std::array<std::string_view, 1> contact_file_endings{".csv"};
constexpr std::int64_t contact_rows_per_count = 20'000;

// A place is the number of the last contact.
base::Id id_at(const std::string& place) {
    return {place.empty() ? 0 : std::stoll(place)};
}

std::vector<std::int64_t> subscribed(const std::vector<domain::Contact>& contacts) {
    std::vector<std::int64_t> ids;
    for (const auto& contact : contacts) {
        if (contact.newsletter_status == "subscribed") { ids.push_back(contact.id.number); }
    }
    return ids;
}

}  // namespace

ContactExportSource::ContactExportSource(const ExportReading& reading, const domain::Export& wanted)
    : reading_(reading),
      segment_(wanted.filters.segment),
      filter_(wanted.plan.filter),
      asked_at_(wanted.created_at),
      style_(domain::cell_style(wanted)),
      csv_(wanted) {}

std::span<const std::string_view> ContactExportSource::endings() const {
    return contact_file_endings;
}

ExportSlice ContactExportSource::header() const {
    ExportSlice slice;
    domain::CsvCells cells(slice.texts[0], style_);
    csv_.header(cells);
    return slice;
}

base::Result<ExportCount> ContactExportSource::count(const std::string& place) {
    // Nobody knows before all were asked: the total grows with what is found.
    if (filter_) { return ExportCount{.rows = 0, .place = place, .is_last = true}; }
    const auto counted = TRY(storage::read_and_wait(
        reading_.database,
        [after = id_at(place), segment = segment_](Transaction& transaction) -> base::Result<storage::ContactCount> {
            if (!segment) { return storage::count_contacts_after(transaction, after, contact_rows_per_count); }
            const auto members = storage::segment_members_after(transaction, *segment, after, contact_rows_per_count);
            return storage::ContactCount{.count = static_cast<std::int64_t>(members.size()),
                                         .last = members.empty() ? after : members.back().contact};
        }));
    return ExportCount{.rows = counted.count,
                       .place = std::to_string(counted.last.number),
                       .is_last = counted.count < contact_rows_per_count};
}

void ContactExportSource::read_contacts(Transaction& transaction, base::Id after, Found& found) const {
    found.last = after;
    if (!segment_) {
        found.contacts =
            storage::contacts_after(transaction, after, {.rows_max = size_.rows(), .bytes_max = SliceSize::bytes_max});
        if (!found.contacts.empty()) { found.last = found.contacts.back().id; }
    } else {
        std::vector<std::int64_t> ids;
        for (const auto& member : storage::segment_members_after(transaction, *segment_, after, size_.rows())) {
            ids.push_back(member.contact.number);
            found.last = member.contact;
        }
        if (!ids.empty()) { found.contacts = storage::find_contacts(transaction, ids); }
        std::ranges::sort(found.contacts, {}, &domain::Contact::id);
    }
    found.is_last = found.last == after;
}

base::Result<void> ContactExportSource::sift(Transaction& transaction, Found& found) const {
    if (!filter_) { return {}; }
    const auto filter = TRY(domain::read_stored_filter(*filter_, operations::filter_names(*found.definitions)));
    storage::ContactQuestion question(transaction, filter, found.definitions, asked_at_);
    std::erase_if(found.contacts, [&](const domain::Contact& contact) { return !question.holds_for(contact); });
    return {};
}

base::Result<ContactExportSource::Found> ContactExportSource::read(base::Id after) const {
    return storage::read_and_wait(reading_.database, [&](Transaction& transaction) -> base::Result<Found> {
        const auto begun = reading_.clock.steady_now();
        Found found;
        found.definitions = storage::definitions_in(transaction, reading_.definitions.current());
        read_contacts(transaction, after, found);
        TRY(sift(transaction, found));
        if (csv_.tells_origins()) {
            found.subscriptions =
                storage::last_times(transaction, subscribed(found.contacts), domain::ActivityKind::NewsletterSubscribe);
        }
        found.lasted = reading_.clock.steady_now() - begun;
        return found;
    });
}

base::Result<ExportSlice> ContactExportSource::next(const std::string& place) {
    const auto found = TRY(read(id_at(place)));
    size_.note(found.lasted);
    ExportSlice slice{.texts = {},
                      .rows = static_cast<std::int64_t>(found.contacts.size()),
                      .place = std::to_string(found.last.number),
                      .is_last = found.is_last};
    domain::CsvCells cells(slice.texts[0], style_);
    for (const auto& contact : found.contacts) {
        const auto subscription = found.subscriptions.find(contact.id.number);
        csv_.row(cells, contact, found.definitions->contact_fields,
                 subscription != found.subscriptions.end() ? std::optional(subscription->second) : std::nullopt);
    }
    return slice;
}

}  // namespace tradewind::jobs
