#include "domain/filters/write_filter.h"

#include <string_view>

#include "domain/fields/json_fields.h"
#include "domain/filters/filter_vocabulary.h"

namespace tradewind::domain {
namespace {

class FilterWriter {
  public:
    FilterWriter(base::JsonWriter& writer, const FilterNames& names, FilterForm form)
        : writer_(writer), names_(names), form_(form) {}

    void write(const Filter& filter) {
        switch (filter.kind) {
            case Filter::Kind::All:
                return write_parts("all", filter);
            case Filter::Kind::Any:
                return write_parts("any", filter);
            case Filter::Kind::Not:
                writer_.begin_object();
                writer_.key("not");
                write(filter.parts.front());
                writer_.end_object();
                return;
            case Filter::Kind::Test:
                return write(filter.test);
        }
    }

    void write(const FilterTest& test) {
        writer_.begin_object();
        std::visit([this](const auto& one) { write_members(one); }, test);
        writer_.end_object();
    }

  private:
    void write_parts(std::string_view word, const Filter& filter) {
        writer_.begin_object();
        writer_.key(word);
        writer_.begin_array();
        for (const auto& part : filter.parts) { write(part); }
        writer_.end_array();
        writer_.end_object();
    }

    void write_members(const FieldTest& test) {
        const auto* const field =
            form_ == FilterForm::Shown && test.number != 0 ? names_.fields.find_custom(test.number) : nullptr;
        write_text("field", field == nullptr ? test.field : field->id);
        write_value_test(test.test);
    }

    void write_members(const SegmentTest& test) { write_text("segment", test.segment.text()); }

    void write_members(const PathTest& test) {
        write_text("path", test.path);
        write_value_test(test.test);
    }

    void write_members(const HistoryTest& test) {
        switch (test.of) {
            case HistoryTest::Of::Purchases:
                writer_.key(word_of(test.of));
                writer_.begin_object();
                write_within(test.within);
                write_where(test.where);
                writer_.end_object();
                break;
            case HistoryTest::Of::Event:
                write_text(word_of(test.of), test.subject.text());
                write_where(test.where);
                write_within(test.within);
                break;
            case HistoryTest::Of::Activity:
                write_text(word_of(test.of), word_of(test.kind));
                if (test.subject.number != 0) {
                    write_text(member_of(named_subject_of(test.kind)), test.subject.text());
                }
                write_within(test.within);
                break;
        }
        if (test.has_bound) { write_bound(test.bound); }
    }

    void write_where(const std::vector<WhereTest>& where) {
        if (where.empty()) { return; }
        writer_.key("where");
        writer_.begin_array();
        for (const auto& test : where) {
            writer_.begin_object();
            write_text(word_of(test.on), test.name);
            write_value_test(test.test);
            writer_.end_object();
        }
        writer_.end_array();
    }

    void write_within(const Within& within) {
        if (within.is_everything()) { return; }
        writer_.key("within");
        writer_.begin_object();
        if (within.last) { write_text("last", within.last->text()); }
        if (within.from) { write_date("from", *within.from); }
        if (within.to) { write_date("to", *within.to); }
        if (within.since) { write_text("since", *within.since); }
        writer_.end_object();
    }

    void write_bound(const Bound& bound) {
        writer_.key(word_of(bound.of));
        writer_.begin_object();
        writer_.key(word_of(bound.is));
        if (bound.of == Bound::Of::Amount) {
            writer_.decimal(bound.amount);
        } else {
            writer_.integer(bound.number);
        }
        writer_.end_object();
    }

    void write_value_test(const ValueTest& test) {
        const auto& rule = rule_of(test.is);
        write_text("is", rule.word);
        switch (rule.operand) {
            case OperandShape::None:
                return;
            case OperandShape::Value:
                return write_value(test);
            case OperandShape::Values:
                writer_.key("values");
                return json_fields::write_value(writer_, test.texts);
            case OperandShape::FromTo:
                if (test.kind == ValueKind::Date) {
                    write_date("from", test.date_from);
                    write_date("to", test.date_to);
                } else {
                    write_number("from", test.from);
                    write_number("to", test.to);
                }
                return;
            case OperandShape::Period:
                return write_text("period", test.period.text());
        }
    }

    void write_value(const ValueTest& test) {
        switch (test.kind) {
            case ValueKind::Integer:
            case ValueKind::Decimal:
                return write_number("value", test.from);
            case ValueKind::Date:
                return write_date("value", test.date_from);
            case ValueKind::Text:
            case ValueKind::Identifier:
            case ValueKind::Email:
            case ValueKind::Phone:
            case ValueKind::Boolean:
            case ValueKind::Radio:
            case ValueKind::Checkbox:
            case ValueKind::Texts:
                return write_text("value", test.texts.front());
        }
    }

    void write_number(std::string_view key, const std::variant<std::int64_t, base::Decimal>& number) {
        writer_.key(key);
        std::visit([this](const auto& value) { json_fields::write_value(writer_, value); }, number);
    }

    void write_date(std::string_view key, const DateOperand& date) {
        const auto text = date.at.text();
        constexpr std::size_t day_characters = std::string_view("2022-10-05").size();
        write_text(key, std::string_view(text).substr(0, date.is_day ? day_characters : text.size()));
    }

    void write_text(std::string_view key, std::string_view text) {
        writer_.key(key);
        writer_.string(text);
    }

    base::JsonWriter& writer_;
    const FilterNames& names_;
    const FilterForm form_;
};

}  // namespace

void write_filter(base::JsonWriter& writer, const Filter& filter, const FilterNames& names, FilterForm form) {
    FilterWriter(writer, names, form).write(filter);
}

void write_filter(base::JsonWriter& writer, const FilterTest& test, const FilterNames& names, FilterForm form) {
    FilterWriter(writer, names, form).write(test);
}

std::string filter_json(const Filter& filter, const FilterNames& names, FilterForm form) {
    std::string json;
    base::JsonWriter writer(json);
    write_filter(writer, filter, names, form);
    return json;
}

}  // namespace tradewind::domain
