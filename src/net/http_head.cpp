#include "net/http_head.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/text.h"

namespace tradewind::net {
namespace {

constexpr std::size_t usual_header_lines = 16;

constexpr HeadRefusal stray_line_end{400,
                                     "Every line of the head must end with CR LF and hold no other CR, LF or NUL."};
constexpr HeadRefusal malformed_request_line{
    400, "The request line must be a method, one space, a target, one space, HTTP/1.1 and CR LF."};
constexpr HeadRefusal malformed_target{
    400, "The request target must be a path, or a whole http address without user, and hold no fragment."};
constexpr HeadRefusal no_tunnels{400, "CONNECT is not served here."};
constexpr HeadRefusal unknown_version{400, "Only HTTP/1.1 and HTTP/1.0 are spoken here."};
constexpr HeadRefusal too_many_lines{431, "The request has more header lines than are accepted."};
constexpr HeadRefusal folded_line{400, "A header line must not start with a space or tab."};
constexpr HeadRefusal control_in_value{400, "A header value must hold no control characters."};
constexpr HeadRefusal disguised_framing{
    400, "A line named Content-Length, Transfer-Encoding or Host needs its colon directly after the name."};
constexpr HeadRefusal no_host{400, "The request has no Host line."};
constexpr HeadRefusal second_host{400, "The request has two Host lines."};
constexpr HeadRefusal malformed_host{400, "The Host line must be a host name or address, with or without a port."};
constexpr HeadRefusal second_content_length{400, "The request has two Content-Length lines."};
constexpr HeadRefusal malformed_content_length{400, "Content-Length must be one decimal number below 2^63."};
constexpr HeadRefusal second_transfer_encoding{400, "The request has two Transfer-Encoding lines."};
constexpr HeadRefusal unknown_transfer_encoding{400, "The only Transfer-Encoding accepted is the one word chunked."};
constexpr HeadRefusal old_transfer_encoding{400, "HTTP/1.0 has no Transfer-Encoding."};
constexpr HeadRefusal two_framings{400, "Content-Length and Transfer-Encoding exclude each other."};
constexpr HeadRefusal unknown_expectation{417, "The only expectation that can be met is 100-continue."};

enum CharacterClass : std::uint8_t { token = 1, target = 2, host = 4, text = 8 };

constexpr std::array<std::uint8_t, 256> make_character_classes() {
    std::array<std::uint8_t, 256> classes{};
    for (std::size_t byte = 0; byte < 256; ++byte) {
        const char character = static_cast<char>(byte);
        const bool alphanumeric = (character >= '0' && character <= '9') || (character >= 'A' && character <= 'Z') ||
                                  (character >= 'a' && character <= 'z');
        const bool visible = byte > 0x20 && byte != 0x7f;
        const auto one_of = [character](std::string_view set) { return set.find(character) != std::string_view::npos; };
        unsigned of = 0;
        if (alphanumeric || one_of("!#$%&'*+-.^_`|~")) of |= token;
        if (visible && character != '#') of |= target;
        if (alphanumeric || one_of("-._~%!$&'()*+;=")) of |= host;
        if (visible || character == ' ' || character == '\t') of |= text;
        classes[byte] = static_cast<std::uint8_t>(of);
    }
    return classes;
}

constexpr auto character_classes = make_character_classes();

bool is(CharacterClass wanted, char character) {
    return (character_classes[static_cast<unsigned char>(character)] & wanted) != 0;
}

bool is_blank(char character) {
    return character == ' ' || character == '\t';
}

bool all_of(CharacterClass wanted, std::string_view characters) {
    return std::all_of(characters.begin(), characters.end(), [wanted](char one) { return is(wanted, one); });
}

const char* skip(CharacterClass wanted, const char* at, const char* end) {
    while (at != end && is(wanted, *at)) ++at;
    return at;
}

// Whether any of eight bytes is below 0x20 or 0x7f.
bool holds_control(std::uint64_t eight) {
    constexpr std::uint64_t each = 0x0101010101010101;
    constexpr std::uint64_t high_bits = each * 0x80;
    const std::uint64_t without_delete = eight ^ (each * 0x7f);
    const std::uint64_t below = (eight - each * 0x20) & ~eight;
    const std::uint64_t zero = (without_delete - each) & ~without_delete;
    return ((below | zero) & high_bits) != 0;
}

// The same as skip(text, ...), eight bytes at a time: values are most of a head.
const char* skip_text(const char* at, const char* end) {
    while (end - at >= 8) {
        std::uint64_t eight = 0;
        std::memcpy(&eight, at, sizeof eight);
        if (holds_control(eight)) {
            const char* stop = skip(text, at, at + 8);
            if (stop != at + 8) return stop;
        }
        at += 8;
    }
    return skip(text, at, end);
}

std::string_view between(const char* begin, const char* end) {
    return {begin, static_cast<std::size_t>(end - begin)};
}

std::string_view trim_blanks(std::string_view characters) {
    while (!characters.empty() && is_blank(characters.front())) characters.remove_prefix(1);
    while (!characters.empty() && is_blank(characters.back())) characters.remove_suffix(1);
    return characters;
}

// Takes off what some reader along the way might take off: blanks, control characters, and everything beyond ASCII.
std::string_view trim_invisible(std::string_view characters) {
    const auto invisible = [](char character) { return !(character > ' ' && character <= '~'); };
    while (!characters.empty() && invisible(characters.front())) characters.remove_prefix(1);
    while (!characters.empty() && invisible(characters.back())) characters.remove_suffix(1);
    return characters;
}

// Calls `use` with each element of a comma-separated list that is not empty.
template <class Use>
void for_each_element(std::string_view list, Use use) {
    while (!list.empty()) {
        const std::size_t comma = std::min(list.find(','), list.size());
        if (const auto element = trim_blanks(list.substr(0, comma)); !element.empty()) use(element);
        list.remove_prefix(std::min(comma + 1, list.size()));
    }
}

Method method_named(std::string_view name) {
    switch (name.size()) {
        case 3:
            return name == "GET" ? Method::Get : name == "PUT" ? Method::Put : Method::Other;
        case 4:
            return name == "POST" ? Method::Post : name == "HEAD" ? Method::Head : Method::Other;
        case 5:
            return name == "PATCH" ? Method::Patch : Method::Other;
        case 6:
            return name == "DELETE" ? Method::Delete : Method::Other;
        case 7:
            return name == "OPTIONS" ? Method::Options : Method::Other;
        default:
            return Method::Other;
    }
}

// `name`, `name:port`, `[address]` or `[address]:port`.
bool is_host_and_port(std::string_view value) {
    std::string_view port;
    if (value.starts_with('[')) {
        const std::size_t bracket = value.find(']');
        if (bracket == std::string_view::npos || bracket == 1) return false;
        const auto address = value.substr(1, bracket - 1);
        if (!std::all_of(address.begin(), address.end(), [](char one) { return one == ':' || is(host, one); }))
            return false;
        port = value.substr(bracket + 1);
    } else {
        const std::size_t colon = std::min(value.find(':'), value.size());
        if (colon == 0 || !all_of(host, value.substr(0, colon))) return false;
        port = value.substr(colon);
    }
    return port.empty() || (port.front() == ':' && std::all_of(port.begin() + 1, port.end(), base::is_digit));
}

std::optional<std::uint64_t> parse_content_length(std::string_view digits) {
    constexpr std::uint64_t largest = (std::uint64_t{1} << 63) - 1;
    if (digits.empty()) return std::nullopt;
    std::uint64_t length = 0;
    for (const char character : digits) {
        if (!base::is_digit(character)) return std::nullopt;
        const auto digit = static_cast<std::uint64_t>(character - '0');
        if (length > (largest - digit) / 10) return std::nullopt;
        length = length * 10 + digit;
    }
    return length;
}

// One reading of one head. Its functions return why the head is refused, or null.
class HeadReader {
  public:
    explicit HeadReader(std::string_view bytes) : at_(bytes.data()), end_(bytes.data() + bytes.size()) {
        head_.headers.reserve(usual_header_lines);
    }

    const HeadRefusal* read() {
        for (std::size_t lines = 0; lines < leading_empty_lines_max && left().starts_with("\r\n"); ++lines) at_ += 2;
        if (const auto* refusal = read_request_line()) return refusal;
        for (std::size_t lines = 0; !left().starts_with("\r\n"); ++lines) {
            if (lines == header_lines_max) return &too_many_lines;
            if (const auto* refusal = read_header_line()) return refusal;
        }
        if (left().size() != 2) return &stray_line_end;
        return conclude();
    }

    RequestHead take() { return std::move(head_); }

  private:
    [[nodiscard]] std::string_view left() const { return between(at_, end_); }

    bool take_space() {
        if (at_ == end_ || *at_ != ' ') return false;
        ++at_;
        return true;
    }

    const HeadRefusal* read_request_line() {
        const char* const method_begin = at_;
        at_ = skip(token, at_, end_);
        const auto method = between(method_begin, at_);
        if (method.empty() || !take_space()) return &malformed_request_line;

        const char* const target_begin = at_;
        at_ = skip(target, at_, end_);
        head_.target = between(target_begin, at_);
        if (left().starts_with('#')) return &malformed_target;
        if (head_.target.empty() || !take_space()) return &malformed_request_line;

        constexpr std::string_view version = "HTTP/1.1\r\n";
        const auto rest = left();
        if (rest.size() < version.size() || !rest.starts_with("HTTP/") || !base::is_digit(rest[5]) || rest[6] != '.' ||
            !base::is_digit(rest[7]) || rest[8] != '\r' || rest[9] != '\n') {
            return &malformed_request_line;
        }
        if (rest[5] != '1') return &unknown_version;
        is_old_ = rest[7] == '0';
        at_ += version.size();

        head_.method = method_named(method);
        if (method == "CONNECT") return &no_tunnels;
        return split_target();
    }

    const HeadRefusal* split_target() {
        std::string_view path = head_.target;
        if (!path.starts_with('/')) {
            if (path == "*" && head_.method == Method::Options) {
                head_.path = path;
                return nullptr;
            }
            const std::size_t scheme_end = path.find("://");
            const auto scheme = path.substr(0, scheme_end);
            if (scheme_end == std::string_view::npos ||
                !(base::equals_ignoring_case(scheme, "http") || base::equals_ignoring_case(scheme, "https"))) {
                return &malformed_target;
            }
            path.remove_prefix(scheme_end + 3);
            const auto authority = path.substr(0, path.find_first_of("/?"));
            if (!is_host_and_port(authority)) return &malformed_target;
            path.remove_prefix(authority.size());
            // An address without a path means the root; the scheme's own slash stands for it.
            if (!path.starts_with('/')) head_.path = head_.target.substr(scheme_end + 2, 1);
        }
        const std::size_t question_mark = std::min(path.find('?'), path.size());
        if (question_mark > 0) head_.path = path.substr(0, question_mark);
        if (question_mark < path.size()) head_.query = path.substr(question_mark + 1);
        return nullptr;
    }

    const HeadRefusal* read_header_line() {
        if (at_ == end_) return &stray_line_end;
        if (is_blank(*at_)) return &folded_line;
        const char* const name_end = skip(token, at_, end_);
        if (name_end == at_ || name_end == end_ || *name_end != ':') return drop_line();

        const char* const line_end = skip_text(name_end + 1, end_);
        if (!between(line_end, end_).starts_with("\r\n")) {
            const bool stray = line_end == end_ || *line_end == '\r' || *line_end == '\n' || *line_end == '\0';
            return stray ? &stray_line_end : &control_in_value;
        }
        auto& header = head_.headers.emplace_back();
        header.name = between(at_, name_end);
        header.value = trim_blanks(between(name_end + 1, line_end));
        at_ = line_end + 2;
        return note(header);
    }

    const HeadRefusal* drop_line() {
        const auto line = left().substr(0, left().find('\n'));
        if (line.size() == left().size() || line.find('\0') != std::string_view::npos || line.empty() ||
            line.find('\r') != line.size() - 1) {
            return &stray_line_end;
        }
        const auto name = trim_invisible(line.substr(0, line.find(':')));
        for (const std::string_view framing : {"Content-Length", "Transfer-Encoding", "Host"}) {
            if (base::equals_ignoring_case(name, framing)) return &disguised_framing;
        }
        at_ += line.size() + 1;
        return nullptr;
    }

    const HeadRefusal* note(const Header& header) {
        const auto named = [&header](std::string_view name) { return base::equals_ignoring_case(header.name, name); };
        switch (header.name.size()) {
            case 4:
                return named("Host") ? note_host(header.value) : nullptr;
            case 6:
                if (named("Expect")) note_expect(header.value);
                return nullptr;
            case 10:
                if (named("Connection")) note_connection(header.value);
                return nullptr;
            case 14:
                return named("Content-Length") ? note_content_length(header.value) : nullptr;
            case 17:
                return named("Transfer-Encoding") ? note_transfer_encoding(header.value) : nullptr;
            default:
                return nullptr;
        }
    }

    const HeadRefusal* note_host(std::string_view value) {
        if (has_host_) return &second_host;
        has_host_ = true;
        return value.empty() || is_host_and_port(value) ? nullptr : &malformed_host;
    }

    void note_expect(std::string_view value) {
        for_each_element(value, [this](std::string_view expectation) {
            const bool known = base::equals_ignoring_case(expectation, "100-continue");
            (known ? expects_continue_ : expects_unknown_) = true;
        });
    }

    void note_connection(std::string_view value) {
        for_each_element(value, [this](std::string_view option) {
            if (base::equals_ignoring_case(option, "close")) asks_to_close_ = true;
            if (base::equals_ignoring_case(option, "keep-alive")) asks_to_keep_ = true;
        });
    }

    const HeadRefusal* note_content_length(std::string_view value) {
        if (head_.content_length) return &second_content_length;
        head_.content_length = parse_content_length(value);
        return head_.content_length ? nullptr : &malformed_content_length;
    }

    const HeadRefusal* note_transfer_encoding(std::string_view value) {
        if (head_.chunked) return &second_transfer_encoding;
        head_.chunked = base::equals_ignoring_case(value, "chunked");
        return head_.chunked ? nullptr : &unknown_transfer_encoding;
    }

    // What only the whole head decides.
    const HeadRefusal* conclude() {
        if (!has_host_) return &no_host;
        if (head_.chunked && is_old_) return &old_transfer_encoding;
        if (head_.chunked && head_.content_length) return &two_framings;
        if (expects_unknown_) return &unknown_expectation;
        head_.keep_alive = !asks_to_close_ && (!is_old_ || asks_to_keep_);
        head_.expects_continue = expects_continue_ && !is_old_;
        return nullptr;
    }

    const char* at_;
    const char* end_;
    RequestHead head_;
    bool is_old_ = false;  // HTTP/1.0.
    bool has_host_ = false;
    bool asks_to_close_ = false;
    bool asks_to_keep_ = false;
    bool expects_continue_ = false;
    bool expects_unknown_ = false;
};

}  // namespace

std::optional<std::size_t> find_head_end(std::string_view bytes, std::size_t& searched) {
    std::size_t begin = 0;
    for (std::size_t lines = 0; lines < leading_empty_lines_max && bytes.substr(begin).starts_with("\r\n"); ++lines) {
        begin += 2;
    }
    // One empty line more than is accepted, or one ended by a bare LF: a head that read_head refuses.
    const auto first = bytes.substr(begin);
    if (first.starts_with('\n')) return begin + 1;
    if (first.starts_with("\r\n")) return begin + 2;

    std::size_t at = std::max(begin, searched);
    while ((at = bytes.find('\n', at)) != std::string_view::npos) {
        const auto next = bytes.substr(at + 1);
        if (next.starts_with('\n')) return at + 2;
        if (next.starts_with("\r\n")) return at + 3;
        if (next.empty() || next == "\r") {
            searched = at;
            return std::nullopt;
        }
        ++at;
    }
    searched = bytes.size();
    return std::nullopt;
}

std::variant<RequestHead, HeadRefusal> read_head(std::string_view bytes) {
    HeadReader reader(bytes);
    if (const auto* refusal = reader.read()) return *refusal;
    return reader.take();
}

}  // namespace tradewind::net
