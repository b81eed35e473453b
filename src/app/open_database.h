#pragma once

#include <memory>

#include "app/config.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/random.h"
#include "base/result.h"
#include "storage/backup/backups.h"
#include "storage/database/database.h"
#include "storage/files/data_directory.h"
#include "storage/files/disk_reserve.h"

namespace tradewind::app {

// What a database is opened with. All but the configuration outlives it.
struct DatabaseOpening {
    const Config& config;
    const storage::DataDirectory& directory;
    const base::Clock& clock;
    base::Random& random;
    base::Log& log;
};

// A database and what belongs to its engine. The reserve outlives the database, the database outlives the backups.
struct OpenedDatabase {
    std::unique_ptr<storage::DiskReserve> disk_reserve;  // Of SQLite alone.
    std::unique_ptr<storage::Database> database;
    std::unique_ptr<storage::Backups> backups;  // Of SQLite alone.
    // Whether what is acknowledged survives a power cut, as far as the database can tell.
    bool commits_are_durable = true;
    // The number that is part of the ids that this process makes.
    int node = 0;
};

// Opens the PostgreSQL database that the configuration names, or else the SQLite file of the data directory, and brings
// its schema up to date. On an I/O error later on, the database ends the process.
base::Result<OpenedDatabase> open_database(const DatabaseOpening& opening);

}  // namespace tradewind::app
