#include "operations/person_operations.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/text.h"
#include "domain/settings/totp.h"
#include "operations/audit.h"
#include "storage/stores/settings/person_store.h"
#include "storage/stores/settings/session_store.h"

namespace tradewind::operations {
namespace {

constexpr base::Id no_session{};

base::Error used_link() {
    return base::not_found("This link was used or is too old; ask for a new one.");
}

base::Error email_in_use() {
    return base::invalid("/email", "is that of another person");
}

base::Result<storage::StoredPerson> load_person(storage::Transaction& transaction, base::Id id) {
    auto found = storage::find_person(transaction, id);
    if (!found) { return unknown_person(); }
    return std::move(*found);
}

base::Secret add_link(storage::Transaction& transaction, const PeopleDesk& desk, std::optional<base::Id> person) {
    const auto now = desk.sources.clock.now();
    storage::delete_old_person_links(transaction, now);
    if (person) { storage::delete_person_links(transaction, *person); }
    base::Secret token(base::random_base62(desk.sources.random, domain::person_link_characters));
    storage::insert_person_link(
        transaction, {.token_hash = desk.secret_key.hash(domain::person_link_hash_purpose, token.reveal()),
                      .person = person,
                      .expires_at = {now.milliseconds + std::chrono::milliseconds(domain::person_link_time).count()}});
    return token;
}

bool is_owner(const domain::Person& person) {
    return person.role == domain::role_word(domain::Role::Owner) && !person.is_disabled && !person.is_invited;
}

// Somebody must be left who can let others in.
base::Result<void> check_owner_left(storage::Transaction& transaction, const domain::Person& before) {
    if (!is_owner(before)) { return {}; }
    const auto people = storage::all_people(transaction);
    const bool is_left = std::ranges::any_of(
        people, [&](const domain::Person& other) { return other.id != before.id && is_owner(other); });
    if (!is_left) { return base::conflict("This is the last owner; make somebody else an owner first."); }
    return {};
}

void sign_out(storage::Transaction& transaction, base::Id person) {
    storage::delete_other_sessions(transaction, person, no_session);
}

void audit_person(storage::Transaction& transaction, const PeopleDesk& desk, std::string_view action, base::Id id,
                  std::vector<domain::AuditedChange> changes = {}) {
    audit(transaction, desk.sources, desk.actor,
          {.action = std::string(action), .subject = id.text(), .changes = std::move(changes)});
}

// By the fields that the table lets be written.
base::Result<domain::Person> save_changes(storage::Transaction& transaction, const PeopleDesk& desk,
                                          const domain::Person& before, domain::Person changed) {
    auto differing = domain::audited_changes(domain::person_fields, before, changed);
    if (differing.empty()) { return changed; }
    // What somebody was called is theirs, and goes with them.
    for (auto& change : differing) {
        if (change.field == "name" || change.field == "email") { change.values.reset(); }
    }
    const bool loses_access = changed.is_disabled || changed.role != before.role;
    if (loses_access && !is_owner(changed)) { TRY(check_owner_left(transaction, before)); }
    changed.updated_at = desk.sources.clock.now();
    storage::update_person(transaction, changed);
    // Of a link that somebody has in hand only one who is welcome makes use.
    if (changed.is_disabled) { storage::delete_person_links(transaction, before.id); }
    if (loses_access) { sign_out(transaction, before.id); }
    audit_person(transaction, desk, "person.change", before.id, std::move(differing));
    transaction.touch_definitions();
    return changed;
}

// `fields` are those that a patch may hold.
template <class Fields>
base::Result<domain::Person> change_by(const Fields& fields, storage::Transaction& transaction, const PeopleDesk& desk,
                                       base::Id id, const domain::Patch<domain::Person>& patch) {
    transaction.lock_definitions();
    const auto stored = TRY(load_person(transaction, id));
    auto changed = stored.person;
    domain::apply(fields, patch, changed);
    return save_changes(transaction, desk, stored.person, std::move(changed));
}

base::KeyedHash recovery_hash(const PeopleDesk& desk, base::Id person, std::string_view code) {
    return desk.secret_key.hash(domain::recovery_code_hash_purpose, person.text() + ":" + std::string(code));
}

// `k3xw9-bq7ta`: letters and digits that are not taken for each other, 50 bits of them.
std::string make_recovery_code(base::Random& random) {
    constexpr std::string_view alphabet = "0123456789abcdefghjkmnpqrstvwxyz";
    static_assert(alphabet.size() == 32);
    std::array<std::byte, 10> bytes;
    random.fill(bytes);
    std::string code;
    for (const auto byte : bytes) {
        if (code.size() == 5) { code += '-'; }
        code += alphabet[static_cast<std::size_t>(byte) % alphabet.size()];
    }
    return code;
}

}  // namespace

base::Error unknown_person() {
    return base::not_found("There is no person with this id.");
}

base::Result<InvitedPerson> invite_person(storage::Transaction& transaction, const PeopleDesk& desk,
                                          const domain::Person& wanted) {
    transaction.lock_definitions();
    const auto people = storage::all_people(transaction);
    if (people.size() >= domain::people_max) {
        return base::invalid("/email",
                             "there are " + std::to_string(domain::people_max) + " people already, the most allowed");
    }
    const auto email_key = base::EmailAddress::parse(wanted.email).value().key();
    if (storage::find_person_by_email(transaction, email_key)) { return email_in_use(); }
    auto person = wanted;
    person.id = desk.sources.ids.next();
    person.created_at = person.updated_at = desk.sources.clock.now();
    if (person.name.empty()) { person.name = base::shortened(person.email, domain::person_name_characters_max); }
    storage::insert_person(transaction, person);
    auto token = add_link(transaction, desk, person.id);
    audit_person(transaction, desk, "person.invite", person.id);
    transaction.touch_definitions();
    return InvitedPerson{.person = std::move(person), .token = std::move(token)};
}

base::Result<base::Secret> create_setup_link(storage::Transaction& transaction, const PeopleDesk& desk) {
    transaction.lock_definitions();
    if (!storage::all_people(transaction).empty()) {
        return base::conflict("There are people already: invite somebody by their e-mail address.");
    }
    storage::delete_setup_links(transaction);
    auto token = add_link(transaction, desk, std::nullopt);
    audit(transaction, desk.sources, desk.actor, {.action = "person.set-up", .subject = "store"});
    return token;
}

base::Result<domain::Person> change_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id,
                                           const domain::Patch<domain::Person>& patch) {
    return change_by(domain::person_change_fields, transaction, desk, id, patch);
}

base::Result<domain::Person> change_own_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id,
                                               const domain::Patch<domain::Person>& patch) {
    return change_by(domain::own_change_fields, transaction, desk, id, patch);
}

base::Result<void> delete_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id) {
    transaction.lock_definitions();
    const auto stored = TRY(load_person(transaction, id));
    TRY(check_owner_left(transaction, stored.person));
    sign_out(transaction, id);
    storage::delete_person_links(transaction, id);
    storage::delete_recovery_codes(transaction, id);
    storage::delete_person(transaction, id);
    audit_person(transaction, desk, "person.delete", id);
    transaction.touch_definitions();
    return {};
}

base::Result<base::Secret> reset_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id) {
    transaction.lock_definitions();
    const auto stored = TRY(load_person(transaction, id));
    if (stored.person.is_disabled) { return base::conflict("This person is disabled; a link would not let them in."); }
    sign_out(transaction, id);
    storage::delete_recovery_codes(transaction, id);
    storage::update_person_secrets(transaction, id, {}, desk.sources.clock.now());
    auto token = add_link(transaction, desk, id);
    audit_person(transaction, desk, "person.reset", id);
    transaction.touch_definitions();
    return token;
}

base::Result<domain::PersonLink> check_link(storage::Transaction& transaction, const PeopleDesk& desk,
                                            std::string_view token, const LinkAnswer& answer) {
    const auto hash = desk.secret_key.hash(domain::person_link_hash_purpose, token);
    const auto link = storage::find_person_link(transaction, hash, desk.sources.clock.now());
    if (!link) { return used_link(); }
    if (link->person) { return *link; }
    std::vector<base::Problem> problems;
    if (answer.name.empty()) { problems.push_back({.path = "/name", .reason = "is required"}); }
    if (answer.email.empty()) { problems.push_back({.path = "/email", .reason = "is required"}); }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return *link;
}

base::Result<domain::Person> accept_link(storage::Transaction& transaction, const PeopleDesk& desk,
                                         std::string_view token, const LinkAnswer& answer) {
    transaction.lock_definitions();
    const auto link = TRY(check_link(transaction, desk, token, answer));
    const auto now = desk.sources.clock.now();
    domain::Person person;
    if (link.person) {
        auto stored = TRY(load_person(transaction, *link.person));
        person = std::move(stored.person);
    } else {
        if (!storage::all_people(transaction).empty()) { return used_link(); }
        person.id = desk.sources.ids.next();
        person.email = answer.email;
        person.role = domain::role_word(domain::Role::Owner);
        person.created_at = now;
    }
    if (!answer.name.empty()) { person.name = answer.name; }
    if (!answer.language.empty()) { person.language = answer.language; }
    person.updated_at = now;
    if (link.person) {
        storage::update_person(transaction, person);
    } else {
        storage::insert_person(transaction, person);
    }
    storage::update_person_secrets(transaction, person.id, {.password_hash = answer.password_hash}, now);
    storage::delete_person_links(transaction, person.id);
    storage::delete_setup_links(transaction);
    person.is_invited = false;
    audit(transaction, desk.sources, domain::Actor{"person:" + person.id.text()},
          {.action = "person.accept", .subject = person.id.text()});
    transaction.touch_definitions();
    return person;
}

base::Result<void> change_password(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id,
                                   const std::string& password_hash, base::Id kept_session) {
    transaction.lock_definitions();
    auto stored = TRY(load_person(transaction, id));
    stored.secrets.password_hash = password_hash;
    storage::update_person_secrets(transaction, id, stored.secrets, desk.sources.clock.now());
    storage::delete_other_sessions(transaction, id, kept_session);
    storage::delete_person_links(transaction, id);
    audit_person(transaction, desk, "person.change-password", id);
    transaction.touch_definitions();
    return {};
}

base::Result<base::Secret> start_second_factor(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id) {
    transaction.lock_definitions();
    auto stored = TRY(load_person(transaction, id));
    if (stored.secrets.is_totp_confirmed) {
        return base::conflict("There is a second factor already; remove it first.");
    }
    std::array<std::byte, domain::totp_secret_bytes> bytes;
    desk.sources.random.fill(bytes);
    base::Secret secret(std::string(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
    stored.secrets.sealed_totp = desk.secret_key.seal(desk.sources.random, domain::totp_seal_purpose, secret.reveal());
    stored.secrets.totp_step = 0;
    storage::update_person_secrets(transaction, id, stored.secrets, desk.sources.clock.now());
    audit_person(transaction, desk, "person.start-second-factor", id);
    return secret;
}

base::Result<std::vector<std::string>> confirm_second_factor(storage::Transaction& transaction, const PeopleDesk& desk,
                                                             base::Id id, std::string_view code) {
    transaction.lock_definitions();
    auto stored = TRY(load_person(transaction, id));
    auto& secrets = stored.secrets;
    if (secrets.is_totp_confirmed || !secrets.sealed_totp) {
        return base::conflict("There is no second factor that waits to be confirmed.");
    }
    const auto secret = desk.secret_key.unseal(domain::totp_seal_purpose, *secrets.sealed_totp);
    if (!secret) { throw storage::DatabaseBroken("a second factor cannot be unsealed"); }
    const auto step = domain::find_totp_step(*secret, code, desk.sources.clock.now(), secrets.totp_step);
    if (!step) { return base::invalid("/code", "is not the code of now"); }
    secrets.is_totp_confirmed = true;
    secrets.totp_step = *step;
    storage::update_person_secrets(transaction, id, secrets, desk.sources.clock.now());
    storage::delete_recovery_codes(transaction, id);
    std::vector<std::string> codes;
    for (std::size_t count = 0; count < domain::recovery_codes_count; ++count) {
        codes.push_back(make_recovery_code(desk.sources.random));
        storage::insert_recovery_code(transaction, id, recovery_hash(desk, id, codes.back()));
    }
    audit_person(transaction, desk, "person.confirm-second-factor", id);
    transaction.touch_definitions();
    return codes;
}

base::Result<void> remove_second_factor(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id) {
    transaction.lock_definitions();
    auto stored = TRY(load_person(transaction, id));
    stored.secrets.sealed_totp.reset();
    stored.secrets.is_totp_confirmed = false;
    storage::update_person_secrets(transaction, id, stored.secrets, desk.sources.clock.now());
    storage::delete_recovery_codes(transaction, id);
    audit_person(transaction, desk, "person.remove-second-factor", id);
    transaction.touch_definitions();
    return {};
}

bool use_second_factor(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id, std::string_view code) {
    auto stored = storage::find_person(transaction, id);
    if (!stored || !stored->secrets.sealed_totp) { return false; }
    auto& secrets = stored->secrets;
    const auto secret = desk.secret_key.unseal(domain::totp_seal_purpose, *secrets.sealed_totp);
    if (!secret) { throw storage::DatabaseBroken("a second factor cannot be unsealed"); }
    const auto step = domain::find_totp_step(*secret, code, desk.sources.clock.now(), secrets.totp_step);
    if (!step) {
        return storage::use_recovery_code(transaction, id,
                                          recovery_hash(desk, id, base::ascii_lower(base::trim(code))));
    }
    secrets.totp_step = *step;
    storage::update_person_secrets(transaction, id, secrets, stored->person.updated_at);
    return true;
}

}  // namespace tradewind::operations
