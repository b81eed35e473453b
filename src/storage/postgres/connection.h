#pragma once

#include <chrono>
#include <cstddef>
#include <deque>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "base/metrics.h"
#include "base/result.h"
#include "base/secret.h"
#include "storage/database/query.h"
#include "storage/postgres/error.h"
#include "storage/postgres/statement.h"

namespace tradewind::storage {

class ComposedQuery;

// Refused: what libpq cannot read as the address of a database. The reason does not repeat it, for it holds a password.
base::Result<void> check_postgres_address(const base::Secret& address);

// How long a connection waits for its server.
struct PostgresTimeouts {
    // The server itself ends a statement that runs longer. Zero: never.
    std::chrono::milliseconds statement_time_max;
    // A server that says nothing for this long is taken for gone. Negative: never.
    std::chrono::milliseconds silence_max;
    // The server ends a statement that waits longer for another transaction. Zero: never.
    std::chrono::milliseconds lock_time_max{0};
};

// One statement and the values for its parameters. Throws PostgresError for a value that cannot be sent.
struct PostgresCall {
    explicit PostgresCall(const Query& called, std::initializer_list<Parameter> parameters = {})
        : query(called), values(called.name, std::span(parameters.begin(), parameters.size())) {}

    const Query& query;
    const PostgresValues values;
};
// A call cannot be moved.
using PostgresCalls = std::deque<PostgresCall>;

// One connection to the server, with every statement it has prepared. Never waits without end. After a failure of the
// kinds ConnectionLost and Stale it is of no use any more. Used by one thread at a time.
class PostgresConnection {
  public:
    // Throws PostgresError: Unreachable.
    PostgresConnection(const base::Secret& address, const PostgresTimeouts& patience);
    ~PostgresConnection();
    PostgresConnection(const PostgresConnection&) = delete;
    PostgresConnection& operator=(const PostgresConnection&) = delete;

    // Runs the calls one after the other, sent together and answered together: one round trip. Several of
    // them may have become one statement (insert_rows.h, pair_functions.h); the results of all statements. A failure of
    // one skips those after it. Throws PostgresError, that of the first that failed.
    std::vector<PostgresResult> run(const PostgresCalls& calls);
    // The same for one call.
    PostgresResult run(const Query& query, std::initializer_list<Parameter> parameters = {});
    PostgresResult run(const ComposedQuery& query);
    // The same for calls that may keep the server silent for longer than usual.
    std::vector<PostgresResult> run_patiently(const PostgresCalls& calls, std::chrono::milliseconds silence_max);
    // Sends calls and does not wait: whether one failed is found out by whatever runs next.
    void leave_running(const PostgresCalls& calls);
    void leave_running(const Query& query);
    // Waits for what was left running, if anything was. Throws PostgresError.
    void finish_running();
    // Runs statements that nobody will need again; what went wrong, if anything did. All of them or none, unless they
    // say otherwise.
    [[nodiscard]] std::optional<PostgresError> try_script(const std::string& sql);
    // The same, and throws what went wrong.
    void run_script(const std::string& sql);

    // The rows of one statement whose text follows from the schema and can therefore be no constant. Every value is as
    // the server writes it; nothing for null. Throws PostgresError.
    using TextRow = std::vector<std::optional<std::string>>;
    std::vector<TextRow> rows_of(const std::string& sql, const TextRow& values);

    // The cursor of a Query on this connection.
    PostgresStatement& statement(const Query& query);
    // Lets the server check and plan a statement without running it, and what it becomes for several rows. Throws
    // PostgresError.
    void prepare(const Query& query);

    [[nodiscard]] bool in_transaction() const;
    // A setting as the server reported it when the connection was made; empty when it reports no such.
    [[nodiscard]] std::string reported(const char* setting) const;
    [[nodiscard]] int server_version() const;

    // Whose words of statements are used. Said before the first statement.
    void set_kind(PostgresKind kind);
    [[nodiscard]] PostgresKind kind() const { return kind_; }

    // From now on two calls for which it has a function go as one; see pair_functions.h. It must outlive the
    // connection.
    void use_cluster(const PostgresCluster& cluster) { cluster_ = &cluster; }
    // Whether a row of this table is on the machine of its contact.
    [[nodiscard]] bool is_beside_contacts(const std::string& table) const;

    // From now on each time that the server is waited for is counted here. The counter must outlive the connection.
    void count_round_trips(base::Counter& counter) { round_trips_ = &counter; }

    // Whether the server has warned of anything since the last call of this function.
    [[nodiscard]] bool take_warning();

  private:
    struct CloseHandle {
        void operator()(pg_conn* handle) const noexcept;
    };
    // A statement of its own outside of the pipeline, with its values as texts unless the formats say otherwise.
    struct SingleCall {
        std::string_view where;
        const std::string& text;
        int values_count;
        const char* const* values;
        const int* lengths;
        const int* formats;
    };
    // One message that was sent, whose answer is still to come.
    struct Sent {
        PostgresStatement* statement;
        bool prepares;
    };

    void connect(const base::Secret& address);
    void configure(const PostgresTimeouts& patience);
    // The values of a call, or of several after one another.
    struct SentValues {
        int count;
        const char* const* values;
        const int* lengths;
        const int* formats;
    };
    class JoinedValues;
    void send(const PostgresCalls& calls);
    void send(const PostgresCall& call);
    void send_in_pairs(const PostgresCalls& calls);
    void send_rows(const PostgresCalls& calls, std::span<const std::size_t> places);
    void send(PostgresStatement& called, const SentValues& values);
    PostgresResult run_single(const SingleCall& call);
    void send_preparation(PostgresStatement& statement);
    void end_sending();
    // What so many INSERTs of a row are sent as.
    PostgresStatement& statement_for_rows(const Query& query, std::size_t rows);
    // What two calls are sent as together. Null when they are not.
    PostgresStatement* statement_for_pair(const PostgresCall& first, const PostgresCall& second);
    std::vector<PostgresResult> receive();
    [[nodiscard]] PostgresResult next_result(std::string_view where);
    void wait_for_answer(std::string_view where);
    void require(bool is_sent, std::string_view where);
    [[nodiscard]] PostgresError lost(std::string_view where) const;

    std::unique_ptr<pg_conn, CloseHandle> handle_;
    std::unordered_map<const Query*, std::unique_ptr<PostgresStatement>> statements_;
    std::map<std::pair<const Query*, std::size_t>, std::unique_ptr<PostgresStatement>> statements_for_rows_;
    // Null for two that have no function.
    std::map<std::pair<const Query*, const Query*>, std::unique_ptr<PostgresStatement>> statements_for_pairs_;
    const PostgresCluster* cluster_ = nullptr;
    std::vector<Sent> sent_;
    std::chrono::milliseconds silence_max_;
    base::Counter* round_trips_ = nullptr;
    PostgresKind kind_ = PostgresKind::Single;
    bool warned_ = false;
};

}  // namespace tradewind::storage
