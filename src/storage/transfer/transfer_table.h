#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tradewind::storage {

// How the values of a column are compared between engines.
enum class TransferKind { Integer, Text, Json, Bytes };

struct TransferColumn {
    std::string name;
    TransferKind kind;
};

// The values of a row: numbers as their digits, bytes as they are; nothing for null.
using TransferRow = std::vector<std::optional<std::string>>;

// A table that goes from one engine to another, in the order of its primary key, which is the same on both.
struct TransferTable {
    std::string name;
    std::vector<TransferColumn> columns;
    std::vector<std::size_t> key;  // Places in `columns`, in the order of the key.

    [[nodiscard]] TransferRow key_of(const TransferRow& row) const;
    // A statement for the rows after those with the key `$1`, `$2`, ... (from the first on without one), at most so
    // many.
    [[nodiscard]] std::string slice_sql(bool has_place, std::size_t rows_max) const;
};

// What a table holds: equal on both engines when the tables are.
struct TransferSum {
    std::int64_t rows = 0;
    std::string sha256;

    friend bool operator==(const TransferSum&, const TransferSum&) = default;
};

// Adds up the rows of a table, given in the order of the key. JSON counts by what it says, not by how it is written.
// Throws DatabaseBroken for a value that is none of its kind.
class TransferHash {
  public:
    explicit TransferHash(const TransferTable& table);
    ~TransferHash();
    TransferHash(const TransferHash&) = delete;
    TransferHash& operator=(const TransferHash&) = delete;

    void add(const TransferRow& row);
    // All that was added. Nothing is added afterwards.
    TransferSum sum();

  private:
    struct State;
    const TransferTable& table_;
    std::unique_ptr<State> state_;
    std::int64_t rows_ = 0;
};

// The same for every way to write the same JSON. Throws DatabaseBroken for what is none.
std::string canonical_json(std::string_view json);

}  // namespace tradewind::storage
