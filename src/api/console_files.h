#pragma once

#include <span>
#include <string_view>

namespace tradewind::api {

// A file of the console, as the build left it: its bytes, and the same made smaller by gzip and by brotli.
struct ConsoleFile {
    std::string_view path;  // Under /console/: `index.html`, `assets/index-3f2a.js`.
    std::string_view content_type;
    std::string_view hash;  // Of its bytes.
    std::string_view plain;
    std::string_view gzip;
    std::string_view brotli;
};

// Defined by the build, sorted by path. Empty in a program that was built without the console.
extern const std::span<const ConsoleFile> console_files;

}  // namespace tradewind::api
