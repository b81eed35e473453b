#pragma once

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "net/chunked_reader.h"
#include "net/file_descriptor.h"
#include "net/http.h"

namespace tradewind::net {

// Takes the body of a request off the wire: knows where it ends, how large it may be, where it goes and how fast it
// comes. A body goes into memory, into a file (made with mode 0600, must not exist) or nowhere. Writing the file blocks
// the thread for as long as the page cache takes.
class RequestBody {
  public:
    using Time = std::chrono::steady_clock::time_point;

    enum class Progress { NeedsMore, Complete, Malformed, TooLarge, StorageFull, WriteFailed };

    RequestBody() = default;
    ~RequestBody() { end(); }
    RequestBody(const RequestBody&) = delete;
    RequestBody& operator=(const RequestBody&) = delete;

    // A declared length has been found small enough already. The filter, if there is one, is there until end().
    Progress begin(const RequestHead& head, const Accepted& accepted, Time now);
    // Uses up bytes from the front; what is left when it is complete belongs to the next request. A chunk that is too
    // large is refused as soon as it is announced.
    Progress take(std::string_view& bytes);
    // How many bytes may be received at once, so that none behind a declared length is.
    [[nodiscard]] std::size_t wanted(std::size_t at_most) const;
    // Whether, after `grace`, fewer bytes came than so many a second.
    [[nodiscard]] bool is_too_slow(Time now, std::chrono::milliseconds grace, std::uint64_t bytes_per_second) const;

    [[nodiscard]] std::string_view text() const { return text_; }
    [[nodiscard]] const std::filesystem::path* file_path() const { return file_path_ ? &*file_path_ : nullptr; }
    // The system's number for why the file could not be written, and what it amounts to.
    [[nodiscard]] int cause() const { return cause_; }
    [[nodiscard]] static Progress failure_for(int cause);

    // From now on the file belongs to somebody else.
    void give_file_away() { file_path_.reset(); }
    // Forgets everything; a file that was not given away is removed.
    void end();

  private:
    static constexpr std::size_t kept_capacity_max = 64 * 1024;

    enum class Place { Memory, File, Nowhere };

    Progress take_chunked(std::string_view& bytes);
    [[nodiscard]] bool keep(std::string_view bytes);
    [[nodiscard]] bool write(std::string_view bytes);

    Place place_ = Place::Nowhere;
    std::optional<ChunkedReader> chunks_;  // None: the length is declared.
    std::uint64_t bytes_left_ = 0;         // Of the declared length, or until a chunked body is too large.
    std::uint64_t received_ = 0;           // With the framing of chunks.
    Time begun_;
    std::string text_;
    FileDescriptor file_;
    std::optional<std::filesystem::path> file_path_;
    const Accepted::BodyFilter* filter_ = nullptr;  // Null: everything is kept.
    std::string filtered_;
    int cause_ = 0;
};

}  // namespace tradewind::net
