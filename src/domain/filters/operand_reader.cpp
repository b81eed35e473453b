#include "domain/filters/operand_reader.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "base/json_pointer.h"
#include "base/text.h"
#include "base/time_zone.h"
#include "domain/fields/field_parse.h"
#include "domain/fields/kinds/field_kind.h"
#include "domain/filters/filter_value.h"
#include "domain/filters/filter_vocabulary.h"

namespace tradewind::domain {
namespace {

bool takes_whole_value(FilterOperator is) {
    using enum FilterOperator;
    return is == Equals || is == NotEquals || is == In || is == NotIn;
}

base::Result<std::string> email_operand(std::string text, FilterOperator is) {
    if (!takes_whole_value(is)) { return text; }
    const auto address = TRY(base::EmailAddress::parse(text));
    return address.text();
}

base::Result<std::string> phone_operand(std::string text, FilterOperator is, const ContactField& field) {
    if (takes_whole_value(is)) {
        const auto phone = TRY(base::PhoneNumber::parse(text, field.default_country_code.value_or("")));
        return phone.text();
    }
    // A part of a number, brought into the form of the whole: without spaces and dashes.
    std::erase_if(text, [](char c) { return c == ' ' || c == '-'; });
    if (text.empty() || !std::ranges::all_of(text, [](char c) { return c == '+' || base::is_digit(c); })) {
        return base::invalid("", "must consist of digits and +, spaces and dashes aside");
    }
    return text;
}

// A text to compare with, in the form in which it is shown.
base::Result<std::string> text_operand(std::string_view sent, const TestedValue& tested, FilterOperator is,
                                       FilterForm form) {
    constexpr Bounds bounds{.characters_min = 1, .characters_max = filter_text_characters_max};
    auto text = TRY(text_value(sent, bounds, nullptr));
    switch (tested.kind) {
        case ValueKind::Email:
            return email_operand(std::move(text), is);
        case ValueKind::Phone:
            return phone_operand(std::move(text), is, *tested.field);
        case ValueKind::Radio:
        case ValueKind::Checkbox:
            // Of a filter that is kept an option may have gone.
            if (form == FilterForm::Shown && !field_kinds::has_option(*tested.field, text)) {
                return field_kinds::misfit("must be the id of one of the options");
            }
            return text;
        case ValueKind::Identifier:
            if (!tested.words.empty() && takes_whole_value(is) &&
                std::ranges::find(tested.words, text) == tested.words.end()) {
                return base::invalid("", "must be " + joined_words(tested.words, " or "));
            }
            return text;
        case ValueKind::Text:
        case ValueKind::Texts:
        case ValueKind::Integer:
        case ValueKind::Decimal:
        case ValueKind::Date:
        case ValueKind::Boolean:
            return text;
    }
    return text;
}

using FilterNumber = std::variant<std::int64_t, base::Decimal>;

base::Result<FilterNumber> number_operand(const base::JsonValue& value, ValueKind kind) {
    if (value.kind() != base::JsonKind::Number) { return base::invalid("", "must be a number"); }
    if (kind == ValueKind::Integer) {
        const auto number = TRY(base::parse_integer(value.digits()));
        return FilterNumber(number);
    }
    const auto number = TRY(base::Decimal::parse(value.digits()));
    return FilterNumber(number);
}

// Whether nothing lies between them in any zone. The end of a day is there at most so long after it begins in UTC.
bool leaves_nothing_between(const DateOperand& from, const DateOperand& to) {
    constexpr std::chrono::milliseconds day_end_max = std::chrono::hours(36);
    if (to.is_day && !from.is_day) { return from.at.milliseconds >= to.at.milliseconds + day_end_max.count(); }
    return from.at > to.at;
}

bool has_number_operands(ValueKind kind) {
    return kind == ValueKind::Integer || kind == ValueKind::Decimal;
}

}  // namespace

std::optional<base::JsonValue> sent_member(const base::JsonValue& object, std::string_view name) {
    const auto value = object.find(name);
    return value && !value->is_null() ? value : std::nullopt;
}

std::string joined_words(std::span<const std::string_view> words, std::string_view last_joint) {
    std::string text;
    for (std::size_t index = 0; index < words.size(); ++index) {
        if (index > 0) { text += index + 1 == words.size() ? last_joint : ", "; }
        text += words[index];
    }
    return text;
}

void OperandReader::refuse(std::string path, std::string reason) {
    problems_.push_back({.path = std::move(path), .reason = std::move(reason)});
}

void OperandReader::refuse_others(const base::JsonValue& object, const std::vector<std::string_view>& known,
                                  const std::string& path) {
    for (const auto member : object.members()) {
        if (std::ranges::find(known, member.key) == known.end()) {
            refuse(path + base::pointer_to_member(member.key), "is not known here");
        }
    }
}

std::optional<base::JsonValue> OperandReader::demand(const base::JsonValue& object, std::string_view name,
                                                     const std::string& path) {
    auto value = sent_member(object, name);
    if (!value) { refuse(path + "/" + std::string(name), "is required"); }
    return value;
}

ValueTest OperandReader::read_test(const base::JsonValue& object, std::string_view naming, const TestedValue& tested,
                                   const std::string& path) {
    ValueTest test{.kind = tested.kind};
    const auto is = demand(object, "is", path);
    if (!is) { return test; }
    const auto* const rule = is->kind() == base::JsonKind::String ? find_operator(tested.kind, is->string()) : nullptr;
    if (rule == nullptr) {
        std::vector<std::string_view> words;
        for (const auto possible : operators_of(tested.kind)) { words.push_back(word_of(possible)); }
        refuse(path + "/is", "must be one of " + joined_words(words, " and "));
        return test;
    }
    test.is = rule->is;
    std::vector<std::string_view> known{naming, "is"};
    const auto operands = members_of(rule->operand);
    known.insert(known.end(), operands.begin(), operands.end());
    refuse_others(object, known, path);
    read_operands(object, tested, test, path);
    return test;
}

void OperandReader::read_operands(const base::JsonValue& object, const TestedValue& tested, ValueTest& test,
                                  const std::string& path) {
    switch (rule_of(test.is).operand) {
        case OperandShape::None:
            return;
        case OperandShape::Value:
            if (const auto value = demand(object, "value", path)) { read_value(*value, tested, test, path + "/value"); }
            return;
        case OperandShape::Values:
            if (const auto value = demand(object, "values", path)) {
                read_values(*value, tested, test, path + "/values");
            }
            return;
        case OperandShape::FromTo:
            return read_range(object, test, path);
        case OperandShape::Period:
            if (const auto value = demand(object, "period", path)) {
                const bool is_anniversary = test.is == FilterOperator::AnniversaryInNext;
                test.period = read_period(*value, is_anniversary, path + "/period");
                if (is_anniversary && !test.period.is_days()) {
                    refuse(path + "/period", "must have only years, months, weeks and days");
                }
            }
            return;
    }
}

void OperandReader::read_value(const base::JsonValue& value, const TestedValue& tested, ValueTest& test,
                               const std::string& path) {
    if (has_number_operands(tested.kind)) {
        read_number(value, tested.kind, test.from, path);
    } else if (tested.kind == ValueKind::Date) {
        test.date_from = read_date(value, path).value_or(DateOperand());
    } else {
        add_text(value, tested, test, path);
    }
}

void OperandReader::read_values(const base::JsonValue& value, const TestedValue& tested, ValueTest& test,
                                const std::string& path) {
    if (value.kind() != base::JsonKind::Array) { return refuse(path, "must be an array"); }
    Bounds bounds{.items_min = 1};
    if (form_ == FilterForm::Shown) { bounds.items_max = filter_values_max; }
    if (const auto checked = check_item_count(value.size(), bounds); !checked) {
        return refuse(path, checked.error().problems.front().reason);
    }
    std::size_t index = 0;
    for (const auto element : value.elements()) {
        add_text(element, tested, test, path + "/" + std::to_string(index++));
    }
}

// One that compares like another one before it changes nothing, and is left out.
void OperandReader::add_text(const base::JsonValue& value, const TestedValue& tested, ValueTest& test,
                             const std::string& path) {
    if (value.kind() != base::JsonKind::String) { return refuse(path, "must be a string"); }
    auto text = text_operand(value.string(), tested, test.is, form_);
    if (!text) { return refuse(path, text.error().problems.front().reason); }
    auto key = comparable(tested.kind, text.value());
    if (key.empty()) { return refuse(path, "must have a character that is compared"); }
    if (std::ranges::find(test.keys, key) != test.keys.end()) { return; }
    test.texts.push_back(std::move(text).take());
    test.keys.push_back(std::move(key));
}

bool OperandReader::read_number(const base::JsonValue& value, ValueKind kind,
                                std::variant<std::int64_t, base::Decimal>& out, const std::string& path) {
    const auto number = number_operand(value, kind);
    if (!number) {
        refuse(path, number.error().problems.front().reason);
        return false;
    }
    out = number.value();
    return true;
}

void OperandReader::read_range(const base::JsonValue& object, ValueTest& test, const std::string& path) {
    const auto from = demand(object, "from", path);
    const auto to = demand(object, "to", path);
    if (!has_number_operands(test.kind)) {
        const auto first = from ? read_date(*from, path + "/from") : std::nullopt;
        const auto last = to ? read_date(*to, path + "/to") : std::nullopt;
        check_order(first, last, path);
        test.date_from = first.value_or(DateOperand());
        test.date_to = last.value_or(DateOperand());
        return;
    }
    const bool has_from = from && read_number(*from, test.kind, test.from, path + "/from");
    const bool has_to = to && read_number(*to, test.kind, test.to, path + "/to");
    if (has_from && has_to && test.to < test.from) { refuse(path + "/to", "must not be less than from"); }
}

void OperandReader::check_order(const std::optional<DateOperand>& from, const std::optional<DateOperand>& to,
                                const std::string& path) {
    if (from && to && leaves_nothing_between(*from, *to)) { refuse(path + "/to", "must not be before from"); }
}

std::optional<DateOperand> OperandReader::read_date(const base::JsonValue& value, const std::string& path) {
    if (value.kind() != base::JsonKind::String) {
        refuse(path, "must be a string");
        return std::nullopt;
    }
    const auto at = base::Instant::parse(value.string());
    if (!at) {
        refuse(path, at.error().problems.front().reason);
        return std::nullopt;
    }
    return DateOperand{.at = at.value(), .is_day = base::parse_local_day(value.string()).ok()};
}

Period OperandReader::read_period(const base::JsonValue& value, bool may_be_zero, const std::string& path) {
    if (value.kind() != base::JsonKind::String) {
        refuse(path, "must be a string");
        return {};
    }
    const auto period = Period::parse(value.string());
    if (!period) {
        refuse(path, period.error().problems.front().reason);
        return {};
    }
    if (period.value().is_zero() && !may_be_zero) { refuse(path, "must not be zero"); }
    return period.value();
}

std::optional<std::string> OperandReader::read_since(const base::JsonValue& value, const std::string& path) {
    if (scope_ == nullptr) {
        refuse(path, std::string(only_in_workflows));
    } else if (value.kind() != base::JsonKind::String) {
        refuse(path, "must be a string");
    } else if (value.string() != since_start && !scope_->has_node(value.string())) {
        refuse(path, "must be start or the id of a node");
    } else {
        return std::string(value.string());
    }
    return std::nullopt;
}

Within OperandReader::read_within(const base::JsonValue& value, const std::string& path) {
    Within within;
    if (value.kind() != base::JsonKind::Object) {
        refuse(path, "must be an object");
        return within;
    }
    if (const auto since = sent_member(value, "since")) {
        refuse_others(value, {"since"}, path);
        within.since = read_since(*since, path + "/since");
        return within;
    }
    refuse_others(value, {"last", "from", "to"}, path);
    const auto last = sent_member(value, "last");
    const auto from = sent_member(value, "from");
    const auto to = sent_member(value, "to");
    if (!last && !from && !to) { refuse(path, "must have last, from or to"); }
    if (last) { within.last = read_period(*last, false, path + "/last"); }
    if (from) { within.from = read_date(*from, path + "/from"); }
    if (to) { within.to = read_date(*to, path + "/to"); }
    if (last && from) { refuse(path + "/from", "does not go with last"); }
    if (last && to) { refuse(path + "/to", "does not go with last"); }
    check_order(within.from, within.to, path);
    return within;
}

}  // namespace tradewind::domain
