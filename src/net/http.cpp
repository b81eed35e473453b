#include "net/http.h"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <system_error>

#include "base/text.h"

namespace tradewind::net {
namespace {

void append_without_line_ends(std::string& to, std::string_view characters) {
    std::copy_if(characters.begin(), characters.end(), std::back_inserter(to),
                 [](char character) { return character != '\r' && character != '\n' && character != '\0'; });
}

std::optional<std::uint64_t> regular_file_bytes(const std::filesystem::path& path) {
    struct stat found {};
    if (::stat(path.c_str(), &found) != 0) {
        const int cause = errno;
        if (cause == ENOENT || cause == ENOTDIR || cause == ENAMETOOLONG || cause == ELOOP) return std::nullopt;
        throw std::system_error(cause, std::generic_category(), "stat " + path.string());
    }
    if (!S_ISREG(found.st_mode)) return std::nullopt;
    return static_cast<std::uint64_t>(found.st_size);
}

struct WholeFile {};
struct Nothing {};
struct Part {
    std::uint64_t offset;
    std::uint64_t length;
};
using Selection = std::variant<WholeFile, Nothing, Part>;

// Digits only; a number too large for us is beyond the end of every file, so the largest stands for it.
std::optional<std::uint64_t> parse_position(std::string_view digits) {
    constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
    if (digits.empty()) return std::nullopt;
    std::uint64_t position = 0;
    for (const char character : digits) {
        if (character < '0' || character > '9') return std::nullopt;
        const auto digit = static_cast<std::uint64_t>(character - '0');
        position = position > (largest - digit) / 10 ? largest : position * 10 + digit;
    }
    return position;
}

// A Range that is not one well-formed range of bytes is as good as none.
Selection select_range(std::string_view range, std::uint64_t file_bytes) {
    const std::size_t equals_sign = range.find('=');
    if (equals_sign == std::string_view::npos || !base::equals_ignoring_case(range.substr(0, equals_sign), "bytes"))
        return WholeFile{};
    const auto ends = range.substr(equals_sign + 1);
    const std::size_t dash = ends.find('-');
    if (dash == std::string_view::npos) return WholeFile{};
    const auto first = parse_position(ends.substr(0, dash));
    const auto last = parse_position(ends.substr(dash + 1));

    if (dash == 0) {
        if (!last) return WholeFile{};
        if (*last == 0) return Nothing{};
        // The end of an empty file is the whole of it; no part of it has a Content-Range.
        if (file_bytes == 0) return WholeFile{};
        const std::uint64_t length = std::min(*last, file_bytes);
        return Part{.offset = file_bytes - length, .length = length};
    }
    const bool open = dash + 1 == ends.size();
    if (!first || (!last && !open) || (last && *last < *first)) return WholeFile{};
    if (*first >= file_bytes) return Nothing{};
    const std::uint64_t end = last && *last < file_bytes ? *last + 1 : file_bytes;
    return Part{.offset = *first, .length = end - *first};
}

}  // namespace

std::optional<std::string_view> RequestHead::header(std::string_view name) const {
    for (const auto& candidate : headers) {
        if (candidate.name.size() == name.size() && base::equals_ignoring_case(candidate.name, name))
            return candidate.value;
    }
    return std::nullopt;
}

void HttpResponse::add_header(std::string_view name, std::string_view value) {
    append_without_line_ends(header_lines, name);
    header_lines += ": ";
    append_without_line_ends(header_lines, value);
    header_lines += "\r\n";
}

std::optional<HttpResponse> file_response(const std::filesystem::path& path, std::string_view content_type,
                                          std::optional<std::string_view> range) {
    const auto file_bytes = regular_file_bytes(path);
    if (!file_bytes) return std::nullopt;
    const auto size = std::to_string(*file_bytes);
    const auto selection = range ? select_range(*range, *file_bytes) : Selection{WholeFile{}};
    if (std::holds_alternative<Nothing>(selection)) {
        HttpResponse refusal(416);
        refusal.add_header("Content-Range", "bytes */" + size);
        return refusal;
    }

    const auto* part = std::get_if<Part>(&selection);
    HttpResponse response(part != nullptr ? 206 : 200);
    response.add_header("Content-Type", content_type);
    response.add_header("Accept-Ranges", "bytes");
    if (part != nullptr) {
        response.add_header("Content-Range", "bytes " + std::to_string(part->offset) + "-" +
                                                 std::to_string(part->offset + part->length - 1) + "/" + size);
    }
    response.file = FileBody{.path = path,
                             .offset = part != nullptr ? part->offset : 0,
                             .length = part != nullptr ? part->length : *file_bytes};
    return response;
}

}  // namespace tradewind::net
