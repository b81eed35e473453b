#include "net/request_body.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "base/full_disk.h"

namespace tradewind::net {

RequestBody::Progress RequestBody::begin(const RequestHead& head, const Accepted& accepted, Time now) {
    end();
    begun_ = now;
    if (head.chunked) chunks_.emplace();
    bytes_left_ = head.chunked ? accepted.body_bytes_max : head.content_length.value_or(0);
    place_ = accepted.ignore_body ? Place::Nowhere : accepted.body_file ? Place::File : Place::Memory;
    if (place_ == Place::File) {
        constexpr int flags = O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW;
        file_ = FileDescriptor(::open(accepted.body_file->c_str(), flags, S_IRUSR | S_IWUSR));
        if (!file_.is_open()) {
            cause_ = errno;
            return failure_for(cause_);
        }
        file_path_ = accepted.body_file;
        if (accepted.body_filter) filter_ = &accepted.body_filter;
    }
    return head.has_body() ? Progress::NeedsMore : Progress::Complete;
}

RequestBody::Progress RequestBody::take(std::string_view& bytes) {
    const std::size_t before = bytes.size();
    auto progress = Progress::NeedsMore;
    if (chunks_) {
        progress = take_chunked(bytes);
    } else {
        const auto ours = bytes.substr(0, wanted(bytes.size()));
        bytes.remove_prefix(ours.size());
        bytes_left_ -= ours.size();
        if (!keep(ours)) {
            progress = failure_for(cause_);
        } else if (bytes_left_ == 0) {
            progress = Progress::Complete;
        }
    }
    received_ += before - bytes.size();
    if (progress == Progress::Complete) file_.close();
    return progress;
}

RequestBody::Progress RequestBody::take_chunked(std::string_view& bytes) {
    for (;;) {
        const auto step = chunks_->next(bytes);
        if (step.data.size() + chunks_->chunk_bytes_left() > bytes_left_) return Progress::TooLarge;
        switch (step.status) {
            case ChunkedReader::Status::NeedsMore:
                return Progress::NeedsMore;
            case ChunkedReader::Status::Done:
                return Progress::Complete;
            case ChunkedReader::Status::Broken:
                return Progress::Malformed;
            case ChunkedReader::Status::Data:
                bytes_left_ -= step.data.size();
                if (!keep(step.data)) return failure_for(cause_);
                break;
        }
    }
}

std::size_t RequestBody::wanted(std::size_t at_most) const {
    return chunks_ ? at_most : static_cast<std::size_t>(std::min<std::uint64_t>(at_most, bytes_left_));
}

bool RequestBody::is_too_slow(Time now, std::chrono::milliseconds grace, std::uint64_t bytes_per_second) const {
    const auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - begun_);
    if (elapsed <= grace) return false;
    return received_ < bytes_per_second * static_cast<std::uint64_t>(elapsed.count()) / 1000;
}

bool RequestBody::keep(std::string_view bytes) {
    switch (place_) {
        case Place::Nowhere:
            return true;
        case Place::Memory:
            text_ += bytes;
            return true;
        case Place::File:
            break;
    }
    if (filter_ == nullptr) return write(bytes);
    filtered_.clear();
    (*filter_)(bytes, filtered_);
    return write(filtered_);
}

bool RequestBody::write(std::string_view bytes) {
    while (!bytes.empty()) {
        const auto written = ::write(file_.get(), bytes.data(), bytes.size());
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) {
            cause_ = errno;
            return false;
        }
        bytes.remove_prefix(static_cast<std::size_t>(written));
    }
    return true;
}

RequestBody::Progress RequestBody::failure_for(int cause) {
    return base::means_full_disk(cause) ? Progress::StorageFull : Progress::WriteFailed;
}

void RequestBody::end() {
    file_.close();
    if (file_path_) ::unlink(file_path_->c_str());
    file_path_.reset();
    filter_ = nullptr;
    std::string().swap(filtered_);
    chunks_.reset();
    bytes_left_ = received_ = 0;
    cause_ = 0;
    place_ = Place::Nowhere;
    text_.clear();
    if (text_.capacity() > kept_capacity_max) std::string().swap(text_);
}

}  // namespace tradewind::net
