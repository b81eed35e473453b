#include "api/authentication.h"

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
                               const base::SecretKey& secret_key, const base::Clock& clock)
    : database_(database), definitions_(definitions), secret_key_(secret_key), clock_(clock) {}

base::Result<Caller> Authentication::authenticate(const net::RequestHead& head) {
    const auto credentials = domain::parse_authorization(authorization_of(head));
    if (!credentials) {
        return unauthorized("Send one header 'Authorization: apiKey <keyId>:<keySecret>' with a key of this store.");
    }
    Caller caller{.definitions = definitions_.current()};
    const auto found = caller.definitions->keys.find(credentials->id);
    const bool is_known = found != caller.definitions->keys.end();
    const auto sent_hash = secret_key_.hash(domain::api_key_hash_purpose, credentials->secret);
    const base::KeyedHash nobodys_hash{};
    const bool is_equal = base::equal(sent_hash, is_known ? found->second->key.secret_hash : nobodys_hash);
    const auto now = clock_.now();
    if (!is_known || !is_equal) { return unauthorized("The API key is not valid."); }

    const storage::KnownKey& known = *found->second;
    if (known.key.expires_at && *known.key.expires_at <= now) { return unauthorized("The API key is not valid."); }
    caller.key = &known;
    note_use(known, now);
    return caller;
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
