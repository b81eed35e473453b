#include "domain/workflows/changed_values.h"

#include <array>
#include <charconv>

#include "base/json_writer.h"
#include "domain/filters/filter_value.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/journal/change.h"

namespace tradewind::domain {
namespace {

constexpr std::array<std::string_view, 2> subscription_fields{"_newsletterSubscriptionStatus",
                                                              "_smsSubscriptionStatus"};

const ContactField* field_of_change(const ContactFieldList& fields, std::string_view name) {
    if (name.starts_with('_')) { return fields.find(name); }
    std::int64_t number = 0;
    std::from_chars(name.data() + 1, name.data() + name.size(), number);
    return fields.find_custom(number);
}

}  // namespace

std::string field_json(const Contact& contact, const ContactFieldList& fields, std::string_view field) {
    const auto* const found = field_of_change(fields, field);
    if (found == nullptr) { return "null"; }
    const FieldTest test{.field = std::string(field), .number = found->number, .test = {.kind = value_kind_of(*found)}};
    std::string json;
    base::JsonWriter writer(json);
    write_value(writer, value_of(contact, fields, test));
    return json;
}

std::vector<ChangedValue> changed_values(const Contact& before, const Contact& after, const ContactFieldList& fields) {
    std::vector<ChangedValue> changed;
    for (auto& name : changed_fields(before, after)) {
        ChangedValue value{.field = std::move(name)};
        value.before = field_json(before, fields, value.field);
        value.after = field_json(after, fields, value.field);
        if (value.before != value.after) { changed.push_back(std::move(value)); }
    }
    return changed;
}

std::vector<ChangedValue> first_values(const Contact& contact, const ContactFieldList& fields) {
    std::vector<ChangedValue> changed;
    changed.reserve(subscription_fields.size());
    for (const auto field : subscription_fields) {
        changed.push_back({.field = std::string(field), .after = field_json(contact, fields, field)});
    }
    return changed;
}

}  // namespace tradewind::domain
