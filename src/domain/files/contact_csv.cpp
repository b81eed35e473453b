#include "domain/files/contact_csv.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/csv_writer.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view contact_id_name = "Contact ID";
constexpr std::string_view email_name = "Email";
constexpr std::string_view external_id_name = "External ID";
constexpr std::string_view created_name = "Created At";
constexpr std::string_view updated_name = "Updated At";
// Where fields are named. A file is known by it: no id of a field looks so.
constexpr std::string_view last_update_name = "Last update date";
constexpr std::array<std::string_view, 4> origin_names{"Subscription Date", "Subscription IP", "Subscription Origin",
                                                       "Creation Origin"};

// They stand at the front or the end.
constexpr std::array<std::string_view, 4> placed_apart{"_email", "_externalId", "_createdAt", "_updatedAt"};

// What the column of a custom field is not called: other columns are, or an import would take it for a system field.
bool is_taken_name(std::string_view name) {
    static const auto taken = [] {
        std::set<std::string, std::less<>> names{std::string(contact_id_name), std::string(email_name),
                                                 std::string(external_id_name), std::string(created_name),
                                                 std::string(last_update_name)};
        names.insert(origin_names.begin(), origin_names.end());
        for (const auto& field : system_contact_fields()) {
            names.insert(field.name);
            names.insert(field.id);
        }
        return names;
    }();
    return taken.contains(name);
}

std::string name_with_id(const ContactField& field) {
    return field.name + " (" + field.id + ")";
}

// Writes the cell of a system field.
struct MemberCell {
    CsvCells& cells;
    const Contact& contact;
    const ContactField& field;

    void text(std::string_view value) const { field.type == FieldType::Text ? cells.text(value) : cells.plain(value); }
    void operator()(std::optional<std::string> Contact::*member) const {
        const auto& value = contact.*member;
        value ? text(*value) : cells.empty();
    }
    void operator()(std::string Contact::*member) const { text(contact.*member); }
    void operator()(std::optional<base::Instant> Contact::*member) const {
        const auto& value = contact.*member;
        if (!value) { return cells.empty(); }
        member == &Contact::birthdate ? cells.day(*value) : cells.moment(*value);
    }
    void operator()(base::Instant Contact::*member) const { cells.moment(contact.*member); }
    void operator()(std::int64_t Contact::*member) const { cells.number(contact.*member); }
    void operator()(bool Contact::*member) const { cells.boolean(contact.*member); }
    void operator()(base::Decimal Contact::*member) const { cells.decimal(contact.*member); }
    void operator()(ContactMember::Score member) const {
        const auto& value = contact.*member;
        value ? cells.number(*value) : cells.empty();
    }
    void operator()(const ContactMember::Nullable& nullable) const {
        const auto& value = contact.*nullable.member;
        value ? cells.decimal(*value) : cells.empty();
    }
    void operator()(ContactMember::Computed write) const {
        std::string json;
        base::JsonWriter writer(json);
        write(writer, contact);
        cells.plain(json);
    }
};

}  // namespace

ContactCsv::ContactCsv(const Export& wanted)
    : has_external_ids_(wanted.plan.personal_fields && wanted.version_number() >= external_id_since),
      tells_origins_(wanted.plan.personal_fields && wanted.version_number() >= origins_since),
      names_fields_(wanted.plan.names_fields),
      is_personal_(wanted.plan.personal_fields),
      columns_(wanted.plan.columns) {
    for (const auto& field : system_contact_fields()) {
        if (std::ranges::find(placed_apart, field.id) != placed_apart.end()) { continue; }
        if (!is_personal_ && is_personal(field)) { continue; }
        members_.push_back({.member = &contact_member(field.id), .field = &field});
    }
}

void ContactCsv::header(CsvCells& cells) const {
    cells.plain(contact_id_name);
    if (is_personal_) { cells.plain(email_name); }
    if (has_external_ids_) { cells.plain(external_id_name); }
    for (const auto& each : members_) { cells.plain(each.field->name); }
    for (const auto& column : columns_) { names_fields_ ? cells.text(column.name) : cells.plain(column.id); }
    cells.plain(created_name);
    cells.plain(names_fields_ ? last_update_name : updated_name);
    if (tells_origins()) {
        for (const auto name : origin_names) { cells.plain(name); }
    }
    cells.end_row();
}

void ContactCsv::row(CsvCells& cells, const Contact& contact, const ContactFieldList& fields,
                     const std::optional<base::Instant>& subscribed_at) const {
    cells.plain(contact.id.text());
    if (is_personal_) { cells.maybe_text(contact.email); }
    if (has_external_ids_) { cells.maybe_text(contact.external_id); }
    for (const auto& each : members_) {
        std::visit(MemberCell{.cells = cells, .contact = contact, .field = *each.field}, each.member->place);
    }
    for (const auto& column : columns_) {
        const auto* const field = fields.find_custom(column.number);
        const auto* const json = field != nullptr ? find_custom_value(contact, fields, *field) : nullptr;
        json != nullptr ? cells.custom(field->type, *json) : cells.empty();
    }
    cells.moment(contact.created_at);
    cells.moment(contact.updated_at);
    if (tells_origins()) {
        cells.maybe_moment(subscribed_at);
        // From where and how people came is not recorded.
        for (int left = 0; left < 3; ++left) { cells.empty(); }
    }
    cells.end_row();
}

std::vector<std::string> named_columns(std::span<const ContactField> custom) {
    std::vector<std::string> names;
    for (const auto& field : custom) { names.push_back(is_taken_name(field.name) ? name_with_id(field) : field.name); }
    // With its id behind it a name is like no other such name, but another field may be called so.
    bool has_changed = true;
    while (has_changed) {
        has_changed = false;
        std::map<std::string, int, std::less<>> counts;
        for (const auto& name : names) { ++counts[name]; }
        for (std::size_t index = 0; index < names.size(); ++index) {
            if (counts[names[index]] == 1 || names[index] != custom[index].name) { continue; }
            names[index] = name_with_id(custom[index]);
            has_changed = true;
        }
    }
    return names;
}

const ContactField* find_exported_field(const ContactFieldList& fields, std::string_view name) {
    if (const auto* const field = fields.find(name); field != nullptr && !field->custom) { return field; }
    const auto custom = fields.custom();
    const auto names = named_columns(custom);
    if (const auto found = std::ranges::find(names, name); found != names.end()) {
        return &custom[static_cast<std::size_t>(found - names.begin())];
    }
    // Fields came or went since then.
    const auto with_id = std::ranges::find(custom, name, name_with_id);
    if (with_id != custom.end()) { return &*with_id; }
    const bool is_one = !is_taken_name(name) && std::ranges::count(custom, name, &ContactField::name) == 1;
    return is_one ? &*std::ranges::find(custom, name, &ContactField::name) : nullptr;
}

std::optional<ExportedColumns> exported_columns(const std::vector<std::string>& header) {
    // Nobody else begins like this; the report on an import of such a file has two columns more in front.
    constexpr std::array<std::string_view, 2> beginning{contact_id_name, email_name};
    const auto is_key = [](std::string_view name) { return name == "_email" || name == "_externalId"; };
    const auto found = std::search(header.begin(), header.end(), beginning.begin(), beginning.end());
    if (found == header.end() || std::ranges::any_of(header, is_key)) { return std::nullopt; }
    std::map<std::string_view, std::string_view> ids{{email_name, "_email"}, {external_id_name, "_externalId"}};
    for (const auto& field : system_contact_fields()) {
        if (std::ranges::find(placed_apart, field.id) == placed_apart.end()) { ids.emplace(field.name, field.id); }
    }
    ExportedColumns columns{.names = header,
                            .name_fields = std::ranges::find(header, last_update_name) != header.end()};
    for (auto& name : columns.names) {
        // A custom field may have the name of a system field for its id. It stands behind it.
        if (const auto known = ids.extract(name)) {
            name = known.mapped();
        } else if (columns.name_fields) {
            name = base::without_formula_guard(name);
        }
    }
    return columns;
}

}  // namespace tradewind::domain
