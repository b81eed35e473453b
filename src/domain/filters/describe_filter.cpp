#include "domain/filters/describe_filter.h"

#include <algorithm>
#include <string_view>
#include <vector>

#include "domain/filters/filter_phrases.h"
#include "domain/filters/filter_vocabulary.h"

namespace tradewind::domain {
namespace {

constexpr FilterPhrase or_joint{" or ", " o "};
constexpr FilterPhrase nor_joint{" or ", " ni "};
constexpr FilterPhrase and_joint{" and ", " y "};

// Whether its words are several that are joined. A group of one is told as what is in it.
bool is_joined(const Filter& filter) {
    if (filter.kind == Filter::Kind::Not) { return false; }
    return filter.parts.size() == 1 ? is_joined(filter.parts.front()) : !filter.parts.empty();
}

class FilterDescription {
  public:
    FilterDescription(const FilterNames& names, Language language) : names_(names), language_(language) {}

    [[nodiscard]] std::string of(const Filter& filter) const {
        switch (filter.kind) {
            case Filter::Kind::All:
                return of_parts(filter, {", and ", ", y "});
            case Filter::Kind::Any:
                return of_parts(filter, {", or ", ", o "});
            case Filter::Kind::Not:
                return of_denied(filter.parts.front());
            case Filter::Kind::Test:
                return std::visit([this](const auto& test) { return of_test(test); }, filter.test);
        }
        return {};
    }

  private:
    [[nodiscard]] std::string say(const FilterPhrase& words) const { return std::string(phrase(words, language_)); }

    [[nodiscard]] std::string of_parts(const Filter& filter, const FilterPhrase& joint) const {
        if (filter.parts.size() == 1) { return of(filter.parts.front()); }
        std::string text;
        for (const auto& part : filter.parts) {
            const auto told = is_joined(part) ? "(" + of(part) + ")" : of(part);
            if (!text.empty()) { text += joint_phrase(joint, told, language_); }
            text += told;
        }
        return text;
    }

    [[nodiscard]] std::string of_denied(const Filter& part) const {
        const bool is_segment = part.kind == Filter::Kind::Test && std::holds_alternative<SegmentTest>(part.test);
        return say({"not ", "no "}) + (is_segment ? of(part) : "(" + of(part) + ")");
    }

    [[nodiscard]] std::string of_test(const FieldTest& test) const {
        const auto* const field =
            test.number == 0 ? names_.fields.find(test.field) : names_.fields.find_custom(test.number);
        const auto subject = field == nullptr ? test.field : field_phrase(*field, language_);
        return subject + predicate(test.test, field);
    }

    [[nodiscard]] std::string of_test(const SegmentTest& test) const {
        return say({"in segment ", "en el segmento "}) +
               names_.segment_name(test.segment).value_or(test.segment.text());
    }

    [[nodiscard]] std::string of_test(const PathTest& test) const { return test.path + predicate(test.test, nullptr); }

    [[nodiscard]] std::string of_test(const HistoryTest& test) const {
        switch (test.of) {
            case HistoryTest::Of::Purchases:
                return of_purchases(test);
            case HistoryTest::Of::Event:
                return of_events(test);
            case HistoryTest::Of::Activity:
                return of_activities(test);
        }
        return {};
    }

    // What is said of a value, with a space before it. `field` has its options; null for none.
    [[nodiscard]] std::string predicate(const ValueTest& test, const ContactField* field) const {
        const auto values = labels_of(test, field);
        const auto is = say({" is ", " es "});
        switch (test.is) {
            case FilterOperator::IsSet:
                return say({" is set", " tiene valor"});
            case FilterOperator::IsNotSet:
                return say({" is not set", " no tiene valor"});
            case FilterOperator::Equals:
                return is + value_of_test(test);
            case FilterOperator::NotEquals:
                return say({" is not ", " no es "}) + value_of_test(test);
            case FilterOperator::In:
                return is + list_phrase(values, or_joint, language_);
            case FilterOperator::NotIn:
                return say({" is not ", " no es "}) + list_phrase(values, nor_joint, language_);
            case FilterOperator::Contains:
                return say({" contains ", " contiene "}) + value_of_test(test);
            case FilterOperator::StartsWith:
                return say({" starts with ", " empieza por "}) + value_of_test(test);
            case FilterOperator::EndsWith:
                return say({" ends with ", " termina en "}) + value_of_test(test);
            case FilterOperator::AtLeast:
                return is + say({"at least ", "al menos "}) + value_of_test(test);
            case FilterOperator::AtMost:
                return is + say({"at most ", "como máximo "}) + value_of_test(test);
            case FilterOperator::Between:
                return say({" is between ", " está entre "}) + value_of_test(test) + say(and_joint) +
                       (test.kind == ValueKind::Date ? date_phrase(test.date_to) : number_text(test.to));
            case FilterOperator::Before:
                return is + say({"before ", "anterior a "}) + value_of_test(test);
            case FilterOperator::After:
                return is + say({"after ", "posterior a "}) + value_of_test(test);
            case FilterOperator::InLast:
                return say({" is ", " está "}) + period_phrase(test.period, PeriodSide::Last, language_);
            case FilterOperator::NotInLast:
                return say({" is not ", " no está "}) + period_phrase(test.period, PeriodSide::Last, language_);
            case FilterOperator::InNext:
                return say({" is ", " está "}) + period_phrase(test.period, PeriodSide::Next, language_);
            case FilterOperator::AnniversaryInNext:
                return say({" has its anniversary ", " cumple su aniversario "}) +
                       (test.period.is_zero() ? say({"today", "hoy"})
                                              : period_phrase(test.period, PeriodSide::Next, language_));
            case FilterOperator::IsTrue:
                return say({" is true", " es verdadero"});
            case FilterOperator::IsFalse:
                return say({" is false", " es falso"});
            case FilterOperator::HasAny:
                return say({" has ", " tiene "}) + list_phrase(values, or_joint, language_);
            case FilterOperator::HasAll:
                return say({" has ", " tiene "}) + list_phrase(values, and_joint, language_);
            case FilterOperator::HasNone:
                return say({" does not have ", " no tiene "}) + list_phrase(values, nor_joint, language_);
        }
        return {};
    }

    [[nodiscard]] std::vector<std::string> labels_of(const ValueTest& test, const ContactField* field) const {
        auto labels = test.texts;
        if (field == nullptr) { return labels; }
        for (auto& label : labels) {
            const auto option = std::ranges::find(field->options, label, &FieldOption::id);
            if (option != field->options.end()) { label = option_phrase(*field, *option, language_); }
        }
        return labels;
    }

    static std::string number_text(const std::variant<std::int64_t, base::Decimal>& number) {
        const auto* const whole = std::get_if<std::int64_t>(&number);
        return whole == nullptr ? std::get<base::Decimal>(number).text() : std::to_string(*whole);
    }

    // Of `value`, or of `from`.
    static std::string value_of_test(const ValueTest& test) {
        switch (test.kind) {
            case ValueKind::Integer:
            case ValueKind::Decimal:
                return number_text(test.from);
            case ValueKind::Date:
                return date_phrase(test.date_from);
            case ValueKind::Text:
            case ValueKind::Identifier:
            case ValueKind::Email:
            case ValueKind::Phone:
            case ValueKind::Boolean:
            case ValueKind::Radio:
            case ValueKind::Checkbox:
            case ValueKind::Texts:
                return test.texts.empty() ? std::string() : test.texts.front();
        }
        return {};
    }

    [[nodiscard]] std::string of_purchases(const HistoryTest& test) const {
        return measured(test, {" purchase", " compra"}, {" purchases", " compras"}) +
               where_phrase(test, WhereTest::On::Purchase, {"", ""}) + within_phrase(test.within) +
               where_phrase(test, WhereTest::On::Item, {" of an item", " de un artículo"});
    }

    [[nodiscard]] std::string of_events(const HistoryTest& test) const {
        const auto* const type = names_.events.find_type(test.subject);
        return measured(test, {" event ", " evento "}, {" events ", " eventos "}) +
               (type == nullptr ? test.subject.text() : type->name) + within_phrase(test.within) +
               where_phrase(test, WhereTest::On::Event, {"", ""});
    }

    [[nodiscard]] std::string of_activities(const HistoryTest& test) const {
        return std::string(activity_phrase(test.kind, language_)) + subject_phrase(test) + " " +
               measured(test, {" time", " vez"}, {" times", " veces"}) + within_phrase(test.within);
    }

    [[nodiscard]] std::string subject_phrase(const HistoryTest& test) const {
        if (test.subject.number == 0) { return {}; }
        switch (named_subject_of(test.kind)) {
            case ActivitySubject::None:
                return {};
            case ActivitySubject::Workflow:
                return say({" by workflow ", " por el flujo "}) +
                       names_.workflow_name(test.subject).value_or(test.subject.text());
            case ActivitySubject::CouponSet:
                return say({" of coupon set ", " del conjunto de cupones "}) +
                       names_.coupon_set_name(test.subject).value_or(test.subject.text());
        }
        return {};
    }

    // `at least 2 purchases`, `purchases worth at most 100`, `exactly 3 units bought`.
    [[nodiscard]] std::string measured(const HistoryTest& test, const FilterPhrase& one,
                                       const FilterPhrase& many) const {
        const auto& bound = test.bound;
        const auto number = std::to_string(bound.number);
        switch (bound.of) {
            case Bound::Of::Count:
                return limit_phrase(bound.is) + number + say(bound.number == 1 ? one : many);
            case Bound::Of::Amount:
                return say({"purchases worth ", "compras por "}) +
                       (bound.is == Bound::Is::AtMost ? say({"at most ", "un máximo de "}) : limit_phrase(bound.is)) +
                       bound.amount.text();
            case Bound::Of::Units:
                return limit_phrase(bound.is) + number +
                       (bound.number == 1 ? say({" unit bought", " unidad comprada"})
                                          : say({" units bought", " unidades compradas"}));
        }
        return {};
    }

    [[nodiscard]] std::string limit_phrase(Bound::Is is) const {
        switch (is) {
            case Bound::Is::AtLeast:
                return say({"at least ", "al menos "});
            case Bound::Is::AtMost:
                return say({"at most ", "como máximo "});
            case Bound::Is::Equals:
                return say({"exactly ", "exactamente "});
        }
        return {};
    }

    [[nodiscard]] std::string within_phrase(const Within& within) const {
        if (within.last) { return " " + period_phrase(*within.last, PeriodSide::Last, language_); }
        if (within.since) {
            return *within.since == "start" ? say({" since the start", " desde el inicio"})
                                            : say({" since node ", " desde el nodo "}) + *within.since;
        }
        std::string text;
        if (within.from) {
            text += (within.to ? say({" from ", " desde "}) : say({" since ", " desde "})) + date_phrase(*within.from);
        }
        if (within.to) { text += say({" until ", " hasta "}) + date_phrase(*within.to); }
        return text;
    }

    // All tests on this, after `opening`; nothing when there are none.
    [[nodiscard]] std::string where_phrase(const HistoryTest& test, WhereTest::On on,
                                           const FilterPhrase& opening) const {
        std::string text;
        for (const auto& where : test.where) {
            if (where.on != on) { continue; }
            text += text.empty() ? say(opening) + " " : say(and_joint);
            text += on == WhereTest::On::Event
                        ? event_condition(test, where)
                        : std::string(property_phrase(where.name, language_)) + predicate(where.test, nullptr);
        }
        return text;
    }

    [[nodiscard]] std::string event_condition(const HistoryTest& test, const WhereTest& where) const {
        const auto* const type = names_.events.find_type(test.subject);
        const ContactField* field = nullptr;
        if (type != nullptr) {
            const auto found = std::ranges::find(type->fields, where.name, &CustomEventField::id);
            if (found != type->fields.end()) { field = &*found; }
        }
        return say({"whose ", "cuyo campo "}) + (field == nullptr ? where.name : field->name) +
               predicate(where.test, field);
    }

    const FilterNames& names_;
    const Language language_;
};

}  // namespace

std::string describe_filter(const Filter& filter, const FilterNames& names, Language language) {
    return FilterDescription(names, language).of(filter);
}

}  // namespace tradewind::domain
