#include "domain/workflows/nodes/node_kind.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/fields/unknown_id.h"
#include "domain/filters/operand_reader.h"
#include "domain/workflows/run_template.h"

namespace tradewind::domain {
namespace {

constexpr NodeParameter send_event_parameters[]{
    {.name = "eventTypeId", .type = ParameterType::SendEventType, .is_required = true},
    {.name = "fields", .type = ParameterType::Templates},
    {.name = "answerWithin", .type = ParameterType::Period},
};
constexpr std::array<std::string_view, 2> send_event_ports{"sent", "failed"};
constexpr std::size_t sent_port = 0;
constexpr std::size_t failed_port = 1;

const CustomEventType* read_send_type(NodeReader& reader) {
    const auto text = reader.text("eventTypeId", Presence::Required);
    if (!text) { return nullptr; }
    const auto id = base::Id::parse(*text);
    const auto& events = reader.names().filters.events;
    const auto* const type = id && id.value() ? events.find_type(*id.value()) : nullptr;
    if (type == nullptr) {
        reader.add("/eventTypeId", incident_codes::unknown, std::string(unknown_id_reason));
    } else if (!type->sends()) {
        reader.add("/eventTypeId", incident_codes::invalid, "must be a type of the category send");
    }
    return type;
}

// What stands there as it is must fit now: nothing that happens later changes it.
void check_plain_text(NodeReader& reader, std::string_view place, const CustomEventField& field,
                      std::string_view text) {
    if (!is_plain_text(text)) { return; }
    if (text.empty()) {
        if (field.required) { reader.add(place, incident_codes::required, "is required by the event type"); }
        return;
    }
    const auto value = kind_of(field.type).read_text(text, field);
    if (!value) { reader.add(place, incident_codes::invalid, value.error().problems.front().reason); }
}

void read_send_fields(NodeReader& reader, const CustomEventType& type, SendEventNode& send) {
    const auto sent = reader.member("fields");
    if (sent && sent->kind() != base::JsonKind::Object) {
        return reader.add("/fields", incident_codes::invalid, "must be an object");
    }
    if (sent) {
        for (const auto member : sent->members()) {
            const auto place = "/fields" + base::pointer_to_member(member.key);
            const auto field = std::ranges::find(type.fields, member.key, &CustomEventField::id);
            if (field == type.fields.end()) {
                reader.add(place, incident_codes::unknown, "is not a field of this event type");
            } else if (member.value.kind() != base::JsonKind::String) {
                reader.add(place, incident_codes::invalid, "must be a string");
            } else if (auto text = read_template(reader, place, member.value.string())) {
                check_plain_text(reader, place, *field, member.value.string());
                send.fields.push_back({.id = std::string(member.key), .text = std::move(*text)});
            }
        }
    }
    for (const auto& field : type.fields) {
        if (field.required && !field.is_primary_key && (!sent || !sent_member(*sent, field.id))) {
            reader.add("/fields/" + field.id, incident_codes::required, "is required by the event type");
        }
    }
}

void read_send_event(NodeReader& reader, Node& node) {
    SendEventNode send;
    if (const auto* const type = read_send_type(reader)) {
        send.type = type->id;
        read_send_fields(reader, *type, send);
    }
    if (const auto within = reader.period("answerWithin")) { send.answer_within = *within; }
    node.parameters = std::move(send);
}

// The fields that are sent, as JSON. A field whose template renders to nothing is left out.
base::Result<std::string> sent_fields(const SendEventNode& send, const NodeVisit& visit) {
    const auto* const type = visit.situation.names.events.find_type(send.type);
    if (type == nullptr) { return base::invalid("", "the event type is gone"); }
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    for (const auto& field : type->fields) {
        const auto given = std::ranges::find(send.fields, field.id, &SendEventNode::Field::id);
        std::string text;
        if (given != send.fields.end()) {
            text = TRY(render_in_run(given->text, visit));
        } else if (field.is_primary_key) {
            text = visit.facts.contact().email.value_or("");
        }
        if (text.empty()) {
            if (field.required) { return base::invalid("", field.id + " is empty"); }
            continue;
        }
        const auto value = kind_of(field.type).read_text(text, field);
        if (!value) { return base::invalid("", field.id + " " + value.error().problems.front().reason); }
        writer.key(field.id);
        kind_of(field.type).write(writer, value.value());
    }
    writer.end_object();
    return json;
}

NodeResult visit_send_event(const NodeVisit& visit) {
    const auto& send = std::get<SendEventNode>(visit.node.parameters);
    auto fields = sent_fields(send, visit);
    if (!fields) {
        return {
            .port = failed_port,
            .is_failed = true,
            .reason = StepReason::TemplateFailed,
            .value = fields.error().problems.empty() ? fields.error().detail : fields.error().problems.front().reason};
    }
    NodeResult result{.effect = Effect{.what = CallEffect{.type = send.type, .fields = std::move(fields).take()}}};
    if (send.answer_within.is_zero()) { return result; }
    result.kind = NodeResult::Kind::Wait;
    result.until = add(visit.time.now, send.answer_within, visit.time.zone);
    return result;
}

std::optional<NodeResult> look_again_send_event(const NodeVisit& visit) {
    const auto& answer = visit.wake.answer;
    if (answer && answer->node == visit.run.node && answer->visit == visit.number) {
        return answer->is_sent ? NodeResult{.port = sent_port}
                               : NodeResult{.port = failed_port, .reason = StepReason::CallFailed};
    }
    const auto& until = visit.run.waits_until;
    if (until && *until <= visit.time.now) {
        return NodeResult{.port = failed_port, .reason = StepReason::NoAnswerYet};
    }
    return std::nullopt;
}

}  // namespace

const NodeKindRow send_event_kind{.kind = NodeKind::SendEvent,
                                  .word = "send-event",
                                  .role = NodeRole::Act,
                                  .parameters = send_event_parameters,
                                  .ports = send_event_ports,
                                  .reads_facts = true,
                                  .obeys_window = true,
                                  .read = read_send_event,
                                  .visit = visit_send_event,
                                  .look_again = look_again_send_event};

}  // namespace tradewind::domain
