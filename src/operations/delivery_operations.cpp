#include "operations/delivery_operations.h"

#include <algorithm>

#include "base/fault.h"
#include "base/json_writer.h"
#include "domain/deliveries/webhook_signature.h"
#include "operations/audit.h"
#include "operations/custom_event_type_operations.h"
#include "operations/signing_secret_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/settings/signing_secret_store.h"

namespace tradewind::operations {
namespace {

using storage::Transaction;

struct LockedDelivery {
    domain::Delivery delivery;
    bool has_contact;
};

// The contact is locked first, as everywhere. Nothing when it was erased: its deliveries went with it.
std::optional<LockedDelivery> lock_with_contact(Transaction& transaction, base::Id contact, base::Id id) {
    const bool has_contact = contact.number != 0 && storage::lock_contact(transaction, contact);
    auto delivery = storage::lock_delivery(transaction, contact, id);
    if (!delivery) { return std::nullopt; }
    return LockedDelivery{.delivery = std::move(*delivery), .has_contact = has_contact};
}

std::optional<LockedDelivery> lock_seen(Transaction& transaction, const SeenDelivery& seen) {
    auto locked = lock_with_contact(transaction, seen.contact, seen.id);
    if (!locked || locked->delivery.generation != seen.generation || locked->delivery.has_ended()) {
        return std::nullopt;
    }
    return locked;
}

// Writes it. The run that waits for the answer is looked at, once there is one.
void save(Transaction& transaction, const LockedDelivery& locked, base::Instant now) {
    const auto& delivery = locked.delivery;
    storage::update_delivery(transaction, delivery);
    if (!delivery.has_ended() || delivery.run.number == 0 || !locked.has_contact) { return; }
    storage::outdate_decisions(transaction, delivery.contact);
    storage::set_run_timer(transaction, delivery.contact, delivery.run, now);
    transaction.wake(storage::Sleeper::Engine);
}

// Of one that a person names.
base::Result<LockedDelivery> lock_named(Transaction& transaction, base::Id id) {
    const auto found = storage::find_delivery(transaction, id);
    if (!found) { return unknown_delivery(); }
    auto locked = lock_with_contact(transaction, found->contact, id);
    if (!locked) { return unknown_delivery(); }
    return std::move(*locked);
}

std::string fields_of(const Incident& incident) {
    std::string json;
    base::JsonWriter writer(json);
    const auto member = [&](std::string_view name, std::string_view text) {
        writer.key(name);
        writer.string(text);
    };
    writer.begin_object();
    member("incident", incident.kind);
    if (incident.subject.number != 0) { member("subject", incident.subject.text()); }
    if (!incident.place.empty()) { member("place", incident.place); }
    member("text", incident.text);
    writer.end_object();
    return json;
}

}  // namespace

base::Result<domain::WebCall> make_web_call(Transaction& transaction, const base::SecretKey& secret_key,
                                            const domain::CustomEventType& type, const domain::Delivery& delivery,
                                            base::Instant now) {
    if (!type.sends() || !type.webhook_url) { return base::conflict("Events of this type are not sent."); }
    std::vector<base::Secret> secrets;
    for (const auto& secret : storage::signing_secrets_of(transaction, type.id)) {
        if (secret.is_alive(now)) { secrets.push_back(unsealed_signing_secret(secret_key, secret)); }
    }
    constexpr std::int64_t milliseconds_per_second = 1'000;
    const auto id = delivery.id.text();
    const domain::SignedCall call{
        .id = id, .timestamp = now.milliseconds / milliseconds_per_second, .body = delivery.body};
    domain::WebCall made{
        .url = delivery.test_address.value_or(*type.webhook_url), .headers = {}, .body = delivery.body};
    if (base::is_planted(base::Fault::RenderTwice)) {
        made.body = domain::write_web_call_body({.type = type.name, .timestamp = now, .fields = "{}"});
    }
    made.headers = {{.name = "Content-Type", .value = "application/json"},
                    {.name = "webhook-id", .value = id},
                    {.name = "webhook-timestamp", .value = std::to_string(call.timestamp)},
                    {.name = "webhook-signature", .value = domain::webhook_signature(call, secrets)}};
    // Whoever tries a workflow out is not told the secrets of the receiver.
    if (delivery.test_address) { return made; }
    for (auto& header : unsealed_webhook_headers(secret_key, type)) { made.headers.push_back(std::move(header)); }
    return made;
}

std::optional<domain::Delivery> finish_call(Transaction& transaction, const SeenDelivery& seen,
                                            const domain::AnsweredAttempt& attempt) {
    auto locked = lock_seen(transaction, seen);
    if (!locked) { return std::nullopt; }
    domain::note_answer(locked->delivery, attempt);
    save(transaction, *locked, attempt.at);
    // What the address of a trial says is not what the receiver says.
    if (!locked->delivery.test_address && domain::judge_answer(attempt.answer, attempt.at).is_gone) {
        storage::stop_calls(transaction, locked->delivery.type, attempt.at);
    }
    return std::move(locked->delivery);
}

std::optional<domain::Delivery> leave_unsent(Transaction& transaction, const SeenDelivery& seen, const Unsent& unsent,
                                             base::Instant now) {
    auto locked = lock_seen(transaction, seen);
    if (!locked) { return std::nullopt; }
    auto& delivery = locked->delivery;
    switch (unsent.kind) {
        case Unsent::Kind::Skipped:
            domain::end_unsent(delivery, domain::DeliveryState::Skipped, unsent.reason, now);
            break;
        case Unsent::Kind::Dead:
            domain::end_unsent(delivery, domain::DeliveryState::Dead, unsent.reason, now);
            break;
        case Unsent::Kind::Held:
            domain::hold_back(delivery, unsent.reason, {now.milliseconds + held_delivery_interval.count()});
            break;
    }
    save(transaction, *locked, now);
    return std::move(delivery);
}

void skip_calls_of_run(Transaction& transaction, base::Id contact, base::Id run, std::string_view reason,
                       base::Instant now) {
    for (const auto id : storage::unsent_deliveries_of(transaction, contact, run)) {
        auto delivery = storage::lock_delivery(transaction, contact, id);
        if (!delivery || delivery->has_ended()) { continue; }
        domain::end_unsent(*delivery, domain::DeliveryState::Skipped, reason, now);
        storage::update_delivery(transaction, *delivery);
    }
}

base::Result<domain::Delivery> retry_delivery(Transaction& transaction, base::Sources& sources,
                                              const domain::Actor& actor, base::Id id) {
    auto locked = TRY(lock_named(transaction, id));
    const auto now = sources.clock.now();
    TRY(domain::retry_now(locked.delivery, now));
    save(transaction, locked, now);
    storage::allow_calls(transaction, locked.delivery.type);
    audit(transaction, sources, actor, {.action = "delivery.retry", .subject = id.text()});
    transaction.wake(storage::Sleeper::Outbox);
    return std::move(locked.delivery);
}

base::Result<domain::Delivery> drop_delivery(Transaction& transaction, base::Sources& sources,
                                             const domain::Actor& actor, base::Id id) {
    auto locked = TRY(lock_named(transaction, id));
    const auto now = sources.clock.now();
    TRY(domain::drop(locked.delivery, now));
    save(transaction, locked, now);
    audit(transaction, sources, actor, {.action = "delivery.drop", .subject = id.text()});
    return std::move(locked.delivery);
}

Retried retry_deliveries(Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                         const storage::DeliveryFilter& filter) {
    Retried retried;
    const auto now = sources.clock.now();
    auto only_dead = filter;
    only_dead.state = domain::DeliveryState::Dead;
    const auto dead = storage::deliveries_after(transaction, only_dead, {}, retried_deliveries_max + 1);
    retried.are_more_left = std::ssize(dead) > retried_deliveries_max;
    for (const auto& found : dead) {
        if (retried.count == retried_deliveries_max) { break; }
        auto delivery = storage::lock_delivery(transaction, found.contact, found.id);
        if (!delivery || delivery->state != domain::DeliveryState::Dead) { continue; }
        if (!domain::retry_now(*delivery, now)) { continue; }
        storage::update_delivery(transaction, *delivery);
        ++retried.count;
    }
    if (filter.type) { storage::allow_calls(transaction, *filter.type); }
    audit(transaction, sources, actor,
          {.action = "delivery.retry-all", .subject = filter.type.value_or(base::Id{}).text()});
    transaction.wake(storage::Sleeper::Outbox);
    return retried;
}

domain::Delivery record_test_call(Transaction& transaction, base::Sources& sources, const domain::Actor& actor,
                                  domain::Delivery delivery, const domain::WebCallAnswer& answer) {
    const auto now = sources.clock.now();
    domain::note_answer(delivery, {.at = now, .answer = answer, .chance = 0});
    // Nobody waits for a test: it is not repeated.
    if (!delivery.has_ended()) {
        domain::end_unsent(delivery, domain::DeliveryState::Dead, delivery.reason.value_or(""), now);
    }
    storage::insert_delivery(transaction, delivery);
    if (delivery.state == domain::DeliveryState::Done) { storage::allow_calls(transaction, delivery.type); }
    audit(transaction, sources, actor, {.action = "custom-event-type.test", .subject = delivery.type.text()});
    return delivery;
}

void tell_incident(Transaction& transaction, base::Sources& sources, const storage::Definitions& definitions,
                   const Incident& incident) {
    const auto named = definitions.store.incident_event_type;
    const auto* const type = named ? definitions.custom_events.find_type(*named) : nullptr;
    // Its own receiver cannot be told that it is not called any more.
    if (type == nullptr || type->id == incident.subject) { return; }
    const auto now = sources.clock.now();
    constexpr std::int64_t milliseconds_per_hour = 3'600'000;
    domain::Delivery delivery{.id = sources.ids.next(), .type = type->id};
    // These four are what a second one has in common with the first.
    delivery.run = incident.subject;
    delivery.node = std::string(domain::incident_prefix) + incident.kind;
    if (!incident.place.empty()) { delivery.node += "/" + incident.place; }
    delivery.visit = now.milliseconds / milliseconds_per_hour;
    delivery.due_at = now;
    delivery.body = domain::write_web_call_body({.type = type->name, .timestamp = now, .fields = fields_of(incident)});
    storage::insert_delivery(transaction, delivery);
}

base::Error unknown_delivery() {
    return base::not_found("There is no delivery with this id.");
}

}  // namespace tradewind::operations
