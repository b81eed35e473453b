#include "net/stream.h"

#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

#include "net/tls.h"

namespace tradewind::net {
namespace {

// What fits into one record of TLS.
constexpr std::size_t record_bytes_max = 16 * 1024;

// One system call that is made again when a signal came in between.
template <class Call>
Transfer attempt(Transfer::End awaits, Call call) {
    ssize_t count = 0;
    do { count = call(); } while (count < 0 && errno == EINTR);
    if (count >= 0) return {Transfer::End::Moved, static_cast<std::size_t>(count)};
    return {errno == EAGAIN ? awaits : Transfer::End::Failed};
}

}  // namespace

Stream::Stream(FileDescriptor socket, std::unique_ptr<TlsSession> tls)
    : socket_(std::move(socket)), tls_(std::move(tls)) {}

Stream::~Stream() = default;

bool Stream::is_established() const {
    return !tls_ || tls_->is_established();
}

Transfer Stream::receive(std::span<char> space) {
    if (tls_ && !has_ended_output_) return tls_->receive(space);
    return attempt(Transfer::End::AwaitsInput, [&] { return ::recv(descriptor(), space.data(), space.size(), 0); });
}

Transfer Stream::send(std::string_view first, std::string_view second, bool more) {
    if (tls_) return tls_->send(first.empty() ? second : first);
    const int flags = MSG_NOSIGNAL | (more ? MSG_MORE : 0);
    if (second.empty()) {
        return attempt(Transfer::End::AwaitsOutput,
                       [&] { return ::send(descriptor(), first.data(), first.size(), flags); });
    }
    std::array<iovec, 2> parts{iovec{const_cast<char*>(first.data()), first.size()},
                               iovec{const_cast<char*>(second.data()), second.size()}};
    msghdr message{};
    message.msg_iov = parts.data();
    message.msg_iovlen = parts.size();
    return attempt(Transfer::End::AwaitsOutput, [&] { return ::sendmsg(descriptor(), &message, flags); });
}

Transfer Stream::send_file(int file, std::uint64_t offset, std::size_t length) {
    auto place = static_cast<off_t>(offset);
    if (!tls_) {
        return attempt(Transfer::End::AwaitsOutput, [&] { return ::sendfile(descriptor(), file, &place, length); });
    }
    // What is not taken now is read again: a file that is sent does not change.
    std::array<char, record_bytes_max> bytes;
    const auto read = attempt(Transfer::End::Failed,
                              [&] { return ::pread(file, bytes.data(), std::min(length, bytes.size()), place); });
    if (read.end != Transfer::End::Moved || read.bytes == 0) return read;
    return tls_->send({bytes.data(), read.bytes});
}

void Stream::end_output() {
    has_ended_output_ = true;
    if (tls_) tls_->end_output();
    ::shutdown(descriptor(), SHUT_WR);
}

void Stream::close() {
    if (tls_) tls_->end_output();
    socket_.close();
}

}  // namespace tradewind::net
