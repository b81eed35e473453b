#include "api/authentication.h"

#include <future>
#include <utility>

#include "api/console_session.h"
#include "base/text.h"
#include "storage/stores/settings/api_key_store.h"
#include "storage/stores/settings/session_store.h"

namespace tradewind::api {
namespace {

// Uses of a key or a session within a minute of each other are written down once.
constexpr std::int64_t use_noted_every_ms = 60'000;

base::Error unauthorized(std::string detail) {
    return {.kind = base::ErrorKind::Unauthorized, .detail = std::move(detail)};
}

// Whether a use of now is to be written down. Answers true to one caller alone.
bool is_news(std::atomic<std::int64_t>& noted_at, base::Instant now) {
    auto noted = noted_at.load(std::memory_order_relaxed);
    return now.milliseconds - noted >= use_noted_every_ms &&
           noted_at.compare_exchange_strong(noted, now.milliseconds, std::memory_order_relaxed);
}

// The one Authorization header; empty when there is none or more than one.
std::string_view authorization_of(const net::RequestHead& head) {
    std::optional<std::string_view> found;
    for (const auto& header : head.headers) {
        if (!base::equals_ignoring_case(header.name, "authorization")) { continue; }
        if (found) { return {}; }
        found = header.value;
    }
    return found.value_or(std::string_view());
}

}  // namespace

Authentication::Authentication(storage::Database& database, const storage::DefinitionsCache& definitions,
                               const base::SecretKey& secret_key, const PublicAddress& public_address,
                               const base::Clock& clock, KeysMade keys_made)
    : database_(database),
      definitions_(definitions),
      secret_key_(secret_key),
      public_address_(public_address),
      clock_(clock),
      keys_made_(keys_made) {}

base::Result<Caller> Authentication::authenticate(const net::RequestHead& head) {
    if (const auto token = session_token(head, public_address_)) {
        if (head.header("authorization")) {
            return unauthorized("Send the cookie of a session or the header Authorization with a key, not both.");
        }
        return authenticate_session(*token);
    }
    const auto credentials = domain::parse_authorization(authorization_of(head));
    if (!credentials) {
        return unauthorized("Send one header 'Authorization: apiKey <keyId>:<keySecret>' with a key of this store.");
    }
    const auto sent_hash = secret_key_.hash(domain::api_key_hash_purpose, credentials->secret);
    Caller caller{.definitions = definitions_.current()};
    caller.key = find(caller, credentials->id, sent_hash);
    // Whether or not the id is known, so that nobody learns from the time which it was.
    if (caller.key == nullptr && may_look_up()) {
        if (auto newer = look_up(std::string(credentials->id))) {
            caller.definitions = std::move(newer);
            caller.key = find(caller, credentials->id, sent_hash);
        }
    }
    const auto now = clock_.now();
    const bool is_valid = caller.key != nullptr && (!caller.key->key.expires_at || now < *caller.key->key.expires_at);
    if (!is_valid) { return unauthorized("The API key is not valid."); }
    note_use(*caller.key, now);
    return caller;
}

base::Result<void> Authentication::check_console(const net::RequestHead& head) const {
    return check_same_site(head, public_address_);
}

base::Result<Caller> Authentication::authenticate_session(std::string_view token) {
    const auto token_hash = secret_key_.hash(domain::session_hash_purpose, token);
    const auto now = clock_.now();
    Caller caller{.definitions = definitions_.current()};
    caller.session = find(caller, token_hash, now);
    if (caller.session == nullptr && may_look_up()) {
        if (auto newer = look_up(token_hash, now)) {
            caller.definitions = std::move(newer);
            caller.session = find(caller, token_hash, now);
        }
    }
    if (caller.session == nullptr) { return unauthorized("The session has ended; sign in again."); }
    note_use(*caller.session, now);
    return caller;
}

const storage::KnownSession* Authentication::find(const Caller& caller, const base::KeyedHash& token_hash,
                                                  base::Instant now) {
    const auto* const known = caller.definitions->find_session(token_hash);
    if (known == nullptr || known->person->person.is_disabled) { return nullptr; }
    const base::Instant used_at{known->use_noted_at.load(std::memory_order_relaxed)};
    return now < domain::session_ends_at(known->session, used_at) ? known : nullptr;
}

const storage::KnownKey* Authentication::find(const Caller& caller, std::string_view id,
                                              const base::KeyedHash& sent_hash) {
    const auto found = caller.definitions->keys.find(id);
    const bool is_known = found != caller.definitions->keys.end();
    const base::KeyedHash nobodys_hash{};
    const bool is_equal = base::equal(sent_hash, is_known ? found->second->key.secret_hash : nobodys_hash);
    return is_known && is_equal ? found->second.get() : nullptr;
}

bool Authentication::may_look_up() {
    if (keys_made_ == KeysMade::Here) { return false; }
    const auto second = std::chrono::floor<std::chrono::seconds>(clock_.steady_now().time_since_epoch()).count();
    constexpr std::int64_t counts = 256;
    static_assert(lookups_per_second_max < counts);
    auto seen = lookups_.load(std::memory_order_relaxed);
    while (true) {
        const bool is_running = seen / counts == second;
        if (is_running && seen % counts >= lookups_per_second_max) { return false; }
        const auto next = is_running ? seen + 1 : second * counts + 1;
        if (lookups_.compare_exchange_weak(seen, next, std::memory_order_relaxed)) { break; }
    }
    // One at a time: of several threads that serve, the others go on.
    return !looks_up_.exchange(true, std::memory_order_acq_rel);
}

Authentication::Found Authentication::await(base::UniqueFunction<base::Result<Found>(storage::Transaction&)> read) {
    auto promise = std::make_shared<std::promise<Found>>();
    auto found = promise->get_future();
    database_.read(storage::ReadCost::Point, writer_thread_, std::move(read),
                   [this, promise](base::Result<Found> answer) {
                       looks_up_.store(false, std::memory_order_release);
                       promise->set_value(answer ? std::move(answer).take() : Found());
                   });
    return found.wait_for(lookup_time_max) == std::future_status::ready ? found.get() : Found();
}

std::shared_ptr<const storage::Definitions> Authentication::look_up(const std::string& id) {
    return await([id, known = definitions_.current()](storage::Transaction& transaction) -> base::Result<Found> {
        if (known->keys.contains(id) || !storage::find_api_key(transaction, id)) { return Found(); }
        return storage::definitions_in(transaction, known);
    });
}

std::shared_ptr<const storage::Definitions> Authentication::look_up(const base::KeyedHash& token_hash,
                                                                    base::Instant now) {
    return await(
        [token_hash, now, known = definitions_.current()](storage::Transaction& transaction) -> base::Result<Found> {
            const auto session = storage::find_session(transaction, token_hash);
            if (!session || domain::session_ends_at(*session, session->last_used_at) <= now) { return Found(); }
            // Known already: only its use is news.
            if (const auto* const same = known->find_session(token_hash)) {
                same->use_noted_at.store(session->last_used_at.milliseconds, std::memory_order_relaxed);
                return known;
            }
            return storage::definitions_in(transaction, known);
        });
}

void Authentication::note_use(const storage::KnownSession& known, base::Instant now) {
    if (!is_news(known.use_noted_at, now)) { return; }
    note_later([id = known.session.id, now](storage::Transaction& transaction) {
        storage::note_session_use(transaction, id, now);
    });
}

void Authentication::note_use(const storage::KnownKey& known, base::Instant now) {
    if (!is_news(known.use_noted_at, now)) { return; }
    note_later([id = known.key.id, now](storage::Transaction& transaction) {
        storage::note_api_key_use(transaction, id, now);
    });
}

void Authentication::note_later(base::UniqueFunction<void(storage::Transaction&)> note) {
    database_.write(
        storage::Priority::Bulk, writer_thread_,
        [note = std::move(note)](storage::Transaction& transaction) mutable -> base::Result<void> {
            note(transaction);
            return {};
        },
        [](const base::Result<void>&) {});
}

}  // namespace tradewind::api
