#include "domain/deliveries/webhook_signature.h"

#include <gtest/gtest.h>

#include "base/random.h"

namespace tradewind::domain {
namespace {

std::vector<base::Secret> secrets_of(const std::vector<std::string>& texts) {
    std::vector<base::Secret> secrets;
    for (const auto& text : texts) { secrets.emplace_back(text); }
    return secrets;
}

// The first row is that of the standard; the others are in docs/deliveries.md, too.
TEST(WebhookSignature, IsThatOfTheStandardForEachSecret) {
    base::start_crypto();
    struct Row {
        std::vector<std::string> secrets;
        SignedCall call;
        const char* signature;
    };
    const std::string id = "698232f50b318c0960000000";
    const std::string one = "whsec_4dHq8Lw2ZsXk9TnVb3RfYc7Jm1PgQe5A";
    const std::string other = "whsec_Uo6Ki0Ht2Gr8Fe4Dw1Sq7Ap5Zx3Cv9Bn";
    const std::vector<Row> rows{
        {{"whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"},
         {.id = "msg_p5jXN8AQM9LWM0D4loKWxJek", .timestamp = 1614265330, .body = R"({"test": 2432232314})"},
         "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE="},
        {{one},
         {.id = id, .timestamp = 1769940000, .body = R"({"type":"Seat offered"})"},
         "v1,1wPRKCTsk5QwkMGCYERSALgPw2/RMuVbGrYZDah86f4="},
        {{one, other},
         {.id = id, .timestamp = 1769940000, .body = R"({"type":"Seat offered"})"},
         "v1,1wPRKCTsk5QwkMGCYERSALgPw2/RMuVbGrYZDah86f4= v1,IMBbpZcEGeFX4ldSrl/nGo4G4qPhAyzMB0UsxL4dWi4="},
        {{one}, {.id = id, .timestamp = 1769940000, .body = ""}, "v1,znH4XAtVIkXWtwFaLP2CQ4/LRkKk/tfvMpkCCOE0RpE="},
        {{one},
         {.id = id, .timestamp = 1769940000, .body = "{\"name\":\"Zo\u00eb\"}"},
         "v1,14VDCmLtJYLZHCvJSUrmEoUn+M9hym3oJu6q50uCC0M="},
        {{}, {.id = id, .timestamp = 1769940000, .body = "{}"}, ""},
    };
    for (const auto& row : rows) { EXPECT_EQ(webhook_signature(row.call, secrets_of(row.secrets)), row.signature); }
}

}  // namespace
}  // namespace tradewind::domain
