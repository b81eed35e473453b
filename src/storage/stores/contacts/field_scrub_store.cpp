#include "storage/stores/contacts/field_scrub_store.h"

#include <algorithm>
#include <optional>
#include <string>
#include <string_view>

#include "storage/database/json_column.h"

namespace tradewind::storage {
namespace {

constexpr Query walk_contacts_query{
    .name = "contacts.walk",
    .sql = R"(SELECT id, custom FROM contacts WHERE id > $1 ORDER BY id LIMIT $2)",
};

// SQLite has one writer, who need not lock.
constexpr Query lock_custom_query{
    .name = "contacts.lock_custom",
    .sql = R"(SELECT custom FROM contacts WHERE id = $1)",
    .postgres = R"(SELECT custom FROM contacts WHERE id = $1 FOR UPDATE)",
};

constexpr Query update_custom_query{
    .name = "contacts.update_custom",
    .sql = R"(UPDATE contacts SET custom = $2 WHERE id = $1)",
};

constexpr Query walk_activities_query{
    .name = "activities.walk",
    .sql = R"(SELECT contact_id, at, id, data, moment FROM activities WHERE (contact_id, at, id) > ($1, $2, $3)
              ORDER BY contact_id, at, id LIMIT $4)",
};

constexpr Query find_activity_query{
    .name = "activities.find",
    .sql = R"(SELECT data, moment FROM activities WHERE contact_id = $1 AND at = $2 AND id = $3)",
};

constexpr Query update_activity_query{
    .name = "activities.update",
    .sql = R"(UPDATE activities SET data = $4, moment = $5 WHERE contact_id = $1 AND at = $2 AND id = $3)",
};

std::vector<std::string> keys_of(std::span<const std::int64_t> numbers) {
    std::vector<std::string> keys;
    for (const auto number : numbers) { keys.push_back("f" + std::to_string(number)); }
    return keys;
}

// Whether a text may hold one of the keys; when in doubt, yes.
bool mentions(std::string_view json, const std::vector<std::string>& keys) {
    return std::ranges::any_of(
        keys, [&](const std::string& key) { return json.find('"' + key + '"') != std::string_view::npos; });
}

void write_without(base::JsonWriter& writer, const base::JsonValue& object, const std::vector<std::string>& keys) {
    writer.begin_object();
    for (const auto member : object.members()) {
        if (std::ranges::find(keys, member.key) != keys.end()) { continue; }
        writer.key(member.key);
        base::write_json(writer, member.value);
    }
    writer.end_object();
}

// What an activity tells: of a change, the values of fields that changed. Others may use the same words for their own.
void write_changes_without(base::JsonWriter& writer, const base::JsonValue& object,
                           const std::vector<std::string>& keys) {
    writer.begin_object();
    for (const auto member : object.members()) {
        writer.key(member.key);
        if (member.key == "changes" && member.value.kind() == base::JsonKind::Object) {
            write_without(writer, member.value, keys);
        } else {
            base::write_json(writer, member.value);
        }
    }
    writer.end_object();
}

template <class Write>
std::string without(std::string_view json, const std::vector<std::string>& keys, Write write) {
    const auto document = base::JsonDocument::parse(json);
    if (!document || document.value().root().kind() != base::JsonKind::Object) {
        throw DatabaseBroken("a JSON column is damaged");
    }
    std::string kept;
    base::JsonWriter writer(kept);
    write(writer, document.value().root(), keys);
    return kept;
}

}  // namespace

ScrubSlice<base::Id> find_contacts_with_fields(Transaction& transaction, std::span<const std::int64_t> numbers,
                                               base::Id after, std::int64_t rows_max) {
    const auto keys = keys_of(numbers);
    ScrubSlice<base::Id> slice{.last = after};
    std::int64_t seen = 0;
    auto rows = transaction.query(walk_contacts_query, {after.number, rows_max});
    for (; rows.next(); ++seen) {
        slice.last = {rows.integer(0)};
        if (mentions(rows.text(1), keys)) { slice.found.push_back(slice.last); }
    }
    slice.is_end = seen < rows_max;
    return slice;
}

ScrubSlice<ActivityPlace> find_activities_with_fields(Transaction& transaction, std::span<const std::int64_t> numbers,
                                                      const ActivityPlace& after, std::int64_t rows_max) {
    const auto keys = keys_of(numbers);
    ScrubSlice<ActivityPlace> slice{.last = after};
    std::int64_t seen = 0;
    auto rows = transaction.query(walk_activities_query,
                                  {after.contact.number, after.at.milliseconds, after.id.number, rows_max});
    for (; rows.next(); ++seen) {
        slice.last = {.contact = {rows.integer(0)}, .at = {rows.integer(1)}, .id = {rows.integer(2)}};
        if (mentions(rows.text(3), keys) || mentions(rows.text(4), keys)) { slice.found.push_back(slice.last); }
    }
    slice.is_end = seen < rows_max;
    return slice;
}

void scrub_contact(Transaction& transaction, std::span<const std::int64_t> numbers, base::Id contact) {
    std::string kept;
    {
        auto rows = transaction.query(lock_custom_query, {contact.number});
        if (!rows.next()) { return; }
        kept = without(rows.text(0), keys_of(numbers), write_without);
    }
    transaction.execute(update_custom_query, {contact.number, kept});
}

void scrub_activity(Transaction& transaction, std::span<const std::int64_t> numbers, const ActivityPlace& place) {
    const auto keys = keys_of(numbers);
    std::string data;
    std::string moment;
    {
        auto rows =
            transaction.query(find_activity_query, {place.contact.number, place.at.milliseconds, place.id.number});
        if (!rows.next()) { return; }
        data = without(rows.text(0), keys, write_changes_without);
        moment = without(rows.text(1), keys, write_without);
    }
    transaction.execute(update_activity_query,
                        {place.contact.number, place.at.milliseconds, place.id.number, data, moment});
}

}  // namespace tradewind::storage
