#include "domain/settings/totp.h"

#include <algorithm>
#include <array>

#include "base/hmac.h"
#include "base/text.h"

namespace tradewind::domain {

std::string base32(std::string_view bytes) {
    constexpr std::string_view alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    constexpr unsigned bits_per_letter = 5;
    std::string text;
    unsigned buffer = 0;
    unsigned bits = 0;
    for (const char byte : bytes) {
        buffer = (buffer << 8U) | static_cast<unsigned char>(byte);
        bits += 8;
        while (bits >= bits_per_letter) {
            bits -= bits_per_letter;
            text += alphabet[(buffer >> bits) & 31U];
        }
        buffer &= (1U << bits) - 1U;
    }
    if (bits > 0) { text += alphabet[(buffer << (bits_per_letter - bits)) & 31U]; }
    return text;
}

std::string totp_code(std::string_view secret, std::int64_t step, std::size_t digits) {
    std::array<char, 8> counter;
    for (std::size_t index = 0; index < counter.size(); ++index) {
        counter[counter.size() - 1 - index] = static_cast<char>(static_cast<std::uint64_t>(step) >> (8 * index));
    }
    const auto mac = base::hmac_sha1(secret, {counter.data(), counter.size()});
    const auto offset = static_cast<unsigned char>(mac.back()) & 15U;
    std::uint32_t number = 0;
    for (std::size_t index = 0; index < 4; ++index) {
        number = (number << 8U) | static_cast<unsigned char>(mac[offset + index]);
    }
    number &= 0x7fff'ffffU;
    std::string code(digits, '0');
    for (auto place = code.rbegin(); place != code.rend(); ++place) {
        *place = static_cast<char>('0' + number % 10);
        number /= 10;
    }
    return code;
}

std::optional<std::int64_t> find_totp_step(std::string_view secret, std::string_view code, base::Instant now,
                                           std::int64_t used_step) {
    const auto running = now.milliseconds / 1000 / totp_seconds;
    for (auto step = std::max(running - 1, used_step + 1); step <= running + 1; ++step) {
        if (base::equal_texts(totp_code(secret, step), code)) { return step; }
    }
    return std::nullopt;
}

std::string totp_uri(std::string_view secret, std::string_view issuer, std::string_view email) {
    const auto name = base::percent_encode(issuer);
    return "otpauth://totp/" + name + ":" + base::percent_encode(email) + "?secret=" + base32(secret) +
           "&issuer=" + name;
}

}  // namespace tradewind::domain
