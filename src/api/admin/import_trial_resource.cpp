#include "api/admin/resources.h"

#include <algorithm>
#include <memory>

#include "api/import_upload.h"
#include "base/text.h"
#include "operations/import_trial.h"

namespace tradewind::api::admin {
namespace {

constexpr std::string_view import_trial_path = "/admin/v1/imports/trial";
constexpr std::size_t examples_max = 20;
constexpr std::size_t example_bytes_max = 200;

// What came of a trial. Its transaction is refused, so it is told beside it.
struct TrialOutcome {
    std::vector<operations::UnderstoodColumn> columns;
    std::vector<domain::ImportError> refused;
    bool is_known = false;
};

std::string example_of(const std::string& text) {
    return text.size() <= example_bytes_max ? text : base::shortened(text, example_bytes_max) + "…";
}

// The first values of a column that differ, each cut to a length that can be shown.
std::vector<std::string> examples_of(const std::vector<domain::ImportRecord>& records, std::size_t column) {
    std::vector<std::string> examples;
    for (const auto& record : records) {
        if (examples.size() == examples_max) { break; }
        if (!record.problem.empty() || column >= record.cells.size()) { continue; }
        const auto shown = example_of(record.cells[column]);
        if (!shown.empty() && std::ranges::find(examples, shown) == examples.end()) { examples.push_back(shown); }
    }
    return examples;
}

void write_column(base::JsonWriter& writer, const operations::UnderstoodColumn& column,
                  const std::vector<std::string>& examples) {
    writer.begin_object();
    writer.key("name");
    writer.string(column.name);
    if (!column.as.empty()) {
        writer.key("understoodAs");
        writer.string(column.as);
    } else {
        writer.key("ignoredBecause");
        writer.string(column.is_read_only ? "read-only" : "unknown");
    }
    if (!column.type.empty()) {
        writer.key("type");
        writer.string(column.type);
    }
    writer.key("examples");
    writer.begin_array();
    for (const auto& example : examples) { writer.string(example); }
    writer.end_array();
    writer.end_object();
}

std::string render_trial(const UploadedFile& file, const TrialOutcome& outcome) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    writer.key("type");
    writer.string(domain::word_of(file.type));
    writer.key("total");
    writer.integer(file.total);
    writer.key("lookedAt");
    writer.integer(static_cast<std::int64_t>(file.first.size()));
    writer.key("columns");
    writer.begin_array();
    for (std::size_t index = 0; index < outcome.columns.size(); ++index) {
        write_column(writer, outcome.columns[index], examples_of(file.first, index));
    }
    writer.end_array();
    writer.key("refused");
    writer.begin_array();
    for (const auto& error : outcome.refused) {
        writer.begin_object();
        writer.key("line");
        writer.integer(error.line);
        writer.key("reason");
        writer.string(error.reason);
        writer.end_object();
    }
    writer.end_array();
    writer.end_object();
    return json;
}

// The rows are taken in just as the import would, by a transaction that is undone.
void try_file(const Services& services, const std::shared_ptr<const storage::Definitions>& known, UploadedFile read,
              Answer answer) {
    const auto file = std::make_shared<const UploadedFile>(std::move(read));
    const auto outcome = std::make_shared<TrialOutcome>();
    auto& executor = answer.executor();
    services.database.write(
        storage::WriteTerms(storage::BulkSender::Imports), executor,
        [&sources = services.sources, known, file, outcome](storage::Transaction& transaction) -> base::Result<void> {
            const auto definitions = storage::definitions_in(transaction, known);
            const operations::ImportFacts facts{.type = file->type,
                                                .options = file->options,
                                                .header = file->header,
                                                .created_at = sources.clock.now()};
            outcome->columns = operations::understood_columns(facts, *definitions);
            outcome->refused = operations::try_records(transaction, sources, *definitions, facts, file->first);
            outcome->is_known = true;
            return base::conflict("A trial changes nothing.");
        },
        [file, outcome, answer = std::move(answer)](const base::Result<void>& undone) mutable {
            if (!outcome->is_known) { return answer.refuse(undone.error()); }
            answer.json({.status = 200, .body = render_trial(*file, *outcome)});
        });
}

void try_import(const Services& services, Call& call) {
    read_uploaded_file(services, call, operations::trial_records_max,
                       [services, known = call.caller.definitions](UploadedFile file, Answer answer) {
                           try_file(services, known, std::move(file), std::move(answer));
                       });
}

}  // namespace

std::vector<Route> import_trial_routes(const Services& services) {
    const FormUpload upload{.files = &services.files, .file_bytes_max = services.import_bytes_max};
    return {Route(net::Method::Post, import_trial_path, Managed{domain::Scope::ImportWrite}, upload,
                  [services](Call& call) { try_import(services, call); })};
}

}  // namespace tradewind::api::admin
