#include "net/event_loop.h"

#include <sys/epoll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>

namespace tradewind::net {
namespace {

thread_local const EventLoop* current_loop = nullptr;

FileDescriptor opened(int descriptor, const char* what) {
    if (descriptor < 0) throw std::system_error(errno, std::generic_category(), what);
    return FileDescriptor(descriptor);
}

}  // namespace

Mailbox::Mailbox() : wake_(opened(::eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC), "eventfd")) {}

void Mailbox::post(base::UniqueFunction<void()> work) {
    {
        const std::lock_guard lock(mutex_);
        if (!open_) return;
        posted_.push_back(std::move(work));
        if (posted_.size() > 1) return;  // The wake-up of the first is still to be seen.
    }
    // Never read, the counter only grows: an edge a write, and more writes than it can count will not happen.
    ::eventfd_write(wake_.get(), 1);
}

void Mailbox::take_into(std::vector<base::UniqueFunction<void()>>& empty) {
    const std::lock_guard lock(mutex_);
    empty.swap(posted_);
}

void Mailbox::close() {
    std::vector<base::UniqueFunction<void()>> dropped;  // Destroyed outside the lock: it may post in its turn.
    const std::lock_guard lock(mutex_);
    open_ = false;
    dropped.swap(posted_);
}

EventLoop::EventLoop()
    : epoll_(opened(::epoll_create1(EPOLL_CLOEXEC), "epoll_create1")),
      mailbox_(std::make_shared<Mailbox>()),
      now_(clock_.steady_now()) {
    epoll_event event{};
    event.events = EPOLLIN | EPOLLET;
    event.data.ptr = nullptr;
    if (::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, mailbox_->wake_descriptor(), &event) != 0) {
        throw std::system_error(errno, std::generic_category(), "epoll_ctl");
    }
}

EventLoop::~EventLoop() {
    mailbox_->close();
}

void EventLoop::run() {
    current_loop = this;
    while (!stopping_) run_round();
    current_loop = nullptr;
}

void EventLoop::stop() {
    mailbox_->post([this] { stopping_ = true; });
}

void EventLoop::post(base::UniqueFunction<void()> work) {
    if (current() == this) {
        local_.push_back(std::move(work));
    } else {
        mailbox_->post(std::move(work));
    }
}

const EventLoop* EventLoop::current() {
    return current_loop;
}

bool EventLoop::watch(int descriptor, std::uint32_t events, Watcher& watcher) {
    epoll_event event{};
    event.events = events;
    event.data.ptr = &watcher;
    return ::epoll_ctl(epoll_.get(), EPOLL_CTL_ADD, descriptor, &event) == 0;
}

void EventLoop::forget(int descriptor) {
    // Closing alone would not do: a child between fork and exec may hold the same open file a little longer.
    ::epoll_ctl(epoll_.get(), EPOLL_CTL_DEL, descriptor, nullptr);
}

void EventLoop::add_ticker(Ticker& ticker) {
    if (tickers_.empty()) next_tick_ = now_ + tick;
    tickers_.push_back(&ticker);
}

void EventLoop::remove_ticker(Ticker& ticker) {
    std::erase(tickers_, &ticker);
}

std::string_view EventLoop::http_date() {
    const auto instant = clock_.now();
    const auto second = instant.milliseconds / 1000;
    if (second != date_second_) {
        date_second_ = second;
        date_ = instant.http_date();
    }
    return date_;
}

void EventLoop::run_round() {
    std::array<epoll_event, events_per_round_max> events;
    const int count = ::epoll_wait(epoll_.get(), events.data(), events_per_round_max, wait_milliseconds());
    if (count < 0 && errno != EINTR) throw std::system_error(errno, std::generic_category(), "epoll_wait");
    now_ = clock_.steady_now();
    for (int index = 0; index < count; ++index) {
        const auto& event = events[static_cast<std::size_t>(index)];
        if (event.data.ptr == nullptr) {
            mail_waits_ = true;
        } else {
            static_cast<Watcher*>(event.data.ptr)->on_ready(event.events);
        }
    }
    run_posted();
    run_tickers();
    retired_.clear();
}

void EventLoop::run_posted() {
    if (mail_waits_) {
        mail_waits_ = false;
        mailbox_->take_into(running_);
        for (auto& work : running_) work();
        running_.clear();
    }
    // What this work posts in its turn waits for the next round, so that sockets get theirs.
    running_.swap(local_);
    for (auto& work : running_) work();
    running_.clear();
}

void EventLoop::run_tickers() {
    if (tickers_.empty() || now_ < next_tick_) return;
    next_tick_ = now_ + tick;
    for (std::size_t index = 0; index < tickers_.size(); ++index) tickers_[index]->on_tick();
}

int EventLoop::wait_milliseconds() const {
    if (!local_.empty()) return 0;
    if (tickers_.empty()) return -1;
    const auto left = std::chrono::ceil<std::chrono::milliseconds>(next_tick_ - now_);
    return static_cast<int>(std::clamp<std::int64_t>(left.count(), 0, tick.count()));
}

}  // namespace tradewind::net
