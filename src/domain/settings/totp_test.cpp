#include "domain/settings/totp.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace tradewind::domain {
namespace {

// The secret of appendix B of RFC 6238, in its form for SHA-1.
constexpr std::string_view rfc_secret = "12345678901234567890";

base::Instant second(std::int64_t number) {
    return {number * 1000};
}

TEST(Totp, GivesTheCodesOfTheRfc) {
    const std::vector<std::pair<std::int64_t, std::string>> vectors{
        {59, "94287082"},
        {1'111'111'109, "07081804"},
        {1'111'111'111, "14050471"},
        {1'234'567'890, "89005924"},
        {2'000'000'000, "69279037"},
        {20'000'000'000, "65353130"},
    };
    for (const auto& [time, code] : vectors) {
        EXPECT_EQ(totp_code(rfc_secret, time / totp_seconds, 8), code) << time;
        EXPECT_EQ(totp_code(rfc_secret, time / totp_seconds), code.substr(2)) << time;
    }
}

TEST(Totp, WritesBase32AsTheRfcDoes) {
    const std::vector<std::pair<std::string, std::string>> vectors{
        {"", ""},
        {"f", "MY"},
        {"fo", "MZXQ"},
        {"foo", "MZXW6"},
        {"foob", "MZXW6YQ"},
        {"fooba", "MZXW6YTB"},
        {"foobar", "MZXW6YTBOI"},
        {std::string(rfc_secret), "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"},
    };
    for (const auto& [bytes, text] : vectors) { EXPECT_EQ(base32(bytes), text); }
}

TEST(Totp, TakesTheStepsBesideTheOneThatRunsAndNoOther) {
    constexpr std::int64_t now = 1'000'000'000;
    for (std::int64_t off = -3; off <= 3; ++off) {
        const auto step = now / totp_seconds + off;
        const auto found = find_totp_step(rfc_secret, totp_code(rfc_secret, step), second(now), 0);
        EXPECT_EQ(found.has_value(), off >= -1 && off <= 1) << off;
    }
    EXPECT_FALSE(find_totp_step(rfc_secret, "", second(now), 0));
}

TEST(Totp, TakesNoCodeTwiceAndNoneBeforeOneThatWasUsed) {
    constexpr std::int64_t now = 1'000'000'000;
    const auto running = now / totp_seconds;
    const auto code = totp_code(rfc_secret, running);
    EXPECT_EQ(find_totp_step(rfc_secret, code, second(now), running - 1), running);
    EXPECT_FALSE(find_totp_step(rfc_secret, code, second(now), running));
    EXPECT_FALSE(find_totp_step(rfc_secret, totp_code(rfc_secret, running - 1), second(now), running));
    EXPECT_TRUE(find_totp_step(rfc_secret, totp_code(rfc_secret, running + 1), second(now), running));
}

TEST(Totp, NamesStoreAndPersonInTheAddress) {
    EXPECT_EQ(totp_uri("foobar", "My store", "ada@shop.example"),
              "otpauth://totp/My%20store:ada%40shop.example?secret=MZXW6YTBOI&issuer=My%20store");
}

}  // namespace
}  // namespace tradewind::domain
