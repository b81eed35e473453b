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
constexpr std::chrono::milliseconds look_interval{50};

struct Standing {
    std::string state;
    std::string path;
    std::string problem;
    std::int64_t done = 0;
    std::int64_t total = 0;
};

base::Result<Standing> read_standing(const std::string& answer) {
    const auto members = TRY(AnswerMembers::read(answer));
    return Standing{.state = members.text("state"),
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
    auto standing = TRY(read_standing(begun));
    const auto path = standing.path;
    ProgressBar bar(stderr, ProgressBar::style_of(stderr), "pages");
    base::Wakeup never;
    while (standing.state == "running" && standing.path == path) {
        never.wait_for(look_interval);
        const auto answer = TRY(client.request("GET", backup_path));
        standing = TRY(read_standing(answer));
        const auto done = standing.state == "done" ? standing.total : standing.done;
        if (standing.total > 0) { bar.show(done, standing.total); }
    }
    bar.finish();
    if (standing.state != "done" && standing.path == path) { return base::bad_request(standing.problem); }
    fmt::print("{}\n", path);
    return {};
}

base::Result<void> confirm_live(AdminClient& client) {
    TRY(client.request("POST", "/control/v1/confirm-live"));
    fmt::print("this copy of the data is the live one\n");
    return {};
}

}  // namespace tradewind::app
