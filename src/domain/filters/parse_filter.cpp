#include "domain/filters/parse_filter.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "domain/fields/field_parse.h"
#include "domain/fields/json_fields.h"
#include "domain/fields/unknown_id.h"
#include "domain/filters/filter_vocabulary.h"
#include "domain/filters/operand_reader.h"

namespace tradewind::domain {
namespace {

// A custom field by the name that is kept for it.
const ContactField* stored_custom_field(std::string_view name, const ContactFieldList& fields) {
    if (!name.starts_with('f')) { return nullptr; }
    std::int64_t number = 0;
    const auto* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + 1, end, number);
    return error == std::errc() && stop == end ? fields.find_custom(number) : nullptr;
}

class FilterReader {
  public:
    FilterReader(const FilterNames& names, FilterForm form, std::string_view path)
        : names_(names), form_(form), root_(path), operands_(form, names.scope, problems_) {}

    base::Result<Filter> read(const base::JsonValue& value) {
        auto filter = read_node(value, root_, 1);
        if (tests_ > filter_tests_max && is_new()) {
            operands_.refuse(root_, "must have at most " + std::to_string(filter_tests_max) + " tests");
        }
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        return filter;
    }

    base::Result<HistoryTest> read_happening(const base::JsonValue& object, HistoryTest::Of of) {
        HistoryTest test{.of = of};
        if (of == HistoryTest::Of::Event) {
            const auto name = sent_member(object, word_of(of));
            if (!name) { operands_.refuse(root_ + "/event", "is required"); }
            const auto* const type = name ? find_event_type(*name, root_ + "/event") : nullptr;
            if (type != nullptr) {
                test.subject = type->id;
                read_where(object, test, root_, [&](const base::JsonValue& value, const std::string& place) {
                    return read_where_event(value, *type, place);
                });
            }
        } else {
            read_where(object, test, root_, [this](const base::JsonValue& value, const std::string& place) {
                return read_where_purchase(value, place);
            });
        }
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        return test;
    }

  private:
    using Read = Filter (FilterReader::*)(const base::JsonValue& object, const std::string& path, std::size_t level);
    struct Shape {
        std::string_view word;
        Read read;
    };

    static constexpr std::size_t shapes_count = 9;
    static const std::array<Shape, shapes_count> shapes;

    // Whether it comes from a client, and so must fit what there is now.
    [[nodiscard]] bool is_new() const { return form_ == FilterForm::Shown; }

    Filter read_node(const base::JsonValue& value, const std::string& path, std::size_t level) {
        // What comes after the last test that may be is not looked at, so that the problems do not grow with it.
        if (is_new() && tests_ > filter_tests_max) { return {}; }
        const auto* const shape = find_shape(value, path);
        if (shape == nullptr) {
            ++tests_;
            return {};
        }
        if (is_new() && level > filter_levels_max) {
            ++tests_;
            operands_.refuse(path, "must be at most " + std::to_string(filter_levels_max) + " levels deep");
            return {};
        }
        return (this->*shape->read)(value, path, level);
    }

    // Null, and a problem, when it is none.
    const Shape* find_shape(const base::JsonValue& value, const std::string& path) {
        if (value.kind() != base::JsonKind::Object) {
            operands_.refuse(path, "must be an object");
            return nullptr;
        }
        if (sent_member(value, "path") && names_.scope == nullptr) {
            operands_.refuse(path + "/path", std::string(only_in_workflows));
            return nullptr;
        }
        const auto is_sent = [&](const Shape& shape) { return sent_member(value, shape.word).has_value(); };
        const auto* const found = std::ranges::find_if(shapes, is_sent);
        if (std::ranges::count_if(shapes, is_sent) != 1) {
            std::vector<std::string_view> words;
            for (const auto& shape : shapes) {
                if (shape.word != "path" || names_.scope != nullptr) { words.push_back(shape.word); }
            }
            operands_.refuse(path, "must have exactly one of " + joined_words(words, " and "));
            return nullptr;
        }
        return found;
    }

    template <Filter::Kind kind>
    Filter read_group(const base::JsonValue& object, const std::string& path, std::size_t level) {
        constexpr std::string_view word = kind == Filter::Kind::All ? "all" : "any";
        operands_.refuse_others(object, {word}, path);
        Filter filter{.kind = kind};
        const auto parts = *object.find(word);
        const auto parts_path = path + "/" + std::string(word);
        if (parts.kind() != base::JsonKind::Array || parts.size() == 0) {
            ++tests_;
            operands_.refuse(parts_path,
                             parts.kind() == base::JsonKind::Array ? "must not be empty" : "must be an array");
            return filter;
        }
        for (const auto part : parts.elements()) {
            const auto part_path = parts_path + "/" + std::to_string(filter.parts.size());
            filter.parts.push_back(read_node(part, part_path, level + 1));
        }
        return filter;
    }

    Filter read_not(const base::JsonValue& object, const std::string& path, std::size_t level) {
        operands_.refuse_others(object, {"not"}, path);
        Filter filter{.kind = Filter::Kind::Not};
        filter.parts.push_back(read_node(*object.find("not"), path + "/not", level + 1));
        return filter;
    }

    // Of a test on a field of contacts.
    Filter read_field(const base::JsonValue& object, const std::string& path, std::size_t /*level*/) {
        ++tests_;
        const auto* const field = find_field(*object.find("field"), path + "/field");
        if (field == nullptr) { return {}; }
        FieldTest test{
            .field = field->custom ? "f" + std::to_string(field->number) : field->id,
            .number = field->number,
        };
        test.test = operands_.read_test(object, "field", {.kind = value_kind_of(*field), .field = field}, path);
        return {.test = std::move(test)};
    }

    const ContactField* find_field(const base::JsonValue& name, const std::string& path) {
        const auto text = read_string(name, path);
        if (!text) { return nullptr; }
        const bool is_number = !is_new() && !text->starts_with('_');
        const auto* const field = is_number ? stored_custom_field(*text, names_.fields) : names_.fields.find(*text);
        if (field == nullptr) { operands_.refuse(path, std::string(unknown_id_reason)); }
        return field;
    }

    Filter read_purchases(const base::JsonValue& object, const std::string& path, std::size_t /*level*/) {
        ++tests_;
        HistoryTest test{.of = HistoryTest::Of::Purchases};
        read_bound(object, {word_of(test.of)}, test, path);
        const auto sent = *object.find(word_of(test.of));
        // PHP writes an empty object so.
        const bool is_empty = sent.kind() == base::JsonKind::Array && sent.size() == 0;
        const auto asked = is_empty ? empty_object() : sent;
        const auto asked_path = path + "/" + std::string(word_of(test.of));
        if (asked.kind() != base::JsonKind::Object) {
            operands_.refuse(asked_path, "must be an object");
            return {};
        }
        operands_.refuse_others(asked, {"within", "where"}, asked_path);
        read_within(asked, test, asked_path);
        read_where(asked, test, asked_path, [this](const base::JsonValue& value, const std::string& place) {
            return read_where_purchase(value, place);
        });
        return {.test = std::move(test)};
    }

    Filter read_event(const base::JsonValue& object, const std::string& path, std::size_t /*level*/) {
        ++tests_;
        HistoryTest test{.of = HistoryTest::Of::Event};
        read_bound(object, {word_of(test.of), "where", "within"}, test, path);
        read_within(object, test, path);
        const auto* const type = find_event_type(*object.find(word_of(test.of)), path + "/event");
        if (type == nullptr) { return {}; }
        test.subject = type->id;
        read_where(object, test, path, [&](const base::JsonValue& value, const std::string& place) {
            return read_where_event(value, *type, place);
        });
        return {.test = std::move(test)};
    }

    // By id or alias. An alias may look like an id.
    const CustomEventType* find_event_type(const base::JsonValue& name, const std::string& path) {
        const auto text = read_string(name, path);
        if (!text) { return nullptr; }
        const auto id = base::Id::parse(*text);
        const auto* type = id && id.value() ? names_.events.find_type(*id.value()) : nullptr;
        if (type == nullptr) { type = names_.events.find_type(*text); }
        if (type == nullptr) { operands_.refuse(path, std::string(unknown_id_reason)); }
        return type;
    }

    Filter read_activity(const base::JsonValue& object, const std::string& path, std::size_t /*level*/) {
        ++tests_;
        HistoryTest test{.of = HistoryTest::Of::Activity};
        std::vector<std::string_view> known{word_of(test.of), "within"};
        for (const auto subject : {ActivitySubject::Workflow, ActivitySubject::CouponSet}) {
            known.push_back(member_of(subject));
        }
        read_bound(object, std::move(known), test, path);
        read_within(object, test, path);
        const auto word = read_string(*object.find(word_of(test.of)), path + "/activity");
        if (!word) { return {}; }
        const auto kind = find_activity_kind(*word);
        if (!kind) {
            operands_.refuse(path + "/activity", "is not a kind of activity");
            return {};
        }
        test.kind = *kind;
        for (const auto subject : {ActivitySubject::Workflow, ActivitySubject::CouponSet}) {
            read_subject(object, subject, test, path);
        }
        return {.test = std::move(test)};
    }

    void read_subject(const base::JsonValue& object, ActivitySubject subject, HistoryTest& test,
                      const std::string& path) {
        const auto value = sent_member(object, member_of(subject));
        if (!value) { return; }
        const auto place = path + "/" + std::string(member_of(subject));
        if (subject != named_subject_of(test.kind)) {
            return operands_.refuse(place, "does not go with this kind of activity");
        }
        const auto& name_of = subject == ActivitySubject::Workflow ? names_.workflow_name : names_.coupon_set_name;
        test.subject = read_id(*value, name_of, place);
    }

    Filter read_segment(const base::JsonValue& object, const std::string& path, std::size_t /*level*/) {
        ++tests_;
        operands_.refuse_others(object, {"segment"}, path);
        return {.test = SegmentTest{read_id(*object.find("segment"), names_.segment_name, path + "/segment")}};
    }

    Filter read_path(const base::JsonValue& object, const std::string& path, std::size_t /*level*/) {
        ++tests_;
        const auto place = path + "/path";
        const auto name = read_string(*object.find("path"), place);
        if (!name) { return {}; }
        const auto tested = names_.scope->value_at(*name);
        if (!tested) {
            operands_.refuse(place, "is no value that the trigger or an earlier node leaves");
            return {};
        }
        return {.test =
                    PathTest{.path = std::string(*name), .test = operands_.read_test(object, "path", *tested, path)}};
    }

    base::Id read_id(const base::JsonValue& value, const FilterNames::NameOf& name_of, const std::string& path) {
        constexpr Bounds none{};
        const auto problems_before = problems_.size();
        base::Id id;
        json_fields::read_value(value, {.bounds = none, .rule = nullptr, .path = path, .problems = problems_}, id);
        if (problems_.size() == problems_before && is_new() && !name_of(id)) {
            operands_.refuse(path, std::string(unknown_id_reason));
        }
        return id;
    }

    std::optional<std::string_view> read_string(const base::JsonValue& value, const std::string& path) {
        if (value.kind() == base::JsonKind::String) { return value.string(); }
        operands_.refuse(path, "must be a string");
        return std::nullopt;
    }

    void read_within(const base::JsonValue& object, HistoryTest& test, const std::string& path) {
        const auto value = sent_member(object, "within");
        if (value) { test.within = operands_.read_within(*value, path + "/within"); }
    }

    // How much there must be. `known` are the other members that the object may have.
    void read_bound(const base::JsonValue& object, std::vector<std::string_view> known, HistoryTest& test,
                    const std::string& path) {
        const auto measures = measures_of(test.of);
        known.insert(known.end(), measures.begin(), measures.end());
        operands_.refuse_others(object, known, path);
        for (std::size_t index = 0; index < measures.size(); ++index) {
            const auto value = sent_member(object, measures[index]);
            if (!value) { continue; }
            const auto place = path + "/" + std::string(measures[index]);
            if (test.has_bound) {
                operands_.refuse(place, "does not go with " + std::string(word_of(test.bound.of)));
                continue;
            }
            test.has_bound = true;
            test.bound.of = static_cast<Bound::Of>(index);
            read_bound_number(*value, test.bound, place);
        }
    }

    void read_bound_number(const base::JsonValue& value, Bound& bound, const std::string& path) {
        const bool is_object = value.kind() == base::JsonKind::Object;
        const auto member = is_object && value.size() == 1 ? std::optional(*value.members().begin()) : std::nullopt;
        const auto* const word = member ? std::ranges::find(bound_is_words, member->key) : bound_is_words.end();
        if (word == bound_is_words.end()) {
            return operands_.refuse(path, "must have exactly one of " + joined_words(bound_is_words, " and "));
        }
        bound.is = static_cast<Bound::Is>(word - bound_is_words.begin());
        const auto place = path + "/" + std::string(*word);
        if (bound.of == Bound::Of::Amount) {
            constexpr Bounds any{};
            return json_fields::read_value(
                member->value, {.bounds = any, .rule = nullptr, .path = place, .problems = problems_}, bound.amount);
        }
        // Units can be given back, counts cannot.
        const Bounds bounds{.value_min = bound.of == Bound::Of::Count ? 0 : -field_integer_max};
        json_fields::read_value(
            member->value, {.bounds = bounds, .rule = nullptr, .path = place, .problems = problems_}, bound.number);
    }

    // The list `where`; `read_one` reads one of it.
    template <class ReadOne>
    void read_where(const base::JsonValue& object, HistoryTest& test, const std::string& path, ReadOne read_one) {
        const auto value = sent_member(object, "where");
        if (!value) { return; }
        const auto place = path + "/where";
        if (value->kind() != base::JsonKind::Array) { return operands_.refuse(place, "must be an array"); }
        Bounds bounds{.items_min = 1};
        if (is_new()) { bounds.items_max = filter_where_max; }
        if (const auto checked = check_item_count(value->size(), bounds); !checked) {
            return operands_.refuse(place, checked.error().problems.front().reason);
        }
        for (const auto element : value->elements()) {
            const auto item_path = place + "/" + std::to_string(test.where.size());
            if (element.kind() != base::JsonKind::Object) {
                operands_.refuse(item_path, "must be an object");
                test.where.emplace_back();
            } else {
                test.where.push_back(read_one(element, item_path));
            }
        }
    }

    WhereTest read_where_purchase(const base::JsonValue& object, const std::string& path) {
        const bool has_item = sent_member(object, word_of(WhereTest::On::Item)).has_value();
        const bool has_purchase = sent_member(object, word_of(WhereTest::On::Purchase)).has_value();
        if (has_item == has_purchase) {
            operands_.refuse(path, "must have exactly one of item and purchase");
            return {};
        }
        WhereTest where;
        where.on = has_item ? WhereTest::On::Item : WhereTest::On::Purchase;
        const auto member = word_of(where.on);
        const auto place = path + "/" + std::string(member);
        const auto name = read_string(*object.find(member), place);
        if (!name) { return where; }
        const auto* const property = find_purchase_property(where.on, *name);
        if (property == nullptr) {
            std::vector<std::string_view> possible;
            for (const auto& other : purchase_properties()) {
                if (other.on == where.on) { possible.push_back(other.name); }
            }
            operands_.refuse(place, "must be one of " + joined_words(possible, " and "));
            return where;
        }
        where.name = *name;
        where.test = operands_.read_test(object, member, {.kind = property->kind, .words = property->words}, path);
        return where;
    }

    WhereTest read_where_event(const base::JsonValue& object, const CustomEventType& type, const std::string& path) {
        WhereTest where;
        where.on = WhereTest::On::Event;
        const auto member = word_of(where.on);
        const auto place = path + "/" + std::string(member);
        const auto value = sent_member(object, member);
        if (!value) {
            operands_.refuse(place, "is required");
            return where;
        }
        const auto name = read_string(*value, place);
        if (!name) { return where; }
        const auto field = std::ranges::find(type.fields, *name, &CustomEventField::id);
        if (field == type.fields.end()) {
            operands_.refuse(place, "is not a field of this event type");
            return where;
        }
        where.name = *name;
        where.test = operands_.read_test(object, member, {.kind = value_kind_of(*field), .field = &*field}, path);
        return where;
    }

    const FilterNames& names_;
    const FilterForm form_;
    const std::string root_;
    std::vector<base::Problem> problems_;
    OperandReader operands_;
    std::size_t tests_ = 0;
};

const std::array<FilterReader::Shape, FilterReader::shapes_count> FilterReader::shapes{{
    {"all", &FilterReader::read_group<Filter::Kind::All>},
    {"any", &FilterReader::read_group<Filter::Kind::Any>},
    {"not", &FilterReader::read_not},
    {"field", &FilterReader::read_field},
    {"purchases", &FilterReader::read_purchases},
    {"event", &FilterReader::read_event},
    {"activity", &FilterReader::read_activity},
    {"segment", &FilterReader::read_segment},
    {"path", &FilterReader::read_path},
}};

}  // namespace

base::Result<Filter> parse_filter(const base::JsonValue& value, const FilterNames& names, std::string_view path) {
    return FilterReader(names, FilterForm::Shown, path).read(value);
}

base::Result<HistoryTest> parse_happening(const base::JsonValue& object, HistoryTest::Of of, const FilterNames& names,
                                          std::string_view path) {
    return FilterReader(names, FilterForm::Shown, path).read_happening(object, of);
}

base::Result<Filter> read_stored_filter(std::string_view json, const FilterNames& names) {
    const auto document = TRY(base::JsonDocument::parse(json));
    return FilterReader(names, FilterForm::Stored, "").read(document.root());
}

}  // namespace tradewind::domain
