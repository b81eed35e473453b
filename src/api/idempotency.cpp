#include "api/idempotency.h"

#include <algorithm>

#include "base/text.h"
#include "storage/stores/settings/idempotency_store.h"

namespace tradewind::api {
namespace {

constexpr std::string_view header_name = "idempotency-key";
constexpr std::string_view problem_path = "/Idempotency-Key";
constexpr std::size_t key_characters_max = 255;
constexpr std::string_view seal_purpose = "idempotent-answer";

bool is_key(std::string_view text) {
    const auto is_printable = [](char c) { return c >= ' ' && c <= '~'; };
    return !text.empty() && text.size() <= key_characters_max && std::all_of(text.begin(), text.end(), is_printable);
}

std::string_view word_of(net::Method method) {
    return method == net::Method::Post ? "POST" : "PATCH";
}

base::Instant oldest_kept(base::Instant now) {
    return {now.milliseconds - std::chrono::milliseconds(Idempotency::kept_for).count()};
}

}  // namespace

base::Result<std::optional<IdempotencyKey>> read_idempotency_key(const net::HttpRequest& request, const Caller& caller,
                                                                 const base::SecretKey& secret_key) {
    if (request.head.method != net::Method::Post && request.head.method != net::Method::Patch) {
        return std::optional<IdempotencyKey>();
    }
    std::optional<std::string_view> given;
    for (const auto& header : request.head.headers) {
        if (!base::equals_ignoring_case(header.name, header_name)) { continue; }
        if (given || !is_key(header.value)) {
            return base::invalid(std::string(problem_path),
                                 "must be one header of 1 to 255 printable ASCII characters");
        }
        given = header.value;
    }
    if (!given) { return std::optional<IdempotencyKey>(); }
    std::string text(word_of(request.head.method));
    // Neither a method nor a target holds a line end, so no two requests give the same text.
    text.append("\n").append(request.head.target).append("\n").append(request.body);
    return std::optional(IdempotencyKey{
        .key = caller.session != nullptr
                   ? secret_key.hash("idempotency-key-of-person", caller.actor().name + "\n" + std::string(*given))
                   : secret_key.hash("idempotency-key", *given),
        .request = secret_key.hash("idempotent-request", text),
    });
}

IdempotencyKey with_file(const IdempotencyKey& key, const base::KeyedHash& digest, const base::SecretKey& secret_key) {
    std::string text;
    for (const auto& part : {key.request, digest}) {
        text.append(reinterpret_cast<const char*>(part.data()), part.size());
    }
    return {.key = key.key, .request = secret_key.hash("idempotent-file-request", text)};
}

base::Result<std::optional<JsonAnswer>> Idempotency::find(storage::Transaction& transaction,
                                                          const IdempotencyKey& key) const {
    const auto kept = storage::find_idempotent_answer(transaction, key.key);
    if (!kept || kept->created_at < oldest_kept(sources_.clock.now())) { return std::optional<JsonAnswer>(); }
    if (!base::equal(kept->request_hash, key.request)) {
        return base::invalid(std::string(problem_path), "was used for another request");
    }
    auto body = secret_key_.unseal(seal_purpose, kept->sealed_answer);
    if (!body) { throw storage::DatabaseBroken("a kept answer cannot be unsealed"); }
    return std::optional(JsonAnswer{.status = static_cast<int>(kept->status),
                                    .body = std::move(*body),
                                    .replayed = true,
                                    .contact = kept->contact});
}

void Idempotency::claim(storage::Transaction& transaction, const IdempotencyKey& key) const {
    const auto now = sources_.clock.now();
    storage::IdempotentAnswer claim{.key_hash = key.key, .request_hash = key.request, .created_at = now};
    storage::claim_idempotency_key(transaction, claim, oldest_kept(now));
}

void Idempotency::keep(storage::Transaction& transaction, const IdempotencyKey& key, const JsonAnswer& answer,
                       KeptPart part) const {
    const std::string_view kept = part == KeptPart::Whole ? answer.body : std::string_view();
    storage::keep_idempotent_answer(transaction,
                                    {
                                        .key_hash = key.key,
                                        .request_hash = key.request,
                                        .status = answer.status,
                                        .sealed_answer = secret_key_.seal(sources_.random, seal_purpose, kept),
                                        .contact = answer.contact,
                                        .created_at = sources_.clock.now(),
                                    });
}

}  // namespace tradewind::api
