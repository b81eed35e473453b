#include "base/error.h"

#include <utility>

namespace tradewind::base {

Error bad_request(std::string detail) {
    return {.kind = ErrorKind::BadRequest, .detail = std::move(detail)};
}

Error not_found(std::string detail) {
    return {.kind = ErrorKind::NotFound, .detail = std::move(detail)};
}

Error conflict(std::string detail) {
    return {.kind = ErrorKind::Conflict, .detail = std::move(detail)};
}

Error coded(std::string code, std::string detail, std::vector<ErrorList> lists) {
    return {
        .kind = ErrorKind::BadRequest, .detail = std::move(detail), .code = std::move(code), .lists = std::move(lists)};
}

Error invalid(std::vector<Problem> problems) {
    return {.kind = ErrorKind::Invalid,
            .detail = "The request is well-formed but some values are not acceptable; see validationErrors.",
            .problems = std::move(problems)};
}

Error invalid(std::string path, std::string reason) {
    std::vector<Problem> problems;
    problems.push_back({.path = std::move(path), .reason = std::move(reason)});
    return invalid(std::move(problems));
}

Error unavailable(Outcome outcome, std::string cause) {
    return {.kind = ErrorKind::Unavailable,
            .detail = outcome == Outcome::None
                          ? "The service is busy; nothing was changed. Try again shortly."
                          : "It is not known whether the change was made. Look before you send it again.",
            .outcome = outcome,
            .cause = std::move(cause)};
}

}  // namespace tradewind::base
