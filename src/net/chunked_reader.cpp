#include "net/chunked_reader.h"

#include <algorithm>

namespace tradewind::net {
namespace {

constexpr std::uint64_t chunk_bytes_max = (std::uint64_t{1} << 63) - 1;

// The value of a hexadecimal digit, or 16.
unsigned hexadecimal_value(char character) {
    if (character >= '0' && character <= '9') return static_cast<unsigned>(character - '0');
    if (character >= 'a' && character <= 'f') return static_cast<unsigned>(character - 'a') + 10;
    if (character >= 'A' && character <= 'F') return static_cast<unsigned>(character - 'A') + 10;
    return 16;
}

bool may_be_in_line(char character) {
    return character != '\r' && character != '\n' && character != '\0';
}

}  // namespace

ChunkedReader::Step ChunkedReader::next(std::string_view& input) {
    while (!input.empty() && state_ != State::Broken && state_ != State::Done) {
        if (state_ == State::Data) {
            const auto data =
                input.substr(0, static_cast<std::size_t>(std::min<std::uint64_t>(chunk_bytes_, input.size())));
            input.remove_prefix(data.size());
            chunk_bytes_ -= data.size();
            if (chunk_bytes_ == 0) state_ = State::DataCarriageReturn;
            return {Status::Data, data};
        }
        state_ = after(input.front());
        input.remove_prefix(1);
    }
    if (state_ == State::Broken) return {Status::Broken, {}};
    return {state_ == State::Done ? Status::Done : Status::NeedsMore, {}};
}

ChunkedReader::State ChunkedReader::after(char character) {
    const auto demand = [character](char wanted, State then) { return character == wanted ? then : State::Broken; };
    switch (state_) {
        case State::SizeFirstDigit:
        case State::Size:
        case State::BlanksBeforeExtension:
        case State::Extension:
            return after_size_character(character);
        case State::SizeLineFeed:
            return character == '\n' ? end_of_size_line() : State::Broken;
        case State::DataCarriageReturn:
            return demand('\r', State::DataLineFeed);
        case State::DataLineFeed:
            return demand('\n', State::SizeFirstDigit);
        case State::TrailerLineStart:
        case State::TrailerLine:
            if (++trailer_bytes_ > trailer_bytes_max) return State::Broken;
            if (character == '\r')
                return state_ == State::TrailerLineStart ? State::LastLineFeed : State::TrailerLineFeed;
            return may_be_in_line(character) ? State::TrailerLine : State::Broken;
        case State::TrailerLineFeed:
            return demand('\n', State::TrailerLineStart);
        case State::LastLineFeed:
            return demand('\n', State::Done);
        case State::Data:
        case State::Done:
        case State::Broken:
            break;
    }
    return State::Broken;
}

ChunkedReader::State ChunkedReader::after_size_character(char character) {
    if (state_ != State::SizeFirstDigit && character == '\r')
        return state_ == State::BlanksBeforeExtension ? State::Broken : State::SizeLineFeed;
    if (++line_bytes_ > size_line_bytes_max) return State::Broken;
    if (state_ == State::Extension) return may_be_in_line(character) ? State::Extension : State::Broken;
    if (state_ != State::SizeFirstDigit) {
        if (character == ';') return State::Extension;
        if (character == ' ' || character == '\t') return State::BlanksBeforeExtension;
        if (state_ == State::BlanksBeforeExtension) return State::Broken;
    }
    const unsigned digit = hexadecimal_value(character);
    if (digit > 15 || chunk_bytes_ > (chunk_bytes_max - digit) / 16) return State::Broken;
    chunk_bytes_ = chunk_bytes_ * 16 + digit;
    return State::Size;
}

ChunkedReader::State ChunkedReader::end_of_size_line() {
    if (line_bytes_ > size_line_bytes_free) {
        const std::size_t extra = line_bytes_ - size_line_bytes_free;
        wasted_bytes_ += extra - static_cast<std::size_t>(std::min<std::uint64_t>(extra, chunk_bytes_));
        if (wasted_bytes_ > wasted_bytes_max) return State::Broken;
    }
    line_bytes_ = 0;
    return chunk_bytes_ == 0 ? State::TrailerLineStart : State::Data;
}

}  // namespace tradewind::net
