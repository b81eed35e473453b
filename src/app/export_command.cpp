#include "app/export_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <string_view>

#include "app/answer_members.h"
#include "app/progress_bar.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/wakeup.h"
#include "domain/files/export.h"

namespace tradewind::app {
namespace {

constexpr std::string_view exports_path = "/admin/v1/exports/";
constexpr std::chrono::milliseconds export_look_interval{100};

// How an export stands.
struct ExportStatus {
    std::string id;
    std::string status;
    std::string file_name;
    std::int64_t total = 0;
    std::int64_t progress = 0;

    [[nodiscard]] bool has_ended() const { return status != "queued" && status != "inProgress"; }
};

base::Result<ExportStatus> read_export_status(const std::string& answer) {
    const auto members = TRY(AnswerMembers::read(answer));
    return ExportStatus{.id = members.text("id"),
                        .status = members.text("status"),
                        .file_name = members.text("fileName"),
                        .total = members.number("total"),
                        .progress = members.number("progress")};
}

void write_member(base::JsonWriter& writer, std::string_view name, const std::string& value) {
    if (value.empty()) { return; }
    writer.key(name);
    writer.string(value);
}

void write_types(base::JsonWriter& writer, std::string_view types) {
    if (types.empty()) { return; }
    writer.key("activityTypes");
    writer.begin_array();
    while (true) {
        const auto comma = types.find(',');
        writer.string(base::trim(types.substr(0, comma)));
        if (comma == std::string_view::npos) { break; }
        types.remove_prefix(comma + 1);
    }
    writer.end_array();
}

std::string body_of(const ExportCommand& command) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    write_member(writer, "exportType", command.type);
    write_member(writer, "delimiter", command.delimiter);
    write_member(writer, "dateFormat", command.date_format);
    write_member(writer, "version", command.version);
    writer.key("filters");
    writer.begin_object();
    write_member(writer, "fromDate", command.from);
    write_member(writer, "toDate", command.to);
    write_member(writer, "segmentId", command.segment);
    write_types(writer, command.types);
    writer.end_object();
    writer.end_object();
    return json;
}

// What would otherwise be told in the words of another interface, or after all the work.
base::Result<void> check(const ExportCommand& command) {
    if (command.type == "activities" && (command.from.empty() || command.to.empty())) {
        return base::bad_request("activities need --from and --to, at most 31 days apart");
    }
    if (command.out.empty()) { return {}; }
    const std::filesystem::path out(command.out);
    if (std::filesystem::exists(out)) { return base::bad_request("there is a file " + command.out + " already"); }
    if (out.has_parent_path() && !std::filesystem::is_directory(out.parent_path())) {
        return base::bad_request("there is no directory " + out.parent_path().string());
    }
    return {};
}

base::Result<void> copy_to(const std::filesystem::path& from, const std::filesystem::path& to) {
    std::error_code problem;
    std::filesystem::copy_file(from, to, problem);
    if (problem) { return base::bad_request("could not write " + to.string() + ": " + problem.message()); }
    return {};
}

}  // namespace

base::Result<void> export_file(AdminClient& client, const ExportCommand& command, const std::filesystem::path& files,
                               base::Log& log) {
    TRY(check(command));
    const auto made = TRY(client.request("POST", exports_path, body_of(command)));
    auto status = TRY(read_export_status(made));
    const auto path = std::string(exports_path) + status.id;
    const auto work = client.make_exports(log);
    ProgressBar bar(stdout, ProgressBar::style_of(stdout), "rows");
    base::Wakeup never;
    while (!status.has_ended()) {
        never.wait_for(export_look_interval);
        const auto now = TRY(client.request("GET", path));
        status = TRY(read_export_status(now));
        if (status.total > 0) { bar.show(status.progress, status.total); }
    }
    bar.finish();
    if (status.status != "finished") { return base::bad_request("the export could not be made; the log says why"); }
    const auto id = TRY(base::Id::parse(status.id));
    const std::filesystem::path out = command.out.empty() ? status.file_name : command.out;
    TRY(copy_to(files / domain::export_file(id.value()), out));
    fmt::print("{} rows are in {}\n", status.total, out.string());
    return {};
}

}  // namespace tradewind::app
