#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "api/router.h"
#include "app/config.h"
#include "app/installation.h"
#include "base/log.h"
#include "base/result.h"

namespace tradewind::app {

// The way of the command line into the management interface: through the control socket when a server has the data
// directory, else by opening the database itself. Never a second opener of a SQLite file.
class AdminDoor {
  public:
    static base::Result<std::unique_ptr<AdminDoor>> open(const Config& config, base::Log& log);

    // The body of a 2xx answer; anything else as an Error worded for the terminal.
    base::Result<std::string> request(std::string_view method, std::string_view target, std::string_view json = {});

    // Whether a running server answers.
    [[nodiscard]] bool is_served() const { return !router_; }

  private:
    explicit AdminDoor(std::filesystem::path socket) : socket_(std::move(socket)) {}

    std::filesystem::path socket_;
    std::unique_ptr<Installation> installation_;  // With router_: when no server runs.
    std::unique_ptr<api::Router> router_;
};

}  // namespace tradewind::app
