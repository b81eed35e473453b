#include "storage/stores/jobs/lease_store.h"

#include <algorithm>
#include <cassert>
#include <map>

#include "storage/database/json_column.h"

namespace tradewind::storage {
namespace {

// Of two that claim a lease at once, the second waits for the first and finds it held.
constexpr Query leases_claim_query{
    .name = "leases.claim",
    .sql = R"(INSERT INTO leases (kind, subject, holder, held_until, generation) VALUES ($1, $2, $3, $5, 1)
              ON CONFLICT (kind, subject) DO UPDATE SET
                  holder = excluded.holder, held_until = excluded.held_until,
                  generation = leases.generation + CASE WHEN leases.holder = excluded.holder THEN 0 ELSE 1 END
              WHERE leases.holder IS NULL OR leases.holder = excluded.holder
                    OR leases.held_until <= $4 OR leases.held_until > $6
              RETURNING generation)",
};

// SQLite has one writer, who need not lock.
constexpr Query leases_check_query{
    .name = "leases.check",
    .sql = R"(SELECT 1 FROM leases WHERE kind = $1 AND subject = $2 AND holder = $3 AND generation = $4)",
    .postgres = R"(SELECT 1 FROM leases WHERE kind = $1 AND subject = $2 AND holder = $3 AND generation = $4
                   FOR SHARE)",
};

// Locked in the order in which they are claimed.
constexpr Query leases_check_all_query{
    .name = "leases.check_all",
    .sql = R"(SELECT subject, generation FROM leases
              WHERE kind = $1 AND holder = $2 AND subject IN (SELECT value FROM json_each($3)))",
    .postgres = R"(SELECT subject, generation FROM leases WHERE kind = $1 AND holder = $2 AND subject = ANY ($3)
                   ORDER BY subject FOR SHARE)",
};

constexpr Query leases_renew_query{
    .name = "leases.renew",
    .sql = R"(UPDATE leases SET held_until = $5
              WHERE kind = $1 AND subject = $2 AND holder = $3 AND generation = $4)",
};

constexpr Query leases_release_query{
    .name = "leases.release",
    .sql = R"(UPDATE leases SET holder = NULL
              WHERE kind = $1 AND subject = $2 AND holder = $3 AND generation = $4)",
};

constexpr Query leases_held_query{
    .name = "leases.held",
    .sql = R"(SELECT subject, holder, held_until, generation FROM leases WHERE kind = $1 AND holder IS NOT NULL
              ORDER BY subject)",
};

constexpr Query leases_renew_all_query{
    .name = "leases.renew_all",
    .sql = R"(UPDATE leases SET held_until = $3 WHERE kind = $1 AND holder = $2)",
};

constexpr Query leases_forget_query{
    .name = "leases.forget",
    .sql = R"(DELETE FROM leases WHERE held_until < $1)",
};

}  // namespace

std::string_view word_of(LeaseKind kind) {
    switch (kind) {
        case LeaseKind::Import:
            return "import";
        case LeaseKind::Export:
            return "export";
        case LeaseKind::Scores:
            return "scores";
        case LeaseKind::EngineProcess:
            return "engine-process";
        case LeaseKind::Bucket:
            return "bucket";
        case LeaseKind::SegmentBuild:
            return "segment-build";
        case LeaseKind::SampleData:
            return "sample-data";
    }
    return "";
}

std::optional<Lease> claim_lease(Transaction& transaction, const LeaseKey& key, std::string_view holder,
                                 const LeaseTime& time) {
    auto rows =
        transaction.query(leases_claim_query, {word_of(key.kind), key.subject.number, holder, time.now.milliseconds,
                                               time.until.milliseconds, time.believed_until().milliseconds});
    if (!rows.next()) { return std::nullopt; }
    return Lease{.key = key, .holder = std::string(holder), .generation = rows.integer(0)};
}

bool holds_lease(Transaction& transaction, const Lease& lease) {
    auto rows = transaction.query(leases_check_query,
                                  {word_of(lease.key.kind), lease.key.subject.number, lease.holder, lease.generation});
    return rows.next();
}

bool holds_leases(Transaction& transaction, const std::vector<Lease>& leases) {
    if (leases.empty()) { return true; }
    const auto& first = leases.front();
    std::vector<std::int64_t> subjects;
    for (const auto& lease : leases) {
        assert(lease.key.kind == first.key.kind && lease.holder == first.holder);
        subjects.push_back(lease.key.subject.number);
    }
    const auto list = json_from_numbers(subjects);
    std::map<std::int64_t, std::int64_t> generations;
    auto rows = transaction.query(leases_check_all_query, {word_of(first.key.kind), first.holder, JsonList{list}});
    while (rows.next()) { generations[rows.integer(0)] = rows.integer(1); }
    return std::ranges::all_of(leases, [&](const Lease& lease) {
        const auto held = generations.find(lease.key.subject.number);
        return held != generations.end() && held->second == lease.generation;
    });
}

bool renew_lease(Transaction& transaction, const Lease& lease, base::Instant until) {
    return transaction.execute_and_count(leases_renew_query, {word_of(lease.key.kind), lease.key.subject.number,
                                                              lease.holder, lease.generation, until.milliseconds}) > 0;
}

void release_lease(Transaction& transaction, const Lease& lease) {
    transaction.execute(leases_release_query,
                        {word_of(lease.key.kind), lease.key.subject.number, lease.holder, lease.generation});
}

std::vector<HeldLease> held_leases(Transaction& transaction, LeaseKind kind) {
    std::vector<HeldLease> held;
    auto rows = transaction.query(leases_held_query, {word_of(kind)});
    while (rows.next()) {
        held.push_back({.lease = {.key = {.kind = kind, .subject = {rows.integer(0)}},
                                  .holder = std::string(rows.text(1)),
                                  .generation = rows.integer(3)},
                        .until = {rows.integer(2)}});
    }
    return held;
}

void renew_leases(Transaction& transaction, LeaseKind kind, std::string_view holder, base::Instant until) {
    transaction.execute(leases_renew_all_query, {word_of(kind), holder, until.milliseconds});
}

void forget_leases(Transaction& transaction, base::Instant ended_before) {
    transaction.execute(leases_forget_query, {ended_before.milliseconds});
}

}  // namespace tradewind::storage
