#include "app/transfer_command.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "app/progress_bar.h"
#include "base/fault.h"
#include "storage/stores/settings/instance_store.h"
#include "storage/stores/settings/outside_store.h"
#include "storage/transfer/postgres_transfer.h"
#include "storage/transfer/sqlite_transfer.h"

namespace tradewind::app {
namespace {

using storage::PostgresTransfer;
using storage::SqliteTransfer;
using storage::TransferTable;

// What the target makes for itself: the steps of its schema and what they say of it; leases and counts of processes
// that run now.
constexpr std::array<std::string_view, 5> left_out{"schema_migrations", "table_spread", "leases", "node_leases",
                                                   "rate_counts"};

// The tables to move, which are those of both sides but for what is left out. A schema that differs is our mistake.
std::vector<TransferTable> tables_of(const SqliteTransfer& source, PostgresTransfer& target) {
    auto tables = target.tables();
    std::vector<std::string> names;
    for (const auto& table : tables) {
        names.push_back(table.name);
        std::vector<std::string> columns;
        for (const auto& column : table.columns) { columns.push_back(column.name); }
        std::ranges::sort(columns);
        if (source.columns(table.name) != columns) {
            throw storage::DatabaseBroken("the table " + table.name + " has other columns on the other engine");
        }
    }
    if (source.tables() != names) { throw storage::DatabaseBroken("the two engines have other tables"); }
    std::erase_if(tables, [](const TransferTable& table) { return std::ranges::count(left_out, table.name) != 0; });
    return tables;
}

// Both halves of the work, each over all rows.
class Transfer {
  public:
    Transfer(SqliteTransfer& source, PostgresTransfer& target)
        : source_(source), target_(target), tables_(tables_of(source, target)) {
        for (const auto& table : tables_) { total_ += source_.count(table.name); }
    }

    [[nodiscard]] std::int64_t total() const { return total_; }

    void move() {
        ProgressBar bar(stderr, ProgressBar::style_of(stderr), "rows");
        std::int64_t done = 0;
        for (const auto& table : tables_) {
            // One slice costs nothing, and holds what each start notes: what an earlier try found there is old.
            const bool is_small =
                source_.count(table.name) <= static_cast<std::int64_t>(SqliteTransfer::rows_per_slice);
            using Begin = PostgresTransfer::Begin;
            auto place = target_.begin_table(table, is_small ? Begin::Anew : Begin::WhereItWas);
            if (place) { done += target_.count(table); }
            while (true) {
                bar.show(done, total_);
                auto rows = source_.slice(table, place);
                if (rows.empty()) { break; }
                place = table.key_of(rows.back());
                if (base::is_planted(base::Fault::SpoilTransfer) && table.name == "store") {
                    rows.front().at(1) = "Spoiled";
                }
                target_.insert(table, rows);
                done += static_cast<std::int64_t>(rows.size());
            }
        }
        bar.finish();
    }

    base::Result<void> compare() {
        ProgressBar bar(stderr, ProgressBar::style_of(stderr), "rows compared");
        std::int64_t done = 0;
        for (const auto& table : tables_) {
            storage::TransferHash ours(table);
            storage::TransferHash theirs(table);
            std::optional<storage::TransferRow> place;
            std::optional<storage::TransferRow> their_place;
            while (true) {
                bar.show(done, total_);
                const auto rows = source_.slice(table, place);
                // One more than there should be, at the end.
                const auto their_rows = target_.slice(table, their_place, std::max<std::size_t>(rows.size(), 1));
                for (const auto& row : rows) { ours.add(row); }
                for (const auto& row : their_rows) { theirs.add(row); }
                if (rows.empty()) { break; }
                if (!their_rows.empty()) { their_place = table.key_of(their_rows.back()); }
                place = table.key_of(rows.back());
                done += static_cast<std::int64_t>(rows.size());
            }
            const auto our_sum = ours.sum();
            const auto their_sum = theirs.sum();
            if (our_sum != their_sum) {
                bar.finish();
                return base::conflict(fmt::format(
                    "The table {} differs: {} rows with the hash {} here, {} rows with the hash {} there. Nothing was "
                    "changed here; make a new database and begin again.",
                    table.name, our_sum.rows, our_sum.sha256, their_sum.rows, their_sum.sha256));
            }
        }
        bar.finish();
        return {};
    }

  private:
    SqliteTransfer& source_;
    PostgresTransfer& target_;
    const std::vector<TransferTable> tables_;
    std::int64_t total_ = 0;
};

base::Result<std::string> instance_id_of(storage::Database& database) {
    return storage::read_and_wait(database, [](storage::Transaction& transaction) -> base::Result<std::string> {
        return storage::find_instance(transaction).value().id;
    });
}

// What is left here must not be taken for the live copy by mistake.
base::Result<void> hold_source(Installation& installation) {
    return storage::write_and_wait(
        installation.services().database, [&](storage::Transaction& transaction) -> base::Result<void> {
            storage::end_hold(transaction);
            storage::begin_hold(transaction, {.since = installation.clock().now(),
                                              .because = "The store was moved to PostgreSQL.",
                                              .is_moved = true});
            transaction.touch_definitions();
            return {};
        });
}

}  // namespace

base::Result<void> transfer(const Config& config, const base::Secret& address, base::Log& log) {
    if (config.database) {
        return base::bad_request(
            "The data is in PostgreSQL already: leave out --database, and name the new one by --to.");
    }
    if (!storage::DataDirectory::has_database(config.data)) {
        return base::bad_request("There is no database in " + config.data.string() + ".");
    }
    TRY(storage::check_postgres_address(address));
    auto installation = Installation::open(config, log);
    if (!installation && installation.error().kind == base::ErrorKind::Conflict) {
        return base::conflict(installation.error().detail + " Stop the service before its store is moved.");
    }
    const auto opened = TRY(std::move(installation));
    const auto instance_id = TRY(instance_id_of(opened->services().database));

    PostgresTransfer target(address);
    if (target.has_store(instance_id)) {
        // Whoever was killed when all was there had no time to say so here.
        TRY(hold_source(*opened));
        return base::conflict(
            "The store is in this database already; what is left of it here is not served. Serve it with --database.");
    }
    TRY(target.begin(instance_id, opened->clock(), log));
    SqliteTransfer source(opened->directory().database_file());
    Transfer work(source, target);
    work.move();
    TRY(work.compare());
    // Servers that share a database know by it that the files are those of the database.
    opened->directory().set_files_owner(instance_id);
    target.finish();
    TRY(hold_source(*opened));
    fmt::print("moved {} rows and compared each; serve them with --database and this data directory\n", work.total());
    return {};
}

}  // namespace tradewind::app
