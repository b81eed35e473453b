#include "api/admin/delivery_answer.h"

#include "operations/custom_event_type_operations.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view hidden_header = "***";

enum class AnswerShown { No, Yes };

void write_attempts(base::JsonWriter& writer, const domain::Delivery& delivery, AnswerShown answer_shown) {
    writer.key("attempts");
    writer.begin_array();
    std::size_t number = 0;
    for (const auto& attempt : delivery.attempts) {
        ++number;
        writer.begin_object();
        writer.key("at");
        writer.instant(attempt.at);
        if (attempt.status) {
            writer.key("status");
            writer.integer(*attempt.status);
        }
        if (attempt.error) {
            writer.key("error");
            writer.string(*attempt.error);
        }
        const bool is_last = number == delivery.attempts.size();
        if (answer_shown == AnswerShown::Yes && is_last && delivery.answer) {
            writer.key("answer");
            writer.string(*delivery.answer);
        }
        writer.end_object();
    }
    writer.end_array();
}

void write_delivery_members(base::JsonWriter& writer, const domain::Delivery& delivery, AnswerShown answer_shown) {
    const auto text = [&](std::string_view key, std::string_view value) {
        writer.key(key);
        writer.string(value);
    };
    const auto id = [&](std::string_view key, base::Id value) {
        if (value.number != 0) { text(key, value.text()); }
    };
    const auto moment = [&](std::string_view key, const std::optional<base::Instant>& value) {
        if (!value) { return; }
        writer.key(key);
        writer.instant(*value);
    };
    id("id", delivery.id);
    text("state", domain::word_of(delivery.state));
    if (delivery.reason) { text("reason", *delivery.reason); }
    id("eventTypeId", delivery.type);
    id("contactId", delivery.contact);
    id("workflowId", delivery.workflow);
    if (!delivery.is_incident()) { id("runId", delivery.run); }
    if (!delivery.node.empty()) { text("node", delivery.node); }
    moment("createdAt", delivery.id.made_at());
    moment("dueAt", delivery.due_at);
    moment("expiresAt", delivery.expires_at);
    moment("endedAt", delivery.ended_at);
    write_attempts(writer, delivery, answer_shown);
}

void write_call_request(base::JsonWriter& writer, const domain::Delivery& delivery, const domain::CustomEventType* type,
                        const base::SecretKey& secret_key) {
    writer.key("request");
    writer.begin_object();
    if (type != nullptr && type->webhook_url) {
        writer.key("url");
        writer.string(delivery.test_address.value_or(*type->webhook_url));
        writer.key("headers");
        writer.begin_array();
        const auto headers = delivery.test_address ? std::vector<domain::WebhookHeader>()
                                                   : operations::unsealed_webhook_headers(secret_key, *type);
        for (const auto& header : headers) {
            writer.begin_object();
            writer.key("name");
            writer.string(header.name);
            writer.key("value");
            writer.string(hidden_header);
            writer.end_object();
        }
        writer.end_array();
    }
    writer.key("body");
    writer.string(delivery.body);
    writer.end_object();
}

}  // namespace

void write_delivery_summary(base::JsonWriter& writer, const domain::Delivery& delivery) {
    writer.begin_object();
    write_delivery_members(writer, delivery, AnswerShown::No);
    writer.end_object();
}

std::string render_delivery(const domain::Delivery& delivery, const domain::CustomEventType* type,
                            const base::SecretKey& secret_key) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_delivery_members(writer, delivery, AnswerShown::Yes);
    write_call_request(writer, delivery, type, secret_key);
    writer.end_object();
    return json;
}

}  // namespace tradewind::api::admin
