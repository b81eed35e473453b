#include "storage/testing/test_postgres_database.h"

#include <gtest/gtest.h>

#include <atomic>
#include <barrier>
#include <future>
#include <thread>

#include "base/fault.h"
#include "storage/database/conflict.h"
#include "storage/postgres/home.h"
#include "storage/testing/test_gate.h"
#include "storage/testing/test_retry.h"
#include "storage/transfer/postgres_transfer.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using base::Outcome;
using std::chrono::milliseconds;
using Answer = PostgresDatabaseTest::Answer;

constexpr Query end_own_connection{.name = "end_own_connection",
                                   .sql = "SELECT pg_terminate_backend(pg_backend_pid())"};

TEST_F(PostgresDatabaseTest, RunsWorkAgainAfterADeadlock) {
    ASSERT_TRUE(add("one").get().ok());
    ASSERT_TRUE(add("two").get().ok());
    std::barrier both_have_one(2);
    std::atomic<int> runs{0};
    const auto lock_both = [&](const std::string& first, const std::string& second) {
        return write([&, first, second, is_first_run = true](Transaction& transaction) mutable -> Answer {
            static constexpr Query lock{.name = "lock", .sql = "UPDATE notes SET body = body WHERE body = $1"};
            ++runs;
            EXPECT_EQ(transaction.execute_and_count(lock, {first}), 1);
            if (std::exchange(is_first_run, false)) { both_have_one.arrive_and_wait(); }
            transaction.execute(lock, {second});
            return std::string();
        });
    };
    auto one = lock_both("one", "two");
    auto other = lock_both("two", "one");
    EXPECT_TRUE(one.get().ok());
    EXPECT_TRUE(other.get().ok());
    EXPECT_GE(runs, 3) << "one of them was run again, and may have met the other once more";
}

TEST_F(PostgresDatabaseTest, GivesUpWorkThatMeetsTheSameIdentityAgainAndAgain) {
    run("CREATE TABLE names (name text primary key); INSERT INTO names VALUES ('ada')");
    std::atomic<int> runs{0};
    const auto refused = write([&](Transaction& transaction) -> Answer {
                             static constexpr Query insert{.name = "insert", .sql = "INSERT INTO names VALUES ('ada')"};
                             ++runs;
                             transaction.execute(insert);
                             return std::string();
                         }).get();
    EXPECT_EQ(refused.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(refused.error().outcome, Outcome::None);
    EXPECT_EQ(runs, 1 + PostgresSession::retries_max);
}

TEST_F(PostgresDatabaseTest, RunsWorkAgainThatOthersAreInTheWayOf) {
    int runs = 0;
    const auto work_that_succeeds_at = [&](int run) {
        runs = 0;
        return write([&runs, run](Transaction& transaction) -> Answer {
                   add_note(transaction, "tried");
                   if (++runs < run) { throw DatabaseConflict("planted by the test"); }
                   return all_notes(transaction);
               })
            .get();
    };
    EXPECT_EQ(work_that_succeeds_at(3).take(), "tried") << "what was tried before is undone";
    const auto refused = work_that_succeeds_at(100);
    EXPECT_EQ(refused.error().outcome, Outcome::None);
    EXPECT_EQ(runs, 1 + PostgresSession::retries_max);
}

TEST_F(PostgresDatabaseTest, RunsWorkAgainWhenItsConnectionIsLostBeforeTheCommit) {
    std::atomic<int> runs{0};
    const auto answer = write([&](Transaction& transaction) -> Answer {
                            add_note(transaction, "x");
                            if (++runs == 1) { transaction.execute(end_own_connection); }
                            return std::string();
                        }).get();
    EXPECT_TRUE(answer.ok());
    EXPECT_EQ(runs, 2);
    EXPECT_EQ(all_notes(*database), "x");
    std::atomic<int> reads{0};
    const auto read = read_and_wait(*database, [&](Transaction& transaction) -> Answer {
        if (++reads == 1) { transaction.execute(end_own_connection); }
        return all_notes(transaction);
    });
    EXPECT_EQ(read.value(), "x");
}

// What the server does inside the COMMIT of whoever inserts this note.
std::string in_commit_of(const std::string& note, const std::string& statement) {
    return "CREATE FUNCTION in_commit() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + statement +
           "; RETURN new; END $$; CREATE CONSTRAINT TRIGGER in_commit AFTER INSERT ON notes DEFERRABLE INITIALLY "
           "DEFERRED "
           "FOR EACH ROW WHEN (new.body = '" +
           note + "') EXECUTE FUNCTION in_commit()";
}

TEST_F(PostgresDatabaseTest, DoesNotKnowWhatBecameOfWorkWhoseConnectionIsLostInTheCommit) {
    run(in_commit_of("fatal", "PERFORM pg_terminate_backend(pg_backend_pid())"));
    std::atomic<int> runs{0};
    std::atomic<int> calls{0};
    database->on_wake(Sleeper::Engine, [&] { ++calls; });
    const auto answer = write([&](Transaction& transaction) -> Answer {
                            ++runs;
                            add_note(transaction, "fatal");
                            transaction.wake(Sleeper::Engine);
                            return std::string();
                        }).get();
    database->on_wake(Sleeper::Engine, {});
    EXPECT_EQ(answer.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(answer.error().outcome, Outcome::Unknown);
    EXPECT_EQ(runs, 1) << "what may be done is not done again";
    EXPECT_EQ(calls, 1) << "for what may be there";
    EXPECT_TRUE(add("next").get().ok());
    EXPECT_EQ(all_notes(*database), "next");
}

TEST_F(PostgresDatabaseTest, DoesNotKnowWhatBecameOfACommitThatIsNotAnswered) {
    run(in_commit_of("slow", "PERFORM pg_sleep(1)"));
    auto options = database.postgres_options();
    options.commit_silence_max = milliseconds(100);
    const auto impatient = open(std::move(options));
    const auto answer = write_to(*impatient, [](Transaction& transaction) -> Answer {
                            add_note(transaction, "slow");
                            return std::string();
                        }).get();
    EXPECT_EQ(answer.error().outcome, Outcome::Unknown);
    EXPECT_EQ(all_notes(*database), "");
    run("BEGIN; LOCK TABLE notes IN EXCLUSIVE MODE; COMMIT");
    EXPECT_EQ(all_notes(*database), "slow") << "the server went on with it";
}

// So the server says that a commit is kept here, but did not reach the standby.
TEST_F(PostgresDatabaseTest, DoesNotSayDoneWhenTheServerWarnsInTheCommit) {
    run(in_commit_of("warned", "RAISE WARNING 'planted by the test'"));
    EXPECT_EQ(add("warned").get().error().outcome, Outcome::Unknown);
    EXPECT_EQ(all_notes(*database), "warned");
}

TEST_F(PostgresDatabaseTest, KnowsThatACommitWhichTheServerRefusesKeptNothing) {
    run(in_commit_of("bad", "RAISE EXCEPTION 'planted by the test'"));
    EXPECT_EQ(add("bad").get().error().kind, ErrorKind::Internal);
    EXPECT_EQ(all_notes(*database), "");
    EXPECT_TRUE(add("next").get().ok());
}

std::string at_once(const std::string& note, const std::string& statement) {
    return "CREATE FUNCTION at_once() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN " + statement +
           "; RETURN new; END $$; CREATE TRIGGER at_once BEFORE INSERT ON notes FOR EACH ROW WHEN (new.body = '" +
           note + "') EXECUTE FUNCTION at_once()";
}

TEST_F(PostgresDatabaseTest, DoesWhatTheServerDoesNotSupportTwiceAtMost) {
    run(at_once("unsupported", "RAISE EXCEPTION USING errcode = '0A000'"));
    int runs = 0;
    const auto answer = write([&](Transaction& transaction) -> Answer {
                            ++runs;
                            add_note(transaction, "unsupported");
                            return std::string();
                        }).get();
    EXPECT_EQ(answer.error().kind, ErrorKind::Internal) << "trying again does not help";
    EXPECT_EQ(runs, 2);
    EXPECT_TRUE(add("next").get().ok());
    EXPECT_EQ(all_notes(*database), "next");
}

TEST_F(PostgresDatabaseTest, KnowsThatNothingWasKeptWhenItsServerLosesAnotherOne) {
    run(at_once("lost", "RAISE EXCEPTION USING errcode = '08006'"));
    const auto answer = add("lost").get();
    EXPECT_EQ(answer.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(answer.error().outcome, Outcome::None);
    EXPECT_TRUE(add("next").get().ok());
    EXPECT_EQ(all_notes(*database), "next");
}

TEST_F(PostgresDatabaseTest, DoesNotKnowWhatBecameOfACommitInWhichItsServerLosesAnotherOne) {
    run(in_commit_of("lost", "RAISE EXCEPTION USING errcode = '08006'"));
    const auto answer = add("lost").get();
    EXPECT_EQ(answer.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(answer.error().outcome, Outcome::Unknown);
}

TEST_F(PostgresDatabaseTest, DoesNotSayDoneWhenWorkHidesThatAStatementFailed) {
    const auto answer = write([](Transaction& transaction) -> Answer {
                            static constexpr Query nonsense{.name = "nonsense", .sql = "SELECT nothing"};
                            add_note(transaction, "x");
                            try {
                                transaction.execute(nonsense);
                            } catch (const DatabaseBroken&) { return std::string("hidden"); }
                            return std::string();
                        }).get();
    EXPECT_EQ(answer.error().kind, ErrorKind::Internal);
    EXPECT_EQ(all_notes(*database), "");
}

TEST_F(PostgresDatabaseTest, CutsAReadThatTakesTooLong) {
    const auto cut = read_and_wait(*database, [](Transaction& transaction) -> Answer {
        static constexpr Query sleep{.name = "sleep", .sql = "SELECT cast(pg_sleep(60) AS text)"};
        transaction.execute(sleep);
        return std::string();
    });
    EXPECT_EQ(cut.error().kind, ErrorKind::Unavailable);
    EXPECT_EQ(cut.error().outcome, Outcome::None);
}

TEST_F(PostgresDatabaseTest, RefusesAReadInsideWork) {
    const auto outer = write([&](Transaction& transaction) -> Answer {
                           add_note(transaction, "x");
                           const auto inner =
                               read_and_wait(*database, [](Transaction&) -> Answer { return std::string(); });
                           EXPECT_EQ(inner.error().kind, ErrorKind::Internal);
                           return all_notes(transaction);
                       }).get();
    EXPECT_EQ(outer.value(), "x") << "the work it was asked from goes on";
}

TEST_F(PostgresDatabaseTest, PlansAnewWhenTheSchemaHasChangedUnderneath) {
    ASSERT_TRUE(add("x").get().ok());
    const auto read_all = [](Transaction& transaction) -> Answer {
        static constexpr Query all{.name = "all", .sql = "SELECT * FROM notes"};
        auto rows = transaction.query(all);
        return rows.next() ? std::string(rows.text(1)) : "nothing";
    };
    for (int round = 0; round < 10; ++round) { ASSERT_EQ(read_and_wait(*database, read_all).value(), "x"); }
    run("ALTER TABLE notes ADD COLUMN more text");
    EXPECT_EQ(read_and_wait(*database, read_all).value(), "x");
}

TEST_F(PostgresDatabaseTest, IsToldWhatAnotherProcessChanges) {
    const auto other = open(database.postgres_options());
    std::promise<std::string> seen;
    std::atomic<bool> is_first{true};
    other->on_definitions_change([&] {
        const auto notes = all_notes(*other);
        if (notes == "changed" && is_first.exchange(false)) { seen.set_value(notes); }
    });
    write([](Transaction& transaction) -> Answer {
        add_note(transaction, "changed");
        transaction.touch_definitions();
        return std::string();
    })
        .get()
        .take();
    EXPECT_EQ(seen.get_future().get(), "changed");
    other->on_definitions_change({});
}

TEST_F(PostgresDatabaseTest, KnowsTheWritesThatAreOpenInAnyProcess) {
    const auto other = open(database.postgres_options());
    const auto open_writes = [&] {
        const auto look = [](Transaction& transaction) { return base::Result(transaction.open_writes()); };
        return read_and_wait(*database, look).take();
    };
    EXPECT_TRUE(open_writes().empty());
    std::vector<std::string> seen;
    for (Database* const where : {static_cast<Database*>(&*database), static_cast<Database*>(other.get())}) {
        std::promise<void> looked;
        std::promise<void> finish;
        auto answer = write_to(*where, [&](Transaction& transaction) -> Answer {
            static_cast<void>(transaction.definitions_version());
            EXPECT_TRUE(transaction.open_writes().empty()) << "it is no other one";
            looked.set_value();
            finish.get_future().wait();
            return std::string();
        });
        looked.get_future().wait();
        const auto names = open_writes();
        EXPECT_EQ(names.size(), 1U);
        seen.insert(seen.end(), names.begin(), names.end());
        finish.set_value();
        EXPECT_TRUE(answer.get().ok());
        EXPECT_TRUE(open_writes().empty());
    }
    ASSERT_EQ(seen.size(), 2U);
    EXPECT_NE(seen[0], seen[1]);
}

TEST_F(PostgresDatabaseTest, ReloadsOnItsOwnThreadsWhenAllOfThemChangeTheDefinitions) {
    std::atomic<int> at_once{0};
    std::atomic<int> loaded{0};
    database->on_definitions_change([&] {
        EXPECT_EQ(++at_once, 1) << "one load at a time";
        loaded = static_cast<int>(all_notes(*database).size());
        --at_once;
    });
    const auto change = [&] {
        return write([](Transaction& transaction) -> Answer {
            add_note(transaction, "x");
            transaction.touch_definitions();
            return std::string();
        });
    };
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 60; ++number) { answers.push_back(change()); }
    for (auto& answer : answers) {
        ASSERT_TRUE(patiently([&] { return answer.valid() ? answer.get() : change().get(); }));
    }
    EXPECT_EQ(loaded, 60 * 2 - 1);
    database->on_definitions_change({});
}

TEST_F(PostgresDatabaseTest, DoesNotSayDoneWhenTheDefinitionsCannotBeReloadedAndGoesOnTrying) {
    std::atomic<int> calls{0};
    std::promise<void> reloaded;
    database->on_definitions_change([&] {
        if (++calls <= 3) { throw std::runtime_error("planted by the test"); }
        if (calls == 4) { reloaded.set_value(); }
    });
    // The watcher may have taken some of the failures upon itself.
    const auto answer = write([](Transaction& transaction) -> Answer {
                            transaction.touch_definitions();
                            return std::string();
                        }).get();
    EXPECT_TRUE(answer.ok() || answer.error().outcome == Outcome::Unknown);
    reloaded.get_future().get();
    database->on_definitions_change({});
}

TEST_F(PostgresDatabaseTest, RefusesAnAddressItCannotUse) {
    auto options = database.postgres_options();
    options.address = base::Secret(std::string("nonsense"));
    EXPECT_EQ(PostgresDatabase::open(std::move(options), clock, random, log).error().kind, ErrorKind::BadRequest);
    auto nowhere = database.postgres_options();
    nowhere.address = base::Secret(std::string("postgres://tester@/postgres?host=/nowhere"));
    nowhere.start_wait_max = milliseconds(0);
    EXPECT_THROW(static_cast<void>(PostgresDatabase::open(std::move(nowhere), clock, random, log)), PostgresError);
}

TEST_F(PostgresDatabaseTest, RefusesADatabaseThatDoesNotKeepUnicode) {
    auto& server = SharedTestPostgres::instance().server();
    server.run("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0");
    auto options = database.postgres_options();
    options.address = server.address("latin");
    const auto refused = PostgresDatabase::open(std::move(options), clock, random, log);
    EXPECT_EQ(refused.error().kind, ErrorKind::Conflict);
    server.run("DROP DATABASE latin");
}

TEST_F(PostgresDatabaseTest, IsNotUsedByAServiceAndFilledByACopyAtTheSameTime) {
    auto& shared = SharedTestPostgres::instance();
    const auto name = shared.make_empty_database();
    auto options = database.postgres_options();
    options.address = shared.server().address(name);
    PostgresConnection doorkeeper(options.address,
                                  {.statement_time_max = milliseconds(0), .silence_max = milliseconds(-1)});
    close_threshold(doorkeeper, log).take();
    PostgresTransfer copy(options.address);
    auto filled = std::async(std::launch::async, [&] { return copy.begin("instance", clock, log).ok(); });
    auto used = std::async(std::launch::async,
                           [&] { return PostgresDatabase::open(std::move(options), clock, random, log).ok(); });
    constexpr Query waiting{.name = "waiting", .sql = "SELECT count(*) FROM pg_locks WHERE NOT granted"};
    bool both_wait = false;
    for (int tries = 0; tries < 10'000 && !both_wait; ++tries) {
        base::Wakeup().wait_for(milliseconds(1));
        both_wait = integer_in(*doorkeeper.run(waiting), 0, 0) == 2;
    }
    EXPECT_TRUE(both_wait);
    open_threshold(doorkeeper);
    EXPECT_NE(filled.get(), used.get()) << "who came first keeps the other out";
}

TEST_F(PostgresDatabaseTest, WaitsForLocksAsBeforeOnceItHasTheThreshold) {
    PostgresConnection connection(
        database.postgres_options().address,
        {.statement_time_max = milliseconds(0), .silence_max = milliseconds(-1), .lock_time_max = milliseconds(1234)});
    close_threshold(connection, log).take();
    constexpr Query lock_timeout{.name = "lock_timeout", .sql = "SHOW lock_timeout"};
    EXPECT_EQ(text_in(*connection.run(lock_timeout), 0, 0), "1234ms");
}

TEST_F(PostgresDatabaseTest, KnowsWhetherCommitsAreDurable) {
    EXPECT_FALSE(open(database.postgres_options())->commits_are_durable()) << "tests are quicker so";
}

TEST_F(PostgresDatabaseTest, AnswersTooEarlyWhenThatFaultIsPlanted) {
    const base::PlantedFault planted(base::Fault::AnswerBeforeCommit);
    const auto other = open(database.postgres_options());
    std::promise<std::string> seen;
    other->write(
        Priority::Request, executor,
        [](Transaction& transaction) -> Answer {
            add_note(transaction, "x");
            return std::string();
        },
        [&](const Answer& answer) {
            seen.set_value((answer.ok() ? "done, and there is: " : "") + all_notes(*database));
        });
    EXPECT_EQ(seen.get_future().get(), "done, and there is: ");
}

TEST_F(PostgresDatabaseTest, DoesNotWaitForTheDiskWhenThatFaultIsPlanted) {
    run("ALTER DATABASE " + database_name() + " SET synchronous_commit = on");
    const auto synchronous_commit = [this] {
        const auto other = open(database.postgres_options());
        return write_to(*other,
                        [](Transaction& transaction) -> Answer {
                            static constexpr Query show{.name = "show", .sql = "SHOW synchronous_commit"};
                            auto rows = transaction.query(show);
                            return rows.next() ? std::string(rows.text(0)) : "nothing";
                        })
            .get()
            .value();
    };
    EXPECT_EQ(synchronous_commit(), "on");
    const base::PlantedFault planted(base::Fault::SynchronousOff);
    EXPECT_EQ(synchronous_commit(), "off");
}

}  // namespace
}  // namespace tradewind::storage
