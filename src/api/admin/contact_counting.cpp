#include "api/admin/contact_counting.h"

#include <chrono>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "domain/filters/estimate.h"
#include "operations/segment_uses.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/contact_question.h"
#include "storage/stores/engine/contact_sample_store.h"

namespace tradewind::api::admin {
namespace {

// An estimate takes so long, in reads that look at the clock after so many contacts and end after so long each.
constexpr std::chrono::milliseconds estimate_time_max{40};
constexpr std::size_t samples_per_look = 64;
constexpr std::chrono::milliseconds slice_time{5};
// Of all contacts, likewise; a read of a second would be cut.
constexpr std::chrono::milliseconds everybody_time{50};
// One read of an exact count.
constexpr storage::WalkBounds contacts_per_slice{.rows_max = 500, .bytes_max = std::size_t{4} << 20};

// A count while it is made, by one read after the other, so that none holds a snapshot for long.
class ContactCounting {
  public:
    ContactCounting(const Services& services, CountRequest request, std::shared_ptr<const storage::Definitions> known,
                    Answer answer)
        : services_(services),
          request_(std::move(request)),
          definitions_(std::move(known)),
          now_(services.sources.clock.now()),
          begun_(services.sources.clock.steady_now()),
          answer_(std::move(answer)) {}

    static void go_on(std::unique_ptr<ContactCounting> self) {
        auto& executor = self->answer_.executor();
        auto& database = self->services_.database;
        // It is not changed while it reads: what a read found is taken afterwards.
        const auto* const counting = self.get();
        database.read(
            storage::ReadCost::Walk, executor,
            [counting](storage::Transaction& transaction) { return counting->read(transaction); },
            [self = std::move(self)](base::Result<Slice> slice) mutable {
                if (!slice) { return self->answer_.refuse(slice.error()); }
                self->take(std::move(slice).take());
                if (self->is_done()) { return self->finish(); }
                go_on(std::move(self));
            });
    }

  private:
    // What one read found.
    struct Slice {
        std::shared_ptr<const storage::Definitions> definitions;
        std::int64_t looked_at = 0;
        std::int64_t held_for = 0;
        bool is_end = false;
        base::Id place = {};                             // Of an exact count: contacts up to this one were looked at.
        std::size_t samples_done = 0;                    // Of an estimate, gone contacts among them.
        std::optional<storage::Sampling> sampling = {};  // Of the first read of an estimate; so are the samples.
        std::vector<base::Id> samples = {};
    };

    base::Result<Slice> read(storage::Transaction& transaction) const {
        storage::ContactQuestion question(transaction, request_.filter, definitions_, now_);
        TRY(operations::check_named_segments(request_.filter, *question.definitions()));
        switch (request_.counting) {
            case Counting::Everybody:
                return read_everybody(transaction, question);
            case Counting::Samples:
                return read_samples(transaction, question);
        }
        return Slice{};
    }

    Slice read_everybody(storage::Transaction& transaction, storage::ContactQuestion& question) const {
        const auto& clock = services_.sources.clock;
        const auto begun = clock.steady_now();
        Slice slice{.definitions = question.definitions(), .place = place_};
        const auto contacts = storage::contacts_after(transaction, place_, contacts_per_slice);
        slice.is_end = contacts.empty();
        for (const auto& contact : contacts) {
            if (slice.looked_at > 0 && clock.steady_now() - begun > everybody_time) { break; }
            count({&contact, 1}, question, slice);
            slice.place = contact.id;
        }
        return slice;
    }

    Slice read_samples(storage::Transaction& transaction, storage::ContactQuestion& question) const {
        const auto& clock = services_.sources.clock;
        const auto begun = clock.steady_now();
        Slice slice{.definitions = question.definitions(), .samples_done = samples_done_};
        if (!sampling_) {
            slice.sampling = storage::find_sampling(transaction);
            slice.samples = storage::contact_samples(transaction, slice.sampling->samples);
        }
        const auto& samples = sampling_ ? samples_ : slice.samples;
        while (slice.samples_done < samples.size() &&
               (slice.samples_done == samples_done_ || clock.steady_now() - begun < slice_time)) {
            std::vector<std::int64_t> ids;
            for (const auto id : std::span(samples).subspan(slice.samples_done)) {
                if (ids.size() == samples_per_look) { break; }
                ids.push_back(id.number);
            }
            count(storage::find_contacts(transaction, ids), question, slice);
            slice.samples_done += ids.size();
        }
        slice.is_end = slice.samples_done == samples.size();
        return slice;
    }

    static void count(std::span<const domain::Contact> contacts, storage::ContactQuestion& question, Slice& slice) {
        for (const auto& contact : contacts) {
            ++slice.looked_at;
            if (question.holds_for(contact)) { ++slice.held_for; }
        }
    }

    void take(Slice slice) {
        definitions_ = std::move(slice.definitions);
        looked_at_ += slice.looked_at;
        held_for_ += slice.held_for;
        is_end_ = slice.is_end;
        place_ = slice.place;
        samples_done_ = slice.samples_done;
        if (slice.sampling) {
            sampling_ = slice.sampling;
            samples_ = std::move(slice.samples);
        }
    }

    [[nodiscard]] bool is_done() const {
        if (is_end_ || request_.counting == Counting::Everybody) { return is_end_; }
        return services_.sources.clock.steady_now() - begun_ >= estimate_time_max;
    }

    [[nodiscard]] domain::Estimate estimate() const {
        return domain::estimate_of({.looked_at = looked_at_,
                                    .held_for = held_for_,
                                    .all = sampling_->contacts(),
                                    .deviation = sampling_->deviation(),
                                    .is_everybody = is_end_ && sampling_->threshold == domain::mixed_ids});
    }

    void finish() {
        JsonAnswer answer{.status = 200, .body = {}};
        base::JsonWriter writer(answer.body);
        const auto write = [&](std::string_view key, std::int64_t number) {
            writer.key(key);
            writer.integer(number);
        };
        writer.begin_object();
        switch (request_.counting) {
            case Counting::Everybody:
                write("count", held_for_);
                break;
            case Counting::Samples: {
                const auto found = estimate();
                write("estimate", found.estimate);
                write("low", found.low);
                write("high", found.high);
                write("lookedAt", looked_at_);
                break;
            }
        }
        writer.end_object();
        answer_.json(std::move(answer));
    }

    const Services services_;
    const CountRequest request_;
    std::shared_ptr<const storage::Definitions> definitions_;
    const base::Instant now_;
    const std::chrono::steady_clock::time_point begun_;
    Answer answer_;
    std::int64_t looked_at_ = 0;
    std::int64_t held_for_ = 0;
    bool is_end_ = false;
    base::Id place_ = {};
    std::optional<storage::Sampling> sampling_ = {};
    std::vector<base::Id> samples_ = {};
    std::size_t samples_done_ = 0;
};

}  // namespace

void answer_count(const Services& services, CountRequest request, std::shared_ptr<const storage::Definitions> known,
                  Answer answer) {
    ContactCounting::go_on(
        std::make_unique<ContactCounting>(services, std::move(request), std::move(known), std::move(answer)));
}

}  // namespace tradewind::api::admin
