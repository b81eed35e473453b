#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

#include "base/clock.h"
#include "base/executor.h"
#include "base/id.h"
#include "base/log.h"
#include "base/result.h"
#include "base/wakeup.h"
#include "storage/database/database.h"
#include "storage/stores/jobs/lease_store.h"

namespace tradewind::jobs {

// A job that has a thread of its own and works by leases.
class LeasedJob {
  public:
    virtual ~LeasedJob() = default;
    // Works until nothing is left to do, another process has the work, the database refuses, or stop() was called.
    virtual void run() = 0;
    // From any thread: run() returns after the slice it is at, and leaves its lease to others.
    virtual void stop() = 0;
};

// When a write makes sure of its lease. Who renews it keeps the others out until the write is committed: one that runs
// beside another one does so last.
enum class LeaseCheck { First, Last };

// The lease of a job on what it works on, one subject at a time: claim(), then write() for each slice, at last
// release(). Each slice reads the lease again in its own transaction: a process that stood still while its lease went
// to another one writes nothing more and hears of it as a Conflict. The log tells of that, and why work has to wait.
//
// For the thread of the job, but for stop() and is_stopped(), which any thread may call.
class LeasedWork {
  public:
    // Longer than any slice lasts, with its waiting.
    static constexpr std::chrono::milliseconds lease_time{10'000};
    // So old is a lease at most when a write or keep() renews it.
    static constexpr std::chrono::milliseconds renewal_interval{1'000};

    struct Dependencies {
        storage::Database& database;
        const base::Clock& clock;
        base::Log& log;
        storage::LeaseKind kind;
        std::string holder;  // The name of this process among those that share the database.
    };

    // A write on its way. Its end is waited for whatever happens, because it uses the job.
    template <class Answer>
    class Writing;

    explicit LeasedWork(Dependencies dependencies) : dependencies_(std::move(dependencies)) {}

    // Takes the lease on this subject and does `work` in the same transaction. Conflict when another process holds it.
    template <class Work>
    std::invoke_result_t<Work&, storage::Transaction&> claim(base::Id subject, Work work,
                                                             storage::Space space = storage::Space::Takes);
    // Does `work` in a transaction that first makes sure of the lease and renews it when it is time. Conflict when it
    // is lost.
    template <class Work>
    std::invoke_result_t<Work&, storage::Transaction&> write(Work work, storage::Space space = storage::Space::Takes) {
        using Answer = std::invoke_result_t<Work&, storage::Transaction&>;
        return Writing<Answer>(*this, std::move(work), {sender(), space}, LeaseCheck::First).wait();
    }
    // The same without waiting. Others may be begun meanwhile; nothing else is asked of this before all are answered.
    template <class Work>
    Writing<std::invoke_result_t<Work&, storage::Transaction&>> begin_write(Work work,
                                                                            LeaseCheck check = LeaseCheck::First) {
        return {*this, std::move(work), {sender(), storage::Space::Takes}, check};
    }
    // Between two writes that are far from each other: renews the lease when it is time. Conflict when it is lost or
    // the job is to stop.
    base::Result<void> keep();
    // Leaves the lease to others, if there is one. Where the database refuses that, it ends by itself.
    void release();

    // Logs why work on this subject has to wait, once until has_worked(). No word of a Conflict, for which there is
    // nothing to wait, nor of what fails because the job stops.
    void say_once(std::string_view message, base::Id subject, const base::Error& error);
    void has_worked() { told_.reset(); }

    void stop() {
        is_stopped_ = true;
        stop_.raise();
    }
    [[nodiscard]] bool is_stopped() const { return is_stopped_; }
    // Raised by stop().
    [[nodiscard]] base::Wakeup& stop_wakeup() { return stop_; }

  private:
    [[nodiscard]] static base::Error lost();
    [[nodiscard]] storage::BulkSender sender() const;
    [[nodiscard]] storage::LeaseTime time_from_now() const;
    [[nodiscard]] bool is_renewal_due() const;
    [[nodiscard]] bool is_held_in(storage::Transaction& transaction, const storage::Lease& lease, bool renews) const;
    void note_lost();

    const Dependencies dependencies_;
    base::InlineExecutor executor_;
    std::atomic<bool> is_stopped_{false};
    base::Wakeup stop_;
    std::optional<storage::Lease> lease_;
    std::chrono::steady_clock::time_point renewed_at_{};
    std::optional<base::Id> told_;  // Whose waiting the log knows of.
};

template <class Answer>
class LeasedWork::Writing {
  public:
    template <class Work>
    Writing(LeasedWork& owner, Work work, const storage::WriteTerms& terms, LeaseCheck check)
        : owner_(owner), begun_at_(owner.dependencies_.clock.steady_now()), renews_(owner.is_renewal_due()) {
        auto promise = std::make_shared<std::promise<Answer>>();
        answer_ = promise->get_future();
        if (!owner.lease_) {
            promise->set_value(lost());
            return;
        }
        owner.dependencies_.database.write(
            terms, owner.executor_,
            [this, check, lease = *owner.lease_,
             work = std::move(work)](storage::Transaction& transaction) mutable -> Answer {
                is_lost_ = check == LeaseCheck::First && !owner_.is_held_in(transaction, lease, renews_);
                if (is_lost_) { return lost(); }
                auto answer = work(transaction);
                is_lost_ = check == LeaseCheck::Last && answer.ok() && !owner_.is_held_in(transaction, lease, renews_);
                if (is_lost_) { return lost(); }
                return answer;
            },
            [promise](Answer answer) { promise->set_value(std::move(answer)); });
    }
    ~Writing() {
        if (answer_.valid()) { answer_.wait(); }
    }
    Writing(const Writing&) = delete;
    Writing& operator=(const Writing&) = delete;

    Answer wait() {
        auto answer = answer_.get();
        if (is_lost_) { owner_.note_lost(); }
        if (answer.ok() && renews_) { owner_.renewed_at_ = begun_at_; }
        return answer;
    }

  private:
    LeasedWork& owner_;
    const std::chrono::steady_clock::time_point begun_at_;
    const bool renews_;
    bool is_lost_ = false;  // Of the transaction, until there is an answer.
    std::future<Answer> answer_;
};

template <class Work>
std::invoke_result_t<Work&, storage::Transaction&> LeasedWork::claim(base::Id subject, Work work,
                                                                     storage::Space space) {
    using Answer = std::invoke_result_t<Work&, storage::Transaction&>;
    lease_.reset();
    std::optional<storage::Lease> claimed;
    const auto begun_at = dependencies_.clock.steady_now();
    auto answer = storage::write_and_wait(dependencies_.database,
                                          [&](storage::Transaction& transaction) -> Answer {
                                              claimed = storage::claim_lease(
                                                  transaction, {.kind = dependencies_.kind, .subject = subject},
                                                  dependencies_.holder, time_from_now());
                                              if (!claimed) { return lost(); }
                                              return work(transaction);
                                          },
                                          {sender(), space});
    if (answer.ok()) {
        lease_ = std::move(claimed);
        renewed_at_ = begun_at;
    }
    return answer;
}

}  // namespace tradewind::jobs
