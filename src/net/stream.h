#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "net/file_descriptor.h"
#include "net/transfer.h"

namespace tradewind::net {

class TlsSession;

// The socket of a connection, plain or inside TLS. Nothing here waits.
class Stream {
  public:
    explicit Stream(FileDescriptor socket, std::unique_ptr<TlsSession> tls = nullptr);
    Stream(const Stream&) = delete;
    Stream& operator=(const Stream&) = delete;
    ~Stream();

    [[nodiscard]] int descriptor() const { return socket_.get(); }
    // Whether both sides have agreed on how to speak.
    [[nodiscard]] bool is_established() const;
    // Whether having received less than there was room for means that nothing more has come.
    [[nodiscard]] bool tells_all_at_once() const { return tls_ == nullptr; }

    [[nodiscard]] Transfer receive(std::span<char> space);
    // Of both parts together, from the first on. `more`: something follows at once.
    [[nodiscard]] Transfer send(std::string_view first, std::string_view second, bool more);
    // Of the next `length` bytes of a file. None: it has no more.
    [[nodiscard]] Transfer send_file(int file, std::uint64_t offset, std::size_t length);

    // Says that nothing more will be sent. What is received from then on is only good to be dropped: inside TLS nobody
    // deciphers it any more.
    void end_output();
    void close();

  private:
    FileDescriptor socket_;
    std::unique_ptr<TlsSession> tls_;
    bool has_ended_output_ = false;
};

}  // namespace tradewind::net
