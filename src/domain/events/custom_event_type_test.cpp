#include "domain/events/custom_event_type.h"

#include <gtest/gtest.h>

namespace tradewind::domain::custom_event_type_test {
namespace {

using Problems = std::vector<base::Problem>;

const WebhookReach reach{.private_addresses = false, .own_address = "https://marketing.shop.example"};

base::Result<NewCustomEventType> read(std::string_view json) {
    const auto document = base::JsonDocument::parse(json).take();
    return read_custom_event_type(document.root(), reach);
}

Problems problems_of(std::string_view json) {
    const auto wanted = read(json);
    return wanted ? Problems{} : wanted.error().problems;
}

// A type that receives, with these fields besides its primary key.
std::string receiving(std::string_view further_fields, std::string_view more = "") {
    return R"({"name": "N", "category": "receive", "alias": "a", "fields": [{"id": "who", "name": "Who", "type": "email",
               "required": true, "isPrimaryKey": true})" +
           std::string(further_fields) + "]" + std::string(more) + "}";
}

std::string sending(std::string_view more) {
    return R"({"name": "N", "category": "send", "webhookUrl": "https://bookings.example/")" + std::string(more) + "}";
}

TEST(CustomEventType, IsReadWithItsDefaults) {
    const auto type = read(receiving("")).take().type;
    EXPECT_EQ(type.receive_type, "api");
    EXPECT_EQ(type.alias, "a");
    ASSERT_EQ(type.fields.size(), 1U);
    EXPECT_TRUE(type.fields[0].required && type.fields[0].is_primary_key);
    EXPECT_FALSE(type.sends());

    const auto wanted = read(sending(R"(, "webhookHeaders": [{"name": "X-A", "value": ""}], "alias": null)")).take();
    EXPECT_TRUE(wanted.type.sends());
    EXPECT_EQ(wanted.webhook_headers, (std::vector<WebhookHeader>{{.name = "X-A", .value = ""}}));
    EXPECT_FALSE(wanted.type.receive_type);
}

struct Refused {
    std::string json;
    Problems problems;
};

class RefusedEventType : public testing::TestWithParam<Refused> {};

TEST_P(RefusedEventType, TellsAllThatIsWrong) {
    EXPECT_EQ(problems_of(GetParam().json), GetParam().problems) << GetParam().json;
}

INSTANTIATE_TEST_SUITE_P(
    Wholes, RefusedEventType,
    testing::Values(
        Refused{"{}", {{"/name", "is required"}, {"/category", "is required"}}},
        Refused{R"({"name": "N", "webhookUrl": "http://127.0.0.1/"})",
                {{"/category", "is required"}, {"/webhookUrl", "must not be a private address"}}},
        Refused{R"({"name": "", "category": "both", "alias": 1, "fields": {}})",
                {{"/name", "must not be empty"},
                 {"/category", "must be send or receive"},
                 {"/alias", "must be a string"},
                 {"/fields", "must be an array"}}},
        Refused{R"({"name": "N", "category": "receive", "webhookUrl": "https://x.example", "webhookHeaders": []})",
                {{"/webhookUrl", "does not go with this category"},
                 {"/webhookHeaders", "does not go with this category"},
                 {"/alias", "is required"},
                 {"/fields", "must have a primary key"}}},
        Refused{R"({"name": "N", "category": "receive", "alias": "a b", "receiveType": "fax"})",
                {{"/alias", "must be 1 to 100 letters, digits and _ . -"},
                 {"/receiveType", "must be api, webhook or web-mobile-app"}}},
        Refused{R"({"name": "N", "category": "send", "alias": "a", "receiveType": "api"})",
                {{"/alias", "does not go with this category"},
                 {"/receiveType", "does not go with this category"},
                 {"/webhookUrl", "is required"}}},
        Refused{R"({"name": "N", "category": "send", "webhookUrl": "http://127.0.0.1/"})",
                {{"/webhookUrl", "must not be a private address"}}},
        Refused{sending(R"(, "webhookHeaders": [{"name": "a b", "value": "x"}, {"name": "HOST", "value": "y"}, 1,
                                                {"value": "a\nb"}])"),
                {{"/webhookHeaders/0/name", "must be the name of a header: letters, digits and some signs"},
                 {"/webhookHeaders/1/name", "is a header that cannot be set"},
                 {"/webhookHeaders/2", "must be an object"},
                 {"/webhookHeaders/3/name", "is required"},
                 {"/webhookHeaders/3/value", "must have only visible characters of ASCII and spaces"}}}));

INSTANTIATE_TEST_SUITE_P(
    Fields, RefusedEventType,
    testing::Values(
        Refused{receiving(R"(, {"id": "who", "name": "N", "type": "text"})"), {{"/fields/1/id", "is repeated"}}},
        Refused{receiving(R"(, {"id": "x", "name": "N", "type": "url"}, 7)"),
                {{"/fields/1/type", "is not a type of field"}, {"/fields/2", "must be an object"}}},
        Refused{receiving(R"(, {"id": "x", "name": "N", "type": "radio"}, {"id": "y", "name": "N", "type": "phone"})"),
                {{"/fields/1/options", "is required"}, {"/fields/2/defaultCountryCode", "is required"}}},
        Refused{receiving(R"(, {"id": "x", "name": "N", "type": "text", "options": [{"id": "a", "label": "A"}],
                                "defaultCountryCode": "34", "jsonPointerPath": "a"})"),
                {{"/fields/1/jsonPointerPath", "must be empty or start with a slash"},
                 {"/fields/1/options", "does not go with this type"},
                 {"/fields/1/defaultCountryCode", "does not go with this type"}}},
        Refused{receiving(R"(, {"id": "x", "name": "N", "type": "text", "isPrimaryKey": true})"),
                {{"/fields/1/type", "must be email for the primary key"},
                 {"/fields/1/required", "must be true for the primary key"},
                 {"/fields/1/isPrimaryKey", "must be true for one field only"}}}));

TEST(CustomEventType, NeedsNoPrimaryKeyFromAnAppOrToSend) {
    EXPECT_EQ(problems_of(R"({"name": "N", "category": "receive", "alias": "a", "receiveType": "web-mobile-app"})"),
              Problems{});
    EXPECT_EQ(problems_of(sending("")), Problems{});
}

TEST(CustomEventType, HasAHundredFieldsAndFiftyHeadersAtMost) {
    std::string fields;
    for (int number = 1; number < 100; ++number) {
        fields += R"(, {"id": "f)" + std::to_string(number) + R"(", "name": "F", "type": "text"})";
    }
    EXPECT_EQ(problems_of(receiving(fields)), Problems{});
    fields += R"(, {"id": "last", "name": "F", "type": "text"})";
    EXPECT_EQ(problems_of(receiving(fields)).at(0), (base::Problem{"/fields", "must have at most 100 items"}));

    std::string headers = R"({"name": "X-A", "value": "b"})";
    for (int number = 1; number < 50; ++number) { headers += R"(, {"name": "X-A", "value": "b"})"; }
    EXPECT_EQ(problems_of(sending(R"(, "webhookHeaders": [)" + headers + "]")), Problems{});
    headers += R"(, {"name": "X-A", "value": "b"})";
    EXPECT_EQ(problems_of(sending(R"(, "webhookHeaders": [)" + headers + "]")),
              (Problems{{"/webhookHeaders", "must have at most 50 items"}}));
}

TEST(CustomEventType, KeepsItsFieldsAsTheyAre) {
    const auto fields = read(receiving(R"(, {"id": "x", "name": "N", "type": "checkbox", "required": true,
                                             "options": [{"id": "a", "label": "A"}], "jsonPointerPath": "/a~1b/0"},
                                            {"id": "y", "name": "N", "type": "phone", "defaultCountryCode": "34"})"))
                            .take()
                            .type.fields;
    std::string json;
    base::JsonWriter writer(json);
    write_custom_event_fields(writer, fields);
    const auto document = base::JsonDocument::parse(json).take();
    EXPECT_EQ(read_custom_event_fields(document.root()).take(), fields);
}

}  // namespace
}  // namespace tradewind::domain::custom_event_type_test
