#include "delivery/outbox_claim.h"

#include <algorithm>

#include "domain/settings/web_address.h"
#include "storage/stores/settings/outside_store.h"

namespace tradewind::delivery {
namespace {

using operations::Unsent;
using storage::DueDelivery;

// Rows that are only to be ended take no place.
constexpr std::int64_t unsent_rows_max = 100;

std::optional<Unsent> reason_not_to_send(const DueDelivery& row, base::Instant now) {
    const auto& delivery = row.delivery;
    const auto skipped = [](const char* reason) { return Unsent{.kind = Unsent::Kind::Skipped, .reason = reason}; };
    if (delivery.expires_at && *delivery.expires_at <= now) { return skipped("expired"); }
    if (delivery.contact.number != 0 && !row.has_contact) { return skipped("the contact is gone"); }
    if (delivery.workflow.number == 0) { return std::nullopt; }
    if (row.contact_hold) {
        return Unsent{.kind = Unsent::Kind::Held, .reason = "the contact is on hold: " + *row.contact_hold};
    }
    if (!row.workflow_status) { return skipped("the workflow is gone"); }
    if (*row.workflow_status == domain::WorkflowStatus::Finished) { return skipped("the workflow is finished"); }
    if (row.workflow_hold) {
        return Unsent{.kind = Unsent::Kind::Held, .reason = "the workflow is on hold: " + *row.workflow_hold};
    }
    return std::nullopt;
}

class OutboxClaim {
  public:
    OutboxClaim(storage::Transaction& transaction, const domain::CustomEventList& types,
                const base::SecretKey& secret_key, const ClaimTerms& terms)
        : transaction_(transaction),
          types_(types),
          secret_key_(secret_key),
          terms_(terms),
          free_places_(terms.free_places),
          calls_left_(terms.calls_max) {}

    base::Result<Claimed> run() {
        if (!storage::may_reach_outside(transaction_)) { return std::move(claimed_); }
        for (const auto& due : storage::due_delivery_types(transaction_)) {
            if (due.first_due_at > terms_.now) { continue; }
            TRY(look_at_type(due));
        }
        return std::move(claimed_);
    }

  private:
    base::Result<void> look_at_type(const storage::DueType& due) {
        const auto* const type = types_.find_type(due.type);
        const auto host = type == nullptr ? std::nullopt : host_of(*type);
        if (!host) { return leave_all(due, {.kind = Unsent::Kind::Skipped, .reason = "the event type is gone"}); }
        // A trial does not call the receiver.
        const bool is_stopped = storage::are_calls_stopped(transaction_, due.type);
        if (is_stopped) {
            TRY(leave_all(due, {.kind = Unsent::Kind::Dead, .reason = "the receiver wants no more calls"},
                          Trials::LeftAlone));
        }
        const auto room = std::min(places_of(*host), calls_left_);
        if (room == 0) {
            claimed_.first_due_at = std::min(claimed_.first_due_at.value_or(due.first_due_at), due.first_due_at);
            return {};
        }
        const auto rows_max = static_cast<std::int64_t>(room + terms_.on_their_way.size());
        for (auto& row : storage::due_deliveries(transaction_, due.type, terms_.now, rows_max)) {
            if (terms_.on_their_way.contains(row.delivery.id.number)) { continue; }
            if (is_stopped && !row.delivery.test_address) { continue; }
            const auto called = row.delivery.test_address ? host_of(*row.delivery.test_address) : host;
            if (!called) { continue; }
            auto& places = places_of(*called);
            if (places == 0 || calls_left_ == 0) { break; }
            auto unsent = reason_not_to_send(row, terms_.now);
            if (unsent) {
                add(row.delivery, *called, std::nullopt, std::move(unsent));
                continue;
            }
            auto call = TRY(operations::make_web_call(transaction_, secret_key_, *type, row.delivery, terms_.now));
            if (!take(row.delivery)) { continue; }
            add(row.delivery, *called, std::move(call), std::nullopt);
            --places;
            --calls_left_;
        }
        return {};
    }

    std::size_t& places_of(const HostKey& host) {
        return free_places_.try_emplace(host, terms_.free_places_otherwise).first->second;
    }

    // A sender that is killed leaves the row to others once the lease is over. False when another one was quicker.
    bool take(domain::Delivery& delivery) {
        if (!terms_.lease) { return true; }
        ++delivery.generation;
        return storage::take_delivery(transaction_, {.contact = delivery.contact,
                                                     .id = delivery.id,
                                                     .holder = terms_.lease->holder,
                                                     .until = terms_.lease->until,
                                                     .generation = delivery.generation});
    }

    enum class Trials { Included, LeftAlone };

    base::Result<void> leave_all(const storage::DueType& due, const Unsent& unsent, Trials trials = Trials::Included) {
        for (const auto& row : storage::due_deliveries(transaction_, due.type, terms_.now, unsent_rows_max)) {
            if (terms_.on_their_way.contains(row.delivery.id.number)) { continue; }
            if (trials == Trials::LeftAlone && row.delivery.test_address) { continue; }
            add(row.delivery, {}, std::nullopt, unsent);
        }
        return {};
    }

    void add(const domain::Delivery& delivery, const HostKey& host, std::optional<domain::WebCall> call,
             std::optional<Unsent> unsent) {
        claimed_.claims.push_back(
            {.seen = {.contact = delivery.contact, .id = delivery.id, .generation = delivery.generation},
             .type = delivery.type,
             .host = host,
             .call = std::move(call),
             .unsent = std::move(unsent)});
    }

    storage::Transaction& transaction_;
    const domain::CustomEventList& types_;
    const base::SecretKey& secret_key_;
    const ClaimTerms& terms_;
    std::map<HostKey, std::size_t> free_places_;
    std::size_t calls_left_;
    Claimed claimed_;
};

}  // namespace

std::optional<HostKey> host_of(const domain::CustomEventType& type) {
    if (!type.sends() || !type.webhook_url) { return std::nullopt; }
    return host_of(*type.webhook_url);
}

std::optional<HostKey> host_of(const std::string& url) {
    const auto address = domain::WebAddress::parse(url);
    if (!address) { return std::nullopt; }
    return std::string(address.value().scheme()) + "://" + address.value().host() + ":" +
           std::to_string(address.value().port());
}

base::Result<Claimed> claim_deliveries(storage::Transaction& transaction, const domain::CustomEventList& types,
                                       const base::SecretKey& secret_key, const ClaimTerms& terms) {
    return OutboxClaim(transaction, types, secret_key, terms).run();
}

}  // namespace tradewind::delivery
