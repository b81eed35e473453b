#pragma once

#include <arpa/inet.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include <array>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "net/file_descriptor.h"

namespace tradewind::delivery {

// On the loopback, with a port of its own.
inline net::FileDescriptor bound_socket(int type, std::uint16_t& port) {
    net::FileDescriptor descriptor(socket(AF_INET, type | SOCK_CLOEXEC, 0));
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(bind(descriptor.get(), reinterpret_cast<sockaddr*>(&address), sizeof(address)), 0);
    socklen_t size = sizeof(address);
    getsockname(descriptor.get(), reinterpret_cast<sockaddr*>(&address), &size);
    port = ntohs(address.sin_port);
    return descriptor;
}

// Who is called, in tests: takes one connection after the other, reads a request and answers these bytes; no bytes: it
// never answers. Thread-safe.
class Receiver {
  public:
    explicit Receiver(std::string answer) : answer_(std::move(answer)), listener_(bound_socket(SOCK_STREAM, port_)) {
        listen(listener_.get(), 8);
        thread_ = std::thread([this] { serve(); });
    }
    ~Receiver() {
        shutdown(listener_.get(), SHUT_RDWR);
        thread_.join();
    }
    Receiver(const Receiver&) = delete;
    Receiver& operator=(const Receiver&) = delete;

    [[nodiscard]] std::uint16_t port() const { return port_; }
    [[nodiscard]] std::string url(const std::string& host) const {
        return "http://" + host + ":" + std::to_string(port_);
    }
    void answer_with(std::string answer) {
        const std::lock_guard lock(mutex_);
        answer_ = std::move(answer);
    }
    // All requests so far.
    [[nodiscard]] std::vector<std::string> requests() const {
        const std::lock_guard lock(mutex_);
        return requests_;
    }

  private:
    void serve() {
        while (true) {
            const net::FileDescriptor connection(accept(listener_.get(), nullptr, nullptr));
            if (!connection.is_open()) { return; }
            std::array<char, 4096> bytes{};
            std::string request;
            while (request.find("\r\n\r\n") == std::string::npos || !request.ends_with('}')) {
                const auto count = recv(connection.get(), bytes.data(), bytes.size(), 0);
                if (count <= 0) { break; }
                request.append(bytes.data(), static_cast<std::size_t>(count));
            }
            std::string answer;
            {
                const std::lock_guard lock(mutex_);
                if (!request.empty()) { requests_.push_back(std::move(request)); }
                answer = answer_;
            }
            if (answer.empty()) {
                waiting_.push_back(net::FileDescriptor(dup(connection.get())));
                continue;
            }
            std::string_view rest = answer;
            while (!rest.empty()) {
                const auto count = send(connection.get(), rest.data(), rest.size(), MSG_NOSIGNAL);
                if (count <= 0) { break; }
                rest.remove_prefix(static_cast<std::size_t>(count));
            }
        }
    }

    mutable std::mutex mutex_;
    std::string answer_;  // Guarded by mutex_, as is the next.
    std::vector<std::string> requests_;
    std::uint16_t port_ = 0;
    net::FileDescriptor listener_;
    std::vector<net::FileDescriptor> waiting_;
    std::thread thread_;
};

}  // namespace tradewind::delivery
