#include "jobs/leased_work.h"

namespace tradewind::jobs {

using storage::Transaction;

base::Result<void> LeasedWork::keep() {
    if (is_stopped_) { return base::conflict("The work is to stop."); }
    if (!is_renewal_due()) { return {}; }
    return write([](Transaction&) -> base::Result<void> { return {}; });
}

void LeasedWork::release() {
    if (!lease_) { return; }
    static_cast<void>(storage::write_and_wait(
        dependencies_.database,
        [this](Transaction& transaction) -> base::Result<void> {
            storage::release_lease(transaction, *lease_);
            return {};
        },
        storage::purge_terms));
    lease_.reset();
}

void LeasedWork::say_once(std::string_view message, base::Id subject, const base::Error& error) {
    if (error.kind == base::ErrorKind::Conflict || is_stopped_ || told_ == subject) { return; }
    told_ = subject;
    const auto& cause = error.cause.empty() ? error.detail : error.cause;
    if (subject == base::Id()) { return dependencies_.log.warning(message, {{"cause", cause}}); }
    dependencies_.log.warning(message, {{storage::word_of(dependencies_.kind), subject.text()}, {"cause", cause}});
}

storage::BulkSender LeasedWork::sender() const {
    switch (dependencies_.kind) {
        case storage::LeaseKind::Import:
            return storage::BulkSender::Imports;
        case storage::LeaseKind::Export:
            return storage::BulkSender::Exports;
        case storage::LeaseKind::Scores:
            return storage::BulkSender::Scores;
        case storage::LeaseKind::SegmentBuild:
            return storage::BulkSender::Segments;
        case storage::LeaseKind::EngineProcess:
        case storage::LeaseKind::Bucket:
        case storage::LeaseKind::SampleData:
            break;
    }
    return storage::BulkSender::Other;
}

base::Error LeasedWork::lost() {
    return base::conflict("Another process has the work.");
}

storage::LeaseTime LeasedWork::time_from_now() const {
    const auto now = dependencies_.clock.now();
    return {.now = now, .until = {now.milliseconds + lease_time.count()}};
}

bool LeasedWork::is_renewal_due() const {
    return dependencies_.clock.steady_now() - renewed_at_ >= renewal_interval;
}

bool LeasedWork::is_held_in(Transaction& transaction, const storage::Lease& lease, bool renews) const {
    return renews ? storage::renew_lease(transaction, lease, time_from_now().until)
                  : storage::holds_lease(transaction, lease);
}

void LeasedWork::note_lost() {
    if (!lease_) { return; }
    const auto subject = lease_->key.subject;
    lease_.reset();
    dependencies_.log.warning("a lease went to another process, which goes on with the work",
                              {{"work", storage::word_of(dependencies_.kind)}, {"subject", subject.text()}});
}

}  // namespace tradewind::jobs
