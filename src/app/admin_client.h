#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "api/router.h"
#include "app/background_work.h"
#include "app/config.h"
#include "app/installation.h"
#include "base/id.h"
#include "base/log.h"
#include "base/result.h"
#include "domain/files/import.h"

namespace tradewind::app {

// The body of a request with a file in the midst of it.
struct UploadBody {
    std::string content_type;
    std::string before;
    std::filesystem::path file;
    std::string behind;
};

// The way of the command line into the management interface: through the control socket when a server has the data
// directory, else by opening the database itself. Never a second opener of a SQLite file.
class AdminClient {
  public:
    // Of what is left of a store that was moved away only when that is what the command is about.
    enum class Moved { Refuse, Open };
    static base::Result<std::unique_ptr<AdminClient>> open(const Config& config, base::Log& log,
                                                           Moved moved = Moved::Refuse);
    // Waits for the threads of the database: one that has answered may still be inside of the router.
    ~AdminClient() {
        if (installation_) { installation_->close_database(); }
    }
    AdminClient(const AdminClient&) = delete;
    AdminClient& operator=(const AdminClient&) = delete;

    // The body of a 2xx answer; anything else as an Error worded for the terminal.
    base::Result<std::string> request(std::string_view method, std::string_view target, std::string_view json = {});

    // The same for a POST with a file, which is not taken into memory.
    base::Result<std::string> upload(std::string_view target, const UploadBody& body);

    // Takes in the files that wait for as long as the answer is there; null when a running server does so.
    [[nodiscard]] std::unique_ptr<BackgroundWork> take_in_imports();

    // The first refusals of an import, in the order of the file; none when a running server tells them by a link.
    base::Result<std::vector<domain::ImportError>> import_errors(base::Id import, std::int64_t rows_max);

    // Makes the files that were asked for as long as the answer is there; null when a running server does so.
    [[nodiscard]] std::unique_ptr<BackgroundWork> make_exports(base::Log& log);

    // Whether a running server answers.
    [[nodiscard]] bool is_served() const { return !router_; }

  private:
    AdminClient(std::filesystem::path socket, base::Log& log) : socket_(std::move(socket)), log_(log) {}

    std::filesystem::path socket_;
    base::Log& log_;
    std::unique_ptr<Installation> installation_;  // With router_: when no server runs.
    std::unique_ptr<api::Router> router_;
};

}  // namespace tradewind::app
