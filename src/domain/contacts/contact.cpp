#include "domain/contacts/contact.h"

#include <algorithm>
#include <array>

#include "domain/contacts/contact_members.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

// Writes the key and the value of a system field, when there is a value.
struct MemberWriter {
    base::JsonWriter& writer;
    const Contact& contact;
    std::string_view id;

    void operator()(std::optional<std::string> Contact::*member) const {
        if (const auto& value = contact.*member) {
            writer.key(id);
            writer.string(*value);
        }
    }
    void operator()(std::string Contact::*member) const {
        writer.key(id);
        writer.string(contact.*member);
    }
    void operator()(std::optional<base::Instant> Contact::*member) const {
        if (const auto& value = contact.*member) {
            writer.key(id);
            writer.instant(*value);
        }
    }
    void operator()(base::Instant Contact::*member) const {
        writer.key(id);
        writer.instant(contact.*member);
    }
    void operator()(std::int64_t Contact::*member) const {
        writer.key(id);
        writer.integer(contact.*member);
    }
    void operator()(bool Contact::*member) const {
        writer.key(id);
        writer.boolean(contact.*member);
    }
    void operator()(base::Decimal Contact::*member) const {
        writer.key(id);
        writer.decimal(contact.*member);
    }
    void operator()(ContactMember::Score member) const {
        if (const auto& value = contact.*member) {
            writer.key(id);
            writer.string(std::to_string(*value));
        }
    }
    void operator()(const ContactMember::Nullable& nullable) const {
        writer.key(id);
        const auto& value = contact.*nullable.member;
        value ? writer.decimal(*value) : writer.null();
    }
    void operator()(ContactMember::Computed write) const {
        writer.key(id);
        write(writer, contact);
    }
};

// The same in a moment, where a flag stands only when it is set: nearly nobody's is.
struct MomentWriter : MemberWriter {
    using MemberWriter::operator();

    void operator()(bool Contact::*member) const {
        if (contact.*member) { MemberWriter::operator()(member); }
    }
    void operator()(ContactMember::Computed write) const {
        std::string json;
        base::JsonWriter computed(json);
        write(computed, contact);
        if (json == "false") { return; }
        writer.key(id);
        writer.raw(json);
    }
};

// The states that are kept with every moment, each under one letter: every activity has a moment.
struct MomentState {
    std::string_view id;
    std::string_view key;
    std::string_view unwritten = "";  // What it is when it does not stand there.
};
constexpr std::array<MomentState, 10> moment_states{{{"_emailStatus", "e"},
                                                     {"_newsletterSubscriptionStatus", "n"},
                                                     {"_smsSubscriptionStatus", "s"},
                                                     {"_rfm", "r"},
                                                     {"_mobilePhoneStatus", "p"},
                                                     {"_recency", "c"},
                                                     {"_frequency", "q"},
                                                     {"_monetary", "m"},
                                                     {"_hasPushSubscriptions", "h", "false"},
                                                     {"_isAnonymous", "a", "false"}}};

bool is_choice(FieldType type) {
    return type == FieldType::Radio || type == FieldType::Checkbox || type == FieldType::Boolean;
}

}  // namespace

const std::string* find_custom_value(const Contact& contact, const ContactFieldList& fields,
                                     const ContactField& field) {
    const auto found =
        std::lower_bound(contact.custom.begin(), contact.custom.end(), field.number,
                         [](const CustomValue& value, std::int64_t number) { return value.number < number; });
    if (found != contact.custom.end() && found->number == field.number) { return &found->json; }
    const auto& json = fields.default_json(field);
    return json.empty() ? nullptr : &json;
}

base::Decimal average_amount(base::Decimal total, std::int64_t purchases) {
    if (purchases == 0) { return {}; }
    const auto half = purchases / 2;
    const auto sum = total.ten_thousandths;
    return {(sum < 0 ? sum - half : sum + half) / purchases};
}

base::Decimal average_amount(const Contact& contact) {
    return average_amount(contact.total_amount, contact.total_purchases);
}

void write_contact(base::JsonWriter& writer, const Contact& contact, const ContactFieldList& fields) {
    writer.begin_object();
    writer.key("id");
    writer.string(contact.id.text());
    for (const auto& member : contact_members()) {
        std::visit(MemberWriter{.writer = writer, .contact = contact, .id = member.id}, member.place);
    }
    for (const auto& field : fields.custom()) {
        if (const auto* const json = find_custom_value(contact, fields, field)) {
            writer.key(field.id);
            writer.raw(*json);
        }
    }
    writer.end_object();
}

std::string moment_of(const Contact& contact, const ContactFieldList& fields) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    for (const auto& state : moment_states) {
        const MemberWriter member{.writer = writer, .contact = contact, .id = state.key};
        std::visit(MomentWriter{member}, contact_member(state.id).place);
    }
    for (const auto& field : fields.custom()) {
        const auto key = moment_key(field);
        if (!key) { continue; }
        if (const auto* const value = find_custom_value(contact, fields, field)) {
            writer.key(*key);
            writer.raw(*value);
        }
    }
    writer.end_object();
    return json;
}

std::optional<std::string> moment_key(const ContactField& field) {
    if (field.custom) {
        return is_choice(field.type) ? std::optional("f" + std::to_string(field.number)) : std::nullopt;
    }
    const auto* const state = std::ranges::find(moment_states, field.id, &MomentState::id);
    return state != moment_states.end() ? std::optional(std::string(state->key)) : std::nullopt;
}

std::string_view state_of_moment(std::string_view key) {
    const auto* const state = std::ranges::find(moment_states, key, &MomentState::key);
    return state != moment_states.end() ? state->id : std::string_view();
}

std::string_view unwritten_in_moment(std::string_view key) {
    const auto* const state = std::ranges::find(moment_states, key, &MomentState::key);
    return state != moment_states.end() ? state->unwritten : std::string_view();
}

}  // namespace tradewind::domain
