#pragma once

#include <chrono>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>

#include "base/result.h"

namespace tradewind::net {

struct ControlAnswer {
    int status;
    std::string body;
};

constexpr std::size_t control_answer_bytes_max = 16 * 1024 * 1024;

// Asks the server that listens on a Unix socket and waits for its answer. Unavailable when nobody listens, or when the
// answer does not come in time, is too large or breaks off. Blocks; for the command line.
base::Result<ControlAnswer> control_request(const std::filesystem::path& socket, std::string_view method,
                                            std::string_view target, std::string_view json_body,
                                            std::chrono::milliseconds longest = std::chrono::seconds(30));

// A body with a file in the midst of it.
struct ControlUpload {
    std::string_view content_type;
    std::string_view before;
    std::filesystem::path file;
    std::string_view behind;
};

// The same for a POST of such a body, of which no more than a piece is in memory.
base::Result<ControlAnswer> control_upload(const std::filesystem::path& socket, std::string_view target,
                                           const ControlUpload& upload,
                                           std::chrono::milliseconds longest = std::chrono::minutes(30));

}  // namespace tradewind::net
