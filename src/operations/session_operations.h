#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "base/secret.h"
#include "domain/settings/person.h"
#include "domain/settings/session.h"
#include "operations/person_operations.h"
#include "storage/database/transaction.h"

namespace tradewind::operations {

// Who signs in, and from where. The password was found to be right.
struct SignIn {
    base::Id person;
    std::optional<std::string> password_hash;  // The one that was compared: another one by now is refused.
    std::optional<std::string> code;
    std::string address;
    std::string user_agent;
    std::optional<base::KeyedHash> replaced_token;  // Of the session that this browser had.
};

struct StartedSession {
    domain::Person person;
    domain::Session session;
    base::Secret token;  // Kept nowhere else.
};

// What says that a second factor is needed.
inline constexpr std::string_view second_factor_needed_code = "second-factor-needed";

// The words for everybody who cannot sign in, whatever the reason is.
base::Error wrong_credentials();

// Unauthorized for who is disabled, or whose second factor is missing (with the code above) or wrong. A person or the
// store with as many sessions as there may be loses the one that was used last the longest time ago.
base::Result<StartedSession> start_session(storage::Transaction& transaction, const PeopleDesk& desk,
                                           const SignIn& sign_in);

// The same without a second look at who it is: for whoever just chose a password.
base::Result<StartedSession> start_first_session(storage::Transaction& transaction, const PeopleDesk& desk,
                                                 const domain::Person& person, const SignIn& sign_in);

// One of this person; NotFound otherwise.
base::Result<void> end_session(storage::Transaction& transaction, const PeopleDesk& desk, base::Id person, base::Id id);

}  // namespace tradewind::operations
