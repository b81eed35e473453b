#include "storage/sqlite/point_readers.h"

#include <algorithm>
#include <atomic>
#include <optional>
#include <utility>

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

    // On the place's own thread. True when somebody must let go of the snapshot later, and nobody was told so yet.
    [[nodiscard]] bool run(Database::Piece& piece) {
        const std::lock_guard lock(mutex_);
        reader_->run(piece);
        return !std::exchange(is_held_, true);
    }

    void let_go() {
        const std::lock_guard lock(mutex_);
        is_held_ = false;
        if (reader_) { reader_->let_go(); }
    }

    void close() {
        const std::lock_guard lock(mutex_);
        reader_.reset();
    }
    [[nodiscard]] bool is_closed() {
        const std::lock_guard lock(mutex_);
        return !reader_.has_value();
    }

  private:
    // Of its own thread, when a read is started inside the work of another one.
    std::recursive_mutex mutex_;
    std::optional<SqliteReader> reader_;
    bool is_held_ = false;
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

void SqlitePointReaders::run(Database::Piece& piece) {
    auto& place = place_of_this_thread();
    if (place->run(piece)) {
        piece.executor().post([place] { place->let_go(); });
    }
}

std::shared_ptr<SqlitePointReaders::Place>& SqlitePointReaders::place_of_this_thread() {
    thread_local PlacesOfThread places;
    for (auto& entry : places.entries) {
        if (entry.number == number_) { return entry.place; }
    }
    std::erase_if(places.entries, [](const auto& entry) { return entry.place->is_closed(); });
    return places.entries.emplace_back(PlacesOfThread::Entry{number_, add_place()}).place;
}

std::shared_ptr<SqlitePointReaders::Place> SqlitePointReaders::add_place() {
    auto place = std::make_shared<Place>(source_);
    const std::lock_guard lock(mutex_);
    std::erase_if(places_, [](const auto& known) { return known->is_closed(); });
    places_.push_back(place);
    return place;
}

}  // namespace tradewind::storage
