#include "jobs/field_scrub_job.h"

#include <algorithm>
#include <span>

#include "storage/stores/contacts/contact_field_store.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/contacts/field_scrub_store.h"

namespace tradewind::jobs {

using storage::Transaction;

void FieldScrubJob::run() {
    while (true) {
        const auto numbers = numbers_to_scrub();
        if (!numbers || numbers.value().empty() || !scrub(numbers.value())) { return; }
    }
}

base::Result<std::vector<std::int64_t>> FieldScrubJob::numbers_to_scrub() const {
    const auto before = sources_.clock.now().milliseconds - settle_time.count();
    return storage::read_and_wait(database_, [&](Transaction& transaction) -> base::Result<std::vector<std::int64_t>> {
        std::vector<std::int64_t> numbers;
        for (const auto& field : storage::deleted_contact_fields(transaction)) {
            if (field.deleted_at.milliseconds < before) { numbers.push_back(field.number); }
        }
        return numbers;
    });
}

base::Result<void> FieldScrubJob::scrub(const std::vector<std::int64_t>& numbers) {
    TRY(walk<base::Id>(
        [&](Transaction& transaction, base::Id after) {
            return storage::find_contacts_with_fields(transaction, numbers, after, rows_per_look);
        },
        [&](Transaction& transaction, base::Id contact) { storage::scrub_contact(transaction, numbers, contact); }));
    TRY(walk<storage::ActivityPlace>(
        [&](Transaction& transaction, const storage::ActivityPlace& after) {
            return storage::find_activities_with_fields(transaction, numbers, after, rows_per_look);
        },
        [&](Transaction& transaction, const storage::ActivityPlace& place) {
            storage::scrub_activity(transaction, numbers, place);
        }));
    return storage::write_and_wait(
        database_,
        [&](Transaction& transaction) -> base::Result<void> {
            for (const auto number : numbers) { storage::forget_contact_field(transaction, number); }
            storage::insert_nameless_erasure(transaction, sources_);
            return {};
        },
        storage::purge_terms);
}

template <class Place, class Find, class Scrub>
base::Result<void> FieldScrubJob::walk(Find find, Scrub scrub) {
    storage::ScrubSlice<Place> slice;
    while (!slice.is_end) {
        slice = TRY(storage::read_and_wait(database_, [&](Transaction& transaction) {
            return base::Result<storage::ScrubSlice<Place>>(find(transaction, slice.last));
        }));
        for (std::span<const Place> left = slice.found; !left.empty();) {
            const auto some = left.first(std::min(rows_per_write, left.size()));
            TRY(storage::write_and_wait(
                database_,
                [&](Transaction& transaction) -> base::Result<void> {
                    for (const auto& place : some) { scrub(transaction, place); }
                    return {};
                },
                storage::purge_terms));
            left = left.subspan(some.size());
        }
    }
    return {};
}

}  // namespace tradewind::jobs
