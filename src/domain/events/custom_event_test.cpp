#include "domain/events/custom_event.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

using Problems = std::vector<base::Problem>;

CustomEventType workshop_booked() {
    const auto document = base::JsonDocument::parse(R"([
        {"id": "guest", "name": "Guest", "type": "email", "required": true, "isPrimaryKey": true,
         "jsonPointerPath": "/booking/guests/0/email"},
        {"id": "workshop", "name": "Workshop", "type": "radio", "required": true,
         "options": [{"id": "wheel", "label": "Wheel"}, {"id": "glazing", "label": "Glazing"}]},
        {"id": "seats", "name": "Seats", "type": "integer", "jsonPointerPath": "/booking/seats"},
        {"id": "paid", "name": "Paid", "type": "boolean"},
        {"id": "price", "name": "Price", "type": "decimal"},
        {"id": "phone", "name": "Phone", "type": "phone", "defaultCountryCode": "34"},
        {"id": "on", "name": "On", "type": "date"},
        {"id": "extras", "name": "Extras", "type": "checkbox", "options": [{"id": "clay", "label": "Clay"}]},
        {"id": "a/b~c", "name": "Odd", "type": "text"}])")
                              .take();
    CustomEventType type;
    type.id = {17};
    type.fields = read_custom_event_fields(document.root()).take();
    return type;
}

base::Result<CustomEvent> read(std::string_view json) {
    const auto document = base::JsonDocument::parse(json).take();
    return read_custom_event(document.root(), workshop_booked());
}

base::Result<CustomEvent> pick(std::string_view json) {
    const auto document = base::JsonDocument::parse(json).take();
    return pick_custom_event(document.root(), workshop_booked());
}

TEST(CustomEvent, KeepsItsValuesInTheirFormInTheOrderOfTheFields) {
    const auto event = read(R"({"a/b~c": "x", "extras": ["clay"], "on": "2026-03-14", "phone": "651 234 567",
                                "price": 19.990, "paid": true, "seats": 2.0, "workshop": "wheel",
                                "guest": " Ada@Example.org "})")
                           .take();
    EXPECT_EQ(event.type, base::Id{17});
    EXPECT_EQ(event.email.text(), "Ada@Example.org");
    EXPECT_EQ(event.values, R"({"guest":"Ada@Example.org","workshop":"wheel","seats":2,"paid":true,"price":19.99,)"
                            R"("phone":"+34651234567","on":"2026-03-14T00:00:00.000Z","extras":["clay"],"a/b~c":"x"})");
}

TEST(CustomEvent, TakesNullForAbsent) {
    EXPECT_EQ(read(R"({"guest": "ada@example.org", "workshop": "wheel", "seats": null})").take().values,
              R"({"guest":"ada@example.org","workshop":"wheel"})");
    EXPECT_EQ(read(R"({"guest": null, "workshop": null})").error().problems,
              (Problems{{"/guest", "is required"}, {"/workshop", "is required"}}));
}

TEST(CustomEvent, OfSomebodyWhoIsKnownNeedsNoAddress) {
    const auto known = [](std::string_view json, const std::optional<std::string>& email) {
        const auto document = base::JsonDocument::parse(json).take();
        return read_event_values(document.root(), workshop_booked(), email);
    };
    EXPECT_EQ(known(R"({"workshop": "wheel"})", "ada@example.org").take(),
              R"({"guest":"ada@example.org","workshop":"wheel"})");
    EXPECT_EQ(known(R"({"workshop": "wheel"})", std::nullopt).take(), R"({"workshop":"wheel"})");
    EXPECT_EQ(known(R"({"workshop": "wheel", "guest": "bob@example.org"})", "ada@example.org").take(),
              R"({"guest":"bob@example.org","workshop":"wheel"})");
    EXPECT_EQ(known(R"({"guest": "x", "more": 1})", std::nullopt).error().problems.size(), 3U);
}

TEST(CustomEvent, TellsAllThatIsWrong) {
    const auto refused = read(R"({"seats": 2.5, "colour": 1, "extras": ["x"], "a/b~c": 1, "x/y": 2,
                                  "guest": "ada"})");
    EXPECT_EQ(refused.error().problems.size(), 7U);
    const std::vector<std::string> paths{"/guest", "/workshop", "/seats", "/extras/0", "/a~1b~0c", "/colour", "/x~1y"};
    for (std::size_t index = 0; index < paths.size(); ++index) {
        EXPECT_EQ(refused.error().problems[index].path, paths[index]);
    }
    EXPECT_EQ(read("[]").error().problems.size(), 2U);
}

TEST(CustomEvent, IsPickedFromWhereItsFieldsSay) {
    const auto event = pick(R"({"booking": {"guests": [{"email": "ada@example.org"}, 7], "seats": 3, "x": {}},
                                "workshop": "glazing", "unknown": [1, 2], "a/b~c": "odd"})")
                           .take();
    EXPECT_EQ(event.email.text(), "ada@example.org");
    EXPECT_EQ(event.values, R"({"guest":"ada@example.org","workshop":"glazing","seats":3,"a/b~c":"odd"})");
}

TEST(CustomEvent, TellsWhereAPickedValueShouldHaveBeen) {
    EXPECT_EQ(pick(R"({"booking": {"seats": "3"}})").error().problems,
              (Problems{{"/booking/guests/0/email", "is required"},
                        {"/workshop", "is required"},
                        {"/booking/seats", "must be a number"}}));
    EXPECT_EQ(pick("7").error().problems.size(), 2U);
}

}  // namespace
}  // namespace tradewind::domain
