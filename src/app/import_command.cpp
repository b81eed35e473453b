#include "app/import_command.h"

#include <fmt/format.h>

#include <chrono>
#include <filesystem>
#include <utility>
#include <vector>

#include "app/answer_members.h"
#include "app/progress_bar.h"
#include "base/wakeup.h"

namespace tradewind::app {
namespace {

constexpr std::string_view imports_path = "/admin/v1/imports/";
constexpr std::string_view purchase_imports_path = "/admin/v1/purchase-imports/";
constexpr std::string_view purchases = "purchases";
constexpr std::string_view boundary = "tradewind-import-4Zr8sVq1c0Xw7Yk2";
constexpr std::chrono::milliseconds import_look_interval{100};
constexpr std::int64_t refusals_told_max = 20;

// How an import stands.
struct ImportStatus {
    std::string id;
    std::string status;
    std::int64_t total = 0;
    std::int64_t success = 0;
    std::int64_t errors = 0;
    std::string error_reason;
    std::string report_url;

    [[nodiscard]] bool has_ended() const { return status != "queued" && status != "inProgress"; }
};

base::Result<ImportStatus> read_import_status(const std::string& answer) {
    const auto members = TRY(AnswerMembers::read(answer));
    return ImportStatus{.id = members.text("id"),
                        .status = members.text("status"),
                        .total = members.number("total"),
                        .success = members.number("success"),
                        .errors = members.number("errors"),
                        .error_reason = members.text("errorReason"),
                        .report_url = members.text("errorReportFileUrl")};
}

UploadBody form_of(const ImportCommand& command) {
    std::vector<std::pair<std::string_view, std::string>> fields{
        {"type", command.type},
        {"delimiter", command.delimiter},
        {"overrideExisting", command.overrides ? "true" : "false"},
        {"updateOnlyEmptyFields", command.updates_only_empty ? "true" : "false"}};
    if (!command.coupon_set.empty()) { fields.emplace_back("couponSetId", command.coupon_set); }
    if (!command.segment.empty()) { fields.emplace_back("segmentId", command.segment); }
    UploadBody body{.content_type = fmt::format("multipart/form-data; boundary={}", boundary),
                    .before = {},
                    .file = command.file,
                    .behind = fmt::format("\r\n--{}--\r\n", boundary)};
    for (const auto& [name, value] : fields) {
        body.before +=
            fmt::format("--{}\r\nContent-Disposition: form-data; name=\"{}\"\r\n\r\n{}\r\n", boundary, name, value);
    }
    body.before += fmt::format(
        "--{}\r\nContent-Disposition: form-data; name=\"file\"; filename=\"file.csv\"\r\n"
        "Content-Type: text/csv\r\n\r\n",
        boundary);
    return body;
}

base::Result<std::string> upload(AdminClient& client, const ImportCommand& command) {
    if (command.type != purchases) { return client.upload(imports_path, form_of(command)); }
    const bool is_ndjson = std::filesystem::path(command.file).extension() == ".ndjson";
    const auto query = command.delimiter == ";" ? "?delimiter=%3B" : "";
    return client.upload(std::string(purchase_imports_path) + query,
                         {.content_type = is_ndjson ? "application/x-ndjson" : "text/csv",
                          .before = {},
                          .file = command.file,
                          .behind = {}});
}

// Where nobody answers a link, the first ones are told at once.
base::Result<void> tell_refusals(AdminClient& client, const ImportStatus& end, const std::string& path) {
    const auto id = TRY(base::Id::parse(end.id));
    const auto errors = TRY(client.import_errors(id.value(), refusals_told_max));
    for (const auto& error : errors) { fmt::print("line {}: {}\n", error.line, error.reason); }
    if (end.errors > refusals_told_max) { fmt::print("A running service tells the others: GET {}\n", path); }
    return {};
}

base::Result<void> tell_end(AdminClient& client, const ImportStatus& end, const std::string& path) {
    if (!client.is_served()) { TRY(tell_refusals(client, end, path)); }
    if (client.is_served() && !end.report_url.empty()) { fmt::print("What was refused: {}\n", end.report_url); }
    fmt::print("{} of {} were taken in, {} were refused.\n", end.success, end.total, end.errors);
    if (end.status == "finished") { return {}; }
    return base::bad_request(end.error_reason.empty() ? "the import is " + end.status : end.error_reason);
}

}  // namespace

base::Result<void> import_file(AdminClient& client, const ImportCommand& command) {
    if (!std::filesystem::is_regular_file(command.file)) {
        return base::bad_request("there is no file " + command.file);
    }
    const auto made = TRY(upload(client, command));
    auto status = TRY(read_import_status(made));
    const auto path = std::string(command.type == purchases ? purchase_imports_path : imports_path) + status.id;
    const auto work = client.take_in_imports();
    ProgressBar bar(stdout, ProgressBar::style_of(stdout), command.type == purchases ? "purchases" : "rows");
    base::Wakeup never;
    while (true) {
        bar.show(status.success + status.errors, status.total);
        if (status.has_ended()) { break; }
        never.wait_for(import_look_interval);
        const auto now = TRY(client.request("GET", path));
        status = TRY(read_import_status(now));
    }
    bar.finish();
    return tell_end(client, status, path);
}

}  // namespace tradewind::app
