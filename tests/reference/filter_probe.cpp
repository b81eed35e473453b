// Reads lines of JSON from standard input, each a store, a person, a moment and a filter, and writes a line for each:
// whether the filter holds and when that changes by itself, or the problems of the filter. Driven by
// filter_reference_test.py.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/time_zone.h"
#include "domain/contacts/contact_members.h"
#include "domain/events/custom_event_list.h"
#include "domain/fields/contact_field_list.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/filters/evaluate.h"
#include "domain/filters/filter_names.h"
#include "domain/filters/memory_facts.h"
#include "domain/filters/parse_filter.h"

namespace {

using namespace tradewind;
using base::Decimal;
using base::Id;
using base::Instant;
using base::JsonDocument;
using base::JsonValue;
using base::JsonWriter;

// What the test sends is always well-formed; anything else ends the program.
template <class T>
T taken(base::Result<T> result) {
    if (!result.ok()) {
        const auto& error = result.error();
        throw std::runtime_error(error.problems.empty() ? error.detail : error.problems.front().reason);
    }
    return std::move(result).take();
}

JsonValue member(const JsonValue& object, std::string_view name) {
    const auto found = object.find(name);
    if (!found) { throw std::runtime_error("there is no " + std::string(name)); }
    return *found;
}

std::optional<std::string> text_of(const JsonValue& object, std::string_view name) {
    const auto found = object.find(name);
    return found ? std::optional(std::string(found->string())) : std::nullopt;
}

Id id_of(const JsonValue& value) {
    const auto id = taken(Id::parse(value.string()));
    if (!id) { throw std::runtime_error("nothing can have this id"); }
    return *id;
}

Instant instant_of(const JsonValue& value) {
    return taken(Instant::parse(value.string()));
}

std::string json_of(const JsonValue& value) {
    std::string json;
    JsonWriter writer(json);
    base::write_json(writer, value);
    return json;
}

// The store.

void read_field(const JsonValue& json, domain::ContactField& field) {
    const auto* const kind = domain::find_kind(member(json, "type").string());
    if (kind == nullptr) { throw std::runtime_error("there is no such kind of field"); }
    field.id = field.name = member(json, "id").string();
    field.type = kind->type;
    field.default_country_code = text_of(json, "defaultCountryCode");
    if (const auto number = json.find("number")) { field.number = taken(base::parse_integer(number->digits())); }
    if (const auto required = json.find("required")) { field.required = required->boolean(); }
    if (const auto options = json.find("options")) {
        for (const auto option : options->elements()) {
            field.options.push_back({.id = std::string(member(option, "id").string()),
                                     .label = std::string(member(option, "label").string())});
        }
    }
    if (const auto value = json.find("defaultValue")) { field.default_value = taken(kind->read(*value, field)); }
}

domain::ContactFieldList read_fields(const JsonValue& store) {
    std::vector<domain::ContactField> fields;
    for (const auto json : member(store, "fields").elements()) { read_field(json, fields.emplace_back()); }
    return {std::move(fields), member(store, "defaultCountryCode").string()};
}

domain::CustomEventList read_event_types(const JsonValue& store) {
    std::vector<domain::CustomEventList::Type> types;
    for (const auto json : member(store, "events").elements()) {
        const auto type = std::make_shared<domain::CustomEventType>();
        type->id = id_of(member(json, "id"));
        type->alias = text_of(json, "alias");
        type->name = type->alias.value_or("unnamed");
        type->category = domain::receive_category;
        type->receive_type = domain::receive_by_api;
        for (const auto field : member(json, "fields").elements()) { read_field(field, type->fields.emplace_back()); }
        types.push_back(type);
    }
    return {{}, std::move(types)};
}

// Finds the name of what has this id, in a list of the store.
auto namer(const JsonValue& store, std::string_view list) {
    std::vector<Id> ids;
    for (const auto id : member(store, list).elements()) { ids.push_back(id_of(id)); }
    return [ids = std::move(ids)](Id id) {
        return std::ranges::find(ids, id) != ids.end() ? std::optional<std::string>("Some name") : std::nullopt;
    };
}

// The person.

struct MemberReader {
    domain::Contact& contact;
    const JsonValue& value;

    void operator()(std::optional<std::string> domain::Contact::*member) const {
        contact.*member = std::string(value.string());
    }
    void operator()(std::string domain::Contact::*member) const { contact.*member = std::string(value.string()); }
    void operator()(std::optional<Instant> domain::Contact::*member) const { contact.*member = instant_of(value); }
    void operator()(Instant domain::Contact::*member) const { contact.*member = instant_of(value); }
    void operator()(std::int64_t domain::Contact::*member) const {
        contact.*member = taken(base::parse_integer(value.digits()));
    }
    void operator()(bool domain::Contact::*member) const { contact.*member = value.boolean(); }
    void operator()(Decimal domain::Contact::*member) const { contact.*member = taken(Decimal::parse(value.digits())); }
    void operator()(domain::ContactMember::Score member) const {
        contact.*member = taken(base::parse_integer(value.string()));
    }
    void operator()(const domain::ContactMember::Nullable& nullable) const {
        if (!value.is_null()) { contact.*nullable.member = taken(Decimal::parse(value.digits())); }
    }
    // Follows from the others.
    void operator()(domain::ContactMember::Computed) const {}
};

domain::Contact read_contact(const JsonValue& person, const domain::ContactFieldList& fields) {
    domain::Contact contact;
    for (const auto& [id, value] : member(person, "fields").members()) {
        std::visit(MemberReader{.contact = contact, .value = value}, domain::contact_member(id).place);
    }
    for (const auto& [id, value] : member(person, "custom").members()) {
        const auto* const field = fields.find(id);
        if (field == nullptr) { throw std::runtime_error("there is no such field"); }
        contact.custom.push_back({.number = field->number, .json = json_of(value)});
    }
    std::ranges::sort(contact.custom, {}, &domain::CustomValue::number);
    return contact;
}

std::optional<std::vector<std::string>> texts_of(const JsonValue& object, std::string_view name) {
    const auto found = object.find(name);
    if (!found) { return std::nullopt; }
    std::vector<std::string> texts;
    for (const auto text : found->elements()) { texts.emplace_back(text.string()); }
    return texts;
}

domain::Purchase read_purchase(const JsonValue& json) {
    domain::Purchase purchase;
    purchase.total_price = taken(Decimal::parse(member(json, "totalPrice").digits()));
    purchase.total_quantity = taken(base::parse_integer(member(json, "totalQuantity").digits()));
    purchase.payment_method = text_of(json, "paymentMethod");
    purchase.source_type = text_of(json, "sourceType");
    purchase.source_name = text_of(json, "sourceName");
    purchase.purchased_at = instant_of(member(json, "purchaseDate"));
    for (const auto line : member(json, "items").elements()) {
        auto& item = purchase.items.emplace_back();
        item.product_id = member(line, "productId").string();
        item.quantity = taken(base::parse_integer(member(line, "quantity").digits()));
        item.price = taken(Decimal::parse(member(line, "price").digits()));
        item.name = member(line, "name").string();
        item.brand = text_of(line, "brand");
        item.categories = texts_of(line, "categories");
        item.tags = texts_of(line, "tags");
    }
    return purchase;
}

// As the journal keeps it.
std::string event_data(const JsonValue& event) {
    std::string json;
    JsonWriter writer(json);
    writer.begin_object();
    writer.key("eventTypeId");
    writer.string(member(event, "type").string());
    writer.key("values");
    base::write_json(writer, member(event, "values"));
    writer.end_object();
    return json;
}

// Only coupons are about something that filters name.
std::string activity_data(const JsonValue& activity) {
    std::string json;
    JsonWriter writer(json);
    writer.begin_object();
    if (const auto subject = text_of(activity, "subject")) {
        writer.key("couponSetId");
        writer.string(*subject);
    }
    writer.end_object();
    return json;
}

domain::ActivityKind kind_of_activity(const JsonValue& activity) {
    const auto kind = domain::find_activity_kind(member(activity, "kind").string());
    if (!kind) { throw std::runtime_error("there is no such kind of activity"); }
    return *kind;
}

void read_person(const JsonValue& person, const domain::ContactFieldList& fields, domain::MemoryFacts& facts) {
    facts.person = read_contact(person, fields);
    std::int64_t number = 0;
    for (const auto json : member(person, "purchases").elements()) {
        auto& purchase = facts.purchases.emplace_back(read_purchase(json));
        purchase.id = {++number};
        purchase.activity = Id{number};
    }
    for (const auto event : member(person, "events").elements()) {
        facts.activities.push_back({.id = {++number},
                                    .contact = facts.person.id,
                                    .kind = domain::ActivityKind::CustomEvent,
                                    .at = instant_of(member(event, "at")),
                                    .data = event_data(event)});
    }
    for (const auto activity : member(person, "activities").elements()) {
        facts.activities.push_back({.id = {++number},
                                    .contact = facts.person.id,
                                    .kind = kind_of_activity(activity),
                                    .at = instant_of(member(activity, "at")),
                                    .data = activity_data(activity)});
    }
    for (const auto segment : member(person, "segments").elements()) { facts.segments.insert(id_of(segment).number); }
}

// The answer.

void write_problems(JsonWriter& writer, const std::vector<base::Problem>& problems) {
    writer.key("problems");
    writer.begin_array();
    for (const auto& problem : problems) {
        writer.begin_object();
        writer.key("path");
        writer.string(problem.path);
        writer.key("reason");
        writer.string(problem.reason);
        writer.end_object();
    }
    writer.end_array();
}

void write_evaluation(JsonWriter& writer, const domain::Evaluation& evaluation) {
    writer.key("holds");
    writer.boolean(evaluation.holds);
    writer.key("changesAt");
    evaluation.changes_at ? writer.instant(*evaluation.changes_at) : writer.null();
}

std::string answer(const JsonValue& question) {
    const auto store = member(question, "store");
    const auto fields = read_fields(store);
    const auto events = read_event_types(store);
    const domain::FilterNames names{.fields = fields,
                                    .events = events,
                                    .segment_name = namer(store, "segments"),
                                    .coupon_set_name = namer(store, "couponSets"),
                                    .workflow_name = namer(store, "workflows")};
    std::string json;
    JsonWriter writer(json);
    writer.begin_object();
    const auto filter = domain::parse_filter(member(question, "filter"), names, "/filter");
    if (filter.ok()) {
        const auto zone = taken(base::TimeZone::load(member(store, "zone").string()));
        domain::MemoryFacts facts;
        read_person(member(question, "person"), fields, facts);
        const domain::EvaluationTime time{.now = instant_of(member(question, "now")), .zone = zone};
        write_evaluation(writer, domain::evaluate(filter.value(), facts, fields, time));
    } else {
        write_problems(writer, filter.error().problems);
    }
    writer.end_object();
    return json;
}

}  // namespace

int main() {
    std::ios::sync_with_stdio(false);
    std::string line;
    while (std::getline(std::cin, line)) {
        const auto document = taken(JsonDocument::parse(line));
        std::cout << answer(document.root()) << '\n';
    }
}
