#include "api/import_report.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "storage/file_writer.h"
#include "storage/import_store.h"

namespace tradewind::api {
namespace {

using storage::Transaction;

constexpr std::int64_t rows_per_read = 500;

// Writes the report to a file, because it may be as large as what it tells of.
base::Result<void> write_report(const Surroundings& surroundings, domain::ImportType type, base::Id id,
                                const std::filesystem::path& path) {
    using Header = std::vector<std::string>;
    const auto header =
        TRY(storage::read_and_wait(surroundings.database, [&](Transaction& transaction) -> base::Result<Header> {
            const auto import = storage::find_import(transaction, id);
            if (!import || import->type != type) { return base::not_found("There is no import with this id."); }
            return storage::import_header(transaction, id);
        }));
    storage::FileWriter file(path);
    file.write(domain::render_report_header(header));
    std::int64_t last_line = 0;
    while (true) {
        const auto errors = TRY(storage::read_and_wait(surroundings.database, [&](Transaction& transaction) {
            return base::Result(storage::find_import_errors(transaction, id, last_line, rows_per_read));
        }));
        if (last_line == 0 && errors.empty()) { return base::not_found("Nothing of this import was refused."); }
        if (errors.empty()) { return {}; }
        std::string rows;
        for (const auto& error : errors) { rows += domain::render_report_row(error); }
        file.write(rows);
        last_line = errors.back().line;
    }
}

void send_report(const Surroundings& surroundings, Answer& answer, domain::ImportType type, base::Id id) {
    storage::UnfinishedFile file(surroundings.files.unfinished(surroundings.outside.ids.next().text()));
    if (const auto written = write_report(surroundings, type, id, file.path()); !written) {
        return answer.refuse(written.error());
    }
    const auto name = domain::report_file(id);
    surroundings.files.publish(std::move(file), name);
    auto response = net::file_response(surroundings.files.path_of(name), "text/csv; charset=utf-8", std::nullopt);
    if (!response) { return answer.refuse(base::not_found("There is no import with this id.")); }
    response->add_header("Content-Disposition", "attachment; filename=\"" + id.text() + "-errors.csv\"");
    answer.send(std::move(*response));
}

}  // namespace

void answer_report(const Surroundings& surroundings, Call& call, domain::ImportType type, base::Id import) {
    surroundings.worker.post([surroundings, type, import, answer = std::move(call.answer)]() mutable {
        send_report(surroundings, answer, type, import);
    });
}

}  // namespace tradewind::api
