#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "storage/sqlite/connection.h"
#include "storage/transfer/transfer_table.h"

namespace tradewind::storage {

// A database file that is read from end to end while nobody writes it. Throws DatabaseBroken.
class SqliteTransfer {
  public:
    explicit SqliteTransfer(const std::filesystem::path& file) : connection_(file, SqliteRole::Reader) {}

    // By name, those of SQLite itself left out.
    [[nodiscard]] std::vector<std::string> tables() const;
    [[nodiscard]] std::vector<std::string> columns(const std::string& table) const;  // By name.
    [[nodiscard]] std::int64_t count(const std::string& table) const;

    // The rows after the one with this key, from the first on without one; at most so many, and none further once they
    // have so many bytes. None when there are no more.
    [[nodiscard]] std::vector<TransferRow> slice(const TransferTable& table, const std::optional<TransferRow>& after);

    static constexpr std::size_t rows_per_slice = 500;
    static constexpr std::size_t bytes_per_slice = std::size_t{2} * 1024 * 1024;

  private:
    SqliteConnection connection_;
};

}  // namespace tradewind::storage
