#include "domain/filters/filter_vocabulary.h"

#include <algorithm>

#include "domain/fields/json_fields.h"
#include "domain/shop/purchase.h"

namespace tradewind::domain {
namespace {

constexpr ValueKinds all_value_kinds{ValueKind::Text,    ValueKind::Identifier, ValueKind::Email, ValueKind::Phone,
                                     ValueKind::Integer, ValueKind::Decimal,    ValueKind::Date,  ValueKind::Boolean,
                                     ValueKind::Radio,   ValueKind::Checkbox,   ValueKind::Texts};
constexpr ValueKinds text_kinds{ValueKind::Text, ValueKind::Identifier, ValueKind::Email, ValueKind::Phone,
                                ValueKind::Texts};
constexpr ValueKinds number_kinds{ValueKind::Integer, ValueKind::Decimal};
constexpr ValueKinds texts_and_numbers{ValueKind::Text,  ValueKind::Identifier, ValueKind::Email,  ValueKind::Phone,
                                       ValueKind::Texts, ValueKind::Integer,    ValueKind::Decimal};
constexpr ValueKinds texts_and_radio{ValueKind::Text,  ValueKind::Identifier, ValueKind::Email,
                                     ValueKind::Phone, ValueKind::Texts,      ValueKind::Radio};
constexpr ValueKinds numbers_and_dates{ValueKind::Integer, ValueKind::Decimal, ValueKind::Date};

// In the order of FilterOperator.
constexpr std::array<OperatorRule, 23> operator_rules{{
    {FilterOperator::IsSet, "isSet", OperandShape::None, false, all_value_kinds},
    {FilterOperator::IsNotSet, "isNotSet", OperandShape::None, true, all_value_kinds},
    {FilterOperator::Equals, "equals", OperandShape::Value, false, texts_and_numbers},
    {FilterOperator::NotEquals, "notEquals", OperandShape::Value, true, texts_and_numbers},
    {FilterOperator::In, "in", OperandShape::Values, false, texts_and_radio},
    {FilterOperator::NotIn, "notIn", OperandShape::Values, true, texts_and_radio},
    {FilterOperator::Contains, "contains", OperandShape::Value, false, text_kinds},
    {FilterOperator::StartsWith, "startsWith", OperandShape::Value, false, text_kinds},
    {FilterOperator::EndsWith, "endsWith", OperandShape::Value, false, text_kinds},
    {FilterOperator::AtLeast, "atLeast", OperandShape::Value, false, number_kinds},
    {FilterOperator::AtMost, "atMost", OperandShape::Value, false, number_kinds},
    {FilterOperator::Between, "between", OperandShape::FromTo, false, numbers_and_dates},
    {FilterOperator::Before, "before", OperandShape::Value, false, {ValueKind::Date}},
    {FilterOperator::After, "after", OperandShape::Value, false, {ValueKind::Date}},
    {FilterOperator::InLast, "inLast", OperandShape::Period, false, {ValueKind::Date}},
    {FilterOperator::NotInLast, "notInLast", OperandShape::Period, true, {ValueKind::Date}},
    {FilterOperator::InNext, "inNext", OperandShape::Period, false, {ValueKind::Date}},
    {FilterOperator::AnniversaryInNext, "anniversaryInNext", OperandShape::Period, false, {ValueKind::Date}},
    {FilterOperator::IsTrue, "isTrue", OperandShape::None, false, {ValueKind::Boolean}},
    {FilterOperator::IsFalse, "isFalse", OperandShape::None, false, {ValueKind::Boolean}},
    {FilterOperator::HasAny, "hasAny", OperandShape::Values, false, {ValueKind::Checkbox}},
    {FilterOperator::HasAll, "hasAll", OperandShape::Values, false, {ValueKind::Checkbox}},
    {FilterOperator::HasNone, "hasNone", OperandShape::Values, true, {ValueKind::Checkbox}},
}};
static_assert(operator_rules.size() == static_cast<std::size_t>(FilterOperator::HasNone) + 1);

constexpr std::array<PurchaseProperty, 8> purchase_property_rows{{
    {"productId", WhereTest::On::Item, ValueKind::Identifier},
    {"name", WhereTest::On::Item, ValueKind::Text},
    {"brand", WhereTest::On::Item, ValueKind::Text},
    {"category", WhereTest::On::Item, ValueKind::Texts},
    {"tag", WhereTest::On::Item, ValueKind::Texts},
    {"sourceType", WhereTest::On::Purchase, ValueKind::Identifier, purchase_source_types},
    {"sourceName", WhereTest::On::Purchase, ValueKind::Text},
    {"paymentMethod", WhereTest::On::Purchase, ValueKind::Text},
}};

constexpr std::array<std::string_view, 1> value_members{"value"};
constexpr std::array<std::string_view, 1> values_members{"values"};
constexpr std::array<std::string_view, 2> from_to_members{"from", "to"};
constexpr std::array<std::string_view, 1> period_members{"period"};
constexpr std::array<std::string_view, 1> last_members{"last"};

void write_words(base::JsonWriter& writer, std::span<const std::string_view> words) {
    writer.begin_array();
    for (const auto word : words) { writer.string(word); }
    writer.end_array();
}

void write_words(base::JsonWriter& writer, std::string_view key, std::span<const std::string_view> words) {
    writer.key(key);
    write_words(writer, words);
}

// A list of objects; `write` fills one.
template <class List, class Write>
void write_list(base::JsonWriter& writer, std::string_view key, const List& list, Write write) {
    writer.key(key);
    writer.begin_array();
    for (const auto& item : list) {
        writer.begin_object();
        write(item);
        writer.end_object();
    }
    writer.end_array();
}

void write_word(base::JsonWriter& writer, std::string_view key, std::string_view word) {
    writer.key(key);
    writer.string(word);
}

void write_operators(base::JsonWriter& writer, ValueKind kind) {
    write_list(writer, "operators", operators_of(kind), [&](FilterOperator is) {
        const auto& rule = rule_of(is);
        write_word(writer, "is", rule.word);
        write_words(writer, "operands", members_of(rule.operand));
        writer.key("fitsMissing");
        writer.boolean(rule.fits_missing);
    });
}

void write_named_fields(base::JsonWriter& writer, const auto& fields) {
    write_list(writer, "fields", fields, [&](const ContactField& field) {
        write_word(writer, "id", field.id);
        write_word(writer, "name", field.name);
        write_word(writer, "kind", word_of(value_kind_of(field)));
        json_fields::write_member(writer, "options", field.options);
    });
}

void write_history(base::JsonWriter& writer, const CustomEventList& events) {
    write_list(writer, "purchaseProperties", purchase_properties(), [&](const PurchaseProperty& property) {
        write_word(writer, "name", property.name);
        write_word(writer, "on", word_of(property.on));
        write_word(writer, "kind", word_of(property.kind));
        if (!property.words.empty()) { write_words(writer, "words", property.words); }
    });
    write_list(writer, "events", events.types(), [&](const CustomEventList::Type& type) {
        write_word(writer, "id", type->id.text());
        if (type->alias) { write_word(writer, "alias", *type->alias); }
        write_word(writer, "name", type->name);
        write_named_fields(writer, type->fields);
    });
    write_list(writer, "activities", activity_kind_words, [&](std::string_view word) {
        write_word(writer, "kind", word);
        const auto subject = named_subject_of(*find_activity_kind(word));
        if (subject != ActivitySubject::None) { write_word(writer, "subject", member_of(subject)); }
    });
    writer.key("measures");
    writer.begin_object();
    for (const auto of : {HistoryTest::Of::Purchases, HistoryTest::Of::Event, HistoryTest::Of::Activity}) {
        write_words(writer, word_of(of), measures_of(of));
    }
    writer.end_object();
    write_words(writer, "bounds", bound_is_words);
    writer.key("within");
    writer.begin_array();
    write_words(writer, last_members);
    write_words(writer, members_of(OperandShape::FromTo));
    writer.end_array();
}

void write_limits(base::JsonWriter& writer) {
    writer.key("limits");
    writer.begin_object();
    const auto limit = [&](std::string_view name, auto most) {
        writer.key(name);
        writer.integer(static_cast<std::int64_t>(most));
    };
    limit("levels", filter_levels_max);
    limit("tests", filter_tests_max);
    limit("values", filter_values_max);
    limit("where", filter_where_max);
    limit("textCharacters", filter_text_characters_max);
    limit("historyRows", filter_history_rows_max);
    writer.end_object();
}

}  // namespace

std::span<const std::string_view> members_of(OperandShape shape) {
    switch (shape) {
        case OperandShape::None:
            return {};
        case OperandShape::Value:
            return value_members;
        case OperandShape::Values:
            return values_members;
        case OperandShape::FromTo:
            return from_to_members;
        case OperandShape::Period:
            return period_members;
    }
    return {};
}

const OperatorRule& rule_of(FilterOperator is) {
    return operator_rules[static_cast<std::size_t>(is)];
}

std::string_view word_of(FilterOperator is) {
    return rule_of(is).word;
}

std::vector<FilterOperator> operators_of(ValueKind kind) {
    std::vector<FilterOperator> operators;
    for (const auto& rule : operator_rules) {
        if (rule.kinds.have(kind)) { operators.push_back(rule.is); }
    }
    return operators;
}

const OperatorRule* find_operator(ValueKind kind, std::string_view word) {
    const auto* const found = std::ranges::find(operator_rules, word, &OperatorRule::word);
    return found == operator_rules.end() || !found->kinds.have(kind) ? nullptr : found;
}

ValueKind value_kind_of(const ContactField& field) {
    switch (field.type) {
        case FieldType::Text:
            return !field.custom && field.id == "_externalId" ? ValueKind::Identifier : ValueKind::Text;
        case FieldType::Email:
            return ValueKind::Email;
        case FieldType::Phone:
            return ValueKind::Phone;
        case FieldType::Integer:
            return ValueKind::Integer;
        case FieldType::Decimal:
            return ValueKind::Decimal;
        case FieldType::Date:
            return ValueKind::Date;
        case FieldType::Checkbox:
            return ValueKind::Checkbox;
        case FieldType::Radio:
            return ValueKind::Radio;
        case FieldType::Boolean:
            return ValueKind::Boolean;
    }
    return ValueKind::Text;
}

std::string_view word_of(WhereTest::On on) {
    switch (on) {
        case WhereTest::On::Item:
            return "item";
        case WhereTest::On::Purchase:
            return "purchase";
        case WhereTest::On::Event:
            return "field";
    }
    return {};
}

std::span<const PurchaseProperty> purchase_properties() {
    return purchase_property_rows;
}

const PurchaseProperty* find_purchase_property(WhereTest::On on, std::string_view name) {
    const auto* const found = std::ranges::find(purchase_property_rows, name, &PurchaseProperty::name);
    return found == purchase_property_rows.end() || found->on != on ? nullptr : found;
}

ActivitySubject named_subject_of(ActivityKind kind) {
    switch (kind) {
        case ActivityKind::CouponAssigned:
            return ActivitySubject::CouponSet;
        case ActivityKind::EmailSent:
        case ActivityKind::EmailSentAlert:
        case ActivityKind::EmailOpened:
        case ActivityKind::EmailLinkClicked:
        case ActivityKind::EmailBounce:
        case ActivityKind::EmailSpamReport:
        case ActivityKind::EmailUnsubscribed:
        case ActivityKind::SmsSent:
        case ActivityKind::SmsSentAlert:
        case ActivityKind::SmsBounce:
        case ActivityKind::PushNotificationOpened:
        case ActivityKind::PushNotificationLinkClicked:
        case ActivityKind::PushNotificationError:
            return ActivitySubject::Workflow;
        case ActivityKind::ContactCreated:
        case ActivityKind::ContactIdentified:
        case ActivityKind::ContactMerged:
        case ActivityKind::ContactUpdated:
        case ActivityKind::ContactEnteredSegment:
        case ActivityKind::ContactExitedSegment:
        case ActivityKind::Login:
        case ActivityKind::Register:
        case ActivityKind::NewsletterSubscribe:
        case ActivityKind::WebPageVisited:
        case ActivityKind::WebContentOpened:
        case ActivityKind::WebLinkClicked:
        case ActivityKind::WebFormSubmitted:
        case ActivityKind::Search:
        case ActivityKind::ProductVisited:
        case ActivityKind::ProductSearched:
        case ActivityKind::CartProductAdded:
        case ActivityKind::CartProductRemoved:
        case ActivityKind::CartAbandoned:
        case ActivityKind::Purchase:
        case ActivityKind::PushNotificationSubscribed:
        case ActivityKind::PushNotificationUnsubscribed:
        case ActivityKind::CustomEvent:
            return ActivitySubject::None;
    }
    return ActivitySubject::None;
}

std::string_view member_of(ActivitySubject subject) {
    switch (subject) {
        case ActivitySubject::None:
            return {};
        case ActivitySubject::Workflow:
            return "workflowId";
        case ActivitySubject::CouponSet:
            return "couponSetId";
    }
    return {};
}

std::span<const std::string_view> measures_of(HistoryTest::Of of) {
    const std::span<const std::string_view> all(bound_of_words);
    return of == HistoryTest::Of::Purchases ? all : all.first(1);
}

void write_filter_vocabulary(base::JsonWriter& writer, const FilterNames& names,
                             const std::vector<NamedSegment>& segments) {
    writer.begin_object();
    write_list(writer, "kinds", value_kind_words, [&](const std::string_view& word) {
        write_word(writer, "kind", word);
        write_operators(writer, static_cast<ValueKind>(&word - value_kind_words.data()));
    });
    write_named_fields(writer, names.fields.all());
    write_history(writer, names.events);
    write_list(writer, "segments", segments, [&](const NamedSegment& segment) {
        write_word(writer, "id", segment.id.text());
        write_word(writer, "name", segment.name);
    });
    write_limits(writer);
    writer.end_object();
}

}  // namespace tradewind::domain
