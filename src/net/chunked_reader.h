#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace tradewind::net {

// Takes the framing off a chunked body, in pieces of any size: how the input is split makes no difference. Extensions
// and trailers are read and thrown away, both bounded. Strict: CRLF everywhere, hexadecimal sizes that fit 63 bits.
class ChunkedReader {
  public:
    static constexpr std::size_t size_line_bytes_max = 4096;  // Chunk size with its extensions, without CR LF.
    static constexpr std::size_t trailer_bytes_max = std::size_t{32} * 1024;
    // What the size lines of one body may waste in all: the bytes beyond size_line_bytes_free of a line, less the size
    // of the chunk it announces. Without it a small body could be spread over gigabytes of extensions.
    static constexpr std::size_t wasted_bytes_max = std::size_t{32} * 1024;
    static constexpr std::size_t size_line_bytes_free = 16;

    enum class Status { NeedsMore, Data, Done, Broken };

    struct Step {
        Status status;
        std::string_view data;  // With Data: body bytes, a view into the input.
    };

    // Uses up bytes from the front of `input`. NeedsMore: all of it was used. Done: what is left belongs to the next
    // request. After Broken or Done it is not called again.
    Step next(std::string_view& input);
    // What is still to come of the chunk that was announced last.
    [[nodiscard]] std::uint64_t chunk_bytes_left() const { return state_ == State::Data ? chunk_bytes_ : 0; }

  private:
    enum class State {
        SizeFirstDigit,
        Size,
        BlanksBeforeExtension,
        Extension,
        SizeLineFeed,
        Data,
        DataCarriageReturn,
        DataLineFeed,
        TrailerLineStart,
        TrailerLine,
        TrailerLineFeed,
        LastLineFeed,
        Done,
        Broken,
    };

    State after(char character);
    State after_size_character(char character);
    State end_of_size_line();

    State state_ = State::SizeFirstDigit;
    std::uint64_t chunk_bytes_ = 0;  // Of this chunk, still to come.
    std::size_t line_bytes_ = 0;
    std::size_t trailer_bytes_ = 0;
    std::size_t wasted_bytes_ = 0;
};

}  // namespace tradewind::net
