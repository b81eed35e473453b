#include "jobs/export_job.h"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <minizip/unzip.h>

#include <algorithm>

#include "base/fault.h"
#include "domain/fields/json_fields.h"
#include "jobs/export_retention_job.h"
#include "jobs/import_retention_job.h"
#include "operations/contact_operations.h"
#include "operations/export_operations.h"
#include "operations/operation_test.h"
#include "operations/segment_member_operations.h"
#include "operations/segment_operations.h"
#include "operations/store_operations.h"
#include "storage/files/file_writer.h"
#include "storage/stores/contacts/contact_store.h"
#include "storage/stores/engine/segment_store.h"
#include "storage/stores/jobs/export_store.h"
#include "storage/stores/reports/report_store.h"
#include "storage/testing/test_clock.h"
#include "storage/testing/test_directory.h"
#include "storage/testing/test_refusals.h"

namespace tradewind::jobs {
namespace {

using domain::ExportStatus;

class ExportJobTest : public operations::OperationTest {
  protected:
    ExportJobTest() {
        in_transaction([this](auto& transaction) { return operations::create_store(transaction, sources); });
        definitions = std::make_unique<storage::DefinitionsCache>(storage::DefinitionsCache::load(*database).take());
    }
    static std::string email(int number) { return "c" + std::to_string(number) + "@example.org"; }
    domain::Contact make_contact(int number) {
        return in_transaction([&](auto& transaction) {
            const auto key = domain::ContactKey(base::EmailAddress::parse(email(number)).take());
            return operations::change_contact(transaction, sources, *definitions->current(), key, {}).take();
        });
    }
    void make_contacts(int count) {
        for (int number = 0; number < count; ++number) { make_contact(number); }
    }
    operations::NewExport wanted(std::string_view type = "contacts") {
        operations::NewExport asked;
        asked.options.type = type;
        asked.options.delimiter = ",";
        asked.options.date_format = "ISO";
        if (type == "activities") {
            asked.options.filters.from = base::Instant{clock.now().milliseconds - 1000};
            asked.options.filters.to = base::Instant{clock.now().milliseconds + 1000};
        }
        return asked;
    }
    base::Result<domain::Export> create(const operations::NewExport& asked) {
        return in_transaction([&](auto& transaction) {
            return operations::create_export(transaction, sources, *definitions->current(), asked);
        });
    }
    domain::Export queue(std::string_view type = "contacts") { return create(wanted(type)).take(); }
    ExportDependencies dependencies(base::Sources& world, std::string holder = "me") {
        return dependencies(*database, world, std::move(holder));
    }
    ExportDependencies dependencies(storage::Database& asked, base::Sources& world, std::string holder) {
        return {.database = asked,
                .sources = world,
                .definitions = *definitions,
                .files = files,
                .log = log,
                .figures = figures,
                .holder = std::move(holder)};
    }
    void run() { ExportJob(dependencies(sources)).run(); }
    // Every look at the clock takes so long that there is a checkpoint after each slice.
    void run_slowly() {
        const storage::TestClock slow(ExportRun::checkpoint_interval);
        base::Sources world{.clock = slow, .random = random, .ids = ids};
        ExportJob(dependencies(world)).run();
    }
    std::optional<domain::Export> find(base::Id id) {
        return in_transaction([&](auto& transaction) { return storage::find_export(transaction, id); });
    }
    std::vector<std::string> names() {
        std::vector<std::string> found;
        for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
            found.push_back(entry.path().filename().string());
        }
        std::ranges::sort(found);
        return found;
    }
    // What is in the file of a finished export, one text for each file in it.
    std::vector<std::string> texts(base::Id id) {
        std::vector<std::string> found;
        auto* const zip = unzOpen64(files.path_of(domain::export_file(id)).c_str());
        for (int state = unzGoToFirstFile(zip); state == UNZ_OK; state = unzGoToNextFile(zip)) {
            auto& text = found.emplace_back();
            EXPECT_EQ(unzOpenCurrentFile(zip), UNZ_OK);
            std::array<char, 4096> piece;
            while (const int count = unzReadCurrentFile(zip, piece.data(), piece.size())) {
                if (count < 0) { break; }
                text.append(piece.data(), static_cast<std::size_t>(count));
            }
            EXPECT_EQ(unzCloseCurrentFile(zip), UNZ_OK);
        }
        unzClose(zip);
        return found;
    }
    // The names of the files in it, each with its date, in UTC: `a.csv 2026-01-02 03:04:06`.
    std::vector<std::string> entries(base::Id id) {
        std::vector<std::string> found;
        auto* const zip = unzOpen64(files.path_of(domain::export_file(id)).c_str());
        for (int state = unzGoToFirstFile(zip); state == UNZ_OK; state = unzGoToNextFile(zip)) {
            std::array<char, 200> name{};
            unz_file_info64 entry{};
            EXPECT_EQ(unzGetCurrentFileInfo64(zip, &entry, name.data(), name.size(), nullptr, 0, nullptr, 0), UNZ_OK);
            const auto& date = entry.tmu_date;
            found.push_back(fmt::format("{} {:04}-{:02}-{:02} {:02}:{:02}:{:02}", name.data(), date.tm_year,
                                        date.tm_mon + 1, date.tm_mday, date.tm_hour, date.tm_min, date.tm_sec));
        }
        unzClose(zip);
        return found;
    }
    static std::size_t lines(const std::string& text) {
        return static_cast<std::size_t>(std::ranges::count(text, '\n'));
    }
    // As if somebody had been killed behind a checkpoint after so many rows, with something written since.
    void leave_half_done(const domain::Export& half, const std::string& whole, std::size_t rows,
                         const std::string& part, base::Id last) {
        std::size_t bytes = 0;
        for (std::size_t row = 0; row <= rows; ++row) { bytes = whole.find('\n', bytes) + 1; }
        storage::FileWriter(files.path_of(domain::export_part_file(part, 0))).write(whole.substr(0, bytes) + "\"tail");
        in_transaction([&](auto& transaction) {
            auto left = storage::find_export(transaction, half.id).value();
            left.status = ExportStatus::InProgress;
            left.checkpoint = {.place = std::to_string(last.number),
                               .rows = static_cast<std::int64_t>(rows),
                               .bytes = {static_cast<std::int64_t>(bytes), 0},
                               .part = part};
            storage::update_export(transaction, left);
            return true;
        });
    }

    std::unique_ptr<storage::DefinitionsCache> definitions;
    storage::TemporaryDirectory folder;
    storage::FilesDirectory files{folder.path()};
    base::Log log{base::LogFormat::JsonLines, base::LogLevel::Error};
    JobFigures figures;
};

TEST_F(ExportJobTest, MakesAFileOfEveryContactOnce) {
    make_contacts(30);
    const auto made = queue();
    run();
    const auto done = find(made.id).value();
    EXPECT_EQ(done.status, ExportStatus::Finished);
    EXPECT_EQ(done.total, 30);
    EXPECT_EQ(done.progress, 30);
    EXPECT_EQ(done.finished_at, clock.now());
    EXPECT_EQ(names(), (std::vector<std::string>{made.id.text() + ".zip"}));
    ASSERT_EQ(texts(made.id).size(), 1U);
    const auto text = texts(made.id)[0];
    EXPECT_EQ(lines(text), 31U);
    for (int number = 0; number < 30; ++number) {
        EXPECT_NE(text.find("\"" + email(number) + "\""), std::string::npos);
    }
}

TEST_F(ExportJobTest, ItsFilesAreNamedByItAndDatedAlsoAfterAKill) {
    make_contacts(3);
    const auto contacts = queue();
    const auto activities = queue("activities");
    EXPECT_NE(contacts.plan.uuid, activities.plan.uuid);
    // Dates in a ZIP are even seconds.
    auto date = base::Instant{clock.now().milliseconds / 2'000 * 2'000}.text().substr(0, 19);
    date.replace(10, 1, " ");
    const auto expect_names = [&] {
        EXPECT_EQ(entries(contacts.id),
                  (std::vector<std::string>{"export-contacts-" + contacts.plan.uuid + ".csv " + date}));
        EXPECT_EQ(entries(activities.id),
                  (std::vector<std::string>{"export-activities-" + activities.plan.uuid + ".csv " + date,
                                            "export-activities-" + activities.plan.uuid + "-products.csv " + date}));
    };
    run();
    expect_names();
    // As if it had been killed before the row said that the file is there.
    for (const auto& each : {contacts, activities}) {
        in_transaction([&](auto& transaction) {
            auto again = storage::find_export(transaction, each.id).value();
            again.status = ExportStatus::InProgress;
            storage::update_export(transaction, again);
            return true;
        });
    }
    run();
    expect_names();
}

TEST_F(ExportJobTest, DoesNotWriteTheRowsOfAReportAgainAfterAKill) {
    make_contacts(3);
    const auto report = in_transaction([&](auto& transaction) {
        domain::Report wanted_report;
        wanted_report.id = ids.next();
        wanted_report.name = "New contacts";
        wanted_report.category = "contacts";
        wanted_report.groupings = {"date"};
        wanted_report.metrics = {"incrementOfContacts"};
        storage::insert_report(transaction, wanted_report);
        return wanted_report;
    });
    auto asked = wanted("data-explorer");
    asked.options.filters.report = report.id;
    asked.options.filters.first_day = clock.now().text().substr(0, 10);
    asked.options.filters.last_day = asked.options.filters.first_day;
    const auto made = create(asked).take();
    run();
    const auto whole = texts(made.id)[0];
    EXPECT_EQ(lines(whole), 2U);
    // As if somebody had been killed when all rows were written and nothing else.
    storage::FileWriter(files.path_of(domain::export_part_file("other", 0))).write(whole);
    in_transaction([&](auto& transaction) {
        auto left = storage::find_export(transaction, made.id).value();
        left.status = ExportStatus::InProgress;
        left.checkpoint = {
            .place = "all", .rows = 1, .bytes = {static_cast<std::int64_t>(whole.size()), 0}, .part = "other"};
        storage::update_export(transaction, left);
        return true;
    });
    run();
    EXPECT_EQ(find(made.id).value().status, ExportStatus::Finished);
    EXPECT_EQ(find(made.id).value().total, 1);
    EXPECT_EQ(texts(made.id)[0], whole);
}

TEST_F(ExportJobTest, GivesTheSameBytesHoweverItIsCutIntoSlices) {
    make_contacts(30);
    const auto at_once = queue();
    const auto in_slices = queue();
    run();
    const auto expected = texts(at_once.id)[0];
    in_transaction([&](auto& transaction) {
        auto again = storage::find_export(transaction, in_slices.id).value();
        again.status = ExportStatus::Queued;
        storage::update_export(transaction, again);
        return true;
    });
    run_slowly();
    EXPECT_EQ(find(in_slices.id)->status, ExportStatus::Finished);
    EXPECT_EQ(texts(in_slices.id)[0], expected);
    EXPECT_EQ(names().size(), 2U) << "no part is left";
}

TEST_F(ExportJobTest, CutsAPartBackToTheCheckpointAndGoesOn) {
    make_contacts(10);
    const auto whole = queue();
    run();
    const auto expected = texts(whole.id)[0];
    const auto fourth = in_transaction([](auto& transaction) {
        return storage::contacts_after(transaction, {0}, {.rows_max = 4, .bytes_max = 1'000'000}).back().id;
    });
    // By itself, and by another process after the lease of the first.
    for (const std::string part : {"me", "somebody-else"}) {
        const auto half = queue();
        leave_half_done(half, expected, 4, half.id.text() + "-" + part, fourth);
        run();
        EXPECT_EQ(find(half.id)->status, ExportStatus::Finished);
        EXPECT_EQ(find(half.id)->total, 10);
        EXPECT_EQ(texts(half.id)[0], expected);
    }
}

TEST_F(ExportJobTest, StartsOverWhenAPartIsMissingOrTooShort) {
    make_contacts(10);
    const auto whole = queue();
    run();
    const auto expected = texts(whole.id)[0];
    for (const bool is_missing : {true, false}) {
        const auto half = queue();
        const auto part = half.id.text() + "-me";
        leave_half_done(half, expected, 5, part, {std::numeric_limits<std::int64_t>::max()});
        files.remove(domain::export_part_file(part, 0));
        if (!is_missing) { storage::FileWriter(files.path_of(domain::export_part_file(part, 0))).write("short"); }
        run();
        EXPECT_EQ(find(half.id)->status, ExportStatus::Finished);
        EXPECT_EQ(texts(half.id)[0], expected);
    }
}

TEST_F(ExportJobTest, APlantedTailIsSeen) {
    make_contacts(10);
    const auto whole = queue();
    run();
    const auto expected = texts(whole.id)[0];
    const auto half = queue();
    const auto fourth = in_transaction([](auto& transaction) {
        return storage::contacts_after(transaction, {0}, {.rows_max = 4, .bytes_max = 1'000'000}).back().id;
    });
    leave_half_done(half, expected, 4, half.id.text() + "-me", fourth);
    const base::PlantedFault planted(base::Fault::KeepTail);
    run();
    EXPECT_NE(texts(half.id)[0], expected);
}

TEST_F(ExportJobTest, TellsOfThemselvesWhatActivitiesThereAre) {
    make_contacts(3);
    auto asked = wanted("activities");
    const auto all = create(asked).take();
    asked.options.filters.activity_types = std::vector<std::string>{"purchase"};
    const auto none = create(asked).take();
    run();
    EXPECT_EQ(find(all.id)->total, 3);
    ASSERT_EQ(texts(all.id).size(), 2U);
    EXPECT_EQ(lines(texts(all.id)[0]), 4U);
    EXPECT_EQ(lines(texts(all.id)[1]), 1U);
    EXPECT_EQ(find(none.id)->total, 0);
    EXPECT_EQ(lines(texts(none.id)[0]), 1U);
}

TEST_F(ExportJobTest, ASegmentLetsItsMembersThroughAlone) {
    make_contacts(6);
    const domain::Actor actor{"test"};
    domain::Segment segment;
    segment.name = "Some";
    segment.kind = domain::SegmentKind::Static;
    segment = in_transaction(
        [&](auto& transaction) { return operations::create_segment(transaction, sources, actor, segment).take(); });
    for (const int number : {4, 1}) {
        in_transaction([&](auto& transaction) {
            const auto key = domain::ContactKey(base::EmailAddress::parse(email(number)).take());
            auto contact = storage::lock_contact(transaction, key).value();
            const auto held = storage::hold_segment(transaction, segment.id).value();
            return operations::enter_segment(transaction, sources, *definitions->current(), held, contact, {});
        });
    }
    auto contacts = wanted();
    contacts.options.filters.segment = segment.id;
    auto activities = wanted("activities");
    activities.options.filters.segment = segment.id;
    const auto first = create(contacts).take();
    const auto second = create(activities).take();
    run();
    EXPECT_EQ(find(first.id)->total, 2);
    const auto text = texts(first.id)[0];
    EXPECT_EQ(lines(text), 3U);
    EXPECT_LT(text.find(email(1)), text.find(email(4)));
    EXPECT_NE(text.find(email(4)), std::string::npos);
    // Created and entered, of both.
    EXPECT_EQ(find(second.id)->total, 4);
    EXPECT_EQ(lines(texts(second.id)[0]), 5U);
    EXPECT_EQ(texts(second.id)[0].find(email(0)), std::string::npos);

    contacts.options.filters.segment = ids.next();
    const auto refused = create(contacts);
    EXPECT_EQ(refused.error().problems, (std::vector<base::Problem>{{"/filters/segmentId", "does not exist"}}));
}

TEST_F(ExportJobTest, LeavesAnExportToWhoHoldsIt) {
    const auto held = queue();
    in_transaction([&](auto& transaction) {
        return storage::claim_lease(
            transaction, {.kind = storage::LeaseKind::Export, .subject = held.id}, "somebody else",
            {.now = clock.now(), .until = {clock.now().milliseconds + LeasedWork::lease_time.count()}});
    });
    run();
    EXPECT_EQ(find(held.id)->status, ExportStatus::Queued);
    clock.advance(LeasedWork::lease_time);
    run();
    EXPECT_EQ(find(held.id)->status, ExportStatus::Finished);
}

TEST_F(ExportJobTest, LetsGoOfAnExportWhenItStops) {
    make_contacts(3);
    const auto half = queue();
    storage::RefusingDatabase asked(*database);
    ExportJob job(dependencies(asked, sources, "me"));
    // After it claimed the export.
    asked.before_each = [&] {
        if (asked.asked() == 2) { job.stop(); }
    };
    job.run();
    ASSERT_FALSE(find(half.id)->has_ended());
    run();
    EXPECT_EQ(find(half.id)->status, ExportStatus::Finished);
}

TEST_F(ExportJobTest, GivesUpWhatTheDatabaseCannotDoAndMakesTheNextOne) {
    make_contacts(3);
    const auto impossible = queue();
    const auto next = queue();
    storage::RefusingDatabase asked(*database);
    asked.refusal = {.kind = base::ErrorKind::Internal, .detail = "the test cannot do it"};
    asked.refuse(1, 3);  // After it claimed the first one.
    ExportJob(dependencies(asked, sources, "me")).run();
    EXPECT_EQ(find(impossible.id)->status, ExportStatus::Error);
    EXPECT_EQ(find(next.id)->status, ExportStatus::Finished);
}

TEST_F(ExportJobTest, NothingIsLeftOfAnExportThatIsDeletedAtWork) {
    make_contacts(3);
    const auto gone = queue();
    auto wanted_export = find(gone.id).value();
    const auto around = dependencies(sources);
    LeasedWork work(lease_dependencies(around));
    ASSERT_TRUE(work.claim(gone.id, [](auto&) { return base::Result<void>(); }));
    ExportRun run(around, work, std::move(wanted_export));
    in_transaction(
        [&](auto& transaction) { return operations::delete_export(transaction, sources, gone.id, std::nullopt).ok(); });
    EXPECT_EQ(run.run().error().kind, base::ErrorKind::Conflict);
    EXPECT_TRUE(names().empty());
}

TEST_F(ExportJobTest, QueuesNoMoreThanItMay) {
    for (std::size_t count = 0; count < domain::queued_exports_max; ++count) { queue(); }
    EXPECT_EQ(create(wanted()).error().code, "E0301");
    run();
    EXPECT_TRUE(create(wanted()));
}

TEST_F(ExportJobTest, FilesGoBeforeAWeekIsOverAndTheSweepKnowsThem) {
    make_contacts(2);
    const auto done = queue();
    run();
    const auto half = queue();
    leave_half_done(half, texts(done.id)[0], 1, half.id.text() + "-me", {1});
    storage::FileWriter(files.path_of("orphan.part")).write("x");
    ImportRetentionJob sweep(*database, sources, files);
    ExportRetentionJob retention(*database, clock, files);
    retention.run();
    clock.advance(std::chrono::hours(24) * 365 * 100);
    // The files were written at the time of the machine, which is not that of the test.
    sweep.run(std::chrono::milliseconds(0));
    EXPECT_EQ(names().size(), 2U) << "the orphan alone goes";
    retention.run();
    EXPECT_TRUE(names().empty());
    EXPECT_EQ(find(done.id)->status, ExportStatus::Finished);
    EXPECT_EQ(find(done.id)->file, std::nullopt);
    EXPECT_EQ(find(half.id)->status, ExportStatus::Error);
}

}  // namespace
}  // namespace tradewind::jobs
