#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "storage/database/database.h"
#include "storage/sqlite/reader.h"

namespace tradewind::storage {

// A reader for each thread that asks, kept until the thread ends or this goes away, whichever is first. Thread-safe;
// must not go away while a read runs.
class SqlitePointReaders {
  public:
    // On a thread that serves others, nothing may take longer.
    static constexpr std::chrono::milliseconds read_time_max{50};

    explicit SqlitePointReaders(const SqliteReaderSource& source);
    ~SqlitePointReaders();
    SqlitePointReaders(const SqlitePointReaders&) = delete;
    SqlitePointReaders& operator=(const SqlitePointReaders&) = delete;

    // Runs the piece on the calling thread; afterwards its answer is ready. Pieces that run before the executor of the
    // first of them comes to what is posted to it, in one round of a loop, share a snapshot while nothing is committed.
    void run(Database::Piece& piece);

  private:
    // Known to its thread and to this object, because either may end first.
    class Place;
    struct PlacesOfThread;

    std::shared_ptr<Place>& place_of_this_thread();
    std::shared_ptr<Place> add_place();

    const SqliteReaderSource source_;
    const std::uint64_t number_;  // Tells this object from one that was here before, at the same address.
    std::mutex mutex_;
    std::vector<std::shared_ptr<Place>> places_;  // Guarded by mutex_.
};

}  // namespace tradewind::storage
