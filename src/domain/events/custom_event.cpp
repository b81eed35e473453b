#include "domain/events/custom_event.h"

#include <algorithm>
#include <cassert>
#include <optional>
#include <vector>

#include "base/json_pointer.h"
#include "base/json_writer.h"
#include "domain/fields/kinds/field_kind.h"

namespace tradewind::domain {
namespace {

using MaybeValue = std::optional<base::JsonValue>;

// Most events fit, so that the text need not move while it grows.
constexpr std::size_t usual_member_bytes = 40;

// Reads one value after the other, in the order of the fields.
class EventReader {
  public:
    explicit EventReader(const CustomEventType& type) : writer_(event_.values) {
        event_.type = type.id;
        event_.values.reserve(type.fields.size() * usual_member_bytes);
        writer_.begin_object();
    }

    // `path_of()` tells where the value is looked for; most events never need it.
    template <class PathOf>
    void read(const CustomEventField& field, const MaybeValue& value, PathOf path_of) {
        if (!value || value->is_null()) {
            if (field.required) { refuse(path_of(), "is required"); }
            return;
        }
        if (field.is_primary_key && take_primary_key(field, *value)) { return; }
        const auto& kind = kind_of(field.type);
        const auto taken = kind.read(*value, field);
        if (!taken) {
            for (const auto& problem : taken.error().problems) { refuse(path_of() + problem.path, problem.reason); }
            return;
        }
        writer_.key(field.id);
        kind.write(writer_, taken.value());
    }

    void refuse(std::string path, std::string reason) {
        problems_.push_back({.path = std::move(path), .reason = std::move(reason)});
    }

    void write_email(const CustomEventField& field, std::string_view email) {
        writer_.key(field.id);
        writer_.string(email);
    }

    base::Result<CustomEvent> finish() {
        writer_.end_object();
        if (!problems_.empty()) { return base::invalid(std::move(problems_)); }
        return std::move(event_);
    }

  private:
    // Reads the address but once. What is none is left to its kind, which says why.
    bool take_primary_key(const CustomEventField& field, const base::JsonValue& value) {
        if (value.kind() != base::JsonKind::String) { return false; }
        auto email = base::EmailAddress::parse(value.string());
        if (!email) { return false; }
        event_.email = std::move(email).take();
        write_email(field, event_.email.text());
        return true;
    }

    CustomEvent event_;
    base::JsonWriter writer_;
    std::vector<base::Problem> problems_;
};

// What an object says of each field, and what else.
struct SentValues {
    std::vector<MaybeValue> values;
    std::vector<std::string_view> unknown;
};

SentValues values_in(const base::JsonValue& object, const CustomEventType& type) {
    SentValues sent{.values = std::vector<MaybeValue>(type.fields.size()), .unknown = {}};
    if (object.kind() == base::JsonKind::Object) {
        auto next = type.fields.begin();  // Most clients send the fields in their order.
        for (const auto member : object.members()) {
            const bool is_next = next != type.fields.end() && next->id == member.key;
            const auto field = is_next ? next : std::ranges::find(type.fields, member.key, &CustomEventField::id);
            if (field == type.fields.end()) {
                sent.unknown.push_back(member.key);
            } else {
                sent.values[static_cast<std::size_t>(field - type.fields.begin())] = member.value;
                next = field + 1;
            }
        }
    }
    return sent;
}

// Who it happened to is known when its address is found.
base::Result<CustomEvent> with_email(base::Result<CustomEvent> event) {
    assert((!event || !event.value().email.key().empty()) && "the primary key is required");
    return event;
}

}  // namespace

base::Result<CustomEvent> read_custom_event(const base::JsonValue& object, const CustomEventType& type) {
    const auto sent = values_in(object, type);
    EventReader reader(type);
    for (std::size_t index = 0; index < sent.values.size(); ++index) {
        const auto& field = type.fields[index];
        reader.read(field, sent.values[index], [&] { return base::pointer_to_member(field.id); });
    }
    for (const auto key : sent.unknown) { reader.refuse(base::pointer_to_member(key), "is not a field"); }
    return with_email(reader.finish());
}

base::Result<std::string> read_event_values(const base::JsonValue& object, const CustomEventType& type,
                                            const std::optional<std::string>& email) {
    const auto sent = values_in(object, type);
    EventReader reader(type);
    for (std::size_t index = 0; index < sent.values.size(); ++index) {
        const auto& field = type.fields[index];
        const auto& value = sent.values[index];
        if (field.is_primary_key && (!value || value->is_null())) {
            if (email) { reader.write_email(field, *email); }
            continue;
        }
        reader.read(field, value, [&] { return base::pointer_to_member(field.id); });
    }
    for (const auto key : sent.unknown) { reader.refuse(base::pointer_to_member(key), "is not a field"); }
    auto event = TRY(reader.finish());
    return std::move(event.values);
}

base::Result<CustomEvent> pick_custom_event(const base::JsonValue& body, const CustomEventType& type) {
    EventReader reader(type);
    for (const auto& field : type.fields) {
        const auto path = field.json_pointer_path.value_or(base::pointer_to_member(field.id));
        reader.read(field, base::JsonPointer::parse(path).take().find(body), [&] { return std::string(path); });
    }
    return with_email(reader.finish());
}

}  // namespace tradewind::domain
