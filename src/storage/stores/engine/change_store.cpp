#include "storage/stores/engine/change_store.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/fault.h"
#include "storage/database/sql_text.h"

namespace tradewind::storage {
namespace {

constexpr SqlText insert_change{
    R"(INSERT INTO changes (bucket, contact_id, number, fields, purchases, kind, subject, at, cause, depth)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10))"};

constexpr Query changes_insert_query{.name = "changes.insert", .sql = sql<insert_change>};

// No activity has its number, so it is noted here that it is in use; see insert_activity.
constexpr Query changes_insert_untold_query{
    .name = "changes.insert_untold",
    .sql = sql<insert_change>,
    .postgres = sql<"WITH numbered AS (UPDATE contacts SET last_number = $3 WHERE id = $2) ", insert_change>,
};

constexpr Query changes_after_query{
    .name = "changes.after",
    .sql = R"(SELECT contact_id, number, fields, purchases, kind, subject, at, cause, depth FROM changes
              WHERE (bucket, contact_id) > ($1, $2) AND bucket <= $3 ORDER BY bucket, contact_id, number LIMIT $4)",
};

constexpr Query changes_of_query{
    .name = "changes.of",
    .sql = R"(SELECT contact_id, number, fields, purchases, kind, subject, at, cause, depth FROM changes
              WHERE bucket = $1 AND contact_id = $2 ORDER BY number LIMIT $3)",
};

constexpr Query changes_newest_query{
    .name = "changes.newest",
    .sql = R"(SELECT number FROM changes WHERE bucket = $1 AND contact_id = $2 ORDER BY number DESC LIMIT 1)",
};

constexpr Query changes_count_query{
    .name = "changes.count",
    .sql = R"(SELECT count(*) FROM (SELECT 1 FROM changes LIMIT $1) AS waiting)",
};

constexpr Query changes_delete_query{
    .name = "changes.delete",
    .sql = R"(DELETE FROM changes WHERE bucket = $1 AND contact_id = $2 AND number = $3)",
};

constexpr Query changes_delete_of_query{
    .name = "changes.delete_of",
    .sql = R"(DELETE FROM changes WHERE bucket = $1 AND contact_id = $2)",
};

constexpr Query change_listeners_all_query{
    .name = "change_listeners.all",
    .sql = R"(SELECT DISTINCT topic, name, subject FROM change_listeners)",
};

constexpr Query change_listeners_of_query{
    .name = "change_listeners.of",
    .sql = R"(SELECT topic, name, subject FROM change_listeners WHERE owner_kind = $1 AND owner_id = $2
              ORDER BY topic, name, subject)",
};

constexpr Query change_listeners_delete_query{
    .name = "change_listeners.delete",
    .sql = R"(DELETE FROM change_listeners WHERE owner_kind = $1 AND owner_id = $2)",
};

constexpr Query change_listeners_insert_query{
    .name = "change_listeners.insert",
    .sql = R"(INSERT INTO change_listeners (owner_kind, owner_id, topic, name, subject) VALUES ($1, $2, $3, $4, $5)
              ON CONFLICT (owner_kind, owner_id, topic, name, subject) DO NOTHING)",
};

// In the order of ChangeTopic::Kind.
constexpr std::array<std::string_view, 3> topic_words{"field", "purchases", "activity"};

std::string_view word_of(ChangeListener::Kind kind) {
    switch (kind) {
        case ChangeListener::Kind::Segment:
            return "segment";
        case ChangeListener::Kind::Workflow:
            return "workflow";
    }
    return "";
}

std::optional<std::string> joined(const std::vector<std::string>& fields) {
    if (fields.empty()) { return std::nullopt; }
    std::string text;
    for (const auto& field : fields) { text += (text.empty() ? "" : " ") + field; }
    return text;
}

std::vector<std::string> split_fields(std::string_view text) {
    std::vector<std::string> fields;
    while (!text.empty()) {
        const auto space = text.find(' ');
        fields.emplace_back(text.substr(0, space));
        text = space == std::string_view::npos ? std::string_view() : text.substr(space + 1);
    }
    return fields;
}

domain::ChangeTopic read_topic(const Rows& rows) {
    const auto word = std::find(topic_words.begin(), topic_words.end(), rows.text(0));
    if (word == topic_words.end()) { throw DatabaseBroken("somebody waits for a change of no known topic"); }
    return {.kind = static_cast<domain::ChangeTopic::Kind>(word - topic_words.begin()),
            .name = std::string(rows.text(1)),
            .subject = {rows.integer(2)}};
}

QueuedChange read_queued(const Rows& rows) {
    QueuedChange queued{.contact = {rows.integer(0)}, .number = rows.integer(1), .change = {}};
    if (!rows.is_null(2)) { queued.change.fields = split_fields(rows.text(2)); }
    queued.change.purchases = rows.integer(3) != 0;
    if (!rows.is_null(4)) {
        queued.change.kind = domain::find_activity_kind(rows.text(4));
        if (!queued.change.kind) { throw DatabaseBroken("a change is of no known kind"); }
    }
    queued.change.subject = {rows.maybe_integer(5).value_or(0)};
    if (const auto at = rows.maybe_integer(6)) { queued.at = base::Instant{*at}; }
    const auto cause = domain::parse_cause(rows.maybe_text(7));
    if (!cause) { throw DatabaseBroken("a change has no known cause"); }
    queued.cause = *cause;
    queued.cause.depth = rows.integer(8);
    return queued;
}

std::vector<QueuedChange> read_all_queued(Rows rows) {
    std::vector<QueuedChange> found;
    while (rows.next()) { found.push_back(read_queued(rows)); }
    return found;
}

}  // namespace

domain::Change enrolment(base::Id workflow) {
    return {.subject = workflow};
}

std::optional<base::Id> enrolment_in(const QueuedChange& queued) {
    const auto& change = queued.change;
    if (change.kind || change.purchases || !change.fields.empty() || change.subject.number == 0) {
        return std::nullopt;
    }
    return change.subject;
}

void queue_change(Transaction& transaction, const QueuedChange& queued) {
    const auto fields = joined(queued.change.fields);
    const auto cause = domain::cause_text(queued.cause);
    std::optional<std::string_view> kind;
    if (queued.change.kind) { kind = domain::word_of(*queued.change.kind); }
    std::optional<std::int64_t> subject;
    if (queued.change.subject.number != 0) { subject = queued.change.subject.number; }
    std::optional<std::int64_t> at;
    if (queued.at) { at = queued.at->milliseconds; }
    transaction.execute(queued.at ? changes_insert_query : changes_insert_untold_query,
                        {domain::bucket_of(queued.contact), queued.contact.number, queued.number, fields,
                         std::int64_t{queued.change.purchases}, kind, subject, at, cause, queued.cause.depth});
    if (!base::is_planted(base::Fault::LostWake)) { transaction.wake(Sleeper::Engine); }
}

std::vector<QueuedChange> changes_after(Transaction& transaction, const ChangePlace& after, std::int64_t last_bucket,
                                        std::int64_t rows_max) {
    return read_all_queued(
        transaction.query(changes_after_query, {after.bucket, after.contact.number, last_bucket, rows_max}));
}

std::vector<QueuedChange> changes_of(Transaction& transaction, base::Id contact, std::int64_t rows_max) {
    return read_all_queued(transaction.query(changes_of_query, {domain::bucket_of(contact), contact.number, rows_max}));
}

std::optional<std::int64_t> newest_change(Transaction& transaction, base::Id contact) {
    auto rows = transaction.query(changes_newest_query, {domain::bucket_of(contact), contact.number});
    return rows.next() ? std::optional(rows.integer(0)) : std::nullopt;
}

std::int64_t count_changes(Transaction& transaction, std::int64_t rows_max) {
    auto rows = transaction.query(changes_count_query, {rows_max});
    return rows.next() ? rows.integer(0) : 0;
}

bool delete_change(Transaction& transaction, base::Id contact, std::int64_t number) {
    return transaction.execute_and_count(changes_delete_query, {domain::bucket_of(contact), contact.number, number}) >
           0;
}

void delete_changes_of(Transaction& transaction, base::Id contact) {
    transaction.execute(changes_delete_of_query, {domain::bucket_of(contact), contact.number});
}

void set_change_topics(Transaction& transaction, const ChangeListener& listener,
                       const std::vector<domain::ChangeTopic>& topics) {
    const auto kind = word_of(listener.kind);
    transaction.execute(change_listeners_delete_query, {kind, listener.id.number});
    for (const auto& topic : topics) {
        transaction.execute(change_listeners_insert_query,
                            {kind, listener.id.number, topic_words[static_cast<std::size_t>(topic.kind)], topic.name,
                             topic.subject.number});
    }
    transaction.touch_definitions();
}

std::vector<domain::ChangeTopic> change_topics_of(Transaction& transaction, const ChangeListener& listener) {
    std::vector<domain::ChangeTopic> topics;
    auto rows = transaction.query(change_listeners_of_query, {word_of(listener.kind), listener.id.number});
    while (rows.next()) { topics.push_back(read_topic(rows)); }
    return topics;
}

domain::ChangeListeners all_change_listeners(Transaction& transaction) {
    domain::ChangeListeners listeners;
    auto rows = transaction.query(change_listeners_all_query);
    while (rows.next()) { listeners.add(read_topic(rows)); }
    return listeners;
}

}  // namespace tradewind::storage
