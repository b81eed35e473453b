#include "base/secret.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <set>
#include <sstream>
#include <type_traits>

#include "base/log.h"
#include "base/random.h"
#include "base/text.h"

namespace tradewind::base {
namespace {

template <class Printed>
std::string streamed(const Printed& value) {
    std::ostringstream out;
    out << value;
    return out.str();
}

// Whether the bytes of the object itself, heap left aside, hold the text.
template <class Object>
bool holds(const Object& object, std::string_view text) {
    const std::string_view bytes(reinterpret_cast<const char*>(&object), sizeof object);
    return bytes.find(text) != std::string_view::npos;
}

constexpr std::string_view short_text = "hunter2hunter2";  // Fits into a std::string without heap.
constexpr std::string_view long_text = "a password that is too long to be kept inside the string itself";

TEST(Secret, IsNeverPrinted) {
    const Secret secret("hunter2");
    EXPECT_EQ(streamed(secret), "***");
    EXPECT_EQ(fmt::format("<{}>", secret), "<***>");
    EXPECT_EQ(testing::PrintToString(secret), "***");
    EXPECT_EQ(secret.reveal(), "hunter2");
}

TEST(Secret, CannotBeLogged) {
    EXPECT_FALSE((std::is_constructible_v<LogField, std::string_view, Secret>));
    EXPECT_TRUE((std::is_constructible_v<LogField, std::string_view, Personal>));
}

TEST(Secret, LeavesNothingInTheStringItWasMadeFrom) {
    std::string text(short_text);
    ASSERT_TRUE(holds(text, "hunter2"));
    const Secret secret(std::move(text));
    EXPECT_FALSE(holds(text, "unter2"));  // NOLINT: what is left after the move is the point.
    EXPECT_EQ(secret.reveal(), short_text);
}

TEST(Secret, LeavesNothingWhereItWasMovedFrom) {
    Secret first{std::string(short_text)};
    Secret second(std::move(first));
    EXPECT_FALSE(holds(first, "unter2"));  // NOLINT
    EXPECT_EQ(second.reveal(), short_text);

    Secret third{std::string("other secret")};
    third = std::move(second);
    EXPECT_FALSE(holds(second, "unter2"));  // NOLINT
    EXPECT_FALSE(holds(third, "secret"));
    EXPECT_EQ(third.reveal(), short_text);
}

TEST(Secret, IsWipedWhenItEnds) {
    alignas(Secret) std::array<std::byte, sizeof(Secret)> place;
    auto* secret = new (place.data()) Secret(std::string(short_text));
    ASSERT_TRUE(holds(place, "hunter2"));
    std::destroy_at(secret);
    EXPECT_FALSE(holds(place, "unter2"));
}

TEST(Secret, KeepsLongTextsAndCopies) {
    const Secret secret{std::string(long_text)};
    Secret copy(secret);
    EXPECT_EQ(copy.reveal(), long_text);
    copy = Secret(std::string("short"));
    EXPECT_EQ(copy.reveal(), "short");
    copy = secret;
    EXPECT_EQ(copy.reveal(), long_text);
    auto& itself = copy;
    copy = itself;
    EXPECT_EQ(copy.reveal(), long_text);
    EXPECT_EQ(secret.reveal(), long_text);
}

class KeyTest : public testing::Test {
  protected:
    static std::array<std::byte, SecretKey::size> bytes(unsigned char first) {
        std::array<std::byte, SecretKey::size> all{};
        all[0] = static_cast<std::byte>(first);
        return all;
    }

    void SetUp() override { start_crypto(); }

    SecretKey key{bytes(1)};
    SecretKey other_key{bytes(2)};
};

TEST_F(KeyTest, HashesTheSameTextToTheSameHash) {
    EXPECT_TRUE(equal(key.hash("api-key", "text"), key.hash("api-key", "text")));
    EXPECT_TRUE(equal(key.hash("api-key", "text"), SecretKey(bytes(1)).hash("api-key", "text")));
}

TEST_F(KeyTest, HashesDifferByKeyPurposeAndText) {
    const std::set<KeyedHash> hashes{
        key.hash("api-key", "text"),
        other_key.hash("api-key", "text"),
        key.hash("session", "text"),
        key.hash("api-key", "texts"),
        key.hash("api-keyt", "ext"),
        key.hash("api-ke", "ytext"),
        key.hash("", "api-keytext"),
        key.hash("api-keytext", ""),
        key.hash("", ""),
        key.hash("", std::string_view("\0", 1)),
    };
    EXPECT_EQ(hashes.size(), 10U);
}

TEST_F(KeyTest, HashIsBlake2bWithTheKeyOverLengthPurposeAndText) {
    // Computed by Python: hashlib.blake2b(b"\x07api-keytext", key=b"\x01" + bytes(31), digest_size=32).hexdigest()
    const auto hash = key.hash("api-key", "text");
    EXPECT_EQ(to_hex({reinterpret_cast<const char*>(hash.data()), hash.size()}),
              "14b9eb679f2f510baa068d5ddd9bad3ca40b7c28c7fa53ecf0b01f85c9b276d0");
}

TEST_F(KeyTest, EqualLooksAtEveryByte) {
    const auto hash = key.hash("api-key", "text");
    for (std::size_t index = 0; index < hash.size(); ++index) {
        auto changed = hash;
        changed[index] ^= std::byte{1};
        EXPECT_FALSE(equal(hash, changed)) << index;
    }
}

TEST_F(KeyTest, FingerprintNamesTheKeyWithoutTellingIt) {
    EXPECT_EQ(key.fingerprint().size(), 16U);
    EXPECT_EQ(key.fingerprint(), SecretKey(bytes(1)).fingerprint());
    EXPECT_NE(key.fingerprint(), other_key.fingerprint());
}

TEST_F(KeyTest, APersonIsPrintedAsAShortKeyedHash) {
    const Personal ada(key, "ada@example.org");
    EXPECT_EQ(ada.printable().size(), 12U);
    EXPECT_EQ(ada.printable().find_first_not_of("0123456789abcdef"), std::string::npos);
    EXPECT_EQ(ada.printable(), Personal(key, "ada@example.org").printable());
    EXPECT_NE(ada.printable(), Personal(key, "bob@example.org").printable());
    EXPECT_NE(ada.printable(), Personal(other_key, "ada@example.org").printable());
    EXPECT_EQ(streamed(ada), ada.printable());
    EXPECT_EQ(fmt::format("{}", ada), ada.printable());
}

TEST(SecretKey, GivesBackWhatItSealedAndNothingElse) {
    SystemRandom random;
    const std::array<std::byte, SecretKey::size> bytes{};
    auto other_bytes = bytes;
    other_bytes[0] = std::byte{1};
    const SecretKey key(bytes);
    const SecretKey other(other_bytes);
    for (const std::string& text : {std::string(), std::string("secret"), std::string(100'000, 'x')}) {
        auto sealed = key.seal(random, "one", text);
        EXPECT_EQ(key.unseal("one", sealed), text);
        EXPECT_NE(key.seal(random, "one", text), sealed) << "each seal is its own";
        EXPECT_FALSE(key.unseal("other", sealed));
        EXPECT_FALSE(other.unseal("one", sealed));
        sealed.back() = static_cast<char>(sealed.back() ^ 1);
        EXPECT_FALSE(key.unseal("one", sealed));
    }
    EXPECT_FALSE(key.unseal("one", ""));
    EXPECT_FALSE(key.unseal("one", "short"));
}

}  // namespace
}  // namespace tradewind::base
