#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/executor.h"
#include "base/unique_function.h"

namespace tradewind::net {

enum class Method { Get, Head, Post, Put, Patch, Delete, Options, Other };

struct Header {
    std::string_view name;
    std::string_view value;
};

// The head of a request after http_head accepted it. Views into the connection's buffer.
struct RequestHead {
    Method method = Method::Other;
    std::string_view target;  // As sent.
    std::string_view path;    // The target before `?`, still percent-encoded.
    std::string_view query;   // After `?`, still percent-encoded.
    std::vector<Header> headers;
    std::optional<std::uint64_t> content_length;
    bool chunked = false;
    bool keep_alive = true;
    bool expects_continue = false;

    // The value of the first header of this name (ASCII case ignored); empty optional when there is none.
    [[nodiscard]] std::optional<std::string_view> header(std::string_view name) const;
    [[nodiscard]] bool has_body() const { return chunked || content_length.value_or(0) > 0; }
};

struct FileBody {
    std::filesystem::path path;
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::shared_ptr<const void> keeper = {};  // Removes the file when it is let go of, which is once it was opened.
};

// What is sent back. The server adds Date, Content-Length and Connection by itself.
class HttpResponse {
  public:
    explicit HttpResponse(int status_code = 200) : status(status_code) {}

    // CR, LF and NUL are left out, so that no value can start a line of its own.
    void add_header(std::string_view name, std::string_view value);
    // Of whichever body it has.
    [[nodiscard]] std::uint64_t body_bytes() const {
        return file ? file->length : std::uint64_t{body.size() + static_body.size()};
    }

    int status;
    std::string header_lines;  // `Name: value\r\n` ...
    std::string body;
    std::string_view static_body;  // Instead of body: text that is there as long as the program, shared by all answers.
    std::optional<FileBody> file;  // Instead of body.
    bool close = false;            // Close the connection after this answer.
};

// The answer to a request, given once, from any thread. Dropping it unanswered closes the connection.
using Respond = base::UniqueFunction<void(HttpResponse)>;

// A complete request. Everything in it is valid only until handle() returns: what is needed later is copied.
struct HttpRequest {
    const RequestHead& head;
    std::string_view body;                   // Empty when it was streamed to a file.
    const std::filesystem::path* body_file;  // Where it was streamed to, or null.
    std::string_view remote_address;
    base::Executor& executor;  // Runs on the thread of this connection.
};

// Why the server itself answers: malformed head or framing, limits, an exception out of `handle`.
struct Refusal {
    int status;
    std::string_view detail;
};

// What the head alone decides: an answer (refusal or not) before any body is read, or how to go on.
struct Accepted {
    std::uint64_t body_bytes_max = 0;  // More, declared or seen: 413 is answered.
    bool ignore_body = false;          // Read and drop it, whatever it is (GET, DELETE), up to body_bytes_max.
    std::optional<std::filesystem::path> body_file;  // Stream the body there instead of into memory.
    base::UniqueFunction<void(const HttpRequest&, Respond)> handle;
    // What of the body goes into the file: adds that of the next bytes to `kept`. Empty: all of it.
    using BodyFilter = std::function<void(std::string_view bytes, std::string& kept)>;
    BodyFilter body_filter = {};
    // Renders refusals of the server's own from here on, given the head; empty: the service does.
    base::UniqueFunction<HttpResponse(const Refusal&, const RequestHead&)> refuse = {};
};
using Admission = std::variant<Accepted, HttpResponse>;

// What a listener serves. Called on I/O threads, several at once.
struct HttpService {
    std::function<Admission(const RequestHead&)> admit;
    std::function<HttpResponse(const Refusal&)> refuse;  // Renders a refusal of the server's own.
};

// A file or a part of it as an answer. `range` is the request's Range header: 206 for one range, 416 (without a body,
// which is the caller's) when it lies outside the file, 200 and the whole file when there is none, several, or one that
// is malformed. An empty optional when there is no such regular file.
std::optional<HttpResponse> file_response(const std::filesystem::path& path, std::string_view content_type,
                                          std::optional<std::string_view> range);

}  // namespace tradewind::net
