#include "operations/outside_operations.h"

#include "operations/audit.h"
#include "operations/hold_operations.h"
#include "storage/stores/settings/instance_store.h"

namespace tradewind::operations {
namespace {

// Nothing: there is none.
std::optional<std::string> reason_to_hold(const storage::LastUse& known, const Arrival& arrival) {
    if (arrival.was_restored) { return "The data was restored from a backup."; }
    if (known.home && *known.home != arrival.home) { return "The database is not where it was: it may be a copy."; }
    if (arrival.lacks_known_erasures) {
        return "The database is older than its log of erasures: it may be an old copy.";
    }
    const auto is_behind = [](base::Instant moment, base::Instant newer) {
        return newer.milliseconds - moment.milliseconds > clock_tolerance_milliseconds;
    };
    if (arrival.directory_seen_at && is_behind(known.seen_at, *arrival.directory_seen_at)) {
        return "The database is older than its data directory: it may be an old copy.";
    }
    if (is_behind(arrival.now, known.seen_at)) {
        return "The clock of this machine is behind the database: the clock is wrong, or was.";
    }
    return std::nullopt;
}

}  // namespace

void check_home(storage::Transaction& transaction, const Arrival& arrival) {
    transaction.lock_definitions();
    const auto known = storage::find_last_use(transaction);
    // A new one was nowhere before, and neither was one that a version without holds made.
    const bool is_first_look = !known.home && known.seen_at == base::Instant{} && !arrival.was_restored;
    const auto reason = is_first_look && !arrival.lacks_known_erasures ? std::nullopt : reason_to_hold(known, arrival);
    const auto hold = storage::find_hold(transaction);
    if (reason && (!hold || hold->is_by_hand)) {
        storage::begin_hold(transaction, {.since = arrival.now, .because = *reason});
        transaction.touch_definitions();
    }
    if (known.home != arrival.home) { storage::set_home(transaction, arrival.home); }
    storage::note_seen(transaction, arrival.now);
}

base::Result<void> confirm_live(storage::Transaction& transaction, base::Sources& sources, const domain::Actor& actor) {
    transaction.lock_definitions();
    if (!storage::find_hold(transaction)) { return {}; }
    const auto instance = storage::find_instance(transaction);
    audit(transaction, sources, actor,
          {.action = "outside.confirm-live", .subject = instance ? instance->id : std::string()});
    end_store_hold(transaction);
    return {};
}

}  // namespace tradewind::operations
