#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

#include "api/answer.h"
#include "base/clock.h"
#include "base/id.h"
#include "domain/settings/scope.h"
#include "storage/database/database.h"

namespace tradewind::api {

// Something that a page shows and wants to know changes of.
struct LiveTopic {
    // A text that differs when what is shown does. It follows from the database and the time, so that every process
    // tells the same.
    struct Look {
        storage::Transaction& transaction;
        base::Id id;
        base::Instant now;
    };
    using Read = std::string (*)(const Look& look);

    std::string word;  // As it was asked for: `imports`, `segment:696b…`.
    domain::Scope scope;
    base::Id id = {};  // Of what it is about, if it is about one thing.
    Read read;
};

// What the topics show now, as one number that nobody can read anything from.
// `texts` are those that were read before, by the words of their topics.
using LiveTexts = std::map<std::string, std::string>;
std::int64_t live_number(storage::Transaction& transaction, base::Instant now, const std::vector<LiveTopic>& topics,
                         LiveTexts& texts);

// Requests whose answer is kept back until something changes. Thread-safe.
class LiveDesk {
  public:
    static constexpr std::chrono::seconds held_for{20};
    static constexpr std::size_t held_max = 200;
    // How soon a page may ask again that was answered because there was no place for it.
    static constexpr std::int64_t ask_again_seconds = 20;

    LiveDesk(storage::Database& database, const base::Clock& clock) : database_(database), clock_(clock) {}

    // Somebody who saw `number` waits for another one. `who` may wait once for the same topics: who waited before is
    // answered. Answered at once when nobody can wait any more.
    struct Waiting {
        std::string who;
        std::vector<LiveTopic> topics;
        std::int64_t number;
        Answer answer;
    };
    void hold(Waiting waiting);

    // Answers those for whom something changed, or who waited long enough. Whoever made the desk calls it again and
    // again, never twice at the same time; it waits for the database.
    void look();
    // Answers everybody, and whoever comes later at once.
    void close();

    [[nodiscard]] std::size_t held() const;

  private:
    using Time = std::chrono::steady_clock::time_point;
    struct Held {
        Waiting waiting;
        Time until;
    };

    storage::Database& database_;
    const base::Clock& clock_;
    mutable std::mutex mutex_;
    std::map<std::string, Held> held_;  // By who waits for which topics. Guarded by mutex_, as is what follows.
    bool is_closed_ = false;
};

// `ask_again_in` tells a page how many seconds to wait before it asks again.
void answer_live(Answer& answer, std::int64_t number, std::int64_t ask_again_in);

}  // namespace tradewind::api
