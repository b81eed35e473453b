#pragma once

#include <chrono>
#include <cstdint>
#include <deque>
#include <initializer_list>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "storage/database/database.h"
#include "storage/database/transaction.h"
#include "storage/postgres/connection.h"
#include "storage/postgres/open_writes.h"

namespace tradewind::storage {

// The connection broke, or the server warned, while the transaction was being committed: it may be kept, it may not.
class CommitInDoubt final : public DatabaseBroken {
  public:
    using DatabaseBroken::DatabaseBroken;
};

enum class PostgresAccess {
    Read,    // One snapshot for all its statements, as on SQLite; on a read-only transaction it costs nothing more.
    Write,   // READ COMMITTED: a statement that waited for a row sees what it waited for.
    Schema,  // A write that does not look at the counter of the definitions, whose table may not be there yet.
};

// What one piece of work sees of a connection. It begins with its first statement, in the same round trip. Whoever made
// it ends it, with leave() or commit(), or has the connection roll it back.
class PostgresTransaction final : public Transaction {
  public:
    // Statements that nobody waits for are sent at the latest when there are so many, so many INSERTs that can be put
    // together (insert_rows.h), or when their values are so large.
    static constexpr std::size_t unsent_max = 64;
    static constexpr std::size_t unsent_inserts_max = 1'024;
    static constexpr std::size_t unsent_bytes_max = std::size_t{256} * 1024;
    // A read that goes on for longer than this is cut at its next statement.
    static constexpr std::chrono::milliseconds read_time_max{1000};

    PostgresTransaction(PostgresConnection& connection, PostgresAccess access, const base::Clock& clock,
                        KeyMemory* key_memory = nullptr);
    ~PostgresTransaction() { finish_rows(); }
    PostgresTransaction(const PostgresTransaction&) = delete;
    PostgresTransaction& operator=(const PostgresTransaction&) = delete;

    // Runs the piece; whether it succeeded. Throws what it throws.
    [[nodiscard]] bool run(Database::Piece& piece);

    // Ends a read, without waiting for it, or once it is over.
    void leave();
    void end();
    // Throws CommitInDoubt; any other exception means that nothing was kept.
    void commit(std::chrono::milliseconds silence_max);

    // In a write it is kept back until something is needed from the server.
    void execute(const Query& query, std::initializer_list<Parameter> parameters) override;
    [[nodiscard]] std::int64_t execute_and_count(const Query& query,
                                                 std::initializer_list<Parameter> parameters) override;
    void touch_definitions() override;
    void lock_definitions() override;
    [[nodiscard]] std::int64_t definitions_version() override;
    [[nodiscard]] std::vector<std::string> open_writes() override;
    [[nodiscard]] bool is_elsewhere() const override { return true; }
    [[nodiscard]] KeyMemory* key_memory() override { return key_memory_; }
    [[nodiscard]] bool is_spread() const override;
    // The version that this transaction makes, if it touched the definitions.
    [[nodiscard]] std::optional<std::int64_t> touched_version() const { return touched_version_; }

  private:
    Cursor& open(const Query& query, std::initializer_list<Parameter> parameters) override;
    Cursor& open(const ComposedQuery& query) override;
    PostgresResult run(const Query& query, std::initializer_list<Parameter> parameters);
    // Before the first call.
    void begin();
    // Puts a call behind those that are still to be sent.
    void add(const Query& query, std::initializer_list<Parameter> parameters);
    // Sends them; the result of the last one.
    PostgresResult send();
    // Sends them and does not wait.
    void send_ahead();
    void forget_unsent();
    // On a cluster: whether what was written may be on several machines.
    void note_writes(const Query& query, std::initializer_list<Parameter> parameters);
    void check_time() const;
    // Lets go of rows that somebody forgot to let go of.
    void finish_rows() noexcept;

    PostgresConnection& connection_;
    const PostgresAccess access_;
    const base::Clock& clock_;
    KeyMemory* const key_memory_;
    const std::chrono::steady_clock::time_point start_;
    bool has_begun_ = false;
    bool has_sent_ = false;
    PostgresCalls unsent_;
    std::size_t unsent_inserts_ = 0;
    std::size_t unsent_bytes_ = 0;
    std::size_t writes_ = 0;
    std::optional<std::int64_t> written_contact_;
    bool has_written_beyond_ = false;  // More than what is beside that one contact.
    std::vector<PostgresStatement*> opened_;
    std::deque<PostgresStatement> composed_;
    std::optional<std::int64_t> version_;
    std::optional<std::int64_t> touched_version_;
};

}  // namespace tradewind::storage
