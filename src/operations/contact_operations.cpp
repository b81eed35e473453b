#include "operations/contact_operations.h"

#include <algorithm>

#include "base/json_writer.h"
#include "domain/workflows/changed_values.h"
#include "operations/activity_operations.h"
#include "operations/segment_member_operations.h"
#include "storage/stores/contacts/activity_store.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/engine/contact_hold_store.h"
#include "storage/stores/engine/dead_letter_store.h"
#include "storage/stores/engine/delivery_store.h"
#include "storage/stores/engine/run_store.h"
#include "storage/stores/settings/idempotency_store.h"
#include "storage/stores/shop/coupon_store.h"
#include "storage/stores/shop/purchase_store.h"

namespace tradewind::operations {
namespace {

using domain::ActivityKind;

domain::Contact new_contact(base::Sources& sources, const domain::ContactKey& key) {
    domain::Contact contact;
    contact.id = sources.ids.next();
    contact.created_at = sources.made_at(contact.id);
    contact.updated_at = contact.created_at;
    if (const auto* const address = std::get_if<base::EmailAddress>(&key)) {
        contact.email = address->text();
    } else {
        contact.external_id = std::get<domain::ExternalId>(key).text();
    }
    return contact;
}

base::KeyedHash email_hash(const base::SecretKey& secret_key, std::string_view email) {
    return secret_key.hash("erased-email", base::ascii_lower(email));
}

base::KeyedHash external_id_hash(const base::SecretKey& secret_key, std::string_view external_id) {
    return secret_key.hash("erased-external-id", external_id);
}

// Two contacts are never made one in silence.
base::Result<void> check_claims(storage::Transaction& transaction, const domain::ContactKey& named_by,
                                const domain::Contact& contact, const std::vector<domain::ContactChange>& changes) {
    for (const auto& change : changes) {
        std::optional<domain::ContactKey> claimed;
        if (change.field->id == "_email" && contact.email) {
            claimed = base::EmailAddress::parse(*contact.email).take();
        } else if (change.field->id == "_externalId" && contact.external_id) {
            claimed = domain::ExternalId::parse(*contact.external_id).take();
        }
        if (!claimed) { continue; }
        if (auto problem = claim_problem(transaction, named_by, *claimed)) {
            return base::invalid({std::move(*problem)});
        }
    }
    return {};
}

std::string change_name(const domain::ContactField& field) {
    return field.custom ? "f" + std::to_string(field.number) : field.id;
}

// `{"changes": {"_name": "Ada", "f12": ["red"]}}`: custom fields by number, because an id may come to name another.
// What somebody waits for has its old value, too: `"before": {"_name": null}`.
std::string changes_json(const storage::Definitions& definitions, const std::vector<domain::ContactChange>& changes,
                         const std::optional<domain::Contact>& before) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("changes");
    writer.begin_object();
    std::vector<std::string> heard;
    for (const auto& change : changes) {
        auto name = change_name(*change.field);
        writer.key(name);
        writer.raw(change.json);
        if (before && definitions.listeners.hear({.fields = {name}})) { heard.push_back(std::move(name)); }
    }
    writer.end_object();
    if (!heard.empty()) {
        writer.key("before");
        writer.begin_object();
        for (const auto& name : heard) {
            writer.key(name);
            writer.raw(domain::field_json(*before, definitions.contact_fields, name));
        }
        writer.end_object();
    }
    writer.end_object();
    return json;
}

// What the change means beyond itself. Whoever was known by one key and gets the other is identified by it.
std::vector<ActivityKind> meanings(const domain::Contact& before, const domain::Contact& after, bool is_new) {
    std::vector<ActivityKind> kinds;
    const bool gets_email = after.email && !before.email;
    const bool gets_external_id = after.external_id && !before.external_id;
    if (!is_new && (gets_email || gets_external_id)) { kinds.push_back(ActivityKind::ContactIdentified); }
    if (after.newsletter_status != before.newsletter_status) {
        if (after.newsletter_status == "subscribed") { kinds.push_back(ActivityKind::NewsletterSubscribe); }
        if (after.newsletter_status == "unsubscribed") { kinds.push_back(ActivityKind::EmailUnsubscribed); }
    }
    return kinds;
}

}  // namespace

base::Result<domain::Contact> change_contact(storage::Transaction& transaction, base::Sources& sources,
                                             const storage::Definitions& definitions, const domain::ContactKey& key,
                                             const domain::ContactPatch& patch) {
    auto write = apply_patch(sources, definitions, storage::lock_contact(transaction, key), key, patch);
    TRY(check_claims(transaction, key, write.after, write.changes));
    return save_contact(transaction, sources, definitions, std::move(write), {});
}

ContactWrite apply_patch(base::Sources& sources, const storage::Definitions& definitions,
                         std::optional<domain::Contact> found, const domain::ContactKey& key,
                         const domain::ContactPatch& patch) {
    ContactWrite write{.before = std::move(found), .after = {}, .changes = {}};
    write.after = write.before ? *write.before : new_contact(sources, key);
    write.changes = domain::apply(patch, write.after, definitions.contact_fields);
    return write;
}

domain::Contact save_contact(storage::Transaction& transaction, base::Sources& sources,
                             const storage::Definitions& definitions, ContactWrite write, const domain::Cause& cause) {
    const bool is_new = !write.before;
    auto& after = write.after;
    if (!is_new && write.changes.empty()) { return std::move(after); }
    const auto now = sources.clock.now();
    const auto kinds = meanings(is_new ? domain::Contact() : *write.before, after, is_new);
    if (std::find(kinds.begin(), kinds.end(), ActivityKind::EmailUnsubscribed) != kinds.end()) {
        after.email_last_unsubscribed_at = now;
    }
    if (!is_new) { after.updated_at = std::max(now, after.created_at); }
    journal(transaction, sources, definitions, after,
            {.kind = is_new ? ActivityKind::ContactCreated : ActivityKind::ContactUpdated,
             .at = is_new ? after.created_at : now,
             .data = changes_json(definitions, write.changes, write.before),
             .before = is_new ? nullptr : &*write.before,
             .cause = cause,
             .number = EntryNumber::Row});
    for (const auto kind : kinds) {
        journal(transaction, sources, definitions, after,
                {.kind = kind, .at = now, .cause = cause, .number = EntryNumber::Row});
    }
    if (is_new) {
        storage::insert_contact(transaction, after);
    } else {
        storage::update_contact(transaction, *write.before, after);
    }
    return std::move(after);
}

std::optional<base::Problem> claim_problem(storage::Transaction& transaction,
                                           const std::optional<domain::ContactKey>& named_by,
                                           const domain::ContactKey& claimed) {
    const auto holder = storage::find_contact(transaction, claimed);
    if (!holder || !has_key(*holder, claimed)) { return std::nullopt; }
    // Whoever has both keys is the contact itself. When it was not there a moment ago, somebody else just made it:
    // then storing it fails, and all is done again.
    if (named_by && has_key(*holder, *named_by)) { return std::nullopt; }
    const bool is_email = std::holds_alternative<base::EmailAddress>(claimed);
    return base::Problem{.path = is_email ? "/_email" : "/_externalId", .reason = "Value already in use"};
}

void erase_contact(storage::Transaction& transaction, base::Sources& sources, const base::SecretKey& secret_key,
                   const domain::ContactKey& key) {
    const auto contact = storage::lock_contact(transaction, key);
    if (!contact) { return; }
    const auto hashes = hashes_of(secret_key, *contact);
    remove_person(transaction, sources, *contact);
    storage::insert_erasure(transaction, {.id = sources.ids.next(),
                                          .email_hash = hashes.email,
                                          .external_id_hash = hashes.external_id,
                                          .erased_at = sources.clock.now(),
                                          .contact_hash = hashes.contact});
}

PersonHashes hashes_of(const base::SecretKey& secret_key, const domain::Contact& contact) {
    PersonHashes hashes{
        .contact = secret_key.hash("erased-contact", contact.id.text()), .email = {}, .external_id = {}};
    if (contact.email) { hashes.email = email_hash(secret_key, *contact.email); }
    if (contact.external_id) { hashes.external_id = external_id_hash(secret_key, *contact.external_id); }
    return hashes;
}

bool was_erased_after(storage::Transaction& transaction, const base::SecretKey& secret_key,
                      const domain::ContactKey& key, base::Id after) {
    if (const auto* const email = std::get_if<base::EmailAddress>(&key)) {
        return storage::has_erasure_of_email(transaction, email_hash(secret_key, email->text()), after);
    }
    const auto& external_id = std::get<domain::ExternalId>(key).text();
    return storage::has_erasure_of_external_id(transaction, external_id_hash(secret_key, external_id), after);
}

base::Error unknown_contact_id() {
    return base::not_found("There is no contact with this id.");
}

void remove_person(storage::Transaction& transaction, base::Sources& sources, const domain::Contact& contact) {
    storage::delete_activities(transaction, contact.id);
    forget_segment_memberships(transaction, sources, contact.id);
    storage::forget_buyer(transaction, contact.id);
    storage::forget_coupon_holder(transaction, contact.id);
    storage::forget_idempotent_answers_about(transaction, contact.id);
    storage::delete_dead_letters_of(transaction, contact.id);
    storage::delete_runs_of_contact(transaction, contact.id);
    storage::delete_deliveries_of(transaction, contact.id);
    static_cast<void>(storage::delete_contact_hold(transaction, contact.id));
    storage::delete_contact(transaction, contact);
}

}  // namespace tradewind::operations
