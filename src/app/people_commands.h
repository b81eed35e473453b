#pragma once

#include <string>

#include "app/admin_client.h"
#include "base/result.h"

namespace tradewind::app {

// Each prints its result on standard output.

// What `tradewind people invite` was told.
struct InviteCommand {
    std::string email;  // Empty with `is_owner`: a link by which the first person of a store sets it up.
    std::string name;
    std::string role;
    bool is_owner = false;
};

// Prints the link alone.
base::Result<void> invite_person(AdminClient& client, const InviteCommand& wanted);
base::Result<void> list_people(AdminClient& client);
// Both by the e-mail address of the person.
base::Result<void> disable_person(AdminClient& client, const std::string& email);
base::Result<void> reset_person(AdminClient& client, const std::string& email);

}  // namespace tradewind::app
