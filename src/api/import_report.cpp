#include "api/import_report.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "api/file_resource.h"
#include "storage/database/refusals.h"
#include "storage/files/part_file.h"
#include "storage/stores/jobs/import_store.h"

namespace tradewind::api {
namespace {

using storage::Transaction;

constexpr std::int64_t rows_per_read = 500;

// Writes the report to a file, because it may be as large as what it tells of. StorageFull when there is no room.
base::Result<void> write_report(const Services& services, const WantedReport& wanted,
                                const std::filesystem::path& path) {
    const auto id = wanted.import;
    using Header = std::vector<std::string>;
    const auto header =
        TRY(storage::read_and_wait(services.database, [&](Transaction& transaction) -> base::Result<Header> {
            const auto import = storage::find_import(transaction, id);
            if (!import || (wanted.family && domain::family_of(import->type) != *wanted.family)) {
                return base::not_found("There is no import with this id.");
            }
            return storage::import_header(transaction, id);
        }));
    auto file = storage::PartFile::create(path);
    TRY(file.append(domain::render_report_header(header)));
    std::int64_t last_line = 0;
    while (true) {
        const auto errors = TRY(storage::read_and_wait(services.database, [&](Transaction& transaction) {
            return base::Result(storage::find_import_errors(transaction, id, last_line, rows_per_read));
        }));
        if (last_line == 0 && errors.empty()) { return base::not_found("Nothing of this import was refused."); }
        if (errors.empty()) { return {}; }
        // A short report is told also on a full disk; a long one would take what deletions need.
        if (last_line > 0 && !services.files.has_room()) { return storage::disk_full_refusal({}); }
        std::string rows;
        for (const auto& error : errors) { rows += domain::render_report_row(error); }
        TRY(file.append(rows));
        last_line = errors.back().line;
    }
}

void send_report(const Services& services, Answer& answer, const WantedReport& wanted) {
    const auto file =
        std::make_shared<const storage::UnfinishedFile>(services.files.unfinished(services.sources.ids.next().text()));
    if (const auto written = write_report(services, wanted, file->path()); !written) {
        const auto kind = written.error().kind;
        if (kind == base::ErrorKind::StorageFull) { return answer.refuse(storage::disk_full_refusal({})); }
        const bool is_missing = kind == base::ErrorKind::NotFound;
        return answer.refuse(is_missing && wanted.when_missing ? *wanted.when_missing : written.error());
    }
    answer_file(answer, {.path = file->path(),
                         .content_type = "text/csv; charset=utf-8",
                         .name = wanted.import.text() + "-errors.csv",
                         .keeper = file});
}

}  // namespace

void answer_report(const Services& services, Call& call, WantedReport wanted) {
    services.worker.post([services, wanted = std::move(wanted), answer = std::move(call.answer)]() mutable {
        send_report(services, answer, wanted);
    });
}

}  // namespace tradewind::api
