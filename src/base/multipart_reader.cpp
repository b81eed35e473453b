#include "base/multipart_reader.h"

#include <algorithm>

#include "base/text.h"

namespace tradewind::base {
namespace {

constexpr std::size_t boundary_characters_max = 70;
constexpr std::string_view boundary_marks = "'()+_,-./:=? ";
constexpr std::string_view head_end = "\r\n\r\n";

bool is_boundary(std::string_view text) {
    const auto is_allowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
               boundary_marks.find(c) != std::string_view::npos;
    };
    return !text.empty() && text.size() <= boundary_characters_max && text.back() != ' ' &&
           std::all_of(text.begin(), text.end(), is_allowed);
}

// The value of a parameter such as `; name="type"`. In quotes a backslash stands before a quote that belongs to the
// value; elsewhere it is itself, for some clients send paths of Windows.
std::optional<std::string> find_parameter(std::string_view text, std::string_view wanted) {
    auto rest = text.substr(std::min(text.find(';'), text.size()));
    while (!rest.empty()) {
        rest.remove_prefix(1);
        const auto name_end = std::min(rest.find_first_of("=;"), rest.size());
        const auto name = trim(rest.substr(0, name_end));
        rest.remove_prefix(name_end);
        if (rest.empty() || rest.front() == ';') { continue; }
        rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        std::string value;
        if (!rest.empty() && rest.front() == '"') {
            std::size_t place = 1;
            for (; place < rest.size() && rest[place] != '"'; ++place) {
                if (rest[place] == '\\' && place + 1 < rest.size() && rest[place + 1] == '"') { ++place; }
                value += rest[place];
            }
            if (place == rest.size()) { return std::nullopt; }
            rest.remove_prefix(place + 1);
            rest.remove_prefix(std::min(rest.find(';'), rest.size()));
        } else {
            const auto value_end = std::min(rest.find(';'), rest.size());
            value = trim(rest.substr(0, value_end));
            rest.remove_prefix(value_end);
        }
        if (equals_ignoring_case(name, wanted)) { return value; }
    }
    return std::nullopt;
}

// The name in the Content-Disposition of a part's head.
std::optional<std::string> part_name(std::string_view head) {
    while (!head.empty()) {
        const auto line_end = std::min(head.find("\r\n"), head.size());
        const auto line = head.substr(0, line_end);
        head.remove_prefix(std::min(line_end + 2, head.size()));
        const auto colon = line.find(':');
        if (colon == std::string_view::npos ||
            !equals_ignoring_case(trim(line.substr(0, colon)), "content-disposition")) {
            continue;
        }
        const auto value = trim(line.substr(colon + 1));
        if (!equals_ignoring_case(trim(value.substr(0, value.find(';'))), "form-data")) { return std::nullopt; }
        return find_parameter(value, "name");
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> multipart_boundary(std::string_view content_type) {
    auto boundary = find_parameter(content_type, "boundary");
    return boundary && is_boundary(*boundary) ? boundary : std::nullopt;
}

void MultipartReader::push(std::string_view bytes) {
    if (state_ == State::Broken || state_ == State::Epilogue) { return; }
    pending_ += bytes;
    while (read_some()) {}
}

void MultipartReader::finish() {
    if (state_ != State::Broken && state_ != State::Epilogue) { break_off("ends before its last boundary"); }
}

bool MultipartReader::read_some() {
    switch (state_) {
        case State::Preamble:
        case State::Content:
            return read_to_delimiter();
        case State::Head:
            return read_head();
        case State::Epilogue:
        case State::Broken:
            break;
    }
    pending_.clear();
    return false;
}

bool MultipartReader::read_to_delimiter() {
    std::size_t place = 0;
    while (true) {
        place = pending_.find(delimiter_, place);
        if (place == std::string::npos) { break; }
        std::size_t length = 0;
        const auto behind = look_behind(std::string_view(pending_).substr(place + delimiter_.size()), length);
        if (behind == Behind::Nothing) {  // It only begins like a boundary.
            ++place;
            continue;
        }
        take_content(std::string_view(pending_).substr(0, place));
        if (behind == Behind::Unknown) {
            use_up(place);
            return false;
        }
        use_up(place + delimiter_.size() + length);
        if (behind == Behind::End) {
            state_ = State::Epilogue;
        } else if (++parts_ > parts_max) {
            break_off("has more than 100 parts");
        } else {
            state_ = State::Head;
        }
        return true;
    }
    // The end may be the beginning of a boundary.
    const auto kept = std::min(pending_.size(), delimiter_.size() - 1);
    take_content(std::string_view(pending_).substr(0, pending_.size() - kept));
    use_up(pending_.size() - kept);
    return false;
}

bool MultipartReader::read_head() {
    // A head without any line is its empty line alone.
    const auto end = pending_.starts_with("\r\n") ? 0 : pending_.find(head_end);
    // As long as the end may still come within the limit, it is waited for.
    const bool is_too_long =
        end == std::string::npos ? pending_.size() >= part_head_bytes_max + head_end.size() : end > part_head_bytes_max;
    if (is_too_long) {
        break_off("has a part whose head is longer than 8192 bytes");
        return true;
    }
    if (end == std::string::npos) { return false; }
    const auto name = part_name(std::string_view(pending_).substr(0, end));
    if (!name) {
        break_off("has a part without a name");
        return true;
    }
    use_up(end + head_end.size());
    state_ = State::Content;
    handler_.on_part(*name);
    return true;
}

MultipartReader::Behind MultipartReader::look_behind(std::string_view bytes, std::size_t& length) const {
    if (bytes.starts_with("--")) {
        length = 2;
        return Behind::End;
    }
    const auto padding = std::min(bytes.find_first_not_of(" \t"), bytes.size());
    if (padding > padding_bytes_max) { return Behind::Nothing; }
    const auto rest = bytes.substr(padding);
    if (rest.starts_with("\r\n")) {
        length = padding + 2;
        return Behind::NextPart;
    }
    const bool may_go_on = rest.empty() || rest == "\r" || (padding == 0 && rest == "-");
    return may_go_on ? Behind::Unknown : Behind::Nothing;
}

void MultipartReader::take_content(std::string_view bytes) {
    if (state_ == State::Content && !bytes.empty()) { handler_.on_content(bytes); }
}

void MultipartReader::break_off(std::string_view problem) {
    problem_ = problem;
    state_ = State::Broken;
    pending_.clear();
}

}  // namespace tradewind::base
