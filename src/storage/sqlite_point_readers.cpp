#include "storage/sqlite_point_readers.h"

#include <algorithm>
#include <atomic>
#include <optional>

namespace tradewind::storage {
namespace {

std::uint64_t next_number() {
    static std::atomic<std::uint64_t> last{0};
    return ++last;
}

}  // namespace

class SqlitePointReaders::Place {
  public:
    explicit Place(const SqliteReaderSource& source) : reader_(std::in_place, source, read_time_max) {}

    // Without the lock: only the place's own thread reads, and neither end comes while it does.
    void run(Database::Piece& piece, SqliteScope scope) { reader_->run(piece, scope); }

    void close() {
        const std::lock_guard lock(mutex_);
        reader_.reset();
    }
    [[nodiscard]] bool is_closed() {
        const std::lock_guard lock(mutex_);
        return !reader_.has_value();
    }

  private:
    std::mutex mutex_;
    std::optional<SqliteReader> reader_;
};

struct SqlitePointReaders::PlacesOfThread {
    struct Entry {
        std::uint64_t number;
        std::shared_ptr<Place> place;
    };

    ~PlacesOfThread() {
        for (const auto& entry : entries) { entry.place->close(); }
    }

    std::vector<Entry> entries;
};

SqlitePointReaders::SqlitePointReaders(const SqliteReaderSource& source) : source_(source), number_(next_number()) {}

SqlitePointReaders::~SqlitePointReaders() {
    for (const auto& place : places_) { place->close(); }
}

void SqlitePointReaders::run(Database::Piece& piece, SqliteScope scope) {
    place_of_this_thread().run(piece, scope);
}

SqlitePointReaders::Place& SqlitePointReaders::place_of_this_thread() {
    thread_local PlacesOfThread places;
    for (const auto& entry : places.entries) {
        if (entry.number == number_) { return *entry.place; }
    }
    std::erase_if(places.entries, [](const auto& entry) { return entry.place->is_closed(); });
    return *places.entries.emplace_back(PlacesOfThread::Entry{number_, add_place()}).place;
}

std::shared_ptr<SqlitePointReaders::Place> SqlitePointReaders::add_place() {
    auto place = std::make_shared<Place>(source_);
    const std::lock_guard lock(mutex_);
    std::erase_if(places_, [](const auto& known) { return known->is_closed(); });
    places_.push_back(place);
    return place;
}

}  // namespace tradewind::storage
