#include "storage/stores/settings/person_store.h"

#include "base/text.h"
#include "storage/database/hash_column.h"

namespace tradewind::storage {
namespace {

constexpr Query people_all_query{
    .name = "people.all",
    .sql = R"(SELECT id, email, name, role, language, is_disabled, created_at, updated_at, password_hash, sealed_totp,
                     is_totp_confirmed, totp_step FROM people ORDER BY id DESC)",
};

constexpr Query people_find_query{
    .name = "people.find",
    .sql = R"(SELECT id, email, name, role, language, is_disabled, created_at, updated_at, password_hash, sealed_totp,
                     is_totp_confirmed, totp_step FROM people WHERE id = $1)",
};

constexpr Query people_find_by_email_query{
    .name = "people.find_by_email",
    .sql = R"(SELECT id, email, name, role, language, is_disabled, created_at, updated_at, password_hash, sealed_totp,
                     is_totp_confirmed, totp_step FROM people WHERE email_key = $1)",
};

constexpr Query people_insert_query{
    .name = "people.insert",
    .sql = R"(INSERT INTO people (id, email, email_key, name, role, language, is_disabled, is_totp_confirmed, totp_step,
                                  created_at, updated_at)
              VALUES ($1, $2, $3, $4, $5, $6, $7, 0, 0, $8, $9))",
};

constexpr Query people_update_query{
    .name = "people.update",
    .sql = R"(UPDATE people SET name = $2, role = $3, language = $4, is_disabled = $5, updated_at = $6 WHERE id = $1)",
};

constexpr Query people_update_secrets_query{
    .name = "people.update_secrets",
    .sql = R"(UPDATE people SET password_hash = $2, sealed_totp = $3, is_totp_confirmed = $4, totp_step = $5,
                                updated_at = $6 WHERE id = $1)",
};

constexpr Query people_delete_query{
    .name = "people.delete",
    .sql = R"(DELETE FROM people WHERE id = $1)",
};

constexpr Query recovery_codes_insert_query{
    .name = "recovery_codes.insert",
    .sql = R"(INSERT INTO recovery_codes (code_hash, person_id) VALUES ($1, $2))",
};

constexpr Query recovery_codes_use_query{
    .name = "recovery_codes.use",
    .sql = R"(DELETE FROM recovery_codes WHERE code_hash = $1 AND person_id = $2)",
};

constexpr Query recovery_codes_delete_of_query{
    .name = "recovery_codes.delete_of",
    .sql = R"(DELETE FROM recovery_codes WHERE person_id = $1)",
};

constexpr Query person_links_find_query{
    .name = "person_links.find",
    .sql = R"(SELECT token_hash, person_id, expires_at FROM person_links WHERE token_hash = $1 AND expires_at > $2)",
};

constexpr Query person_links_insert_query{
    .name = "person_links.insert",
    .sql = R"(INSERT INTO person_links (token_hash, person_id, expires_at) VALUES ($1, $2, $3))",
};

constexpr Query person_links_delete_of_query{
    .name = "person_links.delete_of",
    .sql = R"(DELETE FROM person_links WHERE person_id = $1)",
};

constexpr Query person_links_delete_setup_query{
    .name = "person_links.delete_setup",
    .sql = R"(DELETE FROM person_links WHERE person_id IS NULL)",
};

constexpr Query person_links_delete_old_query{
    .name = "person_links.delete_old",
    .sql = R"(DELETE FROM person_links WHERE expires_at <= $1)",
};

StoredPerson read_person(const Rows& rows) {
    StoredPerson stored;
    stored.secrets = {
        .password_hash = rows.maybe_text(8),
        .sealed_totp = rows.maybe_text(9),
        .is_totp_confirmed = rows.integer(10) != 0,
        .totp_step = rows.integer(11),
    };
    stored.person = {
        .id = {rows.integer(0)},
        .name = std::string(rows.text(2)),
        .email = std::string(rows.text(1)),
        .role = std::string(rows.text(3)),
        .language = std::string(rows.text(4)),
        .is_disabled = rows.integer(5) != 0,
        .is_invited = !stored.secrets.password_hash,
        .has_second_factor = stored.secrets.is_totp_confirmed,
        .created_at = {rows.integer(6)},
        .updated_at = {rows.integer(7)},
    };
    return stored;
}

std::optional<StoredPerson> read_one_person(Rows rows) {
    if (!rows.next()) { return std::nullopt; }
    return read_person(rows);
}

std::int64_t number_of(bool is_so) {
    return is_so ? 1 : 0;
}

}  // namespace

std::vector<domain::Person> all_people(Transaction& transaction) {
    auto rows = transaction.query(people_all_query);
    std::vector<domain::Person> people;
    while (rows.next()) { people.push_back(read_person(rows).person); }
    return people;
}

std::optional<StoredPerson> find_person(Transaction& transaction, base::Id id) {
    return read_one_person(transaction.query(people_find_query, {id.number}));
}

std::optional<StoredPerson> find_person_by_email(Transaction& transaction, std::string_view email_key) {
    return read_one_person(transaction.query(people_find_by_email_query, {email_key}));
}

void insert_person(Transaction& transaction, const domain::Person& person) {
    const auto email_key = base::EmailAddress::parse(person.email).value().key();
    transaction.execute(people_insert_query, {person.id.number, person.email, email_key, person.name, person.role,
                                              person.language, number_of(person.is_disabled),
                                              person.created_at.milliseconds, person.updated_at.milliseconds});
}

void update_person(Transaction& transaction, const domain::Person& person) {
    transaction.execute(people_update_query, {person.id.number, person.name, person.role, person.language,
                                              number_of(person.is_disabled), person.updated_at.milliseconds});
}

void update_person_secrets(Transaction& transaction, base::Id id, const domain::PersonSecrets& secrets,
                           base::Instant now) {
    const auto totp = secrets.sealed_totp ? Parameter(Bytes{*secrets.sealed_totp}) : Parameter(std::nullopt);
    transaction.execute(people_update_secrets_query,
                        {id.number, secrets.password_hash, totp, number_of(secrets.is_totp_confirmed),
                         secrets.totp_step, now.milliseconds});
}

void delete_person(Transaction& transaction, base::Id id) {
    transaction.execute(people_delete_query, {id.number});
}

void insert_recovery_code(Transaction& transaction, base::Id person, const base::KeyedHash& code_hash) {
    transaction.execute(recovery_codes_insert_query, {bytes_of(code_hash), person.number});
}

bool use_recovery_code(Transaction& transaction, base::Id person, const base::KeyedHash& code_hash) {
    return transaction.execute_and_count(recovery_codes_use_query, {bytes_of(code_hash), person.number}) > 0;
}

void delete_recovery_codes(Transaction& transaction, base::Id person) {
    transaction.execute(recovery_codes_delete_of_query, {person.number});
}

std::optional<domain::PersonLink> find_person_link(Transaction& transaction, const base::KeyedHash& token_hash,
                                                   base::Instant now) {
    auto rows = transaction.query(person_links_find_query, {bytes_of(token_hash), now.milliseconds});
    if (!rows.next()) { return std::nullopt; }
    const auto person = rows.maybe_integer(1);
    return domain::PersonLink{.token_hash = hash_from(rows.text(0)),
                              .person = person ? std::optional(base::Id{*person}) : std::nullopt,
                              .expires_at = {rows.integer(2)}};
}

void insert_person_link(Transaction& transaction, const domain::PersonLink& link) {
    const auto person = link.person ? Parameter(link.person->number) : Parameter(std::nullopt);
    transaction.execute(person_links_insert_query, {bytes_of(link.token_hash), person, link.expires_at.milliseconds});
}

void delete_person_links(Transaction& transaction, base::Id person) {
    transaction.execute(person_links_delete_of_query, {person.number});
}

void delete_setup_links(Transaction& transaction) {
    transaction.execute(person_links_delete_setup_query);
}

void delete_old_person_links(Transaction& transaction, base::Instant now) {
    transaction.execute(person_links_delete_old_query, {now.milliseconds});
}

}  // namespace tradewind::storage
