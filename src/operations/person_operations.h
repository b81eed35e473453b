#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/secret.h"
#include "base/sources.h"
#include "domain/journal/actor.h"
#include "domain/settings/person.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Whom people are changed by, and with what.
struct PeopleDesk {
    base::Sources& sources;
    const base::SecretKey& secret_key;
    domain::Actor actor;
};

struct InvitedPerson {
    domain::Person person;
    base::Secret token;  // Of the link; kept nowhere else.
};

// Adds somebody who has no password yet, with a link by which they choose one.
base::Result<InvitedPerson> invite_person(storage::Transaction& transaction, const PeopleDesk& desk,
                                          const domain::Person& wanted);

// The token of a link by which the first person makes themselves the owner. Conflict when there are people.
base::Result<base::Secret> create_setup_link(storage::Transaction& transaction, const PeopleDesk& desk);

// Changes name, role and whether somebody is disabled. Who is disabled or gets another role is signed out everywhere.
// The last owner stays one.
base::Result<domain::Person> change_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id,
                                           const domain::Patch<domain::Person>& patch);
// What somebody may change of themselves.
base::Result<domain::Person> change_own_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id,
                                               const domain::Patch<domain::Person>& patch);
base::Result<void> delete_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id);

// Takes password and second factor away at once and ends all sessions; the token is of a link to choose new ones.
base::Result<base::Secret> reset_person(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id);

// What whoever follows a link says.
struct LinkAnswer {
    std::string name;      // Empty: as invited.
    std::string email;     // Of who sets up the store; an invitation has its own.
    std::string language;  // Empty: as invited.
    std::string password_hash;
};

// Refuses a link that was used or is too old, and an answer that does not fit it.
base::Result<domain::PersonLink> check_link(storage::Transaction& transaction, const PeopleDesk& desk,
                                            std::string_view token, const LinkAnswer& answer);
// Lets in who follows a link, which is used up then; the first person ends all links for a first person.
base::Result<domain::Person> accept_link(storage::Transaction& transaction, const PeopleDesk& desk,
                                         std::string_view token, const LinkAnswer& answer);

// Ends all other sessions of the person.
base::Result<void> change_password(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id,
                                   const std::string& password_hash, base::Id kept_session);

// The shared secret of a second factor that counts once it was confirmed.
base::Result<base::Secret> start_second_factor(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id);
// The recovery codes, which are shown once.
base::Result<std::vector<std::string>> confirm_second_factor(storage::Transaction& transaction, const PeopleDesk& desk,
                                                             base::Id id, std::string_view code);
base::Result<void> remove_second_factor(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id);

// Whether a code is the one-time code of now or a recovery code; it is used up then.
bool use_second_factor(storage::Transaction& transaction, const PeopleDesk& desk, base::Id id, std::string_view code);

base::Error unknown_person();

}  // namespace tradewind::operations
