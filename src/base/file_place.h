#pragma once

#include <cstdint>

namespace tradewind::base {

// Where something begins in a text file.
struct FilePlace {
    std::uint64_t offset = 0;  // In bytes.
    std::uint64_t line = 1;

    friend bool operator==(const FilePlace&, const FilePlace&) = default;
};

}  // namespace tradewind::base
