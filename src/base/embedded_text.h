#pragma once

#include <string_view>

namespace tradewind::base {

// A file of the source tree that is built into the program: its name without folders, and all its bytes.
struct EmbeddedText {
    std::string_view name;
    std::string_view text;
};

}  // namespace tradewind::base
