#include "domain/contacts/contact_name.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

std::optional<ContactName> read(std::string_view json, std::vector<base::Problem>& problems) {
    const auto document = base::JsonDocument::parse(json).take();
    return read_contact_name(document.root(), "/contacts/3", problems);
}

ContactName read_good(const std::string& json) {
    std::vector<base::Problem> problems;
    return read(json, problems).value();
}

TEST(ContactName, IsAnIdOrAKey) {
    const base::Id id{std::int64_t{1'000} << 22};
    EXPECT_EQ(std::get<base::Id>(read_good(R"({"id": ")" + id.text() + R"("})")), id);
    const auto by_email = std::get<ContactKey>(read_good(R"({"email": " Ada@example.org ", "id": null})"));
    EXPECT_EQ(std::get<base::EmailAddress>(by_email).key(), "ada@example.org");
    const auto by_external_id = std::get<ContactKey>(read_good(R"({"externalId": "A-1", "unknown": 1})"));
    EXPECT_EQ(std::get<ExternalId>(by_external_id).text(), "A-1");
}

TEST(ContactName, IsExactlyOneOfThemAndWellFormed) {
    struct Case {
        std::string_view json;
        std::string_view path;
    };
    for (const auto& [json, path] : {
             Case{R"("ada@example.org")", "/contacts/3"},
             Case{R"({})", "/contacts/3"},
             Case{R"({"email": "a@b.com", "externalId": "1"})", "/contacts/3"},
             Case{R"({"email": "nobody"})", "/contacts/3/email"},
             Case{R"({"email": 1})", "/contacts/3/email"},
             Case{R"({"externalId": ""})", "/contacts/3/externalId"},
             Case{R"({"id": "12"})", "/contacts/3/id"},
         }) {
        std::vector<base::Problem> problems;
        EXPECT_FALSE(read(json, problems)) << json;
        ASSERT_EQ(problems.size(), 1U) << json;
        EXPECT_EQ(problems.front().path, path);
    }
}

}  // namespace
}  // namespace tradewind::domain
