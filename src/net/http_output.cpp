#include "net/http_output.h"

#include <algorithm>

namespace tradewind::net {
namespace {

// Of a transfer that moved nothing.
HttpOutput::Sent outcome(Transfer::End end) {
    switch (end) {
        case Transfer::End::Moved:
        case Transfer::End::Failed:
            break;
        case Transfer::End::AwaitsInput:
            return HttpOutput::Sent::AwaitsInput;
        case Transfer::End::AwaitsOutput:
            return HttpOutput::Sent::AwaitsOutput;
    }
    return HttpOutput::Sent::Failed;
}

}  // namespace

void HttpOutput::add_body(std::string body) {
    if (body.size() <= copied_body_bytes_max) {
        text_ += body;
    } else {
        own_body_ = std::move(body);
        body_ = own_body_;
    }
}

void HttpOutput::add_static_body(std::string_view body) {
    if (body.size() <= copied_body_bytes_max) {
        text_ += body;
    } else {
        body_ = body;
    }
}

void HttpOutput::add_file(FileDescriptor file, std::uint64_t offset, std::uint64_t length) {
    file_ = std::move(file);
    file_offset_ = offset;
    file_left_ = length;
}

HttpOutput::Sent HttpOutput::send(Stream& stream) {
    auto sent = Sent::Everything;
    if (sent_ < text_.size() + body_.size()) {
        sent = send_memory(stream);
    } else if (file_left_ > 0) {
        sent = send_file(stream);
    }
    waits_ = sent == Sent::AwaitsInput || sent == Sent::AwaitsOutput;
    return sent;
}

HttpOutput::Sent HttpOutput::send_memory(Stream& stream) {
    const std::size_t text_sent = std::min(sent_, text_.size());
    const auto text = std::string_view(text_).substr(text_sent);
    const auto body = body_.substr(sent_ - text_sent);
    const auto sent = stream.send(text, body, file_left_ > 0);
    if (sent.end != Transfer::End::Moved) return outcome(sent.end);
    sent_ += sent.bytes;
    if (sent_ < text_.size() + body_.size()) return Sent::Some;
    sent_ = 0;
    text_.clear();
    body_ = {};
    std::string().swap(own_body_);
    return file_left_ > 0 ? Sent::Some : Sent::Everything;
}

HttpOutput::Sent HttpOutput::send_file(Stream& stream) {
    const auto slice = static_cast<std::size_t>(std::min(file_left_, file_slice_bytes_max));
    const auto sent = stream.send_file(file_.get(), file_offset_, slice);
    if (sent.end != Transfer::End::Moved || sent.bytes == 0) return outcome(sent.end);
    file_offset_ += sent.bytes;
    file_left_ -= sent.bytes;
    if (file_left_ > 0) return Sent::Some;
    file_.close();
    return Sent::Everything;
}

void HttpOutput::release() {
    sent_ = 0;
    file_left_ = 0;
    file_.close();
    body_ = {};
    std::string().swap(text_);
    std::string().swap(own_body_);
}

}  // namespace tradewind::net
