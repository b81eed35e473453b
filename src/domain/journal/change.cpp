#include "domain/journal/change.h"

#include <algorithm>
#include <type_traits>

#include "domain/contacts/contact_members.h"

namespace tradewind::domain {
namespace {

bool is_same(const ContactMember::Place& place, const Contact& before, const Contact& after) {
    return std::visit(
        [&](const auto& member) {
            using Member = std::decay_t<decltype(member)>;
            if constexpr (std::is_same_v<Member, ContactMember::Nullable>) {
                return before.*member.member == after.*member.member;
            } else if constexpr (std::is_same_v<Member, ContactMember::Computed>) {
                std::string one, other;
                base::JsonWriter first(one), second(other);
                member(first, before);
                member(second, after);
                return one == other;
            } else {
                return before.*member == after.*member;
            }
        },
        place);
}

// The numbers of the custom fields that only one side has, or that have another value there. Both are by number.
std::vector<std::int64_t> changed_numbers(const std::vector<CustomValue>& before,
                                          const std::vector<CustomValue>& after) {
    std::vector<std::int64_t> numbers;
    auto one = before.begin();
    auto other = after.begin();
    while (one != before.end() || other != after.end()) {
        if (other == after.end() || (one != before.end() && one->number < other->number)) {
            numbers.push_back((one++)->number);
        } else if (one == before.end() || other->number < one->number) {
            numbers.push_back((other++)->number);
        } else {
            if (one->json != other->json) { numbers.push_back(one->number); }
            ++one;
            ++other;
        }
    }
    return numbers;
}

}  // namespace

std::vector<std::string> changed_fields(const Contact& before, const Contact& after) {
    std::vector<std::string> fields;
    for (const auto& member : contact_members()) {
        if (!is_same(member.place, before, after)) { fields.emplace_back(member.id); }
    }
    for (const auto number : changed_numbers(before.custom, after.custom)) {
        fields.push_back("f" + std::to_string(number));
    }
    return fields;
}

void ChangeListeners::add(const ChangeTopic& topic) {
    is_empty_ = false;
    switch (topic.kind) {
        case ChangeTopic::Kind::Field:
            fields_.insert(topic.name);
            return;
        case ChangeTopic::Kind::Purchases:
            purchases_ = true;
            return;
        case ChangeTopic::Kind::Activity: {
            const auto kind = find_activity_kind(topic.name);
            if (!kind) { return; }
            if (topic.subject.number == 0) {
                kinds_.set(static_cast<std::size_t>(*kind));
            } else {
                subjects_.emplace(*kind, topic.subject.number);
            }
            return;
        }
    }
}

bool ChangeListeners::hear(const Change& change) const {
    if (is_empty_) { return false; }
    if (change.kind) {
        const auto kind = *change.kind;
        const bool is_new_to_fields = kind == ActivityKind::ContactCreated && !fields_.empty();
        if (is_new_to_fields || kinds_[static_cast<std::size_t>(kind)] ||
            subjects_.contains({kind, change.subject.number})) {
            return true;
        }
    }
    if (change.purchases && purchases_) { return true; }
    return std::ranges::any_of(change.fields, [this](const std::string& field) { return fields_.contains(field); });
}

}  // namespace tradewind::domain
