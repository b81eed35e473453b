#include "app/backup_command.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>

#include "app/answer_members.h"
#include "app/progress_bar.h"
#include "base/json_writer.h"
#include "base/wakeup.h"

namespace tradewind::app {
namespace {

constexpr std::string_view backup_path = "/control/v1/backup";
constexpr std::chrono::milliseconds backup_look_interval{50};

struct BackupStatus {
    std::string state;
    std::string path;
    std::string problem;
    std::int64_t done = 0;
    std::int64_t total = 0;
};

base::Result<BackupStatus> read_backup_status(const std::string& answer) {
    const auto members = TRY(AnswerMembers::read(answer));
    return BackupStatus{.state = members.text("state"),
                        .path = members.text("path"),
                        .problem = members.text("problem"),
                        .done = members.number("pagesDone"),
                        .total = members.number("pagesTotal")};
}

std::string body_of(const std::string& target) {
    std::string json;
    base::JsonWriter writer(json);
    writer.begin_object();
    if (!target.empty()) {
        writer.key("path");
        // The server has another working directory.
        writer.string(std::filesystem::absolute(target).string());
    }
    writer.end_object();
    return json;
}

}  // namespace

base::Result<void> back_up(AdminClient& client, const std::string& target) {
    const auto begun = TRY(client.request("POST", backup_path, body_of(target)));
    auto status = TRY(read_backup_status(begun));
    const auto path = status.path;
    ProgressBar bar(stderr, ProgressBar::style_of(stderr), "pages");
    base::Wakeup never;
    while (status.state == "running" && status.path == path) {
        never.wait_for(backup_look_interval);
        const auto answer = TRY(client.request("GET", backup_path));
        status = TRY(read_backup_status(answer));
        const auto done = status.state == "done" ? status.total : status.done;
        if (status.total > 0) { bar.show(done, status.total); }
    }
    bar.finish();
    if (status.state != "done" && status.path == path) { return base::bad_request(status.problem); }
    fmt::print("{}\n", path);
    return {};
}

base::Result<void> confirm_live(AdminClient& client) {
    TRY(client.request("POST", "/control/v1/confirm-live"));
    fmt::print("this copy of the data is the live one\n");
    return {};
}

}  // namespace tradewind::app
