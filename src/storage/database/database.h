#pragma once

#include <cstdint>
#include <functional>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "base/executor.h"
#include "base/result.h"
#include "base/unique_function.h"
#include "storage/database/database_figures.h"
#include "storage/database/sleeper.h"
#include "storage/database/transaction.h"

namespace tradewind::storage {

// Request: somebody waits for it. Reaction: what the engine does by itself after something happened; runs behind
// requests and before bulk work. Bulk: imports, exports and the like; gets at most half of the time. Neither of the
// last two has to wait until there is none of the other; see WriteQueue and PostgresQueue.
enum class Priority { Request, Reaction, Bulk };

// Whether a write takes room on the disk or, in the end, gives some back: a deletion, a cancellation, a purge. While
// the disk is full only those run; see DiskReserve.
enum class Space { Takes, GivesBack };

// Who sends bulk work. They are taken by turns, so that none waits for all that another one has sent.
enum class BulkSender : std::uint64_t { Other, Imports, Exports, Scores, Segments, Purges };

// On what terms a write is done.
struct WriteTerms {
    // Most writes say nothing but how soon.
    WriteTerms(Priority how_soon, Space of_the_disk = Space::Takes, std::uint64_t whose = 0)
        : priority(how_soon), space(of_the_disk), sender(whose) {}
    WriteTerms(BulkSender whose, Space of_the_disk = Space::Takes)
        : WriteTerms(Priority::Bulk, of_the_disk, static_cast<std::uint64_t>(whose)) {}
    Priority priority;
    Space space;
    std::uint64_t sender;  // Of one priority, pieces of several are taken by turns.
};

// Of what the service removes by itself.
inline const WriteTerms purge_terms{BulkSender::Purges, Space::GivesBack};

// Point: a few rows by key; on SQLite it runs at once on the caller's thread, and `done` is called before read()
// returns. Walk: anything longer. On PostgreSQL both run in the read pool, walks on a part of it.
enum class ReadCost { Point, Walk };

// A store of data. `Work` is `Result<T>(Transaction&)`; it touches nothing but its transaction and its own result,
// because it may run again. `Done` is `void(Result<T>)`, posted to the caller's executor: for a write, only once it is
// durable. A refused Result rolls the work back. Thread-safe.
class Database {
  public:
    virtual ~Database() = default;

    template <class Work, class Done>
    void read(ReadCost cost, base::Executor& executor, Work work, Done done) {
        submit_read(cost, make_piece(executor, std::move(work), std::move(done)));
    }

    template <class Work, class Done>
    void write(const WriteTerms& terms, base::Executor& executor, Work work, Done done) {
        auto piece = make_piece(executor, std::move(work), std::move(done));
        piece->space = terms.space;
        piece->sender = terms.sender;
        submit_write(terms.priority, std::move(piece));
    }

    // Called after each commit that touched the definitions, before anyone is answered, and when another process
    // changed them; never twice at the same time, on a thread of the database, which may read from there. Nothing:
    // nobody is called any more; when this returns, nobody is being called.
    virtual void on_definitions_change(std::function<void()> reload) = 0;

    // Called after each commit of work that woke this sleeper, before its answer, and when nobody knows whether it was
    // committed; on threads of the database, on PostgreSQL on several at once, without a lock. It must not throw.
    // Only in the process that committed: others look for new rows from time to time. Nothing: as above.
    virtual void on_wake(Sleeper sleeper, std::function<void()> call) = 0;

    // Makes what was deleted unreadable also for somebody who reads the bytes of the engine's own files. Waits until it
    // is so; writes go on. Unavailable when readers are in the way. What a server keeps elsewhere, in logs and
    // replicas, is out of reach. One at a time.
    virtual base::Result<void> wipe_deleted() = 0;

    // Where the data is: another text for another file or another database of a server, also when one was made as a
    // byte for byte image of the other; the same text after a restart or a reboot.
    [[nodiscard]] virtual std::string home() const = 0;

    // Where something is that cannot be read or makes no sense, as names of tables; nothing while there is no such
    // thing. From then on every write is refused, and so is each read that meets it.
    [[nodiscard]] virtual std::optional<std::string> damage() const { return std::nullopt; }

    [[nodiscard]] const DatabaseFigures& figures() const { return figures_; }

    // One piece of work with its answer; the engines see only this.
    class Piece {
      public:
        explicit Piece(base::Executor& executor) : executor_(executor) {}
        virtual ~Piece() = default;
        // True when the work succeeded and its changes are to be kept.
        [[nodiscard]] virtual bool run(Transaction& transaction) = 0;
        // Replaces whatever the work said.
        virtual void refuse(base::Error error) = 0;
        // Hands the answer to Done. Called on the executor's thread.
        virtual void answer() = 0;
        [[nodiscard]] base::Executor& executor() const { return executor_; }

        // Of a write:
        Space space = Space::Takes;
        std::uint64_t sender = 0;

      private:
        base::Executor& executor_;
    };

    // What read() and write() come to; public for a database that stands before another one.
    virtual void submit_read(ReadCost cost, std::unique_ptr<Piece> piece) = 0;
    virtual void submit_write(Priority priority, std::unique_ptr<Piece> piece) = 0;

  protected:
    DatabaseFigures figures_;

  private:
    template <class Work, class Done>
    static std::unique_ptr<Piece> make_piece(base::Executor& executor, Work work, Done done) {
        using Answer = std::invoke_result_t<Work&, Transaction&>;
        class WorkPiece final : public Piece {
          public:
            WorkPiece(base::Executor& where, Work what, Done then)
                : Piece(where), work_(std::move(what)), done_(std::move(then)) {}
            bool run(Transaction& transaction) override {
                answer_.reset();
                answer_.emplace(work_(transaction));
                return answer_->ok();
            }
            void refuse(base::Error error) override {
                answer_.reset();
                answer_.emplace(std::move(error));
            }
            void answer() override { done_(std::move(*answer_)); }

          private:
            Work work_;
            Done done_;
            std::optional<Answer> answer_;
        };
        return std::make_unique<WorkPiece>(executor, std::move(work), std::move(done));
    }
};

// For commands and tests, whose thread may wait: runs the work and returns its answer.
template <class Work>
auto write_and_wait(Database& database, Work work, const WriteTerms& terms = Priority::Request) {
    using Answer = std::invoke_result_t<Work&, Transaction&>;
    base::InlineExecutor inline_executor;
    std::promise<Answer> promise;
    database.write(terms, inline_executor, std::move(work),
                   [&promise](Answer answer) { promise.set_value(std::move(answer)); });
    return promise.get_future().get();
}

template <class Work>
auto read_and_wait(Database& database, Work work, ReadCost cost = ReadCost::Walk) {
    using Answer = std::invoke_result_t<Work&, Transaction&>;
    base::InlineExecutor inline_executor;
    std::promise<Answer> promise;
    database.read(cost, inline_executor, std::move(work),
                  [&promise](Answer answer) { promise.set_value(std::move(answer)); });
    return promise.get_future().get();
}

}  // namespace tradewind::storage
