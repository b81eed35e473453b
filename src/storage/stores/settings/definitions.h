#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/minute_counter.h"
#include "base/time_zone.h"
#include "domain/events/custom_event_hook.h"
#include "domain/events/custom_event_list.h"
#include "domain/fields/contact_field_list.h"
#include "domain/journal/change.h"
#include "domain/settings/api_key.h"
#include "domain/settings/person.h"
#include "domain/settings/session.h"
#include "domain/settings/store.h"
#include "storage/database/database.h"
#include "storage/database/known_name.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/engine/workflow_store.h"
#include "storage/stores/settings/outside_store.h"

namespace tradewind::storage {

// An API key as every request needs it.
struct KnownKey {
    KnownKey(domain::ApiKey from, std::shared_ptr<base::MinuteCounter> requests);

    domain::ApiKey key;
    domain::ScopeSet scopes;
    // When its use was last written down, in milliseconds; requests on any thread move it on.
    mutable std::atomic<std::int64_t> use_noted_at;
    // Its requests in the running minute; the same object in every snapshot.
    std::shared_ptr<base::MinuteCounter> own_requests;
};

// A person as every request of theirs needs it.
struct KnownPerson {
    domain::Person person;
    domain::ScopeSet scopes;
    // Their requests in the running minute; the same object in every snapshot.
    std::shared_ptr<base::MinuteCounter> requests;
};

// A session as every request with its cookie needs it.
struct KnownSession {
    KnownSession(domain::Session from, std::shared_ptr<const KnownPerson> who)
        : session(std::move(from)), person(std::move(who)), use_noted_at(session.last_used_at.milliseconds) {}

    domain::Session session;
    std::shared_ptr<const KnownPerson> person;
    // When its use was last written down, in milliseconds; requests on any thread move it on.
    mutable std::atomic<std::int64_t> use_noted_at;
};

// A hook as every call of it needs it.
struct KnownHook {
    domain::CustomEventHook hook;
    // Its calls in the running minute; the same object in every snapshot.
    std::shared_ptr<base::MinuteCounter> requests;
};

// The small things that requests look at, as of one moment: settings, keys, the fields of contacts, the types of
// events, people and who is signed in, segments, and what coupon sets and workflows are called. Immutable but for
// use_noted_at.
struct Definitions {
    std::int64_t version = 0;  // What Transaction::definitions_version() said.
    domain::Store store;
    std::unordered_map<std::string_view, std::unique_ptr<const KnownKey>> keys;  // By id, a view into the key itself.
    std::vector<std::shared_ptr<const KnownPerson>> people;                      // Newest first.
    std::unordered_map<std::string, std::unique_ptr<const KnownSession>> sessions;  // By the bytes of the token's hash.
    domain::ContactFieldList contact_fields;
    domain::CustomEventList custom_events;
    std::unordered_map<std::string, KnownHook> hooks;  // By the bytes of the token's hash.
    domain::ChangeListeners listeners;                 // Who waits for which changes of contacts.
    std::vector<KnownSegment> segments;                // All of them, by id; so are the next two.
    std::vector<KnownName> coupon_sets;
    std::vector<KnownWorkflow> workflows;
    std::optional<Hold> hold;  // Why nothing is done to the outside world, when that is so.

    // Null when there is nobody with this id.
    [[nodiscard]] const KnownPerson* find_person(base::Id id) const;
    // Null when there is no segment with this id.
    [[nodiscard]] const KnownSegment* find_segment(base::Id id) const;
    // Null when no session has such a token.
    [[nodiscard]] const KnownSession* find_session(const base::KeyedHash& token_hash) const;
    // Null when no hook has such a token.
    [[nodiscard]] const KnownHook* find_hook(const base::KeyedHash& token_hash) const;
};

// By whose clock and calendar the store acts. A zone that this machine no longer knows counts as UTC.
base::TimeZone zone_of_store(const Definitions& definitions);

// As a transaction sees them: those that are known, unless they changed since.
std::shared_ptr<const Definitions> definitions_in(Transaction& transaction, std::shared_ptr<const Definitions> known);

// Keeps the newest Definitions in memory. A change is seen by every thread before its writer is answered. It and the
// database may go away in either order. Thread-safe.
class DefinitionsCache {
  public:
    // Loads them and follows every change from then on. The store must exist. Unavailable: the database had no time.
    static base::Result<DefinitionsCache> load(Database& database);

    [[nodiscard]] std::shared_ptr<const Definitions> current() const { return newest_->get(); }

  private:
    DefinitionsCache() = default;

    class Newest {
      public:
        [[nodiscard]] std::shared_ptr<const Definitions> get() const {
            const std::lock_guard lock(mutex_);
            return definitions_;
        }
        base::Result<void> reload(Database& database);

      private:
        mutable std::mutex mutex_;
        std::shared_ptr<const Definitions> definitions_;  // Guarded by mutex_.
    };

    std::shared_ptr<Newest> newest_ = std::make_shared<Newest>();
};

}  // namespace tradewind::storage
