#include "domain/fields/kinds/field_kind.h"

#include <algorithm>
#include <optional>

namespace tradewind::domain {
namespace {

constexpr char cell_separator = '|';

// The reason why an id cannot follow these; nothing when it can.
std::optional<std::string_view> misfit_of(std::string_view id, const std::vector<std::string>& before,
                                          const ContactField& field) {
    if (!field_kinds::has_option(field, id)) { return "must be the id of one of the options"; }
    if (std::ranges::find(before, id) != before.end()) { return "is repeated"; }
    return std::nullopt;
}

base::Result<FieldValue> read_checkbox_text(std::string_view text, const ContactField& field) {
    std::vector<std::string> ids;
    for (bool more = !text.empty(); more;) {
        const auto separator = text.find(cell_separator);
        const auto id = text.substr(0, separator);
        if (const auto reason = misfit_of(id, ids, field)) { return field_kinds::misfit(*reason); }
        ids.emplace_back(id);
        more = separator != std::string_view::npos;
        if (more) { text.remove_prefix(separator + 1); }
    }
    return FieldValue(std::move(ids));
}

base::Result<FieldValue> read_checkbox(const base::JsonValue& value, const ContactField& field) {
    if (value.kind() != base::JsonKind::Array) { return field_kinds::misfit("must be an array of option ids"); }
    // Each id can stand once; what goes beyond is not looked at one by one.
    if (value.size() > field.options.size()) {
        return field_kinds::misfit("must have at most " + std::to_string(field.options.size()) + " items");
    }
    std::vector<std::string> ids;
    ids.reserve(value.size());
    std::vector<base::Problem> problems;
    const auto refuse = [&](std::size_t index, std::string_view reason) {
        problems.push_back({.path = "/" + std::to_string(index), .reason = std::string(reason)});
    };
    std::size_t index = 0;
    for (const auto element : value.elements()) {
        if (element.kind() != base::JsonKind::String) {
            refuse(index, "must be a string");
        } else if (const auto reason = misfit_of(element.string(), ids, field)) {
            refuse(index, *reason);
        } else {
            ids.emplace_back(element.string());
        }
        ++index;
    }
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return FieldValue(std::move(ids));
}

void write(base::JsonWriter& writer, const FieldValue& value) {
    writer.begin_array();
    for (const auto& id : std::get<std::vector<std::string>>(value)) { writer.string(id); }
    writer.end_array();
}

}  // namespace

const FieldKind checkbox_kind{
    .type = FieldType::Checkbox,
    .word = "checkbox",
    .traits = {.required_by_default = true, .may_be_optional = false, .needs_options = true},
    .read = read_checkbox,
    .read_text = read_checkbox_text,
    .write = write,
};

}  // namespace tradewind::domain
