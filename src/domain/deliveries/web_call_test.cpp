#include "domain/deliveries/web_call.h"

#include <gtest/gtest.h>

namespace tradewind::domain {
namespace {

TEST(WebCallBody, TellsWhatHappenedToWhomAndWhy) {
    Contact contact;
    contact.id = {1};
    contact.email = "ada@example.org";
    contact.external_id = "A-7";
    const WebCallContent content{.type = "Seat \"offered\"",
                                 .timestamp = base::Instant::parse("2026-02-01T10:00:00Z").value(),
                                 .fields = R"({"seats":2})",
                                 .contact = &contact,
                                 .workflow = {2},
                                 .run = {3}};
    EXPECT_EQ(write_web_call_body(content),
              R"({"type":"Seat \"offered\"","timestamp":"2026-02-01T10:00:00.000Z","data":{"fields":{"seats":2},)"
              R"("contact":{"id":")" +
                  base::Id{1}.text() + R"(","_email":"ada@example.org","_externalId":"A-7"},"workflowId":")" +
                  base::Id{2}.text() + R"(","runId":")" + base::Id{3}.text() + R"("}})");
}

TEST(WebCallBody, LeavesOutWhatThereIsNot) {
    Contact contact;
    contact.id = {1};
    const base::Instant at{0};
    EXPECT_EQ(write_web_call_body({.type = "T", .timestamp = at, .fields = "{}", .contact = &contact}),
              R"({"type":"T","timestamp":"1970-01-01T00:00:00.000Z","data":{"fields":{},"contact":{"id":")" +
                  base::Id{1}.text() + R"("}}})");
    EXPECT_EQ(write_web_call_body({.type = "T", .timestamp = at, .fields = "{}"}),
              R"({"type":"T","timestamp":"1970-01-01T00:00:00.000Z","data":{"fields":{}}})");
}

}  // namespace
}  // namespace tradewind::domain
