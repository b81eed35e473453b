#include "domain/deliveries/web_call.h"

namespace tradewind::domain {

std::string write_web_call_body(const WebCallContent& content) {
    std::string json;
    base::JsonWriter writer(json);
    const auto member = [&](std::string_view key, std::string_view text) {
        writer.key(key);
        writer.string(text);
    };
    writer.begin_object();
    member("type", content.type);
    writer.key("timestamp");
    writer.instant(content.timestamp);
    writer.key("data");
    writer.begin_object();
    writer.key("fields");
    writer.raw(content.fields);
    if (content.contact != nullptr) {
        writer.key("contact");
        writer.begin_object();
        member("id", content.contact->id.text());
        if (content.contact->email) { member("_email", *content.contact->email); }
        if (content.contact->external_id) { member("_externalId", *content.contact->external_id); }
        writer.end_object();
    }
    if (content.workflow.number != 0) { member("workflowId", content.workflow.text()); }
    if (content.run.number != 0) { member("runId", content.run.text()); }
    writer.end_object();
    writer.end_object();
    return json;
}

}  // namespace tradewind::domain
