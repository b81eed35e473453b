#include "jobs/import_retention_job.h"

#include <set>
#include <string>

#include "storage/files/data_directory.h"
#include "storage/stores/contacts/erasure_store.h"
#include "storage/stores/jobs/export_store.h"
#include "storage/stores/jobs/import_store.h"

namespace tradewind::jobs {

using storage::Transaction;

void ImportRetentionJob::run(std::chrono::milliseconds unnamed_kept) {
    const auto now = sources_.clock.now();
    const base::Instant before{now.milliseconds - std::chrono::milliseconds(files_kept).count()};
    if (!remove_files(before) || !remove_errors()) { return; }
    // Nothing to be done about a refusal: it is tried again the next time.
    static_cast<void>(sweep({now.milliseconds - unnamed_kept.count()}).ok());
}

base::Result<void> ImportRetentionJob::remove_files(base::Instant before) {
    while (true) {
        const auto imports = TRY(storage::read_and_wait(database_, [&](Transaction& transaction) {
            return base::Result(storage::imports_with_file_before(transaction, before, rows_per_slice));
        }));
        if (imports.empty()) { return {}; }
        for (const auto& import : imports) {
            // One that has still not ended never will without its file. The row lets go of the file last: whoever is
            // killed in between finds it again.
            TRY(storage::write_and_wait(
                database_,
                [&](Transaction& transaction) -> base::Result<void> {
                    auto current = storage::find_import_for_change(transaction, import.id);
                    if (!current || current->has_ended()) { return {}; }
                    current->status = domain::ImportStatus::Error;
                    current->error_reason = "The file of the import was removed before all of it was taken in.";
                    current->finished_at = sources_.clock.now();
                    storage::update_import(transaction, *current);
                    return {};
                },
                storage::purge_terms));
            files_.remove(*import.file);
            TRY(storage::write_and_wait(
                database_,
                [&](Transaction& transaction) -> base::Result<void> {
                    storage::forget_import_file(transaction, import.id);
                    return {};
                },
                storage::purge_terms));
        }
    }
}

// Those of imports that have no file any more, or are gone themselves.
base::Result<void> ImportRetentionJob::remove_errors() {
    using MaybeId = std::optional<base::Id>;
    base::Id last;
    while (true) {
        const auto id = TRY(storage::read_and_wait(database_, [&](Transaction& transaction) -> base::Result<MaybeId> {
            return storage::next_import_with_errors(transaction, last);
        }));
        if (!id) { return {}; }
        last = *id;
        bool is_first = true;
        for (auto removed = rows_per_slice; removed == rows_per_slice; is_first = false) {
            removed = TRY(storage::write_and_wait(
                database_,
                [&](Transaction& transaction) -> base::Result<std::int64_t> {
                    const auto import = storage::find_import(transaction, last);
                    if (import && import->file) { return std::int64_t{0}; }
                    const auto deleted = storage::delete_import_errors(transaction, last, rows_per_slice);
                    // Whoever was erased since may be among them, and is to leave the bytes of the database, too. Said
                    // first and last: whoever is killed in between has said so, and nothing is deleted after it.
                    if ((is_first || deleted < rows_per_slice) && storage::has_erasure_after(transaction, last)) {
                        storage::insert_nameless_erasure(transaction, sources_);
                    }
                    return deleted;
                },
                storage::purge_terms));
        }
    }
}

base::Result<void> ImportRetentionJob::sweep(base::Instant before) {
    const auto named = TRY(storage::read_and_wait(database_, [](Transaction& transaction) {
        auto all = storage::import_file_names(transaction);
        for (auto& name : storage::export_file_names(transaction)) { all.push_back(std::move(name)); }
        return base::Result(std::move(all));
    }));
    const std::set<std::string, std::less<>> names(named.begin(), named.end());
    files_.sweep(before, [&](std::string_view name) {
        return name == storage::DataDirectory::files_owner_file || names.contains(name);
    });
    return {};
}

}  // namespace tradewind::jobs
