#pragma once

#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <optional>
#include <string>
#include <thread>

#include "base/executor.h"
#include "base/metrics.h"
#include "base/secret.h"
#include "base/unique_function.h"

namespace tradewind::api {

// Makes and compares argon2id hashes, one at a time on a thread of its own that has the lowest priority: each takes
// 64 MiB and a tenth of a second or more, which nothing else is to wait for. Thread-safe. What waits when it is
// stopped is not done, and its callers are not called.
class PasswordHashing {
  public:
    static constexpr std::size_t waiting_max = 8;
    static constexpr std::size_t memory_bytes = std::size_t{64} * 1024 * 1024;
    static constexpr unsigned passes = 2;

    PasswordHashing();
    ~PasswordHashing();
    PasswordHashing(const PasswordHashing&) = delete;
    PasswordHashing& operator=(const PasswordHashing&) = delete;

    // `done` is called on `executor` with the hash, as text; nothing when there is no memory for it. False: too many
    // wait, and nothing will be done.
    [[nodiscard]] bool make(base::Secret password, base::Executor& executor,
                            base::UniqueFunction<void(std::optional<std::string>)> done);
    // `done` is called with whether the password has this hash. Without a hash it takes the same time, and has not.
    [[nodiscard]] bool compare(base::Secret password, std::optional<std::string> hash, base::Executor& executor,
                               base::UniqueFunction<void(bool)> done);

    // Ends the thread; nothing is done from then on. Comes before the end of the executors that were passed in.
    void stop();

    // How many hashes were made or compared.
    [[nodiscard]] const base::Counter& count() const { return count_; }

  private:
    bool add(base::UniqueFunction<void()> work);
    void work();

    base::Counter count_;
    std::string nobodys_hash_;  // Of a password that nobody knows; the thread makes it first.
    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<base::UniqueFunction<void()>> waiting_;  // Guarded by mutex_, as is the next one.
    bool is_ending_ = false;
    std::thread thread_;
};

}  // namespace tradewind::api
