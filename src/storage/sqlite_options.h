#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace tradewind::storage {

struct SqliteOptions {
    std::filesystem::path file;
    // Called once, on the thread that found out, when nothing may be acknowledged any more: an I/O error, a failed
    // fsync, a damaged file. The process is to end; what was in flight is settled at the next start.
    std::function<void(std::string_view cause)> on_fatal;
#ifdef TRADEWIND_FAULTS
    bool answer_before_commit = false;
    bool synchronous_off = false;
    bool keep_deleted = false;  // Without secure_delete, and never wiped.
#endif
};

}  // namespace tradewind::storage
