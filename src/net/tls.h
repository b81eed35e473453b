#pragma once

#include <filesystem>
#include <memory>
#include <mutex>
#include <span>
#include <string_view>

#include "base/result.h"
#include "net/transfer.h"

struct ssl_st;
struct ssl_ctx_st;

namespace tradewind::net {

// The server's side of TLS on one socket. Agreeing on keys is part of the first receive or send.
class TlsSession {
  public:
    explicit TlsSession(ssl_st* handle) : handle_(handle) {}

    [[nodiscard]] bool is_established() const;
    // Bytes that came from the other side; none when it has ended.
    [[nodiscard]] Transfer receive(std::span<char> space);
    // What was not taken is to be sent again, before anything else; it may stand elsewhere by then.
    [[nodiscard]] Transfer send(std::string_view bytes);
    // Once, if the connection is well. Whether it arrives is not waited for.
    void end_output();

  private:
    struct Free {
        void operator()(ssl_st* handle) const;
    };
    Transfer result_of(int code, std::size_t bytes);

    std::unique_ptr<ssl_st, Free> handle_;
    bool is_over_ = false;
};

// What a server shows to prove who it is. Thread-safe.
class TlsIdentity {
  public:
    struct Files {
        std::filesystem::path certificate;  // PEM: the server's own first, then those that vouch for it.
        std::filesystem::path key;          // PEM.
    };

    // Refused, naming the file, when one cannot be read or the two do not belong together.
    static base::Result<std::unique_ptr<TlsIdentity>> load(Files files);

    // Reads the files again, for connections to come. Nothing changes when that is refused.
    base::Result<void> reload();

    // A new connection's side of TLS; null when there is no memory for it.
    [[nodiscard]] std::unique_ptr<TlsSession> accept(int socket) const;

  private:
    using Context = std::shared_ptr<ssl_ctx_st>;

    explicit TlsIdentity(Files files) : files_(std::move(files)) {}
    [[nodiscard]] base::Result<Context> read() const;

    const Files files_;
    mutable std::mutex mutex_;
    Context context_;
};

}  // namespace tradewind::net
