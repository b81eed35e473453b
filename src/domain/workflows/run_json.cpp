#include "domain/workflows/run_json.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/decimal.h"
#include "base/json.h"
#include "base/json_writer.h"

namespace tradewind::domain {
namespace {

std::optional<std::size_t> place_of(const Definition& definition, std::string_view id) {
    const auto found = std::ranges::find(definition.nodes, id, &Node::id);
    if (found == definition.nodes.end()) { return std::nullopt; }
    return static_cast<std::size_t>(found - definition.nodes.begin());
}

std::int64_t integer_in(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    if (!value || value->kind() != base::JsonKind::Number) { return 0; }
    const auto number = base::parse_integer(value->digits());
    return number ? number.value() : 0;
}

std::string text_in(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    return value && value->kind() == base::JsonKind::String ? std::string(value->string()) : std::string();
}

void write_integer(base::JsonWriter& writer, std::string_view name, std::int64_t number) {
    writer.key(name);
    writer.integer(number);
}

void write_text(base::JsonWriter& writer, std::string_view name, std::string_view text) {
    writer.key(name);
    writer.string(text);
}

}  // namespace

std::string write_run_body(const Run& run, const Definition& definition) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_integer(writer, "entry", run.entry);
    write_integer(writer, "depth", run.depth);
    // Numbers of the journal are larger than JSON numbers are exact for everybody.
    write_text(writer, "startedNumber", std::to_string(run.started_number));
    write_integer(writer, "arrivedAt", run.arrived_at.milliseconds);
    write_text(writer, "arrivedNumber", std::to_string(run.arrived_number));
    write_integer(writer, "dueAt", run.due_at.milliseconds);
    write_integer(writer, "steps", run.steps);
    write_integer(writer, "records", run.records);
    if (run.waits_for != StepReason::None) { write_text(writer, "waitsFor", word_of(run.waits_for)); }
    if (run.trigger) { write_text(writer, "trigger", definition.nodes[*run.trigger].id); }
    if (run.given) {
        writer.key("given");
        writer.raw(*run.given);
    }
    if (run.test_address) { write_text(writer, "testAddress", *run.test_address); }
    writer.key("nodes");
    writer.begin_object();
    for (const auto& [node, visits] : run.visits) {
        writer.key(definition.nodes[node].id);
        writer.begin_object();
        write_integer(writer, "visits", visits.count);
        write_text(writer, "number", std::to_string(visits.number));
        writer.end_object();
    }
    writer.end_object();
    writer.key("left");
    writer.begin_object();
    for (const auto& [node, left] : run.left) {
        writer.key(definition.nodes[node].id);
        writer.begin_object();
        if (left.activity.number != 0) {
            write_text(writer, "activity", left.activity.text());
            write_integer(writer, "at", left.at.milliseconds);
        } else {
            writer.key("values");
            writer.raw(left.json.empty() ? "null" : left.json);
        }
        writer.end_object();
    }
    writer.end_object();
    writer.end_object();
    return json;
}

bool read_run_body(std::string_view json, const Definition& definition, Run& run) {
    const auto document = base::JsonDocument::parse(json);
    if (!document || document.value().root().kind() != base::JsonKind::Object) { return false; }
    const auto root = document.value().root();
    const auto number_in = [&](const base::JsonValue& object, std::string_view name) {
        const auto text = text_in(object, name);
        std::int64_t number = 0;
        std::from_chars(text.data(), text.data() + text.size(), number);
        return number;
    };
    run.entry = integer_in(root, "entry");
    run.depth = integer_in(root, "depth");
    run.started_number = number_in(root, "startedNumber");
    run.arrived_at = {integer_in(root, "arrivedAt")};
    run.arrived_number = number_in(root, "arrivedNumber");
    run.due_at = {integer_in(root, "dueAt")};
    run.steps = integer_in(root, "steps");
    run.records = integer_in(root, "records");
    if (const auto word = text_in(root, "waitsFor"); !word.empty()) {
        const auto* const found = std::ranges::find(step_reason_words, word);
        if (found == step_reason_words.end()) { return false; }
        run.waits_for = static_cast<StepReason>(found - step_reason_words.begin());
    }
    if (const auto id = text_in(root, "trigger"); !id.empty()) { run.trigger = place_of(definition, id); }
    if (const auto given = root.find("given")) {
        base::JsonWriter writer(run.given.emplace());
        base::write_json(writer, *given);
    }
    if (auto address = text_in(root, "testAddress"); !address.empty()) { run.test_address = std::move(address); }
    const auto nodes = root.find("nodes");
    const auto left = root.find("left");
    if (!nodes || !left) { return false; }
    for (const auto member : nodes->members()) {
        const auto place = place_of(definition, member.key);
        if (!place) { return false; }
        run.visits[*place] = {.count = integer_in(member.value, "visits"), .number = number_in(member.value, "number")};
    }
    for (const auto member : left->members()) {
        const auto place = place_of(definition, member.key);
        if (!place) { return false; }
        LeftValues values;
        const auto activity = base::Id::parse(text_in(member.value, "activity"));
        if (activity && activity.value()) {
            values.activity = *activity.value();
            values.at = {integer_in(member.value, "at")};
        } else if (const auto own = member.value.find("values")) {
            base::JsonWriter writer(values.json);
            base::write_json(writer, *own);
        }
        run.left[*place] = std::move(values);
    }
    return true;
}

}  // namespace tradewind::domain
