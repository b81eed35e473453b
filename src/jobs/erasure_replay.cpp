#include "jobs/erasure_replay.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string_view>
#include <unordered_set>

#include "operations/contact_operations.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/jobs/import_store.h"

namespace tradewind::jobs {
namespace {

using storage::Erasure;
using storage::Transaction;

constexpr std::int64_t erasures_per_read = 1000;
constexpr std::size_t erasures_per_slice = 200;
constexpr storage::WalkBounds contacts_per_slice{.rows_max = 200, .bytes_max = std::size_t{1024} * 1024};

// For whoever uploaded the file.
constexpr std::string_view outdated_file =
    "People were erased after the file was uploaded, and the data was restored from before that. Upload again what is "
    "still wanted of it.";

using MomentByHash = std::map<base::KeyedHash, base::Instant>;

// Whom to look for, and when each was erased for the last time.
class Wanted {
  public:
    explicit Wanted(const std::vector<Erasure>& erasures) {
        for (const auto& erasure : erasures) {
            note(emails_, erasure.email_hash, erasure.erased_at);
            note(external_ids_, erasure.external_id_hash, erasure.erased_at);
            newest_ = std::max(newest_, erasure.erased_at);
            if (erasure.contact_hash) { contacts_.insert(*erasure.contact_hash); }
        }
    }
    [[nodiscard]] bool is_empty() const { return contacts_.empty() && emails_.empty() && external_ids_.empty(); }
    [[nodiscard]] base::Instant newest() const { return newest_; }
    // Somebody who came back after the erasure is somebody new, and has another id.
    [[nodiscard]] bool has(const base::SecretKey& secret_key, const domain::Contact& contact) const {
        const auto hashes = operations::hashes_of(secret_key, contact);
        return contacts_.contains(hashes.contact) || has(emails_, hashes.email, contact) ||
               has(external_ids_, hashes.external_id, contact);
    }

  private:
    static void note(MomentByHash& moments, const std::optional<base::KeyedHash>& hash, base::Instant at) {
        if (hash) { moments[*hash] = std::max(moments[*hash], at); }
    }
    static bool has(const MomentByHash& moments, const std::optional<base::KeyedHash>& hash,
                    const domain::Contact& contact) {
        if (!hash) { return false; }
        const auto place = moments.find(*hash);
        return place != moments.end() && contact.created_at <= place->second;
    }

    base::Instant newest_;
    std::set<base::KeyedHash> contacts_;
    MomentByHash emails_;
    MomentByHash external_ids_;
};

base::Result<std::vector<Erasure>> unknown_ones(storage::Database& database, const std::vector<Erasure>& log) {
    using Erasures = std::vector<Erasure>;
    if (log.empty()) { return Erasures(); }
    std::unordered_set<std::int64_t> known;
    for (base::Id from;;) {
        const auto some = TRY(storage::read_and_wait(database, [&](Transaction& transaction) -> base::Result<Erasures> {
            return storage::erasures_from(transaction, from, erasures_per_read);
        }));
        for (const auto& erasure : some) { known.insert(erasure.id.number); }
        if (some.size() < static_cast<std::size_t>(erasures_per_read)) { break; }
        from = {some.back().id.number + 1};
    }
    Erasures unknown;
    for (const auto& erasure : log) {
        if (!known.contains(erasure.id.number)) { unknown.push_back(erasure); }
    }
    return unknown;
}

base::Result<std::size_t> remove_people(storage::Database& database, base::Sources& sources,
                                        const base::SecretKey& secret_key, const Wanted& wanted) {
    std::size_t removed = 0;
    for (base::Id after;;) {
        using Contacts = std::vector<domain::Contact>;
        const auto contacts =
            TRY(storage::read_and_wait(database, [&](Transaction& transaction) -> base::Result<Contacts> {
                return storage::contacts_after(transaction, after, contacts_per_slice);
            }));
        if (contacts.empty()) { return removed; }
        after = contacts.back().id;
        Contacts found;
        for (const auto& contact : contacts) {
            if (wanted.has(secret_key, contact)) { found.push_back(contact); }
        }
        if (found.empty()) { continue; }
        TRY(storage::write_and_wait(
            database,
            [&](Transaction& transaction) -> base::Result<void> {
                for (const auto& contact : found) {
                    const auto locked = storage::lock_contact(transaction, contact.id);
                    if (locked) { operations::remove_person(transaction, sources, *locked); }
                }
                return {};
            },
            storage::purge_terms));
        removed += found.size();
    }
}

// A file that waits since before an erasure may bring back whom that was about.
base::Result<void> end_imports(storage::Database& database, const base::Clock& clock, base::Instant newest_erasure) {
    return storage::write_and_wait(
        database,
        [&](Transaction& transaction) -> base::Result<void> {
            while (const auto id = storage::next_import(transaction)) {
                auto import = storage::find_import_for_change(transaction, *id).value();
                if (import.created_at > newest_erasure) { break; }
                import.status = domain::ImportStatus::Error;
                import.error_reason = std::string(outdated_file);
                import.finished_at = clock.now();
                storage::update_import(transaction, import);
            }
            return {};
        },
        storage::purge_terms);
}

base::Result<void> note(storage::Database& database, std::span<const Erasure> erasures) {
    while (!erasures.empty()) {
        const auto some = erasures.first(std::min(erasures.size(), erasures_per_slice));
        TRY(storage::write_and_wait(
            database,
            [&](Transaction& transaction) -> base::Result<void> {
                for (const auto& erasure : some) {
                    if (!storage::has_erasure(transaction, erasure.id)) {
                        storage::insert_erasure(transaction, erasure);
                    }
                }
                return {};
            },
            storage::purge_terms));
        erasures = erasures.subspan(some.size());
    }
    return {};
}

}  // namespace

base::Result<ErasureReplay> replay_erasures(storage::Database& database, base::Sources& sources,
                                            const base::SecretKey& secret_key, const std::vector<Erasure>& log) {
    const auto unknown = TRY(unknown_ones(database, log));
    ErasureReplay replay{.unknown = unknown.size(), .people = 0};
    const Wanted wanted(unknown);
    if (!wanted.is_empty()) {
        TRY(end_imports(database, sources.clock, wanted.newest()));
        replay.people = TRY(remove_people(database, sources, secret_key, wanted));
    }
    // Last: whoever is killed before finds out again that they are unknown.
    TRY(note(database, unknown));
    return replay;
}

}  // namespace tradewind::jobs
