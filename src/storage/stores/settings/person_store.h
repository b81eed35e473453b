#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "domain/settings/person.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

struct StoredPerson {
    domain::Person person;
    domain::PersonSecrets secrets;
};

// Everybody, newest first; they are bounded by domain::people_max.
std::vector<domain::Person> all_people(Transaction& transaction);
std::optional<StoredPerson> find_person(Transaction& transaction, base::Id id);
// By the key of an e-mail address.
std::optional<StoredPerson> find_person_by_email(Transaction& transaction, std::string_view email_key);
void insert_person(Transaction& transaction, const domain::Person& person);
// All but the secrets and what follows from them.
void update_person(Transaction& transaction, const domain::Person& person);
void update_person_secrets(Transaction& transaction, base::Id id, const domain::PersonSecrets& secrets,
                           base::Instant now);
void delete_person(Transaction& transaction, base::Id id);

void insert_recovery_code(Transaction& transaction, base::Id person, const base::KeyedHash& code_hash);
// Whether it was there and of this person: it is gone then.
bool use_recovery_code(Transaction& transaction, base::Id person, const base::KeyedHash& code_hash);
void delete_recovery_codes(Transaction& transaction, base::Id person);

// Nothing for a link whose time is over.
std::optional<domain::PersonLink> find_person_link(Transaction& transaction, const base::KeyedHash& token_hash,
                                                   base::Instant now);
void insert_person_link(Transaction& transaction, const domain::PersonLink& link);
// Those of one person.
void delete_person_links(Transaction& transaction, base::Id person);
// Those of nobody.
void delete_setup_links(Transaction& transaction);
void delete_old_person_links(Transaction& transaction, base::Instant now);

}  // namespace tradewind::storage
