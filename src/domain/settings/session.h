#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <string>

#include "base/id.h"
#include "base/instant.h"
#include "base/secret.h"
#include "domain/fields/field_table.h"

namespace tradewind::domain {

inline constexpr std::chrono::hours session_idle_max{12};
inline constexpr std::chrono::hours session_time_max{30 * 24};
inline constexpr std::size_t sessions_max = 1'000;
inline constexpr std::size_t sessions_per_person_max = 20;
inline constexpr std::size_t session_token_characters = 43;  // 256 bits of base 62.
inline constexpr std::size_t user_agent_bytes_max = 200;
inline constexpr std::string_view session_hash_purpose = "session-token";

// Somebody who signed in, in one browser. Of the token in the cookie only its keyed hash is kept.
struct Session {
    base::Id id;
    base::Id person;
    base::KeyedHash token_hash = {};
    base::Instant created_at;
    base::Instant last_used_at;  // To within a minute.
    std::string address;
    std::string user_agent;
};

inline constexpr FieldTable<Session, 5> session_fields{{
    {.name = "id", .member = &Session::id, .access = Access::ReadOnly},
    {.name = "createdAt", .member = &Session::created_at, .access = Access::ReadOnly},
    {.name = "lastUsedAt", .member = &Session::last_used_at, .access = Access::ReadOnly},
    {.name = "address", .member = &Session::address, .access = Access::ReadOnly},
    {.name = "userAgent", .member = &Session::user_agent, .access = Access::ReadOnly},
}};

// When it ends if it is not used again after this moment.
inline base::Instant session_ends_at(const Session& session, base::Instant last_used_at) {
    const auto idle = std::chrono::milliseconds(session_idle_max).count();
    const auto longest = std::chrono::milliseconds(session_time_max).count();
    return {std::min(last_used_at.milliseconds + idle, session.created_at.milliseconds + longest)};
}

}  // namespace tradewind::domain
