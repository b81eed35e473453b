#include "domain/filters/filter_places.h"

#include <algorithm>
#include <variant>

namespace tradewind::domain {
namespace {

// Every test of the filter, in its order, with where it stands.
template <class Visit>
void for_each_placed_test(const Filter& filter, const std::string& path, const Visit& visit) {
    switch (filter.kind) {
        case Filter::Kind::Test:
            return visit(filter.test, path);
        case Filter::Kind::Not:
            return for_each_placed_test(filter.parts.front(), path + "/not", visit);
        case Filter::Kind::All:
        case Filter::Kind::Any: {
            const std::string list = path + (filter.kind == Filter::Kind::All ? "/all/" : "/any/");
            for (std::size_t index = 0; index < filter.parts.size(); ++index) {
                for_each_placed_test(filter.parts[index], list + std::to_string(index), visit);
            }
            return;
        }
    }
}

bool has_option(const ContactField& field, const std::string& id) {
    return std::ranges::any_of(field.options, [&](const auto& option) { return option.id == id; });
}

}  // namespace

std::vector<NamedSegmentPlace> named_segments(const Filter& filter, std::string_view path) {
    std::vector<NamedSegmentPlace> found;
    for_each_placed_test(filter, std::string(path), [&](const FilterTest& test, const std::string& place) {
        if (const auto* const named = std::get_if<SegmentTest>(&test)) {
            found.push_back({.segment = named->segment, .path = place + "/segment"});
        }
    });
    return found;
}

std::vector<std::string> removed_options(const Filter& filter, const ContactFieldList& fields, std::string_view path) {
    std::vector<std::string> found;
    for_each_placed_test(filter, std::string(path), [&](const FilterTest& test, const std::string& place) {
        const auto* const on_field = std::get_if<FieldTest>(&test);
        if (on_field == nullptr || on_field->number == 0) { return; }
        const auto kind = on_field->test.kind;
        const auto* const field = fields.find_custom(on_field->number);
        if (field == nullptr || (kind != ValueKind::Radio && kind != ValueKind::Checkbox)) { return; }
        for (std::size_t index = 0; index < on_field->test.texts.size(); ++index) {
            if (has_option(*field, on_field->test.texts[index])) { continue; }
            found.push_back(place + "/values/" + std::to_string(index));
        }
    });
    return found;
}

}  // namespace tradewind::domain
