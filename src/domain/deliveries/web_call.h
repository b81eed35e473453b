#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/id.h"
#include "base/instant.h"
#include "base/json_writer.h"
#include "base/unique_function.h"
#include "domain/contacts/contact.h"
#include "domain/events/custom_event_type.h"

namespace tradewind::domain {

// So much of an answer is kept.
inline constexpr std::size_t call_answer_bytes_max = std::size_t{64} * 1024;

// One request to another system, ready to be sent.
struct WebCall {
    std::string url;
    std::vector<WebhookHeader> headers;  // Secrets are among them.
    std::string body;
};

// What came of it.
struct WebCallAnswer {
    std::optional<std::int64_t> status = {};
    std::optional<std::string> error = {};  // Why there is no whole answer, for whoever operates the service.
    bool is_refused = false;                // We did not call: the address is one that must not be called.
    std::string text = {};                  // What it said, so much of it as is kept. Any bytes.
    std::optional<std::string> retry_after = {};
};

// Makes a call and hands over what came of it, once, on any thread; or never, when whoever makes it ends before.
using CallDone = base::UniqueFunction<void(WebCallAnswer)>;
using CallWeb = std::function<void(WebCall, CallDone)>;

// What the body of a call tells. `fields` is a JSON object.
struct WebCallContent {
    std::string_view type;  // The name of the event type.
    base::Instant timestamp;
    std::string_view fields;
    const Contact* contact = nullptr;  // Null in a call that is a test.
    base::Id workflow = {};            // 0 in a call that is a test; so is the next.
    base::Id run = {};
};

// The body of a call. Rendered once: every repetition sends the same bytes.
std::string write_web_call_body(const WebCallContent& content);

}  // namespace tradewind::domain
