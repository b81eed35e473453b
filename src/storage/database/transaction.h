#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "storage/database/query.h"
#include "storage/database/sleeper.h"

namespace tradewind::storage {

class ComposedQuery;
class KeyMemory;

// The world broke: the database cannot do what it was asked. Not for refusals.
class DatabaseBroken : public std::runtime_error {
  public:
    using std::runtime_error::runtime_error;
};

// The rows of one statement, while it runs. One statement of a Query runs at a time in a transaction.
class Cursor {
  public:
    virtual bool next() = 0;
    [[nodiscard]] virtual bool is_null(int column) const = 0;
    [[nodiscard]] virtual std::int64_t integer(int column) const = 0;
    [[nodiscard]] virtual std::string_view text(int column) const = 0;  // Valid until the next row. Bytes likewise.
    virtual void finish() noexcept = 0;

  protected:
    ~Cursor() = default;
};

class Rows {
  public:
    explicit Rows(Cursor& cursor) : cursor_(&cursor) {}
    Rows(Rows&& other) noexcept : cursor_(std::exchange(other.cursor_, nullptr)) {}
    Rows& operator=(Rows&&) = delete;
    Rows(const Rows&) = delete;
    Rows& operator=(const Rows&) = delete;
    ~Rows() {
        if (cursor_ != nullptr) { cursor_->finish(); }
    }

    // Moves to the next row, the first at first; false when there is none.
    [[nodiscard]] bool next() { return cursor_->next(); }
    [[nodiscard]] bool is_null(int column) const { return cursor_->is_null(column); }
    [[nodiscard]] std::int64_t integer(int column) const { return cursor_->integer(column); }
    [[nodiscard]] std::string_view text(int column) const { return cursor_->text(column); }
    [[nodiscard]] std::optional<std::int64_t> maybe_integer(int column) const {
        return is_null(column) ? std::nullopt : std::optional(integer(column));
    }
    [[nodiscard]] std::optional<std::string> maybe_text(int column) const {
        return is_null(column) ? std::nullopt : std::optional(std::string(text(column)));
    }

  private:
    Cursor* cursor_;
};

// What a piece of work may touch: the database, all or nothing. Throws DatabaseBroken. Lives on the store's thread.
class Transaction {
  public:
    // Runs a statement that answers rows.
    [[nodiscard]] Rows query(const Query& query, std::initializer_list<Parameter> parameters = {}) {
        return Rows(open(query, parameters));
    }
    // The same for one that is put together. It may be let go of as soon as this returns.
    [[nodiscard]] Rows query(const ComposedQuery& query) { return Rows(open(query)); }
    // Runs a statement to its end. PostgreSQL gets it together with what comes next, so that it takes no round trip of
    // its own: what it fails with is thrown then, at the latest by the commit.
    virtual void execute(const Query& query, std::initializer_list<Parameter> parameters = {}) = 0;
    // The same at once; the number of rows it changed.
    [[nodiscard]] virtual std::int64_t execute_and_count(const Query& query,
                                                         std::initializer_list<Parameter> parameters = {}) = 0;

    // Says that keys, settings, fields, event types, segments or workflows change here: raises the counter that every
    // process watches, and after the commit, before any answer, the readers of definitions load them anew.
    virtual void touch_definitions() = 0;
    // Keeps other changes of the definitions away until this transaction ends. Comes before the first look at what is
    // to be changed, or is counted, or must not be there yet: otherwise two processes decide on the same old state.
    virtual void lock_definitions() = 0;
    // The counter as this transaction sees it. What was validated against Definitions of another version is validated
    // again.
    [[nodiscard]] virtual std::int64_t definitions_version() = 0;
    // Other writes that are under way at this moment, in any process; each has a name that no other one ever has. What
    // they do may still follow older definitions. SQLite has one writer: nothing is under way while somebody looks.
    [[nodiscard]] virtual std::vector<std::string> open_writes() = 0;

    // Whether the database is elsewhere, so that what is asked together costs less than one question after the other.
    [[nodiscard]] virtual bool is_elsewhere() const { return false; }
    // Whom keys of contacts named lately; null where a look-up costs next to nothing.
    [[nodiscard]] virtual KeyMemory* key_memory() { return nullptr; }
    // Whether the tables are spread over a cluster. Whoever is found by a key is then found in two statements: first
    // who has the key, then the row by its own partition key.
    [[nodiscard]] virtual bool is_spread() const { return false; }

    // Whether others wait until this transaction ends, or may do so: work in pieces that could go on ends soon then.
    // Always on PostgreSQL, where nobody can tell who waits for a row.
    [[nodiscard]] virtual bool others_wait() const { return true; }

    // Says that there are new rows for somebody; see Database::on_wake.
    void wake(Sleeper sleeper) { woken_.set(static_cast<std::size_t>(sleeper)); }
    [[nodiscard]] const SleeperSet& woken() const { return woken_; }

  protected:
    ~Transaction() = default;
    virtual Cursor& open(const Query& query, std::initializer_list<Parameter> parameters) = 0;
    virtual Cursor& open(const ComposedQuery& query) = 0;

  private:
    SleeperSet woken_;
};

}  // namespace tradewind::storage
