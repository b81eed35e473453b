#include "domain/events/custom_event_type.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "base/text.h"
#include "domain/fields/field_parse.h"
#include "domain/fields/json_fields.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view letters_and_digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
constexpr std::array<std::string_view, 3> receive_types{receive_by_api, receive_by_webhook, "web-mobile-app"};
// What the sender of a call decides alone, by name and by how names begin.
constexpr std::array<std::string_view, 3> own_headers{"host", "transfer-encoding", "connection"};
constexpr std::array<std::string_view, 2> own_header_beginnings{"content-", "webhook-"};

bool consists_of(std::string_view text, std::string_view further) {
    return std::ranges::all_of(text, [&](char c) {
        return letters_and_digits.find(c) != std::string_view::npos || further.find(c) != std::string_view::npos;
    });
}

// The list of this name in a create, item by item. Nothing that is wrong keeps the others from being looked at.
template <class Item, std::size_t Count>
std::vector<Item> read_list(const FieldTable<Item, Count>& table, const base::JsonValue& list, const Bounds& bounds,
                            const std::string& path, std::vector<base::Problem>& problems) {
    std::vector<Item> items;
    if (list.kind() != base::JsonKind::Array) {
        problems.push_back({.path = path, .reason = "must be an array"});
        return items;
    }
    if (const auto checked = check_item_count(list.size(), bounds); !checked) {
        problems.push_back({.path = path, .reason = checked.error().problems.front().reason});
        return items;
    }
    for (const auto element : list.elements()) {
        const auto place = path + "/" + std::to_string(items.size());
        if (element.kind() == base::JsonKind::Object) {
            items.push_back(read_fields(table, element, ReadMode::Create, problems, place).values);
        } else {
            problems.push_back({.path = place, .reason = "must be an object"});
            items.emplace_back();
        }
    }
    return items;
}

class NewTypeReader {
  public:
    NewTypeReader(const base::JsonValue& object, const WebhookReach& reach) : object_(object), reach_(reach) {}

    base::Result<NewCustomEventType> read() {
        wanted_.type = read_fields(custom_event_type_fields, object_, ReadMode::Create, problems_).values;
        read_lists();
        // Without a category nothing can be said about what goes with it, but for what is wrong in itself.
        if (has_problem("/category")) {
            check_address();
        } else if (wanted_.type.sends()) {
            complete_sending();
        } else {
            complete_receiving();
        }
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        return std::move(wanted_);
    }

  private:
    [[nodiscard]] std::optional<base::JsonValue> sent(std::string_view name) const {
        if (object_.kind() != base::JsonKind::Object) { return std::nullopt; }
        const auto value = object_.find(name);
        return value && !value->is_null() ? value : std::nullopt;
    }
    // Of the value itself or of something inside it.
    [[nodiscard]] bool has_problem(std::string_view path) const {
        const auto inside = std::string(path) + "/";
        return std::ranges::any_of(problems_, [&](const base::Problem& problem) {
            return problem.path == path || problem.path.starts_with(inside);
        });
    }
    // The first problem of a value says enough.
    void add(const std::string& path, std::string reason) {
        if (!has_problem(path)) { problems_.push_back({.path = path, .reason = std::move(reason)}); }
    }
    void refuse(std::string_view name) {
        if (sent(name)) { add("/" + std::string(name), "does not go with this category"); }
    }
    void demand(std::string_view name) {
        if (!sent(name)) { add("/" + std::string(name), "is required"); }
    }

    void read_lists() {
        constexpr Bounds field_bounds{.items_max = custom_event_fields_max};
        constexpr Bounds header_bounds{.items_max = webhook_headers_max};
        if (const auto fields = sent("fields")) {
            wanted_.type.fields = read_list(custom_event_field_fields, *fields, field_bounds, "/fields", problems_);
            check_fields(*fields);
        }
        if (const auto headers = sent("webhookHeaders")) {
            wanted_.webhook_headers =
                read_list(webhook_header_fields, *headers, header_bounds, "/webhookHeaders", problems_);
        }
    }

    void check_fields(const base::JsonValue& list) {
        if (list.kind() != base::JsonKind::Array || list.size() != wanted_.type.fields.size()) { return; }
        std::size_t index = 0;
        for (const auto element : list.elements()) {
            const auto path = "/fields/" + std::to_string(index);
            if (element.kind() == base::JsonKind::Object) { check_field(index, element, path); }
            ++index;
        }
    }

    void check_field(std::size_t index, const base::JsonValue& object, const std::string& path) {
        const auto& fields = wanted_.type.fields;
        const auto& field = fields[index];
        const auto before = fields.begin() + static_cast<std::ptrdiff_t>(index);
        if (!field.id.empty() && std::find_if(fields.begin(), before, [&](const CustomEventField& other) {
                                     return other.id == field.id;
                                 }) != before) {
            add(path + "/id", "is repeated");
        }
        if (!has_problem(path + "/type")) { check_kind(field, object, path); }
        if (!field.is_primary_key) { return; }
        if (field.type != FieldType::Email) { add(path + "/type", "must be email for the primary key"); }
        if (!field.required) { add(path + "/required", "must be true for the primary key"); }
        if (std::any_of(fields.begin(), before, [](const CustomEventField& other) { return other.is_primary_key; })) {
            add(path + "/isPrimaryKey", "must be true for one field only");
        }
    }

    void check_kind(const CustomEventField& field, const base::JsonValue& object, const std::string& path) {
        const auto& traits = kind_of(field.type).traits;
        const auto match = [&](std::string_view name, bool goes) {
            const auto value = object.find(name);
            const bool is_sent = value && !value->is_null();
            const auto place = path + "/" + std::string(name);
            if (is_sent && !goes) { add(place, "does not go with this type"); }
            if (!is_sent && goes) { add(place, "is required"); }
        };
        match("options", traits.needs_options);
        match("defaultCountryCode", traits.needs_country_code);
    }

    void complete_sending() {
        refuse("alias");
        refuse("receiveType");
        demand("webhookUrl");
        check_address();
    }

    void check_address() {
        if (!wanted_.type.webhook_url || has_problem("/webhookUrl")) { return; }
        if (const auto checked = check_webhook_address(*wanted_.type.webhook_url, reach_); !checked) {
            add("/webhookUrl", checked.error().problems.front().reason);
        }
    }

    void complete_receiving() {
        refuse("webhookUrl");
        refuse("webhookHeaders");
        demand("alias");
        if (has_problem("/receiveType")) { return; }
        auto& receive_type = wanted_.type.receive_type;
        if (!receive_type) { receive_type = receive_by_api; }
        const bool needs_primary_key = *receive_type == receive_by_api || *receive_type == receive_by_webhook;
        if (needs_primary_key && std::ranges::none_of(wanted_.type.fields, &CustomEventField::is_primary_key)) {
            add("/fields", "must have a primary key");
        }
    }

    const base::JsonValue object_;
    const WebhookReach& reach_;
    NewCustomEventType wanted_;
    std::vector<base::Problem> problems_;
};

template <class Item, std::size_t Count>
void write_list(base::JsonWriter& writer, const FieldTable<Item, Count>& table, const std::vector<Item>& items) {
    writer.begin_array();
    for (const auto& item : items) {
        writer.begin_object();
        write_fields(writer, table, item);
        writer.end_object();
    }
    writer.end_array();
}

template <class Item, std::size_t Count>
base::Result<std::vector<Item>> read_kept_list(const FieldTable<Item, Count>& table, const base::JsonValue& array) {
    std::vector<base::Problem> problems;
    auto items = read_list(kept_fields(table), array, {}, "", problems);
    if (!problems.empty()) { return base::invalid(std::move(problems)); }
    return items;
}

}  // namespace

base::Result<std::string> check_event_category(std::string_view text) {
    if (text != send_category && text != receive_category) { return base::invalid("", "must be send or receive"); }
    return std::string(text);
}

base::Result<std::string> check_event_alias(std::string_view text) {
    constexpr std::size_t characters_max = 100;
    if (text.empty() || text.size() > characters_max || !consists_of(text, "_.-")) {
        return base::invalid("", "must be 1 to 100 letters, digits and _ . -");
    }
    return std::string(text);
}

base::Result<std::string> check_receive_type(std::string_view text) {
    if (std::ranges::find(receive_types, text) == receive_types.end()) {
        return base::invalid("", "must be api, webhook or web-mobile-app");
    }
    return std::string(text);
}

base::Result<std::string> check_json_pointer(std::string_view text) {
    TRY(base::JsonPointer::parse(text));
    return std::string(text);
}

base::Result<std::string> check_header_name(std::string_view text) {
    if (!consists_of(text, "!#$%&'*+-.^_`|~")) {
        return base::invalid("", "must be the name of a header: letters, digits and some signs");
    }
    const auto lower = base::ascii_lower(text);
    const auto begins_so = [&](std::string_view beginning) { return lower.starts_with(beginning); };
    if (std::ranges::find(own_headers, lower) != own_headers.end() ||
        std::ranges::any_of(own_header_beginnings, begins_so)) {
        return base::invalid("", "is a header that cannot be set");
    }
    return std::string(text);
}

base::Result<std::string> check_header_value(std::string_view text) {
    const auto is_visible = [](char c) { return c >= ' ' && c <= '~'; };
    if (!std::ranges::all_of(text, is_visible)) {
        return base::invalid("", "must have only visible characters of ASCII and spaces");
    }
    return std::string(text);
}

base::Result<NewCustomEventType> read_custom_event_type(const base::JsonValue& object, const WebhookReach& reach) {
    return NewTypeReader(object, reach).read();
}

void write_custom_event_type(base::JsonWriter& writer, const CustomEventType& type,
                             const std::vector<WebhookHeader>& webhook_headers) {
    writer.begin_object();
    write_fields(writer, custom_event_type_fields, type);
    writer.key("fields");
    write_custom_event_fields(writer, type.fields);
    if (!webhook_headers.empty()) {
        writer.key("webhookHeaders");
        write_webhook_headers(writer, webhook_headers);
    }
    writer.end_object();
}

void write_custom_event_fields(base::JsonWriter& writer, const std::vector<CustomEventField>& fields) {
    write_list(writer, custom_event_field_fields, fields);
}

base::Result<std::vector<CustomEventField>> read_custom_event_fields(const base::JsonValue& array) {
    return read_kept_list(custom_event_field_fields, array);
}

void write_webhook_headers(base::JsonWriter& writer, const std::vector<WebhookHeader>& headers) {
    write_list(writer, webhook_header_fields, headers);
}

base::Result<std::vector<WebhookHeader>> read_webhook_headers(const base::JsonValue& array) {
    return read_kept_list(webhook_header_fields, array);
}

}  // namespace tradewind::domain
