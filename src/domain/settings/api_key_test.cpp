#include "domain/settings/api_key.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

const std::string id(22, 'a');
const std::string secret = "0123456789ABCDEFGHIJKL";

TEST(Authorization, FindsIdAndSecretBehindEitherSchemeInAnyCaseOrNone) {
    for (const std::string scheme : {"apiKey ", "APIKEY ", "apikey    ", "ApiKey  ", "Bearer ", "bearer   ", ""}) {
        const auto header = scheme + id + ":" + secret;
        const auto credentials = parse_authorization(header);
        ASSERT_TRUE(credentials) << header;
        EXPECT_EQ(credentials->id, id);
        EXPECT_EQ(credentials->secret, secret);
    }
}

TEST(Authorization, IsNothingWhenMalformed) {
    const std::vector<std::string> headers{
        "",
        "apiKey",
        "apiKey ",
        "Bearer",
        "Bearer" + id + ":" + secret,
        "Basic " + id + ":" + secret,
        ":" + id + ":" + secret,
        id + secret,
        id + ":" + secret + " x",
        "apiKey Bearer " + id + ":" + secret,
        "apiKey" + id + ":" + secret,
        "apiKey " + id,
        "apiKey " + id + ":",
        "apiKey :" + secret,
        "apiKey " + id + ":" + secret + "x",
        "apiKey x" + id + ":" + secret,
        "apiKey " + id + ":" + secret + ":" + secret,
        "apiKey " + id + ":" + secret.substr(1) + "-",
        "apiKey " + id + " :" + secret,
        "apiKey " + id.substr(1) + "\xc3\xa9:" + secret,
    };
    for (const auto& header : headers) { EXPECT_FALSE(parse_authorization(header)) << header; }
}

TEST(Scopes, AreFoundByTheirWordsAndNothingElseIs) {
    for (std::size_t index = 0; index < scope_words.size(); ++index) {
        const auto scope = find_scope(scope_words[index]);
        ASSERT_TRUE(scope);
        EXPECT_EQ(scope_word(*scope), scope_words[index]);
    }
    EXPECT_EQ(find_scope("admin"), Scope::Admin);
    EXPECT_FALSE(find_scope(""));
    EXPECT_FALSE(find_scope("all"));
    EXPECT_FALSE(find_scope("Admin"));
    EXPECT_FALSE(check_scope("contact:*"));
}

TEST(Scopes, WriteDoesNotImplyRead) {
    ScopeSet scopes;
    scopes.add(Scope::ContactWrite);
    EXPECT_TRUE(scopes.has(Scope::ContactWrite));
    EXPECT_FALSE(scopes.has(Scope::ContactRead));
    EXPECT_FALSE(scopes.has(Scope::Admin));
}

}  // namespace
}  // namespace tradewind::domain
