#include "app/store_commands.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/json.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "domain/settings/store.h"

namespace tradewind::app {
namespace {

using StoreField = domain::Field<domain::Store>;

const StoreField* find_writable(std::string_view name) {
    const auto place = std::find_if(domain::store_fields.begin(), domain::store_fields.end(),
                                    [&](const StoreField& field) { return field.name == name; });
    if (place == domain::store_fields.end() || place->access == domain::Access::ReadOnly) { return nullptr; }
    return &*place;
}

void write_list(base::JsonWriter& writer, std::string_view items) {
    writer.begin_array();
    while (!items.empty()) {
        const auto comma = items.find(',');
        writer.string(base::trim(items.substr(0, comma)));
        items.remove_prefix(comma == std::string_view::npos ? items.size() : comma + 1);
    }
    writer.end_array();
}

base::Result<std::string> patch_of(const std::vector<std::string>& assignments) {
    std::string body;
    base::JsonWriter writer(body);
    writer.begin_object();
    for (const std::string_view assignment : assignments) {
        const auto equals = assignment.find('=');
        if (equals == std::string_view::npos) {
            return base::bad_request("write name=value, not '" + std::string(assignment) + "'");
        }
        const auto name = assignment.substr(0, equals);
        const auto value = assignment.substr(equals + 1);
        const auto* field = find_writable(name);
        if (field == nullptr) { return base::bad_request("the store has no setting '" + std::string(name) + "'"); }
        if (!base::is_valid_utf8(value)) {
            return base::bad_request("the value of '" + std::string(name) + "' is not UTF-8");
        }
        writer.key(name);
        if (field->member.is<std::vector<std::string>>()) {
            write_list(writer, value);
        } else {
            writer.string(value);
        }
    }
    writer.end_object();
    return body;
}

void print_store(const base::JsonValue& store) {
    for (const auto member : store.members()) {
        std::string value;
        if (member.value.kind() == base::JsonKind::String) { value = member.value.string(); }
        if (member.value.kind() == base::JsonKind::Array) {
            for (const auto item : member.value.elements()) {
                value += (value.empty() ? "" : ",") + std::string(item.string());
            }
        }
        fmt::print("{} = {}\n", member.key, value);
    }
}

}  // namespace

base::Result<void> show_store(AdminClient& client) {
    const auto answer = TRY(client.request("GET", "/admin/v1/store"));
    const auto store = TRY(base::JsonDocument::parse(answer));
    print_store(store.root());
    return {};
}

base::Result<void> set_store(AdminClient& client, const std::vector<std::string>& assignments) {
    const auto patch = TRY(patch_of(assignments));
    const auto answer = TRY(client.request("PATCH", "/admin/v1/store", patch));
    const auto store = TRY(base::JsonDocument::parse(answer));
    print_store(store.root());
    return {};
}

}  // namespace tradewind::app
