#include "base/signed_link.h"

#include <gtest/gtest.h>
#include <sodium.h>

#include <array>
#include <chrono>

namespace tradewind::base {
namespace {

constexpr std::int64_t generation_milliseconds = std::chrono::milliseconds(std::chrono::hours(30 * 24)).count();

class SignedLinkTest : public testing::Test {
  protected:
    static std::array<std::byte, SecretKey::size> bytes(unsigned char filler) {
        std::array<std::byte, SecretKey::size> filled;
        filled.fill(std::byte{filler});
        return filled;
    }
    SignedLinkTest() { start_crypto(); }

    const SecretKey key{bytes(1)};
    const Instant now{1'790'000'000'000};
    const SignedLink link{
        .purpose = "export", .object = "698067900b2fcb68a0000000", .expires_at = {now.milliseconds + 1000}};
};

TEST_F(SignedLinkTest, OpensWhatWasSignedUntilItExpires) {
    const auto token = sign_link(key, link, now);
    EXPECT_EQ(open_link(key, token, now), link);
    EXPECT_EQ(open_link(key, token, {now.milliseconds + 999}), link);
    EXPECT_FALSE(open_link(key, token, {now.milliseconds + 1000}));
    EXPECT_EQ(token.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"),
              std::string::npos);
}

TEST_F(SignedLinkTest, OpensNothingThatWasChangedInAnyPlace) {
    const auto token = sign_link(key, link, now);
    for (std::size_t place = 0; place < token.size(); ++place) {
        for (const char other : {'A', 'Q', 'g', 'w', '_', '!'}) {
            auto changed = token;
            changed[place] = other;
            if (changed != token) { EXPECT_NE(open_link(key, changed, now), link) << place << other; }
        }
    }
    for (const std::string rubbish : {"", "x", "====", "c29tZS1zaWduZWQtdG9rZW4"}) {
        EXPECT_FALSE(open_link(key, rubbish, now));
    }
    EXPECT_FALSE(open_link(key, token.substr(1), now));
    EXPECT_FALSE(open_link(key, token.substr(0, token.size() - 4), now));
    EXPECT_FALSE(open_link(key, token + "AAAA", now));
    EXPECT_FALSE(open_link(key, std::string(100'000, 'A'), now));
}

TEST_F(SignedLinkTest, OpensNothingThatAnotherKeySigned) {
    const SecretKey other(bytes(2));
    EXPECT_FALSE(open_link(key, sign_link(other, link, now), now));
}

TEST_F(SignedLinkTest, IsWorthlessForAnotherPurpose) {
    const auto token = sign_link(key, link, now);
    constexpr auto alphabet = sodium_base64_VARIANT_URLSAFE_NO_PADDING;
    std::string text(token.size(), '\0');
    std::size_t length = 0;
    ASSERT_EQ(sodium_base642bin(reinterpret_cast<unsigned char*>(text.data()), text.size(), token.data(), token.size(),
                                nullptr, &length, nullptr, alphabet),
              0);
    text.resize(length);
    ASSERT_TRUE(text.starts_with("export\n"));
    const auto swapped = "import-report" + text.substr(text.find('\n'));
    std::string forged(sodium_base64_encoded_len(swapped.size(), alphabet), '\0');
    sodium_bin2base64(forged.data(), forged.size(), reinterpret_cast<const unsigned char*>(swapped.data()),
                      swapped.size(), alphabet);
    forged.pop_back();
    EXPECT_FALSE(open_link(key, forged, now));
    auto other = link;
    other.purpose = "import-report";
    EXPECT_EQ(open_link(key, sign_link(key, other, now), now), other);
}

TEST_F(SignedLinkTest, LivesInTheGenerationOfItsMakingAndTheNext) {
    auto lasting = link;
    lasting.expires_at = {now.milliseconds + 10 * generation_milliseconds};
    const auto token = sign_link(key, lasting, now);
    EXPECT_TRUE(open_link(key, token, {now.milliseconds + generation_milliseconds}));
    EXPECT_FALSE(open_link(key, token, {now.milliseconds + 2 * generation_milliseconds}));
    EXPECT_FALSE(open_link(key, token, {now.milliseconds - generation_milliseconds}));
}

}  // namespace
}  // namespace tradewind::base
