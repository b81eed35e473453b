#pragma once

#include <chrono>
#include <optional>
#include <string>

#include "api/route.h"
#include "api/services.h"
#include "base/instant.h"
#include "domain/settings/person.h"
#include "domain/settings/scope.h"
#include "operations/person_operations.h"
#include "operations/session_operations.h"

namespace tradewind::api::admin {

// Who asks, and what they may do.
struct Me {
    const domain::Person* person;  // Null with a key.
    domain::ScopeSet scopes;
    std::optional<base::Instant> expires_at;
};
std::string render_me(const Me& me);

// Answers who just signed in, with the cookie.
void give_session(const Services& services, Answer& answer, const operations::StartedSession& started);

// Whoever signed in; Forbidden for a key.
base::Result<base::Id> signed_in_person(const Caller& caller);

// Which desk changes people, for this caller.
operations::PeopleDesk people_desk(const Services& services, const Caller& caller);

// TooManyRequests, with when to come back.
void refuse_for_now(Answer& answer, std::chrono::seconds wait);

// The address of a page by which somebody chooses a password.
std::string render_link(const Services& services, const base::Secret& token);  // As an object of its own.
std::string link_of(const Services& services, const base::Secret& token);

}  // namespace tradewind::api::admin
