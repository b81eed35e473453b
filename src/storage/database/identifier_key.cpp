#include "storage/database/identifier_key.h"

#include <sodium.h>

#include <array>

#include "base/text.h"

namespace tradewind::storage {
namespace {

constexpr std::size_t kept_bytes_max = 200;

// Without a character cut in two at its end.
std::string_view beginning_of(std::string_view identifier) {
    auto beginning = identifier.substr(0, kept_bytes_max);
    while (!base::is_valid_utf8(beginning)) { beginning.remove_suffix(1); }
    return beginning;
}

}  // namespace

std::string identifier_key(std::string_view identifier) {
    if (identifier.size() <= kept_bytes_max) { return std::string(identifier); }
    std::array<unsigned char, crypto_hash_sha256_BYTES> hash;
    crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(identifier.data()), identifier.size());
    // With the hash it is longer than any identifier that is kept as it is.
    return std::string(beginning_of(identifier)) +
           base::to_hex({reinterpret_cast<const char*>(hash.data()), hash.size()});
}

}  // namespace tradewind::storage
