#include "domain/contacts/contact_patch.h"

#include <algorithm>
#include <array>

#include "base/json_pointer.h"
#include "domain/contacts/contact_members.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

constexpr std::string_view email_id = "_email";
constexpr std::string_view external_id_id = "_externalId";
constexpr std::string_view phone_id = "_mobilePhone";
constexpr std::string_view phone_status_id = "_mobilePhoneStatus";
constexpr std::array<std::string_view, 6> clearable_ids{"_name",        "_surname",    "_birthdate",
                                                        "_mobilePhone", "_externalId", "_email"};

bool is_clearable(const ContactField& field) {
    if (field.custom) { return !field.required; }
    return std::find(clearable_ids.begin(), clearable_ids.end(), field.id) != clearable_ids.end();
}

class PatchReader {
  public:
    PatchReader(const ContactFieldList& fields, const ContactKey& key, OtherKey other_key)
        : fields_(fields), key_(key), other_key_(other_key) {}

    base::Result<ContactPatch> read(const base::JsonValue& object) {
        for (const auto member : object.members()) { read_member(member.key, member.value); }
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        return std::move(patch_);
    }

  private:
    void refuse(std::string_view key, std::string reason) {
        problems_.push_back({.path = base::pointer_to_member(key), .reason = std::move(reason)});
    }

    void read_member(std::string_view key, const base::JsonValue& value) {
        const auto* const field = fields_.find(key);
        if (field == nullptr && key != "id") { return refuse(key, "is not a field"); }
        if (field == nullptr || field->read_only) { return refuse(key, "is read-only"); }
        if (key == email_id || key == external_id_id) { return read_key(*field, value); }
        if (value.is_null()) {
            if (!is_clearable(*field)) { return refuse(key, "must not be null"); }
            patch_.entries.push_back({.field = field, .value = {}});
            return;
        }
        read_value(*field, value);
    }

    void read_key(const ContactField& field, const base::JsonValue& value) {
        const bool is_email = field.id == email_id;
        const bool is_own = is_email == std::holds_alternative<base::EmailAddress>(key_);
        if (is_own) {
            if (!repeats_own(value)) { refuse(field.id, "is not the one in the path"); }
            return;
        }
        if (other_key_ == OtherKey::MayNotSet) { return refuse(field.id, "cannot be set here"); }
        if (value.is_null()) {
            patch_.entries.push_back({.field = &field, .value = {}});
            return;
        }
        if (!is_email && value.kind() == base::JsonKind::String && value.string().empty()) {
            return refuse(field.id, "must not be empty");
        }
        read_value(field, value);
    }

    bool repeats_own(const base::JsonValue& value) const {
        if (value.kind() != base::JsonKind::String) { return false; }
        if (const auto* const external_id = std::get_if<ExternalId>(&key_)) {
            return value.string() == external_id->text();
        }
        const auto address = base::EmailAddress::parse(value.string());
        return address.ok() && address.value().key() == std::get<base::EmailAddress>(key_).key();
    }

    void read_value(const ContactField& field, const base::JsonValue& value) {
        auto read = kind_of(field.type).read(value, field);
        if (read) {
            patch_.entries.push_back({.field = &field, .value = std::move(read).take()});
            return;
        }
        for (const auto& problem : read.error().problems) {
            problems_.push_back({.path = base::pointer_to_member(field.id) + problem.path, .reason = problem.reason});
        }
    }

    const ContactFieldList& fields_;
    const ContactKey& key_;
    const OtherKey other_key_;
    ContactPatch patch_;
    std::vector<base::Problem> problems_;
};

// Whether a member of the struct shows nothing.
struct MemberIsEmpty {
    const Contact& contact;

    bool operator()(std::optional<std::string> Contact::*member) const {
        return !(contact.*member) || (contact.*member)->empty();
    }
    template <class T>
    bool operator()(std::optional<T> Contact::*member) const {
        return !(contact.*member);
    }
    // The rest always has a value, or cannot be written.
    template <class Place>
    bool operator()(Place) const {
        return false;
    }
};

// Puts a value into a member of the struct; whether it was another one before.
struct MemberSetter {
    Contact& contact;
    const std::optional<FieldValue>& value;

    template <class T>
    bool operator()(std::optional<T> Contact::*member) const {
        std::optional<T> wanted;
        if (value) { wanted = std::get<T>(*value); }
        if (contact.*member == wanted) { return false; }
        contact.*member = std::move(wanted);
        return true;
    }
    template <class T>
    requires std::same_as<T, std::string> || std::same_as<T, std::int64_t>
    bool operator()(T Contact::*member) const {
        const auto& wanted = std::get<T>(*value);
        if (contact.*member == wanted) { return false; }
        contact.*member = wanted;
        return true;
    }
    // What clients cannot write.
    bool operator()(base::Instant Contact::*) const { return false; }
    bool operator()(bool Contact::*) const { return false; }
    bool operator()(base::Decimal Contact::*) const { return false; }
    bool operator()(ContactMember::Nullable) const { return false; }
    bool operator()(ContactMember::Computed) const { return false; }
};

std::string json_of(const ContactField& field, const std::optional<FieldValue>& value) {
    if (!value) { return "null"; }
    std::string json;
    base::JsonWriter writer(json);
    kind_of(field.type).write(writer, *value);
    return json;
}

// The same for a custom field.
bool set_custom(Contact& contact, const ContactFieldList& fields, const ContactField& field, const std::string* json) {
    const auto* const before = find_custom_value(contact, fields, field);
    if (before == nullptr ? json == nullptr : json != nullptr && *before == *json) { return false; }
    const auto place =
        std::lower_bound(contact.custom.begin(), contact.custom.end(), field.number,
                         [](const CustomValue& value, std::int64_t number) { return value.number < number; });
    const bool is_there = place != contact.custom.end() && place->number == field.number;
    if (json == nullptr) {
        contact.custom.erase(place);
    } else if (is_there) {
        place->json = *json;
    } else {
        contact.custom.insert(place, {.number = field.number, .json = *json});
    }
    return true;
}

}  // namespace

base::Result<ContactPatch> read_contact_patch(const base::JsonValue& object, const ContactFieldList& fields,
                                              const ContactKey& key, OtherKey other_key) {
    return PatchReader(fields, key, other_key).read(object);
}

std::optional<ContactKey> claimed_key(const base::JsonValue& object, const ContactKey& key) {
    const bool is_named_by_email = std::holds_alternative<base::EmailAddress>(key);
    const auto value = object.find(is_named_by_email ? external_id_id : email_id);
    if (!value || value->kind() != base::JsonKind::String) { return std::nullopt; }
    if (is_named_by_email) {
        auto external_id = ExternalId::parse(value->string());
        return external_id ? std::optional<ContactKey>(std::move(external_id).take()) : std::nullopt;
    }
    auto address = base::EmailAddress::parse(value->string());
    return address ? std::optional<ContactKey>(std::move(address).take()) : std::nullopt;
}

ContactPatch only_empty(const ContactPatch& patch, const Contact& contact, const ContactFieldList& fields) {
    ContactPatch rest;
    for (const auto& entry : patch.entries) {
        bool is_empty = false;
        if (entry.field->custom) {
            const auto* const json = find_custom_value(contact, fields, *entry.field);
            is_empty = json == nullptr || *json == R"("")" || *json == "[]";
        } else {
            is_empty = std::visit(MemberIsEmpty{.contact = contact}, contact_member(entry.field->id).place);
        }
        if (is_empty) { rest.entries.push_back(entry); }
    }
    return rest;
}

std::vector<ContactChange> apply(const ContactPatch& patch, Contact& contact, const ContactFieldList& fields) {
    std::vector<ContactChange> changes;
    const auto put = [&](const ContactField& field, const std::optional<FieldValue>& value) {
        auto json = json_of(field, value);
        const bool changed =
            field.custom ? set_custom(contact, fields, field, value ? &json : nullptr)
                         : std::visit(MemberSetter{.contact = contact, .value = value}, contact_member(field.id).place);
        if (changed) { changes.push_back({.field = &field, .json = std::move(json)}); }
    };
    const auto clears_phone = [](const ContactPatch::Entry& entry) {
        return entry.field->id == phone_id && !entry.value;
    };
    const bool has_no_phone_then = std::any_of(patch.entries.begin(), patch.entries.end(), clears_phone);
    for (const auto& [field, value] : patch.entries) {
        if (has_no_phone_then && field->id == phone_status_id) { continue; }
        put(*field, value);
    }
    // A phone has a status, and what is no more has none.
    if (has_no_phone_then) { put(*fields.find(phone_status_id), std::nullopt); }
    if (contact.mobile_phone && !contact.mobile_phone_status) {
        put(*fields.find(phone_status_id), FieldValue(std::string("active")));
    }
    return changes;
}

}  // namespace tradewind::domain
