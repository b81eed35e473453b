#include "base/signed_link.h"

#include <sodium.h>

#include <array>
#include <cassert>
#include <charconv>
#include <chrono>
#include <cstdint>

#include "base/hmac.h"

namespace tradewind::base {
namespace {

constexpr auto token_alphabet = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
constexpr std::size_t token_characters_max = 1024;
constexpr std::size_t purpose_characters_max = 50;
constexpr char separator = '\n';
constexpr std::chrono::milliseconds generation_length = std::chrono::hours(30 * 24);

std::int64_t generation_at(Instant now) {
    return now.milliseconds / generation_length.count();
}

// Another key for every purpose and time: what leaks of one is of no use with the next.
Secret key_of(const SecretKey& key, std::string_view purpose, std::int64_t generation) {
    const auto derived = key.hash("signed-link " + std::string(purpose), std::to_string(generation));
    return Secret(std::string(reinterpret_cast<const char*>(derived.data()), derived.size()));
}

std::string encode(std::string_view bytes) {
    std::string text(sodium_base64_encoded_len(bytes.size(), token_alphabet), '\0');
    sodium_bin2base64(text.data(), text.size(), reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size(),
                      token_alphabet);
    text.pop_back();  // The zero at its end.
    return text;
}

std::optional<std::string> decode(std::string_view text) {
    if (text.size() > token_characters_max) { return std::nullopt; }
    std::string bytes(text.size(), '\0');
    std::size_t length = 0;
    const bool is_decoded = sodium_base642bin(reinterpret_cast<unsigned char*>(bytes.data()), bytes.size(), text.data(),
                                              text.size(), nullptr, &length, nullptr, token_alphabet) == 0;
    bytes.resize(length);
    return is_decoded ? std::optional(std::move(bytes)) : std::nullopt;
}

std::optional<std::int64_t> number_of(std::string_view text) {
    std::int64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) { return std::nullopt; }
    return number;
}

}  // namespace

std::string sign_link(const SecretKey& key, const SignedLink& link, Instant now) {
    assert(link.purpose.find(separator) == std::string::npos && link.object.find(separator) == std::string::npos);
    const auto generation = generation_at(now);
    const auto text = link.purpose + separator + std::to_string(generation) + separator + link.object + separator +
                      std::to_string(link.expires_at.milliseconds);
    return encode(text + separator + hmac_sha256_hex(key_of(key, link.purpose, generation).reveal(), text));
}

std::optional<SignedLink> open_link(const SecretKey& key, std::string_view token, Instant now) {
    const auto decoded = decode(token);
    if (!decoded) { return std::nullopt; }
    std::string_view rest = *decoded;
    std::array<std::string_view, 4> parts;
    for (auto& part : parts) {
        const auto end = rest.find(separator);
        if (end == std::string_view::npos) { return std::nullopt; }
        part = rest.substr(0, end);
        rest.remove_prefix(end + 1);
    }
    const auto generation = number_of(parts[1]);
    const auto expires_at = number_of(parts[3]);
    if (!generation || !expires_at) { return std::nullopt; }
    const auto generation_now = generation_at(now);
    const bool is_alive = *generation == generation_now || *generation == generation_now - 1;
    if (!is_alive || now.milliseconds >= *expires_at || parts[0].size() > purpose_characters_max) {
        return std::nullopt;
    }
    const auto text = std::string_view(*decoded).substr(0, decoded->size() - rest.size() - 1);
    const auto signature = hmac_sha256_hex(key_of(key, parts[0], *generation).reveal(), text);
    if (rest.size() != signature.size() || sodium_memcmp(rest.data(), signature.data(), signature.size()) != 0) {
        return std::nullopt;
    }
    return SignedLink{.purpose = std::string(parts[0]), .object = std::string(parts[2]), .expires_at = {*expires_at}};
}

}  // namespace tradewind::base
