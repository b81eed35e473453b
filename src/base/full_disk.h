#pragma once

#include <cerrno>

namespace tradewind::base {

// Whether a call failed for want of room: on the disk, or of what the user may have of it.
constexpr bool means_full_disk(int cause) {
    return cause == ENOSPC || cause == EDQUOT;
}

}  // namespace tradewind::base
