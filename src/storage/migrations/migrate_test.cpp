#include "storage/migrations/migrate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <memory>
#include <thread>

#include "domain/files/export.h"
#include "domain/journal/change.h"
#include "domain/reports/report.h"
#include "storage/postgres/schema.h"
#include "storage/sqlite/schema.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_directory.h"
#include "storage/testing/test_engine.h"
#include "storage/testing/test_postgres.h"

namespace tradewind::storage {
namespace {

constexpr base::EmbeddedText first{"0001_first.sql", "create table one (id {id}, name {text} not null);"};
constexpr base::EmbeddedText second{
    "0002_second.sql", "create table two (id {id}, tags {json}, hash {bytes}); insert into one values (1, 'x');"};

constexpr PostgresTimeouts patience{.statement_time_max = std::chrono::milliseconds(0),
                                    .silence_max = std::chrono::milliseconds(30'000)};

class SchemaUnderTest {
  public:
    virtual ~SchemaUnderTest() = default;
    virtual SchemaConnection& schema() = 0;
    virtual std::string text(const Query& query) = 0;
    virtual bool in_transaction() = 0;
};

class SqliteSchemaUnderTest final : public SchemaUnderTest {
  public:
    SchemaConnection& schema() override { return schema_; }
    bool in_transaction() override { return connection_.in_transaction(); }
    std::string text(const Query& query) override {
        auto& statement = connection_.statement(query);
        statement.start({});
        Rows rows(statement);
        return rows.next() ? std::string(rows.text(0)) : "nothing";
    }

  private:
    TemporaryDirectory directory_;
    SqliteConnection connection_{directory_.path() / "test.db", SqliteRole::Writer};
    SqliteSchema schema_{connection_};
};

class PostgresSchemaUnderTest final : public SchemaUnderTest {
  public:
    ~PostgresSchemaUnderTest() override { SharedTestPostgres::instance().remove_database(name_); }
    SchemaConnection& schema() override { return schema_; }
    bool in_transaction() override { return connection_.in_transaction(); }
    std::string text(const Query& query) override {
        auto& statement = connection_.statement(query);
        statement.start(connection_.run(query));
        Rows rows(statement);
        return rows.next() ? std::string(rows.text(0)) : "nothing";
    }
    [[nodiscard]] base::Secret address() const { return SharedTestPostgres::instance().server().address(name_); }

  private:
    const std::string name_ = SharedTestPostgres::instance().make_empty_database();
    const base::SystemClock clock_{};
    PostgresConnection connection_{address(), patience};
    PostgresSchema schema_{connection_, clock_};
};

class MigrateTest : public testing::TestWithParam<TestEngine> {
  protected:
    void SetUp() override { open_empty(); }
    void open_empty() {
        if (GetParam() == TestEngine::Sqlite) {
            under_test = std::make_unique<SqliteSchemaUnderTest>();
        } else {
            under_test = std::make_unique<PostgresSchemaUnderTest>();
        }
    }
    base::Result<void> migrate_to(std::vector<base::EmbeddedText> texts) {
        return migrate(under_test->schema(), texts, clock);
    }
    std::string tables() {
        static constexpr Query query{
            .name = "tables",
            .sql =
                "SELECT coalesce(group_concat(name, ' '), '') FROM "
                "(SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name)",
            .postgres =
                "SELECT coalesce(string_agg(tablename, ' ' ORDER BY tablename), '') FROM pg_tables "
                "WHERE schemaname = 'public'"};
        return under_test->text(query);
    }
    std::string applied() {
        static constexpr Query query{
            .name = "applied",
            .sql =
                "SELECT coalesce(group_concat(version || ':' || name || ':' || applied_at, ' '), '') "
                "FROM schema_migrations",
            .postgres =
                "SELECT coalesce(string_agg(version || ':' || name || ':' || applied_at, ' ' ORDER BY version), '') "
                "FROM schema_migrations"};
        return under_test->text(query);
    }

    TestClock clock;
    std::unique_ptr<SchemaUnderTest> under_test;
};

INSTANTIATE_TEST_SUITE_P(On, MigrateTest, testing::Values(TestEngine::Sqlite, TestEngine::Postgres),
                         testing::PrintToStringParamName());

TEST_P(MigrateTest, RunsEachStepOnceAndWritesItDown) {
    ASSERT_TRUE(migrate_to({first}).ok());
    EXPECT_EQ(tables(), "one schema_migrations");
    clock.turn(std::chrono::milliseconds(5));
    ASSERT_TRUE(migrate_to({first, second}).ok());
    ASSERT_TRUE(migrate_to({first, second}).ok());
    EXPECT_EQ(tables(), "one schema_migrations two");
    EXPECT_EQ(applied(), "1:first:1700000000000 2:second:1700000000005");
}

TEST_P(MigrateTest, RefusesADatabaseThatKnowsMore) {
    ASSERT_TRUE(migrate_to({first, second}).ok());
    const auto refused = migrate_to({first});
    ASSERT_FALSE(refused.ok());
    EXPECT_EQ(refused.error().kind, base::ErrorKind::Conflict);
    EXPECT_NE(refused.error().detail.find("newer version of this program (its schema is 2, this program knows 1)"),
              std::string::npos);
}

TEST_P(MigrateTest, RefusesADatabaseWhoseStepsWereOthers) {
    ASSERT_TRUE(migrate_to({first}).ok());
    const auto refused = migrate_to({{"0001_first.sql", "create table one (id {id});"}, second});
    ASSERT_FALSE(refused.ok());
    EXPECT_NE(refused.error().detail.find("Step 1 (first)"), std::string::npos);
    EXPECT_EQ(tables(), "one schema_migrations") << "nothing was run";
}

TEST_P(MigrateTest, UndoesAStepThatFailsHalfway) {
    ASSERT_TRUE(migrate_to({first}).ok());
    EXPECT_THROW(static_cast<void>(migrate_to({first, {"0002_bad.sql", "create table two (id {id}); nonsense;"}})),
                 DatabaseBroken);
    EXPECT_EQ(tables(), "one schema_migrations");
    EXPECT_EQ(applied(), "1:first:1700000000000");
    EXPECT_FALSE(under_test->in_transaction());
    EXPECT_TRUE(migrate_to({first, second}).ok());
}

TEST_P(MigrateTest, RefusesAStepThatEndsItsOwnTransaction) {
    EXPECT_THROW(static_cast<void>(migrate_to({{"0001_bad.sql", "create table one (id {id}); commit;"}})),
                 DatabaseBroken);
    EXPECT_EQ(applied(), "");
}

TEST(Migrations, ReadsNamesAndNumbers) {
    const auto read = read_migrations(std::vector<base::EmbeddedText>{first, second});
    ASSERT_EQ(read.size(), 2U);
    EXPECT_EQ(read[1].version, 2);
    EXPECT_EQ(read[1].name, "second");
    EXPECT_EQ(read[1].text, second.text);
    EXPECT_EQ(read_migrations(std::vector<base::EmbeddedText>{{"0001_abc.sql", "abc"}})[0].checksum,
              "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Migrations, RefusesNamesOutOfOrder) {
    for (const std::string_view name :
         {"0002_x.sql", "0000_x.sql", "1_x.sql", "00001_x.sql", "0001x.sql", "0001_x.txt", "x", "-001_x.sql", ""}) {
        EXPECT_THROW(read_migrations(std::vector<base::EmbeddedText>{{name, ""}}), DatabaseBroken) << name;
    }
    EXPECT_THROW(read_migrations(std::vector<base::EmbeddedText>{first, first}), DatabaseBroken);
}

TEST(Migrations, FillsInTheWordsOfAnEngine) {
    constexpr MigrationWords words{
        .engine = "sqlite", .id = "ID", .text = "TEXT", .json = "JSON", .bytes = "BYTES", .by_key = "BY KEY"};
    EXPECT_EQ(fill_in("a {id}, b {text}{json} {bytes}) {by_key}", words), "a ID, b TEXTJSON BYTES) BY KEY");
    EXPECT_EQ(fill_in("a {for sqlite}b {id} {for postgres}c {id} {for both}d {id}", words), "a b ID d ID");
    EXPECT_EQ(fill_in("{for postgres}c {id}", words), "");
    EXPECT_THROW(static_cast<void>(fill_in("{for nobody}", words)), DatabaseBroken);
    EXPECT_EQ(fill_in("nothing } to fill in", words), "nothing } to fill in");
    EXPECT_THROW(fill_in("{number}", words), DatabaseBroken);
    EXPECT_THROW(fill_in("{id", words), DatabaseBroken);
    EXPECT_THROW(fill_in("{}", words), DatabaseBroken);
}

TEST_P(MigrateTest, MakesTheSchemaOfTheProgram) {
    ASSERT_FALSE(migration_texts.empty());
    ASSERT_TRUE(migrate(under_test->schema(), migration_texts, clock).ok());
    for (const std::string_view table :
         {"api_keys", "audit_entries", "definitions_version", "instance", "node_leases", "store"}) {
        EXPECT_NE((" " + tables() + " ").find(" " + std::string(table) + " "), std::string::npos) << table;
    }
    static constexpr Query version{.name = "version", .sql = "SELECT id || ':' || version FROM definitions_version"};
    EXPECT_EQ(under_test->text(version), "1:1");
}

TEST_P(MigrateTest, WhatWaitedForTheEngineWaitsInItsNewBucket) {
    const auto changes = std::ranges::find_if(
        migration_texts, [](const base::EmbeddedText& step) { return step.name.ends_with("_changes.sql"); });
    ASSERT_TRUE(migrate(under_test->schema(), {migration_texts.begin(), changes}, clock).ok());
    under_test->schema().begin("");
    under_test->schema().run_script(
        "insert into activities (contact_id, id, kind, at, data, moment) values "
        "(912345678901234567, 912345678901234999, 'purchase', 1700000000000, '{}', '{}');"
        "insert into engine_queue (bucket, activity_id, contact_id) values "
        "(3, 912345678901234999, 912345678901234567);"
        "insert into activity_listeners (kind) values ('purchase');");
    under_test->schema().commit();
    ASSERT_TRUE(migrate(under_test->schema(), migration_texts, clock).ok());
    static constexpr Query queued{
        .name = "queued",
        .sql = "SELECT bucket || ' ' || number || ' ' || at || ' ' || kind || ' ' || purchases FROM changes"};
    EXPECT_EQ(under_test->text(queued),
              std::to_string(domain::bucket_of({912345678901234567})) + " 912345678901234999 1700000000000 purchase 1");
    static constexpr Query heard{.name = "heard", .sql = "SELECT topic || ' ' || name FROM change_listeners"};
    EXPECT_EQ(under_test->text(heard), "activity purchase");
}

TEST_P(MigrateTest, SegmentsHaveSetsAndWhatDeletedOnesLeftIsToBeRemoved) {
    const auto dynamic = std::ranges::find_if(
        migration_texts, [](const base::EmbeddedText& step) { return step.name.ends_with("_dynamic_segments.sql"); });
    ASSERT_TRUE(migrate(under_test->schema(), {migration_texts.begin(), dynamic}, clock).ok());
    under_test->schema().begin("");
    under_test->schema().run_script(
        "insert into segments (id, name, kind, members, created_at, updated_at, deleted_at) values "
        "(5, 'Regulars', 'static', 2, 1, 1, null), (6, 'Gone', 'static', 2, 1, 1, 9)");
    under_test->schema().commit();
    ASSERT_TRUE(migrate(under_test->schema(), migration_texts, clock).ok());
    static constexpr Query kept{.name = "kept",
                                .sql = "SELECT id || ' ' || member_set || ' ' || members FROM segments"};
    EXPECT_EQ(under_test->text(kept), "5 5 2");
    static constexpr Query unused{.name = "unused", .sql = "SELECT cast(set_id as text) FROM unused_sets"};
    EXPECT_EQ(under_test->text(unused), "6");
}

TEST_P(MigrateTest, ContactsThatAreThereAreSampled) {
    const auto dynamic = std::ranges::find_if(
        migration_texts, [](const base::EmbeddedText& step) { return step.name.ends_with("_dynamic_segments.sql"); });
    for (const std::int64_t contacts : {8'192, 20'000}) {
        open_empty();
        ASSERT_TRUE(migrate(under_test->schema(), {migration_texts.begin(), dynamic}, clock).ok());
        under_test->schema().begin("");
        under_test->schema().run_script(
            "with recursive numbers (number) as (select cast(1 as bigint) union all "
            "select number + 1 from numbers where number < " +
            std::to_string(contacts) +
            ") insert into contacts (id, email_status, newsletter_status, sms_status, points, custom, "
            "email_soft_bounces, "
            "has_push_subscriptions, total_purchases, total_amount, created_at, updated_at) "
            "select number * 4194304 + 912345678901234567, 'active', 'none', 'none', 0, '{}', 0, 0, 0, 0, 1, 1 "
            "from numbers");
        under_test->schema().commit();
        ASSERT_TRUE(migrate(under_test->schema(), migration_texts, clock).ok());
        // The same by the arithmetic of the program.
        std::vector<std::int64_t> mixed;
        for (std::int64_t number = 1; number <= contacts; ++number) {
            mixed.push_back(domain::mixed_id({number * 4'194'304 + 912'345'678'901'234'567}));
        }
        const auto below = [&](std::int64_t threshold) {
            return std::ranges::count_if(mixed, [&](std::int64_t one) { return one < threshold; });
        };
        auto threshold = domain::mixed_ids;
        while (below(threshold) > 8'192) { threshold /= 2; }
        static constexpr Query sampled{
            .name = "sampled",
            .sql =
                "SELECT (SELECT threshold FROM sampling) || ' ' || count(*) || ' ' || max(mixed) FROM contact_samples"};
        const auto largest =
            *std::ranges::max_element(mixed, {}, [&](std::int64_t one) { return one < threshold ? one : -1; });
        EXPECT_EQ(under_test->text(sampled),
                  std::to_string(threshold) + " " + std::to_string(below(threshold)) + " " + std::to_string(largest));
    }
}

TEST_P(MigrateTest, TheStatesOfAMomentStandUnderALetterFromThenOn) {
    const auto lean = std::ranges::find_if(
        migration_texts, [](const base::EmbeddedText& step) { return step.name.ends_with("_lean_contacts.sql"); });
    ASSERT_TRUE(migrate(under_test->schema(), {migration_texts.begin(), lean}, clock).ok());
    under_test->schema().begin("");
    under_test->schema().run_script(
        "insert into activities (contact_id, id, kind, at, data, moment) values (1, 2, 'purchase', 3, '{}', "
        R"('{"_emailStatus":"active","_newsletterSubscriptionStatus":"none","_smsSubscriptionStatus":"none",)"
        R"("_rfm":"lost","f4":["_rfm","\"_rfm\":"]}'))");
    under_test->schema().commit();
    ASSERT_TRUE(migrate(under_test->schema(), migration_texts, clock).ok());
    static constexpr Query moment{.name = "moment", .sql = "SELECT cast(moment as text) FROM activities"};
    auto text = under_test->text(moment);
    std::erase(text, ' ');
    for (const std::string_view kept :
         {R"("e":"active")", R"("n":"none")", R"("s":"none")", R"("r":"lost")", R"("f4":["_rfm","\"_rfm\":"])"}) {
        EXPECT_NE(text.find(kept), std::string::npos) << text << " without " << kept;
    }
}

domain::Report read_definition(std::string_view json) {
    const auto document = base::JsonDocument::parse(json).take();
    return domain::read_report_definition(document.root()).take();
}

TEST_P(MigrateTest, ReportsAreReworded) {
    const auto words = std::ranges::find_if(
        migration_texts, [](const base::EmbeddedText& step) { return step.name.ends_with("_report_words.sql"); });
    ASSERT_TRUE(migrate(under_test->schema(), {migration_texts.begin(), words}, clock).ok());
    struct Case {
        std::string_view before;
        std::string_view after;
    };
    const Case cases[] = {
        {R"("purchases","groupings":["day","month","week","weekday","hour"],"metrics":["averagePurchaseAmount"],)"
         R"("sort":"-week","filters":{})",
         R"("purchases","groupings":["date","yearMonth","weekStart","dayOfWeek","hour"],)"
         R"("metrics":["avgPurchaseAmount"],"sort":"-weekStart","filters":{})"},
        {R"("products-sold","groupings":["brand","category","sourceType","product","year"],)"
         R"("metrics":["numberOfContacts","unitsSold"],"sort":"-numberOfContacts",)"
         R"("filters":{"brands":["day","\"month\""],"contactFields":[{"fieldId":"month","values":["kind"]}]})",
         R"("products-sold","groupings":["productBrand","productCategory","purchaseOrigin","product","year"],)"
         R"("metrics":["numberOfBuyers","unitsSold"],"sort":"-numberOfBuyers",)"
         R"("filters":{"brands":["day","\"month\""],"contactFields":[{"fieldId":"month","values":["kind"]}]})"},
        {R"("activities","groupings":["kind","contact._newsletterSubscriptionStatus","contact._emailStatus",)"
         R"("contact._rfm","contact.day"],"metrics":["numberOfActivities","numberOfContacts"],)"
         R"("sort":"contact._rfm","filters":{"kinds":["purchase"]})",
         R"("activities","groupings":["activityKind","newsletterSubscriptionStatus","emailStatus","rfm",)"
         R"("contact.day"],"metrics":["numberOfActivities","numberOfActiveContacts"],)"
         R"("sort":"rfm","filters":{"kinds":["purchase"]})"},
        {R"("custom-events","groupings":["event.a\",\"day","event.day","event.b\\","day"],)"
         R"("metrics":["numberOfContacts","sum.day"],"filters":{"eventTypeId":"696ca1100b1c7b8fa0000001"})",
         R"("custom-events","groupings":["event.a\",\"day","event.day","event.b\\","date"],)"
         R"("metrics":["numberOfActiveContacts","sum.day"],"filters":{"eventTypeId":"696ca1100b1c7b8fa0000001"})"},
        {R"("contacts","groupings":["week"],"metrics":["numberOfContacts"],"filters":{})",
         R"("contacts","groupings":["weekStart"],"metrics":["incrementOfContacts"],"filters":{})"},
        {R"("contacts","groupings":["month","contact.plan"],"metrics":["numberOfContacts"],)"
         R"("sort":"-numberOfContacts","filters":{"contactFields":[{"fieldId":"plan","values":["a"]}]})",
         R"("activities","groupings":["yearMonth","contact.plan"],"metrics":["numberOfActiveContacts"],)"
         R"("sort":"-numberOfActiveContacts",)"
         R"("filters":{"kinds":["contact-created"],"contactFields":[{"fieldId":"plan","values":["a"]}]})"},
    };
    const auto quoted = [](std::string text) {
        for (std::size_t at = 0; (at = text.find('\'', at)) != std::string::npos; at += 2) { text.insert(at, 1, '\''); }
        return "'" + text + "'";
    };
    const auto whole = [](std::string_view rest) { return R"({"category":)" + std::string(rest) + "}"; };
    const auto plan_with = [](const std::string& definition) {
        return R"({"timeZone":"Europe/Madrid","guardsFormulas":true,"columns":[],"report":{"name":"day's","uuid":"u",)"
               R"("definition":)" +
               definition + "}}";
    };
    // Each as a report, as what exports are to tell and as what one told.
    under_test->schema().begin("");
    std::int64_t id = 0;
    for (const auto& [before, after] : cases) {
        const auto definition = whole(before);
        under_test->schema().run_script("insert into reports (id, name, created_at, updated_at, definition) values (" +
                                        std::to_string(++id) + ", 'day', 1, 1, " + quoted(definition) + ")");
        for (const std::string status : {"queued", "inProgress", "finished"}) {
            under_test->schema().run_script(
                "insert into exports (id, type, status, origin, delimiter, date_format, version, total, progress, "
                "part, place, rows_written, bytes, products_bytes, created_at, filters, plan) values (" +
                std::to_string(id * 10 + static_cast<std::int64_t>(status.size())) + ", 'data-explorer', '" + status +
                "', 'api', ',', 'ISO', 'v1', 0, 0, 'p', '', 0, 9, 0, 1, '{}', " + quoted(plan_with(definition)) + ")");
        }
    }
    under_test->schema().commit();
    ASSERT_TRUE(migrate(under_test->schema(), migration_texts, clock).ok());
    static constexpr Query oldest_report{
        .name = "oldest_report", .sql = "SELECT definition FROM reports WHERE id = (SELECT min(id) FROM reports)"};
    static constexpr Query oldest_export{
        .name = "oldest_export",
        .sql = "SELECT coalesce(part, 'none') || plan FROM exports WHERE id = (SELECT min(id) FROM exports)"};
    const auto drop_oldest = [&](const std::string& table) {
        under_test->schema().begin("");
        under_test->schema().run_script("delete from " + table + " where id = (select min(id) from " + table + ")");
        under_test->schema().commit();
    };
    for (const auto& [before, after] : cases) {
        EXPECT_EQ(read_definition(under_test->text(oldest_report)), read_definition(whole(after))) << after;
        drop_oldest("reports");
        // By the lengths of their states: queued, finished, inProgress.
        for (const auto& [part, definition] :
             {std::pair("none", after), std::pair("p", before), std::pair("none", after)}) {
            const auto kept = under_test->text(oldest_export);
            const auto brace = kept.find('{');
            EXPECT_EQ(kept.substr(0, brace), part);
            const auto plan = domain::parse_export_plan(kept.substr(brace)).value();
            EXPECT_EQ(plan.report.value().name, "day's");
            EXPECT_EQ(read_definition(plan.report.value().definition), read_definition(whole(definition))) << after;
            drop_oldest("exports");
        }
    }
    EXPECT_EQ(tables().find("reworded"), std::string::npos);
}

TEST(Migrations, AreRunOnceWhenSeveralProcessesStartTogether) {
    PostgresSchemaUnderTest empty;
    const base::SystemClock clock;
    std::vector<std::thread> processes;
    std::atomic<int> succeeded{0};
    for (int number = 0; number < 8; ++number) {
        processes.emplace_back([&] {
            PostgresConnection connection(empty.address(), patience);
            PostgresSchema schema(connection, clock);
            succeeded += migrate(schema, migration_texts, clock).ok() ? 1 : 0;
        });
    }
    for (auto& process : processes) { process.join(); }
    EXPECT_EQ(succeeded, 8);
    static constexpr Query count{.name = "count", .sql = "SELECT count(*) FROM schema_migrations"};
    EXPECT_EQ(empty.text(count), std::to_string(migration_texts.size()));
}

}  // namespace
}  // namespace tradewind::storage
