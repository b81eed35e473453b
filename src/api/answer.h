#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "api/rate_limit.h"
#include "api/request_figures.h"
#include "base/error.h"
#include "base/executor.h"
#include "base/id.h"
#include "base/log.h"
#include "net/http.h"

namespace tradewind::api {

// A status with a JSON body, rendered.
struct JsonAnswer {
    int status;
    std::string body;
    bool replayed = false;                 // It was given before, to the same request.
    std::optional<base::Id> contact = {};  // Whom it tells of.
};

inline constexpr std::string_view never_kept = "no-store";

// Puts on a response what every answer carries: the request's id, whether it may be kept, nosniff.
void add_common_headers(net::HttpResponse& response, std::string_view request_id,
                        std::string_view cache_control = never_kept);

// The answer to one request: given once, from any thread. Adds what every answer carries.
class Answer {
  public:
    Answer(net::Respond respond, base::Executor& executor, std::string request_id, RequestTimer timer, base::Log& log)
        : respond_(std::move(respond)),
          executor_(&executor),
          request_id_(std::move(request_id)),
          timer_(std::move(timer)),
          log_(&log) {}

    void json(JsonAnswer answer);
    void no_content();
    // The cause of a failure of ours goes to the log, with the request's id.
    void refuse(const base::Error& error);
    // `cache_control`: whether it may be kept; answers with somebody's data never.
    void send(net::HttpResponse response, std::string_view cache_control = never_kept);

    // What the caller has left, told with every answer.
    void set_rate(const std::optional<RateState>& rate) { rate_ = rate; }

    // Further headers, told with every answer: whole lines.
    void set_header_lines(std::string lines) { header_lines_ = std::move(lines); }

    // Answers of JSON tell the ETag of what they tell of.
    void set_has_tag(bool has_tag) { has_tag_ = has_tag; }

    // Whether it was not moved away or given yet.
    [[nodiscard]] bool is_open() const { return static_cast<bool>(respond_); }
    // Runs on the thread of the connection.
    [[nodiscard]] base::Executor& executor() const { return *executor_; }

  private:
    net::Respond respond_;
    base::Executor* executor_;
    std::string request_id_;
    RequestTimer timer_;
    base::Log* log_;
    std::optional<RateState> rate_;
    std::string header_lines_;
    bool has_tag_ = false;
};

}  // namespace tradewind::api
