#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace tradewind::base {

// The boundary that a Content-Type of multipart/form-data names; nothing when it names none that is allowed.
std::optional<std::string> multipart_boundary(std::string_view content_type);

// Reads a form (multipart/form-data) in pieces of any size: how the input is split makes no difference but to the
// pieces in which the content of a part is handed on. What stands before the first boundary and behind the last is
// ignored. Memory is bounded by what the head of a part may hold.
class MultipartReader {
  public:
    static constexpr std::size_t part_head_bytes_max = std::size_t{8} * 1024;
    static constexpr std::size_t parts_max = 100;
    // How many spaces and tabs may stand behind a boundary.
    static constexpr std::size_t padding_bytes_max = 100;

    // Calls with no part in between belong to the part that began last.
    struct Handler {
        std::function<void(std::string_view name)> on_part;
        std::function<void(std::string_view bytes)> on_content;  // Never empty.
    };

    MultipartReader(std::string_view boundary, Handler handler)
        : delimiter_("\r\n--" + std::string(boundary)), handler_(std::move(handler)) {}

    void push(std::string_view bytes);
    // What comes next is the end of the text.
    void finish();
    // Why it is no form, such as "ends before its last boundary"; empty when nothing was found so far. Nothing is read
    // behind the first problem.
    [[nodiscard]] std::string_view problem() const { return problem_; }

  private:
    enum class State { Preamble, Head, Content, Epilogue, Broken };
    // What stands behind the bytes of a delimiter.
    enum class Behind { Unknown, NextPart, End, Nothing };

    // Whether something was read, so that there may be more to read.
    bool read_some();
    bool read_to_delimiter();
    bool read_head();
    [[nodiscard]] Behind look_behind(std::string_view bytes, std::size_t& length) const;
    void take_content(std::string_view bytes);
    void use_up(std::size_t count) { pending_.erase(0, count); }
    void break_off(std::string_view problem);

    const std::string delimiter_;
    const Handler handler_;
    State state_ = State::Preamble;
    std::string pending_ = "\r\n";  // What is not read yet. The first boundary may stand at the very front.
    std::size_t parts_ = 0;
    std::string_view problem_;
};

}  // namespace tradewind::base
