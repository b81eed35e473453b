#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "net/file_descriptor.h"
#include "net/stream.h"

namespace tradewind::net {

// What is still to be sent on a connection: the text of one or more answers, and then, at most once and last, a large
// body or a part of a file.
class HttpOutput {
  public:
    enum class Sent { Everything, Some, AwaitsInput, AwaitsOutput, Failed };

    [[nodiscard]] bool is_empty() const { return sent_ == text_.size() && body_.empty() && file_left_ == 0; }
    // Whether another answer may be added before these are sent.
    [[nodiscard]] bool takes_more() const {
        return !waits_ && text_.size() < text_bytes_max && body_.empty() && file_left_ == 0;
    }
    // What it keeps in memory of its own.
    [[nodiscard]] std::size_t own_bytes() const { return text_.size() + own_body_.size(); }

    // Answers are appended here while takes_more().
    [[nodiscard]] std::string& text() { return text_; }
    void add_body(std::string body);
    // Of text that stays where it is.
    void add_static_body(std::string_view body);
    void add_file(FileDescriptor file, std::uint64_t offset, std::uint64_t length);

    // One system call's worth. After it awaited something, no more is taken until that has come. Failed: the reader is
    // gone, or the file is shorter than it was said to be.
    Sent send(Stream& stream);

    // Gives back memory that an idle connection need not hold.
    void release();

  private:
    static constexpr std::size_t text_bytes_max = 64 * 1024;
    static constexpr std::size_t copied_body_bytes_max = 16 * 1024;
    static constexpr std::uint64_t file_slice_bytes_max = 512 * 1024;

    Sent send_memory(Stream& stream);
    Sent send_file(Stream& stream);

    std::string text_;
    std::size_t sent_ = 0;  // Of text_, then of text_ and body_ together.
    std::string own_body_;
    std::string_view body_;  // Into own_body_, or what somebody else keeps.
    bool waits_ = false;     // The last attempt moved nothing.
    FileDescriptor file_;
    std::uint64_t file_offset_ = 0;
    std::uint64_t file_left_ = 0;
};

}  // namespace tradewind::net
