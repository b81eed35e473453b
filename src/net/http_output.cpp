#include "net/http_output.h"

#include <sys/sendfile.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include <algorithm>
#include <array>
#include <cerrno>

namespace tradewind::net {
namespace {

HttpOutput::Sent failure(int cause) {
    if (cause == EINTR) return HttpOutput::Sent::Some;
    return cause == EAGAIN ? HttpOutput::Sent::Blocked : HttpOutput::Sent::Failed;
}

}  // namespace

void HttpOutput::add_body(std::string body) {
    if (body.size() <= copied_body_bytes_max) {
        text_ += body;
    } else {
        body_ = std::move(body);
    }
}

void HttpOutput::add_file(FileDescriptor file, std::uint64_t offset, std::uint64_t length) {
    file_ = std::move(file);
    file_offset_ = offset;
    file_left_ = length;
}

HttpOutput::Sent HttpOutput::send(int socket) {
    if (sent_ < text_.size() + body_.size()) return send_memory(socket);
    if (file_left_ > 0) return send_file(socket);
    return Sent::Everything;
}

HttpOutput::Sent HttpOutput::send_memory(int socket) {
    const int flags = MSG_NOSIGNAL | (file_left_ > 0 ? MSG_MORE : 0);
    ssize_t count = 0;
    if (body_.empty()) {
        count = ::send(socket, text_.data() + sent_, text_.size() - sent_, flags);
    } else {
        const std::size_t text_sent = std::min(sent_, text_.size());
        const std::size_t body_sent = sent_ - text_sent;
        std::array<iovec, 2> parts{iovec{text_.data() + text_sent, text_.size() - text_sent},
                                   iovec{body_.data() + body_sent, body_.size() - body_sent}};
        msghdr message{};
        message.msg_iov = parts.data();
        message.msg_iovlen = parts.size();
        count = ::sendmsg(socket, &message, flags);
    }
    if (count < 0) return failure(errno);
    sent_ += static_cast<std::size_t>(count);
    if (sent_ < text_.size() + body_.size()) return Sent::Some;
    sent_ = 0;
    text_.clear();
    body_ = std::string();
    return file_left_ > 0 ? Sent::Some : Sent::Everything;
}

HttpOutput::Sent HttpOutput::send_file(int socket) {
    auto offset = static_cast<off_t>(file_offset_);
    const auto slice = static_cast<std::size_t>(std::min(file_left_, file_slice_bytes_max));
    const auto count = ::sendfile(socket, file_.get(), &offset, slice);
    if (count < 0) return failure(errno);
    if (count == 0) return Sent::Failed;
    file_offset_ += static_cast<std::uint64_t>(count);
    file_left_ -= static_cast<std::uint64_t>(count);
    if (file_left_ > 0) return Sent::Some;
    file_.close();
    return Sent::Everything;
}

void HttpOutput::release() {
    sent_ = 0;
    file_left_ = 0;
    file_.close();
    std::string().swap(text_);
    std::string().swap(body_);
}

}  // namespace tradewind::net
