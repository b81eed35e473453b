#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "base/clock.h"
#include "base/log.h"
#include "base/result.h"
#include "storage/database/database.h"
#include "storage/sqlite/options.h"
#include "storage/sqlite/point_readers.h"
#include "storage/sqlite/read_pool.h"
#include "storage/sqlite/work.h"
#include "storage/sqlite/writer.h"

namespace tradewind::storage {

// The store of data in one SQLite file. The caller holds the lock of the data directory: a file has one owner.
class SqliteDatabase final : public Database {
  public:
    // Opens or creates the file and brings its schema up to date. A file that needs a newer program is refused. The
    // clock and the log must outlive the database. Throws DatabaseBroken.
    static base::Result<std::unique_ptr<SqliteDatabase>> open(SqliteOptions options, const base::Clock& clock,
                                                              base::Log& log);

    // Finishes what is queued, empties the write-ahead log and closes the file. The executors of everything in flight
    // must still be there.
    ~SqliteDatabase() override;

    void on_definitions_change(std::function<void()> reload) override;
    void on_wake(Sleeper sleeper, std::function<void()> call) override;
    base::Result<void> wipe_deleted() override;
    [[nodiscard]] std::string home() const override;
    [[nodiscard]] std::optional<std::string> damage() const override { return health_.damage(); }

    // Writes everything that was committed when this returns, at the latest, into another file, which must not be there
    // yet and is not durable. Writes go on meanwhile. Between two slices `goes_on` is asked. One at a time.
    base::Result<void> back_up(const std::filesystem::path& file,
                               const std::function<bool(const BackupProgress&)>& goes_on);

  protected:
    void submit_read(ReadCost cost, std::unique_ptr<Piece> piece) override;
    void submit_write(Priority priority, std::unique_ptr<Piece> piece) override;

  private:
    SqliteDatabase(SqliteOptions options, std::unique_ptr<SqliteConnection> connection, const base::Clock& clock,
                   base::Log& log);

    base::Result<void> try_to_wipe(SqliteConnection& copier, std::chrono::milliseconds wait);
    base::Result<BackupProgress> backup_slice(BackupRequests::Wish wish);

    const SqliteOptions options_;
    SqliteHealth health_;
    SqliteWork work_;
    std::atomic<std::uint64_t> commits_{0};
    const SqliteReaderSource source_;
    SqlitePointReaders point_readers_;
    SqliteReadPool read_pool_;
    SqliteWriter writer_;
};

}  // namespace tradewind::storage
