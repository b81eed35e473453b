#include "api/authentication.h"

#include <future>
#include <utility>

#include "base/text.h"
#include "storage/stores/settings/api_key_store.h"

namespace tradewind::api {
namespace {

// Uses of a key within a minute of each other are written down once.
constexpr std::int64_t use_noted_every_ms = 60'000;

base::Error unauthorized(std::string detail) {
    return {.kind = base::ErrorKind::Unauthorized, .detail = std::move(detail)};
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
                               const base::SecretKey& secret_key, const base::Clock& clock, KeysMade keys_made)
    : database_(database), definitions_(definitions), secret_key_(secret_key), clock_(clock), keys_made_(keys_made) {}

base::Result<Caller> Authentication::authenticate(const net::RequestHead& head) {
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

std::shared_ptr<const storage::Definitions> Authentication::look_up(const std::string& id) {
    using Found = std::shared_ptr<const storage::Definitions>;
    auto promise = std::make_shared<std::promise<Found>>();
    auto found = promise->get_future();
    database_.read(
        storage::ReadCost::Point, writer_thread_,
        [id, known = definitions_.current()](storage::Transaction& transaction) -> base::Result<Found> {
            if (known->keys.contains(id) || !storage::find_api_key(transaction, id)) { return Found(); }
            return storage::definitions_in(transaction, known);
        },
        [this, promise](base::Result<Found> answer) {
            looks_up_.store(false, std::memory_order_release);
            promise->set_value(answer ? std::move(answer).take() : Found());
        });
    return found.wait_for(lookup_time_max) == std::future_status::ready ? found.get() : Found();
}

void Authentication::note_use(const storage::KnownKey& known, base::Instant now) {
    auto noted = known.use_noted_at.load(std::memory_order_relaxed);
    if (now.milliseconds - noted < use_noted_every_ms) { return; }
    if (!known.use_noted_at.compare_exchange_strong(noted, now.milliseconds, std::memory_order_relaxed)) { return; }
    // Nobody waits for this row; when the queue is full the next minute writes it.
    database_.write(
        storage::Priority::Bulk, writer_thread_,
        [id = known.key.id, now](storage::Transaction& transaction) -> base::Result<void> {
            storage::note_api_key_use(transaction, id, now);
            return {};
        },
        [](const base::Result<void>&) {});
}

}  // namespace tradewind::api
