#include "base/secret.h"

#include <sodium.h>

#include <cassert>
#include <ostream>
#include <utility>

#include "base/text.h"

namespace tradewind::base {

namespace {

// Every byte that the string holds or may have held, up to its capacity: a short string keeps its characters inside
// itself, and leaves them there when it is moved from or swapped.
void wipe(std::string& text) noexcept {
    text.resize(text.capacity());
    sodium_memzero(text.data(), text.size());
    text.clear();
}

std::string hex_start(const KeyedHash& hash, std::size_t bytes) {
    return to_hex({reinterpret_cast<const char*>(hash.data()), bytes});
}

}  // namespace

Secret::Secret(std::string&& text) {
    text_.swap(text);
    wipe(text);
}

Secret& Secret::operator=(const Secret& other) {
    *this = Secret(other);
    return *this;
}

Secret::Secret(Secret&& other) noexcept {
    text_.swap(other.text_);
    wipe(other.text_);
}

Secret& Secret::operator=(Secret&& other) noexcept {
    if (this != &other) {
        wipe(text_);
        text_.swap(other.text_);
        wipe(other.text_);
    }
    return *this;
}

Secret::~Secret() {
    wipe(text_);
}

std::ostream& operator<<(std::ostream& out, const Secret&) {
    return out << "***";
}

SecretKey::SecretKey(std::span<const std::byte, size> bytes) {
    std::ranges::copy(bytes, bytes_.begin());
}

SecretKey::~SecretKey() {
    sodium_memzero(bytes_.data(), bytes_.size());
}

KeyedHash SecretKey::hash(std::string_view purpose, std::string_view text) const {
    assert(purpose.size() <= purpose_bytes_max);
    const auto bytes_of = [](const auto& bytes) { return reinterpret_cast<const unsigned char*>(bytes.data()); };
    // The length in front keeps purpose and text apart: no two pairs give the same bytes.
    const auto purpose_size = static_cast<unsigned char>(purpose.size());
    KeyedHash hash;
    crypto_generichash_state state;
    crypto_generichash_init(&state, bytes_of(bytes_), bytes_.size(), hash.size());
    crypto_generichash_update(&state, &purpose_size, 1);
    crypto_generichash_update(&state, bytes_of(purpose), purpose.size());
    crypto_generichash_update(&state, bytes_of(text), text.size());
    crypto_generichash_final(&state, reinterpret_cast<unsigned char*>(hash.data()), hash.size());
    return hash;
}

std::string SecretKey::seal(Random& random, std::string_view purpose, std::string_view text) const {
    const auto key = hash("seal " + std::string(purpose), "");
    std::string sealed(crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES + text.size(), '\0');
    random.fill(std::as_writable_bytes(std::span(sealed.data(), crypto_secretbox_NONCEBYTES)));
    auto* const nonce = reinterpret_cast<unsigned char*>(sealed.data());
    crypto_secretbox_easy(nonce + crypto_secretbox_NONCEBYTES, reinterpret_cast<const unsigned char*>(text.data()),
                          text.size(), nonce, reinterpret_cast<const unsigned char*>(key.data()));
    return sealed;
}

std::optional<std::string> SecretKey::unseal(std::string_view purpose, std::string_view sealed) const {
    constexpr std::size_t overhead = crypto_secretbox_NONCEBYTES + crypto_secretbox_MACBYTES;
    if (sealed.size() < overhead) { return std::nullopt; }
    const auto key = hash("seal " + std::string(purpose), "");
    const auto* const nonce = reinterpret_cast<const unsigned char*>(sealed.data());
    std::string text(sealed.size() - overhead, '\0');
    const int failed = crypto_secretbox_open_easy(
        reinterpret_cast<unsigned char*>(text.data()), nonce + crypto_secretbox_NONCEBYTES,
        sealed.size() - crypto_secretbox_NONCEBYTES, nonce, reinterpret_cast<const unsigned char*>(key.data()));
    return failed == 0 ? std::optional(std::move(text)) : std::nullopt;
}

std::string SecretKey::fingerprint() const {
    constexpr std::size_t bytes = 8;
    return hex_start(hash("fingerprint", ""), bytes);
}

bool equal(const KeyedHash& one, const KeyedHash& other) {
    return sodium_memcmp(one.data(), other.data(), one.size()) == 0;
}

Personal::Personal(const SecretKey& key, std::string_view text) {
    constexpr std::size_t bytes = 6;
    printable_ = hex_start(key.hash("personal", text), bytes);
}

std::ostream& operator<<(std::ostream& out, const Personal& person) {
    return out << person.printable();
}

}  // namespace tradewind::base
