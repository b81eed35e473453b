#pragma once

#include <cstdint>
#include <deque>
#include <initializer_list>

#include "storage/database/database.h"
#include "storage/database/transaction.h"
#include "storage/sqlite/connection.h"

namespace tradewind::storage {

class WriteQueue;

// What one piece of work sees of a connection on which a transaction is open.
class SqliteTransaction final : public Transaction {
  public:
    explicit SqliteTransaction(SqliteConnection& connection) : connection_(connection) {}
    // Of the writer, whose queue knows who waits.
    SqliteTransaction(SqliteConnection& connection, const WriteQueue& queue)
        : connection_(connection), queue_(&queue) {}
    ~SqliteTransaction() { finish_composed(); }
    SqliteTransaction(const SqliteTransaction&) = delete;
    SqliteTransaction& operator=(const SqliteTransaction&) = delete;

    // Runs the piece; whether it succeeded. Throws what it throws.
    [[nodiscard]] bool run(Database::Piece& piece);

    void execute(const Query& query, std::initializer_list<Parameter> parameters) override;
    [[nodiscard]] std::int64_t execute_and_count(const Query& query,
                                                 std::initializer_list<Parameter> parameters) override;
    void touch_definitions() override;
    void lock_definitions() override {}  // Whoever writes is alone.
    [[nodiscard]] std::int64_t definitions_version() override;
    [[nodiscard]] std::vector<std::string> open_writes() override { return {}; }
    [[nodiscard]] bool others_wait() const override;
    [[nodiscard]] bool touched_definitions() const { return touched_definitions_; }

  private:
    Cursor& open(const Query& query, std::initializer_list<Parameter> parameters) override;
    Cursor& open(const ComposedQuery& query) override;
    SqliteStatement& statement(const Query& query);
    void check_open() const;
    // Lets go of rows that somebody forgot to let go of.
    void finish_composed() noexcept;

    SqliteConnection& connection_;
    const WriteQueue* queue_ = nullptr;
    std::deque<SqliteStatement> composed_;
    bool touched_definitions_ = false;
};

}  // namespace tradewind::storage
