// What every engine promises, through the door that others use, on each of them.

#include "storage/database/database.h"

#include <atomic>
#include <stdexcept>
#include <thread>

#include "storage/database/composed_query.h"
#include "storage/migrations/migrate.h"
#include "storage/testing/database_fixture.h"
#include "storage/testing/test_copies.h"

namespace tradewind::storage {
namespace {

using base::ErrorKind;
using base::Outcome;
using Answer = base::Result<std::string>;

class DatabaseTest : public DatabaseFixture {};

INSTANTIATE_TEST_SUITE_P(On, DatabaseTest, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         testing::PrintToStringParamName());

Answer read_notes(Transaction& transaction) {
    return all_notes(transaction);
}

TEST_P(DatabaseTest, ShowsEveryReadWhatWasAnsweredBefore) {
    std::string expected;
    for (const std::string body : {"a", "b", "c"}) {
        ASSERT_EQ(add(body).get().value(), body);
        expected += (expected.empty() ? "" : " ") + body;
        EXPECT_EQ(read(read_notes, ReadCost::Point).value(), expected);
        EXPECT_EQ(read(read_notes, ReadCost::Walk).value(), expected);
    }
}

TEST_P(DatabaseTest, KeepsNothingOfRefusedWork) {
    const auto refused = write([](Transaction& transaction) -> Answer {
                             add_note(transaction, "refused");
                             return base::conflict("Taken.");
                         }).get();
    EXPECT_EQ(refused.error().detail, "Taken.");
    EXPECT_EQ(all_notes(*database), "");
}

TEST_P(DatabaseTest, KeepsNothingOfWorkThatThrowsAndGoesOn) {
    auto broken_world = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "broken world");
        throw DatabaseBroken("planted by the test");
    });
    auto broken_code = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "broken code");
        throw std::runtime_error("planted by the test");
    });
    auto wrong_number_of_values = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "wrong number");
        transaction.execute(add_note_query, {std::string_view("one"), std::string_view("too many")});
        return std::string();
    });
    auto wrong_statement = write([](Transaction& transaction) -> Answer {
        static constexpr Query nonsense{.name = "nonsense", .sql = "SELECT nothing FROM nowhere"};
        add_note(transaction, "wrong statement");
        transaction.execute(nonsense);
        return std::string();
    });
    auto broken_rule = write([](Transaction& transaction) -> Answer {
        static constexpr Query null_body{.name = "null_body", .sql = "INSERT INTO notes (body) VALUES (null)"};
        add_note(transaction, "broken rule");
        transaction.execute(null_body);
        return std::string();
    });
    for (auto* const answer : {&broken_world, &broken_code, &wrong_number_of_values, &wrong_statement, &broken_rule}) {
        EXPECT_EQ(answer->get().error().kind, ErrorKind::Internal);
    }
    EXPECT_TRUE(add("good").get().ok());
    EXPECT_EQ(all_notes(*database), "good");
}

TEST_P(DatabaseTest, RefusesToRunAStatementTwiceAtTheSameTime) {
    ASSERT_TRUE(add("x").get().ok());
    const auto read_twice = read([](Transaction& transaction) -> Answer {
        const auto first = transaction.query(all_notes_query);
        const auto second = transaction.query(all_notes_query);
        return std::string();
    });
    EXPECT_EQ(read_twice.error().kind, ErrorKind::Internal);
    EXPECT_EQ(read(read_notes).value(), "x");
}

TEST_P(DatabaseTest, RunsStatementsThatArePutTogether) {
    for (const std::string body : {"a", "it's", "c"}) { ASSERT_TRUE(add(body).get().ok()); }
    const auto ask = [](Transaction& transaction, const std::string& body) {
        ComposedQuery query("test.composed");
        query.words("SELECT body FROM notes WHERE body IN (").value("a").words(", ").value(body);
        query.words(") AND ")
            .value(1)
            .words(" < cast(", " < cast(cast(")
            .value("2")
            .words(" as bigint)", " as text) as bigint)");
        query.words(" ORDER BY body");
        return transaction.query(query);
    };
    const auto told = [](Rows rows) {
        std::string all;
        while (rows.next()) { all += std::string(rows.text(0)) + ";"; }
        return all;
    };
    const auto twice = [&](Transaction& transaction) -> Answer {
        auto first = ask(transaction, "it's");
        EXPECT_TRUE(first.next());
        auto all = told(ask(transaction, "c"));
        EXPECT_TRUE(first.next()) << "one goes on while another one runs";
        return all + std::string(first.text(0));
    };
    EXPECT_EQ(read(twice, ReadCost::Walk).value(), "a;c;it's");
    EXPECT_EQ(write(twice).get().value(), "a;c;it's");
    const auto wrong = [](Transaction& transaction) -> Answer {
        ComposedQuery query("test.wrong");
        query.words("SELECT nothing FROM nowhere");
        return std::string(transaction.query(query).next() ? "a row" : "none");
    };
    EXPECT_EQ(read(wrong, ReadCost::Walk).error().kind, ErrorKind::Internal);
    EXPECT_EQ(read(read_notes, ReadCost::Walk).value(), "a it's c") << "and goes on";
}

TEST_P(DatabaseTest, ReadsTheDatabaseAsOfOneMoment) {
    ASSERT_TRUE(add("before").get().ok());
    for (const auto cost : {ReadCost::Point, ReadCost::Walk}) {
        const auto both = read(
            [&](Transaction& transaction) -> Answer {
                const auto first = all_notes(transaction);
                add("meanwhile").get().take();
                return first + "|" + all_notes(transaction);
            },
            cost);
        const auto middle = both.value().find('|');
        EXPECT_EQ(both.value().substr(0, middle), both.value().substr(middle + 1));
        EXPECT_TRUE(all_notes(*database).ends_with("meanwhile")) << "the next read sees it";
    }
}

TEST_P(DatabaseTest, DoesNotWriteInARead) {
    for (const auto cost : {ReadCost::Point, ReadCost::Walk}) {
        const auto refused = read(
            [](Transaction& transaction) -> Answer {
                add_note(transaction, "x");
                return std::string();
            },
            cost);
        EXPECT_EQ(refused.error().kind, ErrorKind::Internal);
        EXPECT_EQ(read(read_notes, cost).value(), "");
    }
}

TEST_P(DatabaseTest, CanBeAskedFromAnAnswer) {
    std::promise<std::string> seen;
    database->write(
        Priority::Request, executor,
        [](Transaction& transaction) -> Answer {
            add_note(transaction, "x");
            return std::string();
        },
        [&](const Answer&) { seen.set_value(read(read_notes).value()); });
    EXPECT_EQ(seen.get_future().get(), "x");
    std::promise<std::string> seen_by_second;
    database->read(ReadCost::Walk, executor, read_notes,
                   [&](const Answer&) { seen_by_second.set_value(read(read_notes).value()); });
    EXPECT_EQ(seen_by_second.get_future().get(), "x");
}

TEST_P(DatabaseTest, CopiesNeitherWorkNorWhatItSays) {
    using CountedAnswer = base::Result<CopyCounter>;
    std::atomic<int> copies{0};
    const auto work = [&] {
        return [&copies, kept = CopyCounter(copies)](Transaction&) -> CountedAnswer { return CopyCounter(copies); };
    };
    const auto done = [&](std::promise<void>& promise) {
        return [&promise, kept = CopyCounter(copies)](const CountedAnswer&) { promise.set_value(); };
    };
    for (const auto priority : {Priority::Request, Priority::Reaction, Priority::Bulk}) {
        std::promise<void> written;
        database->write(priority, executor, work(), done(written));
        written.get_future().get();
    }
    for (const auto cost : {ReadCost::Point, ReadCost::Walk}) {
        std::promise<void> read;
        database->read(cost, executor, work(), done(read));
        read.get_future().get();
    }
    EXPECT_EQ(copies, 0);
}

TEST_P(DatabaseTest, IsRefusedWhenItNeedsANewerProgram) {
    write([](Transaction& transaction) -> Answer {
        static constexpr Query from_the_future{
            .name = "future",
            .sql = "INSERT INTO schema_migrations (version, name, checksum, applied_at) VALUES (9999, 'x', 'y', 0)"};
        transaction.execute(from_the_future);
        return std::string();
    })
        .get()
        .take();
    database.close();
    const auto refused = database.open();
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, ErrorKind::Conflict);
}

TEST_P(DatabaseTest, ReloadsDefinitionsAfterTheCommitAndBeforeAnyAnswer) {
    std::atomic<bool> seen_by_reload{false};
    database->on_definitions_change([&] { seen_by_reload = all_notes(*database) == "changed"; });
    std::promise<bool> reloaded_before_answer;
    database->write(
        Priority::Request, executor,
        [](Transaction& transaction) -> Answer {
            add_note(transaction, "changed");
            transaction.touch_definitions();
            transaction.touch_definitions();
            return std::string();
        },
        [&](const Answer&) { reloaded_before_answer.set_value(seen_by_reload); });
    EXPECT_TRUE(reloaded_before_answer.get_future().get());
    database->on_definitions_change({});
}

TEST_P(DatabaseTest, WakesAfterTheCommitAndBeforeTheAnswer) {
    std::atomic<bool> seen_by_waker{false};
    std::atomic<int> others{0};
    database->on_wake(Sleeper::Imports, [&] { seen_by_waker = all_notes(*database) == "import"; });
    database->on_wake(Sleeper::Exports, [&] { ++others; });
    std::promise<bool> woken_before_answer;
    database->write(
        Priority::Request, executor,
        [](Transaction& transaction) -> Answer {
            add_note(transaction, "import");
            transaction.wake(Sleeper::Imports);
            return std::string();
        },
        [&](const Answer&) { woken_before_answer.set_value(seen_by_waker); });
    EXPECT_TRUE(woken_before_answer.get_future().get());
    EXPECT_EQ(others, 0);
    database->on_wake(Sleeper::Imports, {});
    database->on_wake(Sleeper::Exports, {});
}

TEST_P(DatabaseTest, WakesForWhatIsKeptAlone) {
    std::atomic<int> calls{0};
    std::atomic<int> others{0};
    database->on_wake(Sleeper::Engine, [&] { ++calls; });
    database->on_wake(Sleeper::Outbox, [&] { ++others; });
    stop_writers();
    auto refused = write([](Transaction& transaction) -> Answer {
        transaction.wake(Sleeper::Outbox);
        return base::conflict("Taken.");
    });
    auto kept = write([](Transaction& transaction) -> Answer {
        add_note(transaction, "kept");
        transaction.wake(Sleeper::Engine);
        return std::string();
    });
    auto thrown = write([](Transaction& transaction) -> Answer {
        transaction.wake(Sleeper::Outbox);
        throw std::runtime_error("planted by the test");
    });
    auto silent = add("silent");
    let_writers_go();
    EXPECT_FALSE(refused.get().ok());
    EXPECT_TRUE(kept.get().ok());
    EXPECT_FALSE(thrown.get().ok());
    EXPECT_TRUE(silent.get().ok());
    EXPECT_EQ(calls, 1);
    EXPECT_EQ(others, 0);
    database->on_wake(Sleeper::Engine, {});
    database->on_wake(Sleeper::Outbox, {});
}

std::int64_t version_of(Database& database) {
    return read_and_wait(
               database,
               [](Transaction& transaction) -> base::Result<std::int64_t> { return transaction.definitions_version(); })
        .take();
}

TEST_P(DatabaseTest, RaisesTheVersionOfTheDefinitionsOnceForEachChangeThatIsKept) {
    const auto before = version_of(*database);
    const auto inside = write([](Transaction& transaction) -> Answer {
                            const auto first = transaction.definitions_version();
                            transaction.lock_definitions();
                            transaction.touch_definitions();
                            transaction.touch_definitions();
                            return std::to_string(transaction.definitions_version() - first);
                        }).get();
    EXPECT_EQ(inside.value(), "1");
    EXPECT_EQ(version_of(*database), before + 1);
    EXPECT_FALSE(write([](Transaction& transaction) -> Answer {
                     transaction.touch_definitions();
                     return base::conflict("Taken.");
                 })
                     .get()
                     .ok());
    EXPECT_EQ(version_of(*database), before + 1);
}

TEST_P(DatabaseTest, LetsNoChangeOfTheDefinitionsBeLostToAnother) {
    ASSERT_TRUE(add("0").get().ok());
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 50; ++number) {
        answers.push_back(write([](Transaction& transaction) -> Answer {
            static constexpr Query set_count{.name = "set_count", .sql = "UPDATE notes SET body = $1"};
            transaction.lock_definitions();
            const auto count = std::stoi(all_notes(transaction));
            transaction.execute(set_count, {std::to_string(count + 1)});
            return std::string();
        }));
    }
    for (auto& answer : answers) { ASSERT_TRUE(answer.get().ok()); }
    EXPECT_EQ(all_notes(*database), "50");
}

TEST_P(DatabaseTest, LetsOneOfManyHaveAnIdentity) {
    write([](Transaction& transaction) -> Answer {
        static constexpr Query create{.name = "create", .sql = "CREATE TABLE names (name text not null primary key)"};
        transaction.execute(create);
        return std::string();
    })
        .get()
        .take();
    std::vector<std::future<Answer>> answers;
    for (int number = 0; number < 50; ++number) {
        answers.push_back(write([](Transaction& transaction) -> Answer {
            static constexpr Query find{.name = "find", .sql = "SELECT name FROM names WHERE name = $1"};
            static constexpr Query insert{.name = "insert", .sql = "INSERT INTO names (name) VALUES ($1)"};
            if (transaction.query(find, {std::string_view("ada")}).next()) { return base::conflict("Taken."); }
            transaction.execute(insert, {std::string_view("ada")});
            return std::string("mine");
        }));
    }
    int winners = 0;
    for (auto& answer : answers) {
        const auto got = answer.get();
        winners += got.ok() ? 1 : 0;
        EXPECT_TRUE(got.ok() || got.error().kind == ErrorKind::Conflict);
    }
    EXPECT_EQ(winners, 1);
}

struct Value {
    const char* name;
    std::optional<std::int64_t> number;
    std::optional<std::string> text;
    std::optional<std::string> bytes;
    std::optional<std::string> json;
};

TEST_P(DatabaseTest, GivesBackEveryValueAsItWas) {
    const Value values[] = {
        {"nothing", {}, {}, {}, {}},
        {"empty", 0, "", "", "[]"},
        {"limits", std::numeric_limits<std::int64_t>::min(), "\x7f\x01'\"\\$1 %", std::string("\0\xff\\x", 4), "{}"},
        {"large", std::numeric_limits<std::int64_t>::max(), std::string(100'000, 'x'), std::string(100'000, '\xee'),
         "[1]"},
        {"unicode", -1, "\xC3\xA9\xF0\x9F\x98\x80", "\xC3", R"(["\u00e9"])"},
    };
    const auto create = fill_in(
        "CREATE TABLE kept (name {text} primary key, number bigint, body {text}, hash {bytes}, "
        "list {json})",
        GetParam() == TestEngine::Sqlite ? sqlite_words : postgres_words);
    const Query create_query{.name = "kept.create", .sql = create};
    static constexpr Query insert{.name = "kept.insert", .sql = R"(INSERT INTO kept (name, number, body, hash, list)
                                            VALUES ($1, $2, $3, $4, $5))"};
    static constexpr Query find{
        .name = "kept.find", .sql = R"(SELECT number, body, hash, list, name FROM kept WHERE name = $1 AND name = $1)"};
    write([&](Transaction& transaction) -> Answer {
        transaction.execute(create_query);
        for (const auto& value : values) {
            std::optional<Bytes> bytes;
            if (value.bytes) { bytes = Bytes{*value.bytes}; }
            EXPECT_EQ(transaction.execute_and_count(
                          insert, {std::string_view(value.name), value.number, value.text, bytes, value.json}),
                      1);
        }
        return std::string();
    })
        .get()
        .take();
    read([&](Transaction& transaction) -> Answer {
        for (const auto& value : values) {
            auto rows = transaction.query(find, {std::string(value.name)});
            EXPECT_TRUE(rows.next());
            EXPECT_EQ(rows.maybe_integer(0), value.number) << value.name;
            EXPECT_EQ(rows.maybe_text(1), value.text) << value.name;
            EXPECT_EQ(rows.maybe_text(2), value.bytes) << value.name;
            EXPECT_EQ(rows.text(4), value.name);
            EXPECT_EQ(rows.is_null(3), !value.json) << value.name;
            EXPECT_FALSE(rows.next());
            EXPECT_FALSE(rows.next());
        }
        return std::string();
    }).take();
}

TEST_P(DatabaseTest, CountsTheRowsThatAStatementChanged) {
    const auto counts =
        write([](Transaction& transaction) -> Answer {
            static constexpr Query three{.name = "three",
                                         .sql = "INSERT INTO notes (body) VALUES ($1), ($1), ($2) RETURNING id"};
            static constexpr Query change{.name = "change", .sql = "UPDATE notes SET body = $1 WHERE body = $2"};
            const std::string_view x = "x";
            const std::string_view y = "y";
            const auto inserted = transaction.execute_and_count(three, {x, y});
            const auto changed = transaction.execute_and_count(change, {y, x});
            const auto none = transaction.execute_and_count(change, {y, x});
            const auto read = transaction.execute_and_count(all_notes_query);
            return std::to_string(inserted) + std::to_string(changed) + std::to_string(none) + std::to_string(read);
        }).get();
    EXPECT_EQ(counts.value(), "3200");
}

}  // namespace
}  // namespace tradewind::storage
