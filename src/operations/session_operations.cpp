#include "operations/session_operations.h"

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "operations/audit.h"
#include "storage/stores/settings/person_store.h"
#include "storage/stores/settings/session_store.h"

namespace tradewind::operations {
namespace {

base::Error second_factor_needed() {
    return {.kind = base::ErrorKind::Unauthorized,
            .detail = "Send the code of your second factor as well.",
            .code = std::string(second_factor_needed_code)};
}

// Ends what is over, what the new one replaces, and what is too much.
void make_room(storage::Transaction& transaction, const SignIn& sign_in, base::Instant now) {
    auto sessions = storage::all_sessions(transaction);
    std::ranges::sort(sessions, {}, &domain::Session::last_used_at);
    auto all = sessions.size();
    auto own = static_cast<std::size_t>(std::ranges::count(sessions, sign_in.person, &domain::Session::person));
    for (const auto& session : sessions) {
        const bool is_own = session.person == sign_in.person;
        const bool is_replaced = sign_in.replaced_token && session.token_hash == *sign_in.replaced_token;
        const bool is_over = domain::session_ends_at(session, session.last_used_at) <= now;
        const bool is_too_much = all >= domain::sessions_max || (is_own && own >= domain::sessions_per_person_max);
        if (!is_replaced && !is_over && !is_too_much) { continue; }
        storage::delete_session(transaction, session.id);
        --all;
        own -= is_own ? 1 : 0;
    }
}

}  // namespace

base::Error wrong_credentials() {
    return {.kind = base::ErrorKind::Unauthorized, .detail = "The e-mail address or the password is not right."};
}

base::Result<StartedSession> start_first_session(storage::Transaction& transaction, const PeopleDesk& desk,
                                                 const domain::Person& person, const SignIn& sign_in) {
    const auto now = desk.sources.clock.now();
    make_room(transaction, sign_in, now);
    StartedSession started{
        .person = person,
        .session = {.id = desk.sources.ids.next(),
                    .person = person.id,
                    .created_at = now,
                    .last_used_at = now,
                    .address = sign_in.address,
                    .user_agent =
                        base::shortened(base::replace_invalid_utf8(sign_in.user_agent), domain::user_agent_bytes_max)},
        .token = base::Secret(base::random_base62(desk.sources.random, domain::session_token_characters)),
    };
    started.session.token_hash = desk.secret_key.hash(domain::session_hash_purpose, started.token.reveal());
    storage::insert_session(transaction, started.session);
    audit(transaction, desk.sources, domain::Actor{"person:" + person.id.text()},
          {.action = "session.start", .subject = started.session.id.text()});
    transaction.touch_definitions();
    return started;
}

base::Result<StartedSession> start_session(storage::Transaction& transaction, const PeopleDesk& desk,
                                           const SignIn& sign_in) {
    transaction.lock_definitions();
    const auto stored = storage::find_person(transaction, sign_in.person);
    if (!stored || stored->person.is_disabled || stored->secrets.password_hash != sign_in.password_hash) {
        return wrong_credentials();
    }
    if (stored->person.has_second_factor) {
        if (!sign_in.code) { return second_factor_needed(); }
        if (!use_second_factor(transaction, desk, sign_in.person, *sign_in.code)) { return wrong_credentials(); }
    }
    return start_first_session(transaction, desk, stored->person, sign_in);
}

base::Result<void> end_session(storage::Transaction& transaction, const PeopleDesk& desk, base::Id person,
                               base::Id id) {
    transaction.lock_definitions();
    const auto sessions = storage::all_sessions(transaction);
    const auto found = std::ranges::find(sessions, id, &domain::Session::id);
    if (found == sessions.end() || found->person != person) {
        return base::not_found("There is no session of yours with this id.");
    }
    storage::delete_session(transaction, id);
    audit(transaction, desk.sources, desk.actor, {.action = "session.end", .subject = id.text()});
    transaction.touch_definitions();
    return {};
}

}  // namespace tradewind::operations
