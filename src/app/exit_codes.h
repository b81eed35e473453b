#pragma once

namespace tradewind::app {

constexpr int refused_exit_code = 1;  // The configuration, the data or the request is not as it must be.
constexpr int broken_exit_code = 2;   // Something outside broke, such as the disk.

}  // namespace tradewind::app
