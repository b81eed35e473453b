#pragma once

#include <optional>
#include <string>
#include <vector>

namespace tradewind::base {

// Why something was refused. The api room turns each kind into an HTTP status; the command line into an exit code.
enum class ErrorKind {
    BadRequest,
    Unauthorized,
    Forbidden,
    NotFound,
    Conflict,
    TooLarge,
    UnsupportedMediaType,
    Invalid,
    TooManyRequests,
    StorageFull,
    Unavailable,
    Internal,
};

// What became of a write that was answered with Unavailable.
enum class Outcome { None, Unknown };

// One thing wrong with an input. `path` is a JSON Pointer; `reason` a short phrase such as "is required".
struct Problem {
    std::string path;
    std::string reason;

    friend bool operator==(const Problem&, const Problem&) = default;
};

// A list that a refusal carries besides its words, such as `allowedDomains`.
struct ErrorList {
    std::string name;
    std::vector<std::string> items;

    friend bool operator==(const ErrorList&, const ErrorList&) = default;
};

// A refusal, worded for the person who reads the answer. `cause` goes to the log only.
struct [[nodiscard]] Error {
    ErrorKind kind;
    std::string detail;
    std::vector<Problem> problems = {};
    std::string code = {};
    std::vector<ErrorList> lists = {};
    std::optional<Outcome> outcome = {};
    std::string cause = {};
};

Error bad_request(std::string detail);
Error not_found(std::string detail);
Error conflict(std::string detail);
// A BadRequest that programs know by its code.
Error coded(std::string code, std::string detail, std::vector<ErrorList> lists = {});
Error invalid(std::vector<Problem> problems);
Error invalid(std::string path, std::string reason);
Error unavailable(Outcome outcome, std::string cause);

}  // namespace tradewind::base
