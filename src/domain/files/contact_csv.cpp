#include "domain/files/contact_csv.h"

#include <algorithm>
#include <array>
#include <map>

namespace tradewind::domain {
namespace {

constexpr std::string_view contact_id_name = "Contact ID";
constexpr std::string_view email_name = "Email";
constexpr std::string_view external_id_name = "External ID";

// They stand at the front or the end.
constexpr std::array<std::string_view, 4> placed_apart{"_email", "_externalId", "_createdAt", "_updatedAt"};

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

ContactCsv::ContactCsv(const Export& wanted) : version_(wanted.version_number()), columns_(wanted.plan.columns) {
    for (const auto& field : system_contact_fields()) {
        if (std::ranges::find(placed_apart, field.id) != placed_apart.end()) { continue; }
        members_.push_back({.member = &contact_member(field.id), .field = &field});
    }
}

void ContactCsv::header(CsvCells& cells) const {
    cells.plain(contact_id_name);
    cells.plain(email_name);
    if (version_ >= external_id_since) { cells.plain(external_id_name); }
    for (const auto& each : members_) { cells.plain(each.field->name); }
    for (const auto& column : columns_) { cells.plain(column.id); }
    cells.plain("Created At");
    cells.plain("Updated At");
    if (tells_origins()) {
        cells.plain("Subscription Date");
        cells.plain("Subscription IP");
        cells.plain("Subscription Origin");
        cells.plain("Creation Origin");
    }
    cells.end_row();
}

void ContactCsv::row(CsvCells& cells, const Contact& contact, const ContactFieldList& fields,
                     const std::optional<base::Instant>& subscribed_at) const {
    cells.plain(contact.id.text());
    cells.maybe_text(contact.email);
    if (version_ >= external_id_since) { cells.maybe_plain(contact.external_id); }
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

std::optional<std::vector<std::string>> exported_field_ids(const std::vector<std::string>& header) {
    // Nobody else begins like this; the report on an import of such a file has two columns more in front.
    constexpr std::array<std::string_view, 2> beginning{contact_id_name, email_name};
    const auto is_key = [](std::string_view name) { return name == "_email" || name == "_externalId"; };
    const auto found = std::search(header.begin(), header.end(), beginning.begin(), beginning.end());
    if (found == header.end() || std::ranges::any_of(header, is_key)) { return std::nullopt; }
    std::map<std::string_view, std::string_view> ids{{email_name, "_email"}, {external_id_name, "_externalId"}};
    for (const auto& field : system_contact_fields()) {
        if (std::ranges::find(placed_apart, field.id) == placed_apart.end()) { ids.emplace(field.name, field.id); }
    }
    auto named = header;
    for (auto& name : named) {
        // A custom field may have the name of a system field for its id. It stands behind it.
        if (const auto known = ids.extract(name)) { name = known.mapped(); }
    }
    return named;
}

}  // namespace tradewind::domain
