#include "domain/workflows/nodes/node_kind.h"

#include <array>

#include "domain/fields/kinds/field_kind.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/workflows/changed_values.h"
#include "domain/workflows/nodes/field_values.h"
#include "domain/workflows/run_template.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view to_what = "to what";
constexpr NodeParameter set_field_parameters[]{
    {.name = "field", .type = ParameterType::Field, .is_required = true},
    {.name = "value", .type = ParameterType::Value, .alternative = to_what},
    {.name = "template", .type = ParameterType::Template, .alternative = to_what},
    {.name = "path", .type = ParameterType::Path, .alternative = to_what},
    {.name = "add", .type = ParameterType::Number, .alternative = to_what},
};

// What a value of the kind is in JSON, for people.
std::string_view shape_of(ValueKind kind) {
    switch (kind) {
        case ValueKind::Integer:
        case ValueKind::Decimal:
            return "a number";
        case ValueKind::Boolean:
            return "true or false";
        case ValueKind::Checkbox:
        case ValueKind::Texts:
            return "a list";
        case ValueKind::Text:
        case ValueKind::Identifier:
        case ValueKind::Email:
        case ValueKind::Phone:
        case ValueKind::Date:
        case ValueKind::Radio:
            break;
    }
    return "a text";
}

bool is_number(const ContactField& field) {
    return field.type == FieldType::Integer || field.type == FieldType::Decimal;
}

void read_literal(NodeReader& reader, const ContactField& field, SetFieldNode& node) {
    const auto value = reader.object().find("value");
    if (!value) { return; }
    auto json = field_value_json(field, *value, reader.names().filters.fields);
    if (json) {
        node.value = std::move(json).take();
    } else {
        reader.add("/value", incident_codes::invalid, json.error().problems.front().reason);
    }
}

void read_addend(NodeReader& reader, const ContactField& field, SetFieldNode& node) {
    const auto value = reader.member("add");
    if (!value) { return; }
    const auto number = value->kind() == base::JsonKind::Number ? base::Decimal::parse(value->digits())
                                                                : base::invalid("", "must be a number");
    if (!number) {
        reader.add("/add", incident_codes::invalid, number.error().problems.front().reason);
    } else if (!is_number(field)) {
        reader.add("/add", incident_codes::invalid, "goes only with a field of numbers");
    } else if (field.type == FieldType::Integer && number.value().ten_thousandths % 10'000 != 0) {
        reader.add("/add", incident_codes::invalid, "must be a whole number");
    } else {
        node.add = number.value();
    }
}

// What stands there as it is must fit now: nothing that happens later changes it.
void read_own_template(NodeReader& reader, const ContactField* field, SetFieldNode& node) {
    const auto source = reader.text("template");
    if (!source) { return; }
    node.text = read_template(reader, "/template", *source);
    if (field == nullptr || !is_plain_text(*source)) { return; }
    const auto json = field_value_json(*field, *source, reader.names().filters.fields);
    if (!json) { reader.add("/template", incident_codes::invalid, json.error().problems.front().reason); }
}

void read_own_path(NodeReader& reader, const ContactField* field, SetFieldNode& node) {
    if (!reader.member("path")) { return; }
    const auto tested = reader.value_at("path", node.path.emplace());
    if (field == nullptr || !tested) { return; }
    const auto given = shape_of(tested->kind);
    const auto taken = shape_of(value_kind_of(*field));
    if (given == taken) { return; }
    reader.add("/path", incident_codes::invalid,
               "is " + std::string(given) + ", and the field takes " + std::string(taken));
}

void read_set_field(NodeReader& reader, Node& node) {
    SetFieldNode set;
    const auto* const field = reader.field("field", Presence::Required);
    const auto settable = field == nullptr ? base::Result<void>() : check_settable(*field);
    if (!settable) { reader.add("/field", incident_codes::invalid, settable.error().problems.front().reason); }
    if (field != nullptr && settable) {
        set.field = name_of(*field);
        read_literal(reader, *field, set);
        read_addend(reader, *field, set);
    }
    read_own_template(reader, settable ? field : nullptr, set);
    read_own_path(reader, settable ? field : nullptr, set);
    int said = 0;
    for (const auto& parameter : set_field_parameters) {
        if (!parameter.alternative.empty() && reader.object().find(parameter.name)) { ++said; }
    }
    if (said != 1) {
        reader.add("", said == 0 ? incident_codes::required : incident_codes::invalid,
                   "must have one of value, template, path and add");
    }
    node.parameters = std::move(set);
}

// The value that is to be set, as JSON.
base::Result<std::string> wanted_value(const SetFieldNode& set, const ContactField& field, const NodeVisit& visit) {
    const auto& fields = visit.situation.names.fields;
    if (set.value) { return *set.value; }
    if (set.text) {
        const auto text = TRY(render_in_run(*set.text, visit));
        return field_value_json(field, text, fields);
    }
    const auto json = run_value(visit.situation, visit.run, visit.facts, set.path.value_or(""));
    const auto document = TRY(base::JsonDocument::parse(json));
    return field_value_json(field, document.root(), fields);
}

NodeResult visit_set_field(const NodeVisit& visit) {
    const auto& set = std::get<SetFieldNode>(visit.node.parameters);
    const auto* const field = find_field(visit.situation.names.fields, set.field);
    if (field == nullptr) { return {.is_failed = true, .reason = StepReason::Misfit}; }
    if (set.add) {
        const auto& fields = visit.situation.names.fields;
        const auto sum = sum_json(*field, field_json(visit.facts.contact(), fields, set.field.field), *set.add);
        if (!sum) {
            return {.is_failed = true, .reason = StepReason::Misfit, .value = sum.error().problems.front().reason};
        }
        return {.value = set.add->text(), .effect = Effect{.what = SetFieldEffect{.field = set.field, .add = set.add}}};
    }
    auto json = wanted_value(set, *field, visit);
    if (!json) {
        return {.is_failed = true,
                .reason = set.text ? StepReason::TemplateFailed : StepReason::Misfit,
                .value = json.error().problems.empty() ? json.error().detail : json.error().problems.front().reason};
    }
    auto value = json.value();
    return {.value = value, .effect = Effect{.what = SetFieldEffect{.field = set.field, .json = std::move(value)}}};
}

}  // namespace

const NodeKindRow set_field_kind{.kind = NodeKind::SetField,
                                 .word = "set-field",
                                 .role = NodeRole::Act,
                                 .parameters = set_field_parameters,
                                 .ports = std::span(&only_port, 1),
                                 .reads_facts = true,
                                 .read = read_set_field,
                                 .visit = visit_set_field};

}  // namespace tradewind::domain
