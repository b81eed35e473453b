#include "storage/stores/settings/definitions.h"

#include <algorithm>

#include "storage/database/hash_column.h"
#include "storage/stores/contacts/contact_field_store.h"
#include "storage/stores/engine/change_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/settings/api_key_store.h"
#include "storage/stores/settings/custom_event_hook_store.h"
#include "storage/stores/settings/custom_event_type_store.h"
#include "storage/stores/settings/custom_integration_store.h"
#include "storage/stores/settings/person_store.h"
#include "storage/stores/settings/session_store.h"
#include "storage/stores/settings/store_store.h"
#include "storage/stores/shop/coupon_set_store.h"

namespace tradewind::storage {
namespace {

std::shared_ptr<base::MinuteCounter> requests_of(const Definitions* before, std::string_view id) {
    if (before != nullptr) {
        if (const auto known = before->keys.find(id); known != before->keys.end()) {
            return known->second->own_requests;
        }
    }
    return std::make_shared<base::MinuteCounter>();
}

std::unordered_map<std::string, KnownHook> load_hooks(Transaction& transaction, const Definitions* before) {
    std::unordered_map<std::string, KnownHook> hooks;
    for (auto& hook : all_custom_event_hooks(transaction)) {
        const auto* const known = before != nullptr ? before->find_hook(hook.token_hash) : nullptr;
        auto requests = known != nullptr ? known->requests : std::make_shared<base::MinuteCounter>();
        std::string key(bytes_of(hook.token_hash).view);
        hooks.emplace(std::move(key), KnownHook{.hook = std::move(hook), .requests = std::move(requests)});
    }
    return hooks;
}

std::vector<std::shared_ptr<const KnownPerson>> load_people(Transaction& transaction, const Definitions* before) {
    std::vector<std::shared_ptr<const KnownPerson>> people;
    for (auto& person : all_people(transaction)) {
        const auto* const known = before != nullptr ? before->find_person(person.id) : nullptr;
        const auto role = domain::find_role(person.role);
        people.push_back(std::make_shared<const KnownPerson>(
            KnownPerson{.person = std::move(person),
                        .scopes = role ? domain::scopes_of(*role) : domain::ScopeSet(),
                        .requests = known != nullptr ? known->requests : std::make_shared<base::MinuteCounter>()}));
    }
    return people;
}

void load_sessions(Transaction& transaction, Definitions& definitions) {
    for (auto& session : all_sessions(transaction)) {
        const auto person =
            std::ranges::find(definitions.people, session.person, [](const auto& known) { return known->person.id; });
        if (person == definitions.people.end()) { continue; }
        std::string key(bytes_of(session.token_hash).view);
        definitions.sessions.emplace(std::move(key), std::make_unique<const KnownSession>(std::move(session), *person));
    }
}

// The filter of a set never changes: what is known of it need not be read again.
void reuse_filters(const KnownSegment& known, KnownSegment& segment) {
    if (segment.member_set == known.member_set) { segment.filter = known.filter; }
    if (segment.member_set && segment.member_set == known.next_set) { segment.filter = known.next_filter; }
    if (segment.next_set && segment.next_set == known.next_set) { segment.next_filter = known.next_filter; }
}

std::vector<KnownSegment> load_segments(Transaction& transaction, const Definitions* before) {
    auto segments = known_segments(transaction);
    if (before == nullptr) { return segments; }
    for (auto& segment : segments) {
        const auto known = std::ranges::find(before->segments, segment.id, &KnownSegment::id);
        if (known != before->segments.end()) { reuse_filters(*known, segment); }
    }
    return segments;
}

// Each filter is read alone, as fields are.
base::Result<void> load_filters(Database& database, std::vector<KnownSegment>& segments) {
    for (auto& segment : segments) {
        if (!segment.lacks_filters()) { continue; }
        const auto is_loaded = TRY(read_and_wait(
            database,
            [&](Transaction& transaction) -> base::Result<bool> { return load_segment_filters(transaction, segment); },
            ReadCost::Point));
        if (!is_loaded) { return base::unavailable(base::Outcome::None, "a segment changed while it was loaded"); }
    }
    return {};
}

using EventType = domain::CustomEventList::Type;

// Everything but the fields of contacts and the types of events, of which it says which there are.
struct Frame {
    std::shared_ptr<Definitions> definitions = std::make_shared<Definitions>();
    std::vector<std::int64_t> field_numbers;  // Newest first; so are the others.
    std::vector<domain::CustomIntegration> integrations;
    std::vector<base::Id> event_type_ids;
};

base::Result<Frame> load_frame(Transaction& transaction, const Definitions* before) {
    auto store = find_store(transaction);
    if (!store) { throw DatabaseBroken("the database holds no store"); }
    Frame frame;
    frame.definitions->version = transaction.definitions_version();
    frame.definitions->store = std::move(*store);
    for (auto& key : all_api_keys(transaction)) {
        auto requests = requests_of(before, key.id);
        auto known = std::make_unique<const KnownKey>(std::move(key), std::move(requests));
        const std::string_view id = known->key.id;
        frame.definitions->keys.emplace(id, std::move(known));
    }
    frame.definitions->people = load_people(transaction, before);
    load_sessions(transaction, *frame.definitions);
    frame.definitions->listeners = all_change_listeners(transaction);
    frame.definitions->hooks = load_hooks(transaction, before);
    frame.definitions->segments = load_segments(transaction, before);
    frame.definitions->coupon_sets = coupon_set_names(transaction);
    frame.definitions->workflows = known_workflows(transaction);
    frame.definitions->hold = find_hold(transaction);
    frame.field_numbers = contact_field_numbers(transaction);
    frame.integrations = all_custom_integrations(transaction);
    frame.event_type_ids = custom_event_type_ids(transaction);
    return frame;
}

const domain::ContactField* find_by_number(const Definitions* before, std::int64_t number) {
    if (before == nullptr) { return nullptr; }
    const auto fields = before->contact_fields.custom();
    const auto place = std::ranges::find(fields, number, &domain::ContactField::number);
    return place == fields.end() ? nullptr : &*place;
}

EventType find_event_type(const Definitions* before, base::Id id) {
    if (before == nullptr) { return nullptr; }
    const auto& types = before->custom_events.types();
    const auto place = std::ranges::find(types, id, [](const EventType& type) { return type->id; });
    return place == types.end() ? nullptr : *place;
}

using FieldsByNumber = std::unordered_map<std::int64_t, domain::ContactField>;
using EventTypesById = std::unordered_map<std::int64_t, EventType>;

// What was loaded besides the frame.
struct Loaded {
    FieldsByNumber fields;
    EventTypesById event_types;
};

// Adds to `fields` those that neither it nor `before` has. All fields may be too large for one read, but they do not
// change: so each is read once, alone, and what was read is kept when a later one cannot be.
base::Result<void> load_fields(Database& database, const std::vector<std::int64_t>& numbers, const Definitions* before,
                               FieldsByNumber& fields) {
    for (const auto number : numbers) {
        if (fields.contains(number) || find_by_number(before, number) != nullptr) { continue; }
        using Found = base::Result<std::optional<domain::ContactField>>;
        auto field = TRY(read_and_wait(
            database, [&](Transaction& transaction) -> Found { return find_contact_field(transaction, number); },
            ReadCost::Point));
        if (!field) { return base::unavailable(base::Outcome::None, "a contact field went while it was loaded"); }
        fields.emplace(number, std::move(*field));
    }
    return {};
}

// The same for the types of events.
base::Result<void> load_event_types(Database& database, const std::vector<base::Id>& ids, const Definitions* before,
                                    EventTypesById& types) {
    for (const auto id : ids) {
        if (types.contains(id.number)) { continue; }
        auto known = find_event_type(before, id);
        if (known == nullptr) {
            using Found = base::Result<std::optional<domain::CustomEventType>>;
            auto type = TRY(read_and_wait(
                database, [&](Transaction& transaction) -> Found { return find_custom_event_type(transaction, id); },
                ReadCost::Point));
            if (!type) { return base::unavailable(base::Outcome::None, "an event type went while it was loaded"); }
            known = std::make_shared<const domain::CustomEventType>(std::move(*type));
        }
        types.emplace(id.number, std::move(known));
    }
    return {};
}

bool has_the_fields(const Definitions* before, const Frame& frame) {
    return before != nullptr && before->store.default_country_code == frame.definitions->store.default_country_code &&
           std::ranges::equal(before->contact_fields.custom(), frame.field_numbers, {}, &domain::ContactField::number);
}

base::Result<std::shared_ptr<const Definitions>> load_all(Database& database, const Definitions* before,
                                                          Loaded& loaded) {
    auto frame = TRY(read_and_wait(
        database, [&](Transaction& transaction) { return load_frame(transaction, before); }, ReadCost::Point));
    TRY(load_filters(database, frame.definitions->segments));
    TRY(load_event_types(database, frame.event_type_ids, before, loaded.event_types));
    std::vector<EventType> event_types;
    for (const auto id : frame.event_type_ids) { event_types.push_back(loaded.event_types.at(id.number)); }
    frame.definitions->custom_events = domain::CustomEventList(std::move(frame.integrations), std::move(event_types));
    if (has_the_fields(before, frame)) {
        frame.definitions->contact_fields = before->contact_fields;
        return std::shared_ptr<const Definitions>(std::move(frame.definitions));
    }
    TRY(load_fields(database, frame.field_numbers, before, loaded.fields));
    std::vector<domain::ContactField> custom;
    for (const auto number : frame.field_numbers) {
        const auto* const known = find_by_number(before, number);
        if (known != nullptr) {
            custom.push_back(*known);
        } else {
            custom.push_back(std::move(loaded.fields.at(number)));
        }
    }
    frame.definitions->contact_fields =
        domain::ContactFieldList(std::move(custom), frame.definitions->store.default_country_code);
    return std::shared_ptr<const Definitions>(std::move(frame.definitions));
}

}  // namespace

base::TimeZone zone_of_store(const Definitions& definitions) {
    auto zone = base::TimeZone::load(definitions.store.timezone);
    return zone.ok() ? std::move(zone).take() : base::TimeZone::load("UTC").take();
}

std::shared_ptr<const Definitions> definitions_in(Transaction& transaction, std::shared_ptr<const Definitions> known) {
    if (transaction.definitions_version() == known->version) { return known; }
    auto frame = load_frame(transaction, known.get()).take();
    for (auto& segment : frame.definitions->segments) {
        if (segment.lacks_filters()) { load_segment_filters(transaction, segment); }
    }
    std::vector<domain::ContactField> custom;
    for (const auto number : frame.field_numbers) {
        const auto* const field = find_by_number(known.get(), number);
        custom.push_back(field != nullptr ? *field : find_contact_field(transaction, number).value());
    }
    frame.definitions->contact_fields =
        domain::ContactFieldList(std::move(custom), frame.definitions->store.default_country_code);
    std::vector<EventType> event_types;
    for (const auto id : frame.event_type_ids) {
        auto type = find_event_type(known.get(), id);
        if (type == nullptr) {
            type = std::make_shared<const domain::CustomEventType>(find_custom_event_type(transaction, id).value());
        }
        event_types.push_back(std::move(type));
    }
    frame.definitions->custom_events = domain::CustomEventList(std::move(frame.integrations), std::move(event_types));
    return std::move(frame.definitions);
}

const KnownPerson* Definitions::find_person(base::Id id) const {
    const auto place = std::ranges::find(people, id, [](const auto& known) { return known->person.id; });
    return place == people.end() ? nullptr : place->get();
}

const KnownSegment* Definitions::find_segment(base::Id id) const {
    const auto place = std::ranges::lower_bound(segments, id, {}, &KnownSegment::id);
    return place == segments.end() || place->id != id ? nullptr : &*place;
}

const KnownSession* Definitions::find_session(const base::KeyedHash& token_hash) const {
    const auto place = sessions.find(std::string(bytes_of(token_hash).view));
    return place == sessions.end() ? nullptr : place->second.get();
}

const KnownHook* Definitions::find_hook(const base::KeyedHash& token_hash) const {
    const auto place = hooks.find(std::string(bytes_of(token_hash).view));
    return place == hooks.end() ? nullptr : &place->second;
}

KnownKey::KnownKey(domain::ApiKey from, std::shared_ptr<base::MinuteCounter> requests)
    : key(std::move(from)),
      use_noted_at(key.last_used_at.value_or(base::Instant{}).milliseconds),
      own_requests(std::move(requests)) {
    for (const auto& word : key.scopes) {
        if (const auto scope = domain::find_scope(word)) { scopes.add(*scope); }
    }
}

base::Result<DefinitionsCache> DefinitionsCache::load(Database& database) {
    DefinitionsCache cache;
    TRY(cache.newest_->reload(database));
    // Only the database itself calls this, while it is there.
    database.on_definitions_change([newest = cache.newest_, &database] {
        if (const auto reloaded = newest->reload(database); !reloaded) {
            throw DatabaseBroken("the definitions could not be loaded: " + reloaded.error().cause);
        }
    });
    return cache;
}

base::Result<void> DefinitionsCache::Newest::reload(Database& database) {
    // A read may be cut short on a machine that stalls; an old snapshot must not be served because of that.
    constexpr int tries_max = 20;
    const auto before = get();
    Loaded loaded;
    for (int attempt = 1;; ++attempt) {
        auto definitions = load_all(database, before.get(), loaded);
        if (definitions.ok()) {
            const std::lock_guard lock(mutex_);
            definitions_ = std::move(definitions).take();
            return {};
        }
        if (attempt == tries_max) { return definitions.error(); }
    }
}

}  // namespace tradewind::storage
