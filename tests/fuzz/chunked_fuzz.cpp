// A chunked body is read the same however it is split, and gives no more bytes than came in. The first byte of the
// input chooses the split.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "net/chunked_reader.h"

namespace {

using tradewind::net::ChunkedReader;

struct Reading {
    ChunkedReader::Status status = ChunkedReader::Status::NeedsMore;
    std::string body;
    std::size_t used = 0;  // Of the input; not counted when it is broken.

    bool operator==(const Reading&) const = default;
};

void demand(bool condition) {
    if (!condition) std::abort();
}

Reading read_in_pieces(std::string_view bytes, std::size_t piece_bytes) {
    ChunkedReader reader;
    Reading reading;
    std::size_t given = 0;
    while (given < bytes.size()) {
        const auto piece = bytes.substr(given, piece_bytes);
        auto input = piece;
        auto step = reader.next(input);
        for (; step.status == ChunkedReader::Status::Data; step = reader.next(input)) {
            demand(!step.data.empty());
            demand(step.data.data() >= piece.data() && step.data.data() + step.data.size() == input.data());
            reading.body.append(step.data);
        }
        reading.status = step.status;
        reading.used = given + piece.size() - input.size();
        if (step.status == ChunkedReader::Status::Broken) {
            reading.used = 0;
            return reading;
        }
        if (step.status == ChunkedReader::Status::Done) return reading;
        demand(input.empty());
        given += piece.size();
    }
    return reading;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t count) {
    if (count == 0) return 0;
    const std::size_t piece_bytes = std::size_t{data[0]} % 31 + 1;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, count - 1);
    const auto at_once = read_in_pieces(bytes, bytes.size());
    demand(at_once == read_in_pieces(bytes, 1));
    demand(at_once == read_in_pieces(bytes, piece_bytes));
    demand(at_once.body.size() <= bytes.size());
    return 0;
}
