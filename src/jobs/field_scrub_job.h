#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "base/result.h"
#include "base/sources.h"
#include "storage/database/database.h"

namespace tradewind::jobs {

// Takes the values of deleted fields out of contacts and of the journal, where nobody can see them any more, and then
// lets the files be wiped of them. Begins anew when it was interrupted.
class FieldScrubJob {
  public:
    // Longer than any transaction lasts that may still have been prepared with the field.
    static constexpr std::chrono::milliseconds settle_time{20'000};
    static constexpr std::int64_t rows_per_look = 1000;
    static constexpr std::size_t rows_per_write = 50;

    FieldScrubJob(storage::Database& database, base::Sources& sources) : database_(database), sources_(sources) {}

    // Does all that is to be done, or stops where the database refuses.
    void run();

  private:
    [[nodiscard]] base::Result<std::vector<std::int64_t>> numbers_to_scrub() const;
    base::Result<void> scrub(const std::vector<std::int64_t>& numbers);
    template <class Place, class Find, class Scrub>
    base::Result<void> walk(Find find, Scrub scrub);

    storage::Database& database_;
    base::Sources& sources_;
};

}  // namespace tradewind::jobs
