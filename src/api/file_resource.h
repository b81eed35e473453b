#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "api/answer.h"
#include "api/route.h"
#include "api/services.h"

namespace tradewind::api {

// What links of one purpose open.
struct LinkedFile {
    std::string_view purpose;
    // Answers the file of the object that a link names, or 404. May hand the work on.
    std::function<void(Call& call, const std::string& object)> answer;
};

// GET /files/{token}
std::vector<Route> file_routes(const Services& services, std::vector<LinkedFile> files);

// Which link, and how long it opens something.
struct WantedLink {
    std::string_view purpose;
    std::string object;
    std::chrono::milliseconds lifetime;
};
// A new link, as the address of a file that needs no key.
std::string link_to_file(const Services& services, const WantedLink& wanted);

// How a file is handed over: whoever saves it gets this name, of ASCII without quotes.
struct HandedFile {
    std::filesystem::path path;
    std::string_view content_type;
    std::string name;
    std::optional<std::string> range;         // Of the request: see wanted_range().
    std::shared_ptr<const void> keeper = {};  // Of a file that is there for this answer alone.
};
// From the disk as the client takes it, whole or the one range of it that is wanted; 416 when the file ends before
// that, 404 when there is none.
void answer_file(Answer& answer, const HandedFile& file);

// The part of a file that a request wants. Whoever asks for it only if the file is still the same (`If-Range`) gets the
// whole: there is nothing here by which that could be told.
std::optional<std::string> wanted_range(const net::RequestHead& head);

// The one answer to every link that opens nothing, so that it tells nothing of why.
base::Error unknown_file();

}  // namespace tradewind::api
